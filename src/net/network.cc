// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/options.h"
#include "base/random.h"
#include "net/features.h"
#include "net/network_evaluator.h"
#include "net/shipped_networks.h"

namespace skipstone {
namespace {

constexpr const char* kFormat = "skipstone-network 1";

// The same reason, with the file's name before it.
Error InFile(const Error& error, const std::string& name) {
  const std::string message = error.what();
  return Error(error.kind(), name, message);
}

std::shared_ptr<const Network> Shared(Network network) {
  return std::make_shared<const Network>(std::move(network));
}

void CheckIce(const Network& network, Law law, const std::string& path) {
  const auto ice = network.metadata().find("ice");
  if (ice == network.metadata().end() || ice->second == LawName(law)) return;
  throw Error(
      ErrorKind::kUsage, path,
      fmt::format("expected a network for {}, as the game is, got one that was learned on {}",
                  LawName(law), ice->second));
}

std::vector<std::shared_ptr<const Network>> NetworksAt(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {Shared(Network::Read(path))};
  std::vector<std::shared_ptr<const Network>> networks;
  for (int left = 1; left <= kStones; ++left) {
    const std::filesystem::path file = path / fmt::format("nn_{}.safetensors", left);
    if (!std::filesystem::exists(file)) continue;
    networks.push_back(Shared(Network::Read(file)));
    const NetworkDefinition& definition = networks.back()->definition();
    if (definition.kind != NetworkKind::kNnX || definition.stones_left != left) {
      throw BadData(file.string(), fmt::format("expected a network nn-x for {} stones left, got {}",
                                               left, ToJson(definition).dump()));
    }
  }
  if (networks.empty()) {
    throw Error(ErrorKind::kEnvironment, path.string(),
                "expected a folder with nn_1.safetensors, nn_2.safetensors, ..., got one without");
  }
  return networks;
}

std::unique_ptr<Evaluator> EvaluatorAt(const std::string& path, const GameTerms& terms,
                                       std::string_view kernel = {}) {
  const std::vector<std::shared_ptr<const Network>> networks = NetworksAt(path);
  CheckIce(*networks.front(), terms.ice.law, path);
  if (SeesStones(networks.front()->definition().kind)) {
    return MakeNetworkEvaluator(networks.front(), terms, kernel);
  }
  return MakeNetworkEvaluator(networks, terms, kernel);
}

// What may be said of each kind of evaluator or policy.
const OptionTable& FileOptions() {
  static const OptionTable table = {
      SpecOption::Text("file", "PATH", "a network file, or a folder")};
  return table;
}
const OptionTable& RandomOptions() {
  static const OptionTable table = {
      SpecOption::Whole("seed", 1, 0, 1'000'000'000, "of the random weights")};
  return table;
}
const OptionTable& CheckOptions() {
  static const OptionTable table = {
      SpecOption::Number("tolerance", 1e-5, 0.0, 1.0, "how far apart the two may be"),
      SpecOption::Text("file", "PATH", "one network, by two kernels a and b"),
      SpecOption::Text("a", "PATH", "a network; with file: a kernel"),
      SpecOption::Text("b", "PATH", "likewise")};
  return table;
}

std::string PathOption(SpecOptions& options, const char* name) {
  if (options.Given(name)) return options.Text(name);
  throw Error(ErrorKind::kUsage, "",
              fmt::format("{}: expected {}=PATH, got none", options.name(), name));
}

std::string FileOf(std::string_view what, std::string_view spec) {
  SpecOptions options(what, spec, FileOptions());
  return PathOption(options, "file");
}

std::shared_ptr<const Network> RandomOf(std::string_view what, std::string_view spec,
                                        NetworkKind kind) {
  SpecOptions options(what, spec, RandomOptions());
  return Shared(Network::Random({.kind = kind}, static_cast<std::uint64_t>(options.Int64("seed"))));
}

// A kernel by name; `usual` if none is given.
std::string KernelOption(SpecOptions& options, const char* name, const std::string& usual) {
  if (!options.Given(name)) return usual;
  const std::vector<std::string> kernels = NetworkKernels();
  std::string kernel = options.Text(name);
  if (std::find(kernels.begin(), kernels.end(), kernel) != kernels.end()) return kernel;
  throw Error(ErrorKind::kUsage, "",
              fmt::format("{}: expected {} to be one of {}, got \"{}\"", options.name(), name,
                          fmt::join(kernels, ", "), kernel));
}

std::unique_ptr<Evaluator> CheckOf(std::string_view spec, const GameTerms& terms) {
  SpecOptions options("evaluator", spec, CheckOptions());
  const double tolerance = options.Number("tolerance");
  if (!options.Given("file")) {
    const std::string a = PathOption(options, "a");
    const std::string b = PathOption(options, "b");
    return MakeCheckEvaluator(EvaluatorAt(a, terms), EvaluatorAt(b, terms), tolerance);
  }
  const std::string path = PathOption(options, "file");
  const std::string a = KernelOption(options, "a", NetworkKernels().back());
  const std::string b = KernelOption(options, "b", NetworkKernels().front());
  return MakeCheckEvaluator(EvaluatorAt(path, terms, a), EvaluatorAt(path, terms, b), tolerance);
}

}  // namespace

Network Network::FromFile(const TensorFile& file, const std::string& name) {
  const auto text = [&](const char* key) -> const std::string& {
    const auto found = file.metadata.find(key);
    if (found != file.metadata.end()) return found->second;
    throw BadData(name, fmt::format("expected \"{}\" in the metadata, got none: this is no network "
                                    "of skipstone",
                                    key));
  };
  if (const std::string& format = text("format"); format != kFormat) {
    throw BadData(name,
                  fmt::format("expected the format \"{}\", got {}", kFormat, Quote(Json(format))));
  }
  Network network;
  const std::string where = name + ": definition";
  const Json json = ParseJson(text("definition"), where);
  network.definition_ = NetworkDefinitionFromJson(Field(json, where));
  network.metadata_ = file.metadata;
  network.metadata_.erase("format");
  network.metadata_.erase("definition");
  const std::vector<TensorShape> shapes = ShapesOf(network.definition_);
  for (const TensorShape& shape : shapes) {
    try {
      network.tensors_.push_back(file.At(shape.name, shape.shape));
    } catch (const Error& error) {
      throw InFile(error, name);
    }
    for (const float value : network.tensors_.back().values) {
      if (std::isfinite(value)) continue;
      throw BadData(name, fmt::format("{}: expected finite weights, got {}", shape.name, value));
    }
  }
  if (file.tensors.size() != shapes.size()) {
    throw BadData(name,
                  fmt::format("expected {} tensors, got {}", shapes.size(), file.tensors.size()));
  }
  return network;
}

Network Network::Read(const std::filesystem::path& path) {
  return FromFile(ReadTensorFile(path), path.string());
}

Network Network::Random(const NetworkDefinition& definition, std::uint64_t seed) {
  Network network;
  network.definition_ = definition;
  std::uint32_t index = 0;
  for (const TensorShape& shape : ShapesOf(definition)) {
    Tensor tensor{shape.name, shape.shape, {}};
    std::int64_t size = 1;
    for (const std::int64_t n : shape.shape) size *= n;
    tensor.values.assign(static_cast<std::size_t>(size), 0.0F);
    if (shape.shape.size() == 2) {
      // A stone fills one of the two halves of its features.
      const double inputs =
          shape.name == "stone.0.weight" ? kFeaturesPerOwner : static_cast<double>(shape.shape[1]);
      const bool last = shape.name == "scores.weight" || shape.name == "policy.weight";
      const double gain = last ? 1.0 : 2.0;
      const double scale = std::sqrt(gain / inputs);
      RandomStream random({.seed = seed, .purpose = Purpose::kTest, .index = index});
      for (std::size_t i = 0; i < tensor.values.size(); i += 2) {
        const std::array<double, 2> pair = random.NormalPair();
        tensor.values[i] = static_cast<float>(scale * pair[0]);
        if (i + 1 < tensor.values.size())
          tensor.values[i + 1] = static_cast<float>(scale * pair[1]);
      }
    }
    network.tensors_.push_back(std::move(tensor));
    ++index;
  }
  network.metadata_["steps"] = "0";
  network.metadata_["seed"] = std::to_string(seed);
  return network;
}

Network Network::WithStakes() const {
  SKIPSTONE_CHECK(definition_.kind == NetworkKind::kPvStones);
  Network network = *this;
  if (definition_.stakes) return network;
  network.definition_.stakes = true;
  const auto weights =
      std::find_if(network.tensors_.begin(), network.tensors_.end(),
                   [](const Tensor& tensor) { return tensor.name == "hidden.0.weight"; });
  // What the end is played for stands last.
  const auto old_columns = static_cast<std::size_t>(weights->shape[1]);
  std::vector<float> widened;
  for (auto row = weights->values.begin(); row != weights->values.end();
       row += static_cast<std::ptrdiff_t>(old_columns)) {
    widened.insert(widened.end(), row, row + static_cast<std::ptrdiff_t>(old_columns));
    widened.resize(widened.size() + kStakeFeatures);
  }
  weights->values = std::move(widened);
  weights->shape[1] += kStakeFeatures;
  return network;
}

TensorFile Network::ToFile() const {
  TensorFile file{metadata_, tensors_};
  file.metadata["format"] = kFormat;
  file.metadata["definition"] = ToJson(definition_).dump();
  return file;
}

std::unique_ptr<Evaluator> MakeEvaluator(std::string_view spec, const GameTerms& terms) {
  constexpr const char* kWhat = "evaluator";
  const std::string_view name = SpecName(spec);
  if (name == "shipped") {
    const SpecOptions options(kWhat, spec, {});
    return MakeNetworkEvaluator(ShippedNetwork(terms.ice.law, NetworkKind::kStoneSet), terms);
  }
  if (name == "network") return EvaluatorAt(FileOf(kWhat, spec), terms);
  if (name == "random") {
    return MakeNetworkEvaluator(RandomOf(kWhat, spec, NetworkKind::kStoneSet), terms);
  }
  if (name == "check") return CheckOf(spec, terms);
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected an evaluator (shipped, network:file=PATH, random:seed=1, "
                          "check:a=PATH,b=PATH), got \"{}\"",
                          spec));
}

std::unique_ptr<PolicyValue> MakePolicyValue(std::string_view spec, const GameTerms& terms) {
  constexpr const char* kWhat = "policy";
  const std::string_view name = SpecName(spec);
  if (name == "shipped") {
    const SpecOptions options(kWhat, spec, {});
    return MakePolicyValue(ShippedNetwork(terms.ice.law, NetworkKind::kPvStones), terms);
  }
  if (name == "network") {
    const std::string path = FileOf(kWhat, spec);
    const auto network = Shared(Network::Read(path));
    CheckIce(*network, terms.ice.law, path);
    try {
      return MakePolicyValue(network, terms);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kUsage) throw;  // a damaged file is named already
      throw InFile(error, path);
    }
  }
  if (name == "random")
    return MakePolicyValue(RandomOf(kWhat, spec, NetworkKind::kPvStones), terms);
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected a policy (shipped, network:file=PATH, random:seed=1), got "
                          "\"{}\"",
                          spec));
}

std::string NetworkHash(std::string_view spec, Law law, NetworkKind kind) {
  const std::string_view name = SpecName(spec);
  if (name == "shipped") return FileHashOf(ShippedNetwork(law, kind)->ToFile());
  if (name != "network") return std::string(spec);
  std::string hashes;
  for (const auto& network : NetworksAt(FileOf("network", spec))) {
    hashes += (hashes.empty() ? "" : " ") + FileHashOf(network->ToFile());
  }
  return hashes;
}

}  // namespace skipstone
