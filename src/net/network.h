// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "net/definition.h"
#include "net/safetensors.h"
#include "value/evaluator.h"

namespace skipstone {

// A network: what it looks like, its weights, and where it comes from. Immutable once made; shared
// between threads.
class Network {
 public:
  // The metadata of a file: "format" ("skipstone-network 1"), "definition" (JSON), and whatever
  // says how it came about ("command", "commit", "data", "steps", "ice", "execution", "rules",
  // ...).
  static Network FromFile(const TensorFile& file, const std::string& name);
  static Network Read(const std::filesystem::path& path);
  // Seeded weights of a sensible size (He et al.), for tests and for the start of training.
  static Network Random(const NetworkDefinition& definition, std::uint64_t seed);

  // One of the kind pv-stones that judges all ends as this one does, but can learn about stakes.
  Network WithStakes() const;

  const NetworkDefinition& definition() const { return definition_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  TensorFile ToFile() const;

  // Tensors as ShapesOf lists them.
  const std::vector<Tensor>& tensors() const { return tensors_; }

 private:
  NetworkDefinition definition_;
  std::map<std::string, std::string> metadata_;
  std::vector<Tensor> tensors_;
};

// The inference kernels this CPU can run, the fastest first: "x86-64-v4", "x86-64-v3", "x86-64-v2".
std::vector<std::string> NetworkKernels();

// An evaluator that asks a network. `kernel` empty: the fastest. Several networks: of the kind
// nn-x, by the number of stones left (a turn that none is for is an error, kInternal).
std::unique_ptr<Evaluator> MakeNetworkEvaluator(std::shared_ptr<const Network> network,
                                                const GameTerms& terms,
                                                std::string_view kernel = {});
std::unique_ptr<Evaluator> MakeNetworkEvaluator(
    const std::vector<std::shared_ptr<const Network>>& nn_x, const GameTerms& terms,
    std::string_view kernel = {});

// The same for a network of the kind pv-stones, with its policy; another kind is an error, kUsage.
std::unique_ptr<PolicyValue> MakePolicyValue(const std::shared_ptr<const Network>& network,
                                             const GameTerms& terms, std::string_view kernel = {});

// Evaluators by spec; throws kUsage, or BadData for a file that cannot be used. A network that was
// learned on another ice is refused.
// clang-format off
//   shipped              the network of models/ for the ice
//   network:file=PATH    a network file (stones, pv-stones), or a folder of nn_1 ... nn_15 (nn-x)
//   random:seed=1        a network of random weights
//   check:a=PATH,b=PATH  two networks, or with "check:file=PATH,a=x86-64-v2,b=x86-64-v4" two kernels; answers as
//                        the first does and throws kInternal, with the position, where they differ
//                        by more than tolerance=1e-5
// clang-format on
// PATH may not hold a comma.
std::unique_ptr<Evaluator> MakeEvaluator(std::string_view spec, const GameTerms& terms);

// Networks of the kind pv-stones by spec: shipped, network:file=PATH, random:seed=1 as above.
std::unique_ptr<PolicyValue> MakePolicyValue(std::string_view spec, const GameTerms& terms);

// Which network a spec stands for: the hash in its file. For results, which must not go on with
// another one. `kind` is what shipped means; of other specs it is the spec itself.
std::string NetworkHash(std::string_view spec, Law law, NetworkKind kind);

}  // namespace skipstone
