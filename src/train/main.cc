// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// skipstone-train: trains networks with libtorch. It knows no curling: encoded positions come in as
// safetensors files, networks go out as the same. `skipstone learn` writes its jobs.

#include <fmt/format.h>
#include <sys/prctl.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "base/error.h"
#include "base/random.h"
#include "base/stop.h"
#include "net/features.h"
#include "net/network.h"
#include "shots/policy_cells.h"
#include "train/model.h"
#include "train/synthetic.h"
#include "train/trainer.h"

namespace skipstone {
namespace {

constexpr int kStoppedExit = 130;  // as a shell reports an interrupt

// A small network and what libtorch makes of it, which the player's kernels are tested against.
void WriteGolden(NetworkKind kind, const std::string& network_path, const std::string& outputs_path,
                 std::uint64_t seed) {
  // Policies are long.
  const std::int64_t rows = kind == NetworkKind::kPvStones ? 16 : 64;
  NetworkDefinition definition{.kind = kind};
  definition.stone = {32, 32};
  definition.hidden = {64, 64};
  const Network random_network = Network::Random(definition, seed);
  std::vector<Tensor> weights = random_network.tensors();
  RandomStream random({.seed = seed, .purpose = Purpose::kTest});
  for (Tensor& tensor : weights) {
    if (tensor.shape.size() > 1) continue;
    for (float& bias : tensor.values) bias = static_cast<float>(random.Uniform(-0.3, 0.3));
  }
  TensorFile inputs = SyntheticData(definition, static_cast<std::size_t>(rows), seed);
  Dataset data(definition);
  data.Add(inputs);
  std::vector<Pick> picks(data.size());
  for (std::size_t i = 0; i < picks.size(); ++i) picks[i].row = i;
  Batch batch;
  data.Fill(picks, batch);
  PrepareThread();
  Tensor scores{"scores", {rows, kScores}, {}};
  Tensor policy{"policy", {rows, kPolicyCells}, {}};
  Model(definition, weights).LogOutputs(batch, scores.values, policy.values);
  for (float& score : scores.values) score = std::exp(score);
  for (float& cell : policy.values) cell = std::exp(cell);

  TensorFile network = random_network.ToFile();
  network.tensors = weights;
  network.metadata["command"] =
      fmt::format("skipstone-train golden --kind {} --seed {}", NetworkKindName(kind), seed);
  WriteTensorFile(network_path, network);
  TensorFile outputs{{{"command", network.metadata["command"]}},
                     {inputs.At("stones", {rows, kStones, kStoneFeatures}),
                      inputs.At("globals", {rows, GlobalFeaturesOf(definition)}), scores}};
  if (!policy.values.empty()) outputs.tensors.push_back(policy);
  WriteTensorFile(outputs_path, outputs);
}

NetworkKind KindFromName(const std::string& name) {
  for (const NetworkKind kind : {NetworkKind::kNnX, NetworkKind::kPvStones}) {
    if (name == NetworkKindName(kind)) return kind;
  }
  return NetworkKind::kStoneSet;
}

int Run(int argc, char** argv) {
  CLI::App app("Trains a network as a job file says (docs/networks.md).", "skipstone-train");
  app.require_subcommand(0, 1);
  std::string job;
  app.add_option("JOB", job, "The job: a JSON file");

  std::string network_path;
  std::string outputs_path;
  std::uint64_t seed = 1;
  std::string kind = "stones";
  CLI::App* golden = app.add_subcommand("golden", "Write a network and its outputs, for tests");
  golden->add_option("NETWORK", network_path, "The network file to write")->required();
  golden->add_option("OUTPUTS", outputs_path, "The file of inputs and outputs")->required();
  golden->add_option("--kind", kind, "Of network")
      ->check(CLI::IsMember({"stones", "pv-stones"}))
      ->capture_default_str();
  golden->add_option("--seed", seed, "Of the network and the inputs")->capture_default_str();

  std::size_t rows = 10'000;
  CLI::App* synthetic = app.add_subcommand("synthetic", "Write made-up data, to check training");
  synthetic->add_option("OUT", outputs_path, "The file to write")->required();
  synthetic->add_option("--rows", rows, "Positions")->capture_default_str();
  synthetic->add_option("--kind", kind, "Of network")
      ->check(CLI::IsMember({"stones", "nn-x", "pv-stones"}))
      ->capture_default_str();
  synthetic->add_option("--seed", seed, "Of the positions")->capture_default_str();

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : static_cast<int>(ErrorKind::kUsage);
  }
  if (golden->parsed()) {
    WriteGolden(KindFromName(kind), network_path, outputs_path, seed);
  } else if (synthetic->parsed()) {
    WriteTensorFile(outputs_path, SyntheticData({.kind = KindFromName(kind)}, rows, seed));
  } else if (job.empty()) {
    throw Error(ErrorKind::kUsage, "", "expected a job file; skipstone-train --help says more");
  } else {
    PrepareThread();
    return Trainer(ReadTrainJob(job)).Run() ? 0 : kStoppedExit;
  }
  return 0;
}

}  // namespace
}  // namespace skipstone

int main(int argc, char** argv) {
  // Without whoever asked for it it would go on beside its successor.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  skipstone::CatchStopSignals();
  try {
    return skipstone::Run(argc, argv);
  } catch (const skipstone::Error& e) {
    fmt::print(stderr, "skipstone-train: {}\n", e.what());
    return static_cast<int>(e.kind());
  } catch (const std::filesystem::filesystem_error& e) {
    fmt::print(stderr, "skipstone-train: {}: {}\n", e.path1().string(), e.code().message());
    return static_cast<int>(skipstone::ErrorKind::kEnvironment);
  } catch (const std::exception& e) {
    fmt::print(stderr, "skipstone-train: internal error: {}\n", e.what());
    return static_cast<int>(skipstone::ErrorKind::kInternal);
  }
}
