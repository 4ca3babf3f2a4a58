// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "train/synthetic.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"
#include "net/features.h"
#include "shots/policy_cells.h"

namespace skipstone {
namespace {

constexpr double kTargetWidth = 0.8;  // points

struct Stone {
  bool hammer_owned = false;
  double x = 0.0;  // m from the tee
  double y = 0.0;

  double Distance() const { return std::hypot(x, y); }
  double Closeness() const { return 1.0 / (1.0 + std::pow(Distance() / 0.6, 2)); }
};

// A normal distribution over the scores around the law's mean: what is near the tee counts, a stone
// on the centre line more.
std::array<float, kScores> TargetOf(const std::vector<Stone>& stones) {
  double mean = 0.5;
  for (const Stone& stone : stones) {
    const double worth = 2.0 * stone.Closeness() * (1.0 - 0.3 * std::min(1.0, std::abs(stone.x)));
    mean += stone.hammer_owned ? worth : -worth;
  }
  std::array<double, kScores> weights{};
  double sum = 0.0;
  for (int i = 0; i < kScores; ++i) {
    const double away = (i - kMostPoints - mean) / kTargetWidth;
    weights[static_cast<std::size_t>(i)] = std::exp(-0.5 * away * away);
    sum += weights[static_cast<std::size_t>(i)];
  }
  std::array<float, kScores> target{};
  std::transform(weights.begin(), weights.end(), target.begin(),
                 [&](double weight) { return static_cast<float>(weight / sum); });
  return target;
}

std::array<float, kFeaturesPerOwner> FeaturesOf(const Stone& stone, RandomStream& random) {
  std::array<float, kFeaturesPerOwner> features{};
  features[0] = 1.0F;
  features[1] = static_cast<float>(stone.x / 2.0);
  features[2] = static_cast<float>(stone.y / 4.0);
  features[3] = static_cast<float>(stone.Distance() / 4.0);
  features[4] = static_cast<float>(stone.Closeness());
  features[5] = stone.Distance() < 1.97 ? 1.0F : 0.0F;
  features[6] = random.Below(3) == 0 ? 1.0F : 0.0F;
  for (std::size_t i = 7; i < 9; ++i) features[i] = static_cast<float>(random.Below(5)) / 4.0F;
  for (std::size_t i = 9; i < 12; ++i) {
    features[i] = static_cast<float>(std::max(0.0, random.Uniform(-1.0, 1.0)));
  }
  return features;
}

constexpr std::size_t kTargetCells = 3;  // the last may be filling

// A hit on a stone near the tee, a draw to one further away, by its quarter of the sheet's width,
// and at times a little longer; the handle by its side. On an empty sheet a draw, from either side.
void AddPolicy(const std::vector<Stone>& stones, Tensor& cells, Tensor& weights) {
  std::array<int, kTargetCells> shots{};
  std::array<float, kTargetCells> likely{};
  if (stones.empty()) {
    shots[0] = PolicyCells::CellAt({14, 12, Handle::kCw});
    shots[1] = PolicyCells::Mirrored(shots[0]);
    likely = {0.5F, 0.5F};
  } else {
    const Stone& nearest = *std::min_element(
        stones.begin(), stones.end(),
        [](const Stone& a, const Stone& b) { return a.Distance() < b.Distance(); });
    // As if it lay on the left.
    const int across = nearest.x < -1.0 || nearest.x > 1.0 ? 3 : 11;
    const int along = nearest.Distance() < 1.0 ? 28 : 14;
    for (std::size_t i = 0; i < 2; ++i) {
      const int cell = PolicyCells::CellAt({across, along + static_cast<int>(i), Handle::kCw});
      shots[i] = nearest.x < 0.0 ? cell : PolicyCells::Mirrored(cell);
    }
    likely = {0.7F, 0.3F};
  }
  cells.values.insert(cells.values.end(), shots.begin(), shots.end());
  weights.values.insert(weights.values.end(), likely.begin(), likely.end());
}

}  // namespace

TensorFile SyntheticData(const NetworkDefinition& definition, std::size_t rows,
                         std::uint64_t seed) {
  const auto count = static_cast<std::int64_t>(rows);
  Tensor stones{"stones", {count, kStones, kStoneFeatures}, {}};
  Tensor globals{"globals", {count, kGlobalFeatures}, {}};
  Tensor inputs{"inputs", {count, kStones * definition.inputs_per_stone}, {}};
  Tensor target{"target", {count, kScores}, {}};
  Tensor cells{"policy_cells", {count, kTargetCells}, {}};
  Tensor weights{"policy_weights", {count, kTargetCells}, {}};
  for (std::size_t row = 0; row < rows; ++row) {
    RandomStream random(
        {.seed = seed, .game = static_cast<std::uint32_t>(row), .purpose = Purpose::kTest});
    const std::uint32_t number = row == 0 ? 0 : row == 1 ? kStones : random.Below(kStones - 3);
    std::vector<Stone> there;
    std::array<float, kStones * kStoneFeatures> places{};
    std::vector<float> in(static_cast<std::size_t>(kStones * definition.inputs_per_stone));
    for (std::uint32_t i = 0; i < number; ++i) {
      const Stone stone{random.Below(2) == 0, random.Uniform(-2.0, 2.0), random.Uniform(-4.0, 2.0)};
      there.push_back(stone);
      const auto features = FeaturesOf(stone, random);
      std::copy(features.begin(), features.end(),
                places.begin() + i * kStoneFeatures + (stone.hammer_owned ? 0 : kFeaturesPerOwner));
      float* values = in.data() + i * static_cast<std::size_t>(definition.inputs_per_stone);
      const std::array<float, 7> all = {features[1], features[2], stone.hammer_owned ? 1.0F : -1.0F,
                                        features[5], 1.0F,        features[3],
                                        features[6]};
      std::copy_n(all.begin(), definition.inputs_per_stone, values);
    }
    std::array<float, kGlobalFeatures> own{};
    own[random.Below(16)] = 1.0F;
    own[16 + random.Below(9)] = 1.0F;
    own[25] = static_cast<float>(random.Below(6)) / 5.0F;
    own[26] = static_cast<float>(random.Below(2));
    for (const std::size_t i : {27, 28}) own[i] = static_cast<float>(random.Uniform(-1.0, 1.0));
    own[29] = static_cast<float>(random.Below(2));
    for (const Stone& stone : there) own[stone.hammer_owned ? 30 : 31] += 0.125F;
    stones.values.insert(stones.values.end(), places.begin(), places.end());
    globals.values.insert(globals.values.end(), own.begin(), own.end());
    inputs.values.insert(inputs.values.end(), in.begin(), in.end());
    const auto scores = TargetOf(there);
    target.values.insert(target.values.end(), scores.begin(), scores.end());
    AddPolicy(there, cells, weights);
  }
  TensorFile file{{}, {std::move(target)}};
  if (SeesStones(definition.kind)) {
    file.tensors.insert(file.tensors.end(), {std::move(stones), std::move(globals)});
  } else {
    file.tensors.push_back(std::move(inputs));
  }
  if (definition.kind == NetworkKind::kPvStones) {
    file.tensors.insert(file.tensors.end(), {std::move(cells), std::move(weights)});
  }
  return file;
}

}  // namespace skipstone
