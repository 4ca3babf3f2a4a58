// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/network_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <new>
#include <numeric>

#include "base/error.h"
#include "base/machine.h"
#include "game/end.h"
#include "net/features.h"
#include "net/network_kernel.h"

namespace skipstone {
namespace {

using network::HiddenLayers;
using network::kBlock;
using network::Kernel;
using network::kOutputStride;
using network::Layer;
using network::StonesInput;
using network::StonesLayers;
using network::Workspace;

static_assert(network::kStoneInputs == kFeaturesPerOwner && network::kMostStones == kStones);
static_assert(network::kOutputs == kScores);

const std::vector<LevelKernel<Kernel>>& Kernels() {
  static const auto kernels = UsableKernels<Kernel>(
      {&network::v2::kKernel, &network::v3::kKernel, &network::v4::kKernel}, "networks");
  return kernels;
}

const Kernel& KernelOf(std::string_view name) {
  if (name.empty()) return *Kernels().front().kernel;
  for (const auto& usable : Kernels()) {
    if (usable.name == name) return *usable.kernel;
  }
  throw Error(
      ErrorKind::kUsage, "",
      fmt::format("expected a kernel of {}, got \"{}\"", fmt::join(NetworkKernels(), ", "), name));
}

// Memory at whole cache lines, zeroed; stays where it is.
template <typename T>
class Aligned {
 public:
  explicit Aligned(std::size_t size)
      : data_(static_cast<T*>(::operator new(size * sizeof(T), kAlignment))) {
    std::fill_n(data_.get(), size, T{});
  }
  T* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Delete {
    void operator()(T* data) const { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<T, Delete> data_;
};

int RoundUp(int value, int step) { return (value + step - 1) / step * step; }

// A network's weights as a kernel wants them, and room to compute.
class Packed {
 public:
  // Of the policy only `cells`: what is masked costs nothing.
  Packed(const Network& source, const Kernel& kernel, std::vector<int> cells = {})
      : kernel_(kernel), cells_(std::move(cells)) {
    const NetworkDefinition& definition = source.definition();
    std::size_t at = 0;
    const auto next = [&]() -> const Tensor& { return source.tensors()[at++]; };
    int widest_stone = 0;
    int widest = network::kWidestPanel;
    if (SeesStones(definition.kind)) {
      const Tensor& first = next();
      for (int owner = 0; owner < 2; ++owner) {
        stones_.by_owner[owner] =
            Pack(first, nullptr, owner * kFeaturesPerOwner, kFeaturesPerOwner);
      }
      const Tensor& second = next();
      stones_.stone = Pack(second, &next());
      stones_.pooled = definition.stone[1];
      stones_.globals = GlobalFeaturesOf(definition);
      widest_stone = std::max(stones_.by_owner[0].outputs, stones_.stone.outputs);
      widest = std::max(widest, 2 * stones_.pooled + stones_.globals);
    }
    for (std::size_t i = 0; i < definition.hidden.size(); ++i) {
      const Tensor& weights = next();
      layers_.push_back(Pack(weights, &next()));
      widest = std::max({widest, layers_.back().inputs, layers_.back().outputs});
    }
    const Tensor& weights = next();
    hidden_.scores = Pack(weights, &next());
    if (!cells_.empty()) {
      const Tensor& policy = next();
      policy_ = PackPolicy(policy, next());
      policy_outputs_ = Room(static_cast<std::size_t>(policy_.outputs));
    }
    hidden_.layers = layers_.data();
    hidden_.count = static_cast<int>(layers_.size());
    for (int i = 0; i < 2; ++i) {
      workspace_.stones[i] = Room(static_cast<std::size_t>(kBlock) * kStones * widest_stone + 16);
      workspace_.positions[i] = Room(static_cast<std::size_t>(kBlock) * widest);
    }
    workspace_.values = Room(static_cast<std::size_t>(widest));
    places_.resize(static_cast<std::size_t>(widest));
    workspace_.places = places_.data();
    outputs_ = Room(kBlock * kOutputStride);
  }

  // A block of positions.
  void Run(std::span<const StonesInput> inputs, std::span<ScoreDistribution> scores) {
    kernel_.stones(stones_, hidden_, inputs.data(), static_cast<int>(inputs.size()), workspace_,
                   outputs_);
    Normalise(scores);
  }
  void Run(const float* inputs, std::span<ScoreDistribution> scores) {
    kernel_.dense(hidden_, inputs, static_cast<int>(scores.size()), workspace_, outputs_);
    Normalise(scores);
  }
  // The policy of one position, up to a factor; cells that were left out have 0.
  void RunPolicy(const StonesInput& input, double temperature, std::span<float> weights) {
    SKIPSTONE_CHECK(weights.size() == kPolicyCells && temperature >= kColdest);
    kernel_.policy(stones_, hidden_, policy_, input, static_cast<float>(1.0 / temperature),
                   workspace_, policy_outputs_);
    std::fill(weights.begin(), weights.end(), 0.0F);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      weights[static_cast<std::size_t>(cells_[i])] = policy_outputs_[i];
    }
  }

 private:
  static constexpr double kColdest = 1e-6;

  float* Room(std::size_t size) {
    room_.emplace_back(size);
    return room_.back().data();
  }

  // `count` inputs from `first` on; all, if it is 0.
  Layer Pack(const Tensor& weights, const Tensor* bias, int first = 0, int count = 0) {
    const int rows = static_cast<int>(weights.shape[0]);
    const int columns = static_cast<int>(weights.shape[1]);
    const int inputs = count == 0 ? columns : count;
    const int panel = kernel_.panel;
    const int outputs = RoundUp(rows, panel);
    float* packed = Room(static_cast<std::size_t>(inputs) * outputs);
    float* packed_bias = Room(static_cast<std::size_t>(outputs));
    for (int out = 0; out < rows; ++out) {
      if (bias != nullptr) packed_bias[out] = bias->values[static_cast<std::size_t>(out)];
      const float* row = weights.values.data() + static_cast<std::size_t>(out) * columns + first;
      float* to = packed + static_cast<std::size_t>(out / panel) * panel * inputs + out % panel;
      for (int in = 0; in < inputs; ++in) to[static_cast<std::size_t>(in) * panel] = row[in];
    }
    return {packed, packed_bias, inputs, outputs};
  }

  Layer PackPolicy(const Tensor& weights, const Tensor& bias) {
    const auto columns = static_cast<std::size_t>(weights.shape[1]);
    const int rows = RoundUp(static_cast<int>(cells_.size()), kernel_.panel);
    Tensor chosen{weights.name, {rows, weights.shape[1]}, {}};
    Tensor chosen_bias{bias.name, {rows}, {}};
    for (const int cell : cells_) {
      const auto row = weights.values.begin() + cell * weights.shape[1];
      chosen.values.insert(chosen.values.end(), row, row + weights.shape[1]);
      chosen_bias.values.push_back(bias.values[static_cast<std::size_t>(cell)]);
    }
    chosen.values.resize(static_cast<std::size_t>(rows) * columns);
    chosen_bias.values.resize(static_cast<std::size_t>(rows), network::kNoShot);
    return Pack(chosen, &chosen_bias);
  }

  void Normalise(std::span<ScoreDistribution> scores) const {
    for (std::size_t row = 0; row < scores.size(); ++row) {
      const float* from = outputs_ + row * kOutputStride;
      std::array<double, kScores>& to = scores[row].probability;
      double sum = 0.0;
      for (int i = 0; i < kScores; ++i) sum += double{from[i]};
      const double factor = 1.0 / sum;  // the largest is 1
      for (int i = 0; i < kScores; ++i) {
        to[static_cast<std::size_t>(i)] = factor * double{from[i]};
      }
    }
  }

  const Kernel& kernel_;
  StonesLayers stones_{};
  HiddenLayers hidden_{};
  Layer policy_{};
  std::vector<Layer> layers_;
  std::vector<int> cells_;  // by output of policy_
  Workspace workspace_{};
  std::vector<int> places_;
  std::vector<Aligned<float>> room_;
  float* outputs_ = nullptr;
  float* policy_outputs_ = nullptr;
};

// Calls f(first, count) for blocks of positions.
template <typename F>
void ForBlocks(std::size_t positions, const F& f) {
  for (std::size_t first = 0; first < positions; first += kBlock) {
    f(first, std::min<std::size_t>(kBlock, positions - first));
  }
}

StonesInput InputOf(const StoneFeatures::Encoded& encoded) {
  int hammer_stones = 0;
  for (int i = 0; i < encoded.stones; ++i) {
    hammer_stones += encoded.hammer_owned[static_cast<std::size_t>(i)] ? 1 : 0;
  }
  return {encoded.features[0].data(), encoded.globals.data(), hammer_stones,
          encoded.stones - hammer_stones};
}

// What the kinds stones and pv-stones have in common.
template <typename Interface>
class StonesJudge : public Interface {
 public:
  StonesJudge(const Network& source, const GameTerms& terms, const Kernel& kernel,
              std::vector<int> cells = {})
      : kind_(source.definition().kind),
        features_(terms),
        packed_(source, kernel, std::move(cells)),
        encoded_(kBlock),
        inputs_(kBlock) {
    SetStake({});
  }

  std::string_view name() const override { return NetworkKindName(kind_); }

  void Evaluate(std::span<const Board> boards, const Turn& turn,
                std::span<ScoreDistribution> scores) override {
    SKIPSTONE_CHECK(boards.size() == scores.size() && turn.shot >= 0 && turn.shot < kStones);
    ForBlocks(boards.size(), [&](std::size_t first, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        features_.Encode(boards[first + i], turn, encoded_[i]);
        inputs_[i] = InputOf(encoded_[i]);
      }
      packed_.Run({inputs_.data(), count}, scores.subspan(first, count));
    });
    if (kind_ != NetworkKind::kPvStones) return;
    for (ScoreDistribution& seen : scores) seen = BetweenViews(seen, turn);
  }

 protected:
  // Encoding leaves it where it is.
  void SetStake(const Stake& stake) {
    for (StoneFeatures::Encoded& encoded : encoded_) {
      std::copy(stake.begin(), stake.end(), encoded.globals.begin() + kGlobalFeatures);
    }
  }

  NetworkKind kind_;
  StoneFeatures features_;
  Packed packed_;
  std::vector<StoneFeatures::Encoded> encoded_;
  std::vector<StonesInput> inputs_;
};

class PvStones : public StonesJudge<PolicyValue> {
 public:
  PvStones(const Network& source, const GameTerms& terms, const Kernel& kernel,
           std::vector<int> cells)
      : StonesJudge(source, terms, kernel, std::move(cells)),
        knows_stakes_(source.definition().stakes) {}

  bool knows_stakes() const override { return knows_stakes_; }
  void PlayFor(const Utility& utility) override { SetStake(StakeOf(utility)); }

  void Policy(const Board& board, const Turn& turn, double temperature,
              std::span<float> weights) override {
    SKIPSTONE_CHECK(turn.shot >= 0 && turn.shot < kStones);
    features_.Encode(board, turn, encoded_[0]);
    packed_.RunPolicy(InputOf(encoded_[0]), temperature, weights);
  }

 private:
  bool knows_stakes_;
};

class NnXEvaluator : public Evaluator {
 public:
  NnXEvaluator(const std::vector<std::shared_ptr<const Network>>& networks, const GameTerms& terms,
               const Kernel& kernel)
      : edge_(ScoringEdgeOf(terms.ice.sheet, terms.rules)), inputs_(kBlock * kStones * 7) {
    for (const std::shared_ptr<const Network>& source : networks) {
      const NetworkDefinition& definition = source->definition();
      SKIPSTONE_CHECK(definition.kind == NetworkKind::kNnX);
      ByLeft& place = by_left_[static_cast<std::size_t>(definition.stones_left - 1)];
      SKIPSTONE_CHECK(place.packed == nullptr);
      place = {definition.inputs_per_stone, std::make_unique<Packed>(*source, kernel)};
    }
  }

  std::string_view name() const override { return "nn-x"; }

  void Evaluate(std::span<const Board> boards, const Turn& turn,
                std::span<ScoreDistribution> scores) override {
    SKIPSTONE_CHECK(boards.size() == scores.size() && turn.shot >= 0 && turn.shot < kStones);
    const int left = kStones - turn.shot;
    ByLeft& by_left = by_left_[static_cast<std::size_t>(left - 1)];
    if (by_left.packed == nullptr) {
      throw Error(ErrorKind::kInternal, "nn-x",
                  fmt::format("expected a network for {} stones left, got none", left));
    }
    const auto size = std::size_t{kStones} * static_cast<std::size_t>(by_left.inputs_per_stone);
    ForBlocks(boards.size(), [&](std::size_t first, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        EncodeNnX(boards[first + i], turn, edge_, by_left.inputs_per_stone,
                  {inputs_.data() + i * size, size});
      }
      by_left.packed->Run(inputs_.data(), scores.subspan(first, count));
    });
  }

 private:
  struct ByLeft {
    int inputs_per_stone = 0;
    std::unique_ptr<Packed> packed;
  };

  ScoringEdge edge_;
  Aligned<float> inputs_;
  std::array<ByLeft, kStones> by_left_;
};

class CheckEvaluator : public Evaluator {
 public:
  CheckEvaluator(std::unique_ptr<Evaluator> first, std::unique_ptr<Evaluator> second,
                 double tolerance)
      : first_(std::move(first)), second_(std::move(second)), tolerance_(tolerance) {}

  std::string_view name() const override { return "check"; }

  void Evaluate(std::span<const Board> boards, const Turn& turn,
                std::span<ScoreDistribution> scores) override {
    SKIPSTONE_CHECK(boards.size() == scores.size());
    ForBlocks(boards.size(), [&](std::size_t from, std::size_t count) {
      const std::span<ScoreDistribution> ours = scores.subspan(from, count);
      first_->Evaluate(boards.subspan(from, count), turn, ours);
      second_->Evaluate(boards.subspan(from, count), turn, {others_.data(), count});
      for (std::size_t i = 0; i < count; ++i) {
        Compare({boards[from + i], turn}, ours[i], others_[i]);
      }
    });
  }

 private:
  void Compare(const Position& position, const ScoreDistribution& a,
               const ScoreDistribution& b) const {
    for (int points = -kMostPoints; points <= kMostPoints; ++points) {
      if (std::abs(a[points] - b[points]) <= tolerance_) continue;
      throw Error(
          ErrorKind::kInternal, "check",
          fmt::format("expected probabilities of {:+} that differ by at most {}, got {} and "
                      "{} for {}",
                      points, tolerance_, a[points], b[points], ToJson(position).dump()));
    }
  }

  std::unique_ptr<Evaluator> first_;
  std::unique_ptr<Evaluator> second_;
  double tolerance_;
  std::array<ScoreDistribution, kBlock> others_;
};

}  // namespace

std::vector<std::string> NetworkKernels() {
  std::vector<std::string> names;
  for (const auto& [name, kernel] : Kernels()) names.push_back(name);
  return names;
}

std::unique_ptr<Evaluator> MakeNetworkEvaluator(std::shared_ptr<const Network> network,
                                                const GameTerms& terms, std::string_view kernel) {
  if (network->definition().kind == NetworkKind::kNnX) {
    return MakeNetworkEvaluator(std::vector{std::move(network)}, terms, kernel);
  }
  return std::make_unique<StonesJudge<Evaluator>>(*network, terms, KernelOf(kernel));
}

std::unique_ptr<Evaluator> MakeNetworkEvaluator(
    const std::vector<std::shared_ptr<const Network>>& nn_x, const GameTerms& terms,
    std::string_view kernel) {
  return std::make_unique<NnXEvaluator>(nn_x, terms, KernelOf(kernel));
}

std::unique_ptr<PolicyValue> MakePolicyValue(const std::shared_ptr<const Network>& network,
                                             const GameTerms& terms, std::string_view kernel) {
  const NetworkKind kind = network->definition().kind;
  if (kind != NetworkKind::kPvStones) {
    throw Error(ErrorKind::kUsage, "",
                fmt::format("expected a network of the kind pv-stones, which has a policy, got {}",
                            NetworkKindName(kind)));
  }
  const PolicyCells cells(terms.ice, MaxSpeed(terms.sizes(), terms.ice.law));
  std::vector<int> open;
  for (int cell = 0; cell < kPolicyCells; ++cell) {
    if (!cells.Masked(cell)) open.push_back(cell);
  }
  return std::make_unique<PvStones>(*network, terms, KernelOf(kernel), std::move(open));
}

std::unique_ptr<Evaluator> MakeCheckEvaluator(std::unique_ptr<Evaluator> first,
                                              std::unique_ptr<Evaluator> second, double tolerance) {
  return std::make_unique<CheckEvaluator>(std::move(first), std::move(second), tolerance);
}

void RunDense(const Network& network, std::string_view kernel, std::span<const float> stones,
              std::span<const float> globals, std::span<ScoreDistribution> scores,
              std::span<float> policies) {
  SKIPSTONE_CHECK(SeesStones(network.definition().kind));
  const auto own = static_cast<std::size_t>(GlobalFeaturesOf(network.definition()));
  SKIPSTONE_CHECK(stones.size() == scores.size() * kStones * kStoneFeatures &&
                  globals.size() == scores.size() * own);
  std::vector<int> cells;
  if (!policies.empty()) {
    SKIPSTONE_CHECK(network.definition().kind == NetworkKind::kPvStones &&
                    policies.size() == scores.size() * kPolicyCells);
    cells.resize(kPolicyCells);
    std::iota(cells.begin(), cells.end(), 0);
  }
  Packed packed(network, KernelOf(kernel), std::move(cells));
  std::vector<StoneFeatures::Encoded> encoded(kBlock);
  std::vector<StonesInput> inputs(kBlock);
  ForBlocks(scores.size(), [&](std::size_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      StoneFeatures::Encoded& to = encoded[i];
      to.stones = 0;
      // The hammer team's first.
      for (const bool hammer_owned : {true, false}) {
        for (std::size_t stone = 0; stone < kStones; ++stone) {
          const float* from = stones.data() + ((first + i) * kStones + stone) * kStoneFeatures +
                              (hammer_owned ? 0 : kFeaturesPerOwner);
          if (from[0] == 0.0F) continue;
          const auto at = static_cast<std::size_t>(to.stones++);
          SKIPSTONE_CHECK(at < kStones);
          to.hammer_owned[at] = hammer_owned;
          std::copy_n(from, kFeaturesPerOwner, to.features[at].begin());
        }
      }
      std::copy_n(globals.begin() + static_cast<std::ptrdiff_t>((first + i) * own), own,
                  to.globals.begin());
      inputs[i] = InputOf(to);
    }
    packed.Run({inputs.data(), count}, scores.subspan(first, count));
    for (std::size_t i = 0; i < count && !policies.empty(); ++i) {
      packed.RunPolicy(inputs[i], 1.0, policies.subspan((first + i) * kPolicyCells, kPolicyCells));
    }
  });
}

}  // namespace skipstone
