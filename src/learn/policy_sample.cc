// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/policy_sample.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "base/error.h"
#include "net/features.h"

namespace skipstone {
namespace {

struct SampleBytes {
  std::array<float, 2 * kStones> places;
  std::array<float, kScores> scores;
  std::array<float, PolicySample::kMostShares> parts;
  std::array<std::uint16_t, PolicySample::kMostShares> cells;
  std::uint16_t present;
  std::uint16_t shot;
};
static_assert(std::is_trivially_copyable_v<SampleBytes> && sizeof(SampleBytes) == 392);

struct EndBytes {
  std::uint32_t number;
  std::int32_t points;
  Stake stake;  // of all samples
  std::array<SampleBytes, kStones> samples;
};
static_assert(std::is_trivially_copyable_v<EndBytes>);

double WeightOf(double density, double temperature) {
  return temperature == 1.0 ? density : std::pow(density, 1.0 / temperature);
}

}  // namespace

void PolicySample::SetShares(std::vector<Share>& all) {
  std::sort(all.begin(), all.end(), [](const Share& a, const Share& b) {
    return a.part != b.part ? a.part > b.part : a.cell < b.cell;
  });
  const std::size_t count = std::min(all.size(), kMostShares);
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += double{all[i].part};
  SKIPSTONE_CHECK(sum > 0.0);
  shares.fill({});
  for (std::size_t i = 0; i < count; ++i) {
    shares[i] = {all[i].cell, static_cast<float>(double{all[i].part} / sum)};
  }
}

void PolicySample::SetCell(int cell) {
  shares.fill({});
  shares[0] = {static_cast<std::uint16_t>(cell), 1.0F};
}

void SetSearched(const SearchResult& result, const PolicyCells& cells, double temperature,
                 PolicySample& sample) {
  double most = 0.0;
  for (const RootSample& tried : result.samples) most = std::max(most, tried.density);
  std::map<int, double> by_cell;
  for (const RootSample& tried : result.samples) {
    by_cell[cells.CellOf(tried.release)] += WeightOf(tried.density / most, temperature);
  }
  std::vector<PolicySample::Share> all;
  for (const auto& [cell, weight] : by_cell) {
    all.push_back({static_cast<std::uint16_t>(cell), static_cast<float>(weight)});
  }
  sample.SetShares(all);
}

Release DrawCall(const SearchResult& result, double temperature, RandomStream& random) {
  double most = 0.0;
  for (const RootSample& tried : result.samples) most = std::max(most, tried.density);
  double total = 0.0;
  for (const RootSample& tried : result.samples)
    total += WeightOf(tried.density / most, temperature);
  double left = random.Uniform() * total;
  for (const RootSample& tried : result.samples) {
    left -= WeightOf(tried.density / most, temperature);
    if (left < 0.0) return tried.release;
  }
  return result.best;
}

std::size_t SampledEndSize() { return sizeof(EndBytes); }

std::string ToBytes(const SampledEnd& end) {
  EndBytes bytes{};
  bytes.number = end.number;
  bytes.points = end.points;
  bytes.stake = end.samples[0].stake;
  for (std::size_t i = 0; i < kStones; ++i) {
    const PolicySample& sample = end.samples[i];
    SampleBytes& to = bytes.samples[i];
    for (std::size_t slot = 0; slot < kStones; ++slot) {
      to.places[slot] = static_cast<float>(sample.position.board.xs()[slot]);
      to.places[kStones + slot] = static_cast<float>(sample.position.board.ys()[slot]);
    }
    for (std::size_t s = 0; s < kScores; ++s) {
      to.scores[s] = static_cast<float>(sample.scores.probability[s]);
    }
    for (std::size_t k = 0; k < PolicySample::kMostShares; ++k) {
      to.cells[k] = sample.shares[k].cell;
      to.parts[k] = sample.shares[k].part;
    }
    to.present = sample.position.board.present();
    to.shot = static_cast<std::uint16_t>(sample.position.turn.shot);
  }
  return {reinterpret_cast<const char*>(&bytes), sizeof bytes};
}

SampledEnd SampledEndFrom(std::string_view record) {
  SKIPSTONE_CHECK(record.size() == sizeof(EndBytes));
  EndBytes bytes;
  std::memcpy(&bytes, record.data(), sizeof bytes);
  SampledEnd end;
  end.number = bytes.number;
  end.points = bytes.points;
  bool sound = std::abs(end.points) <= kMostPoints;
  for (const float value : bytes.stake) sound = sound && std::isfinite(value);
  for (std::size_t i = 0; i < kStones; ++i) {
    const SampleBytes& from = bytes.samples[i];
    PolicySample& sample = end.samples[i];
    std::array<double, 2 * kStones> places{};
    for (std::size_t k = 0; k < places.size(); ++k) {
      sound = sound && std::isfinite(from.places[k]);
      places[k] = double{from.places[k]};
    }
    sample.position = {Board(places.data(), places.data() + kStones, from.present),
                       {static_cast<int>(i), Team::k1}};
    sample.stake = bytes.stake;
    sound = sound && from.shot == i;
    for (std::size_t s = 0; s < kScores; ++s) {
      sound = sound && from.scores[s] >= 0.0F && from.scores[s] <= 1.001F;
      sample.scores.probability[s] = double{from.scores[s]};
    }
    for (std::size_t k = 0; k < PolicySample::kMostShares; ++k) {
      sound =
          sound && from.cells[k] < kPolicyCells && from.parts[k] >= 0.0F && from.parts[k] <= 1.001F;
      sample.shares[k] = {from.cells[k], from.parts[k]};
    }
  }
  if (!sound) {
    throw BadData("", fmt::format("end {} holds what no end can; remove the file to make it again",
                                  end.number));
  }
  return end;
}

TensorFile PolicyDatasetOf(std::span<const PolicySample> samples, const EvaluatorSetup& setup,
                           bool stakes) {
  constexpr std::size_t kStonesSize = kStones * kStoneFeatures;
  constexpr std::size_t kShares = PolicySample::kMostShares;
  const auto count = static_cast<std::int64_t>(samples.size());
  const StoneFeatures features(setup);
  Tensor stones{"stones", {count, kStones, kStoneFeatures}, {}};
  const std::size_t own = stakes ? kMostGlobalFeatures : kGlobalFeatures;
  Tensor globals{"globals", {count, static_cast<std::int64_t>(own)}, {}};
  Tensor target{"target", {count, kScores}, {}};
  Tensor cells{"policy_cells", {count, kShares}, {}};
  Tensor parts{"policy_weights", {count, kShares}, {}};
  stones.values.resize(samples.size() * kStonesSize);
  globals.values.resize(samples.size() * own);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const PolicySample& sample = samples[i];
    features.EncodeDense(sample.position.board, sample.position.turn,
                         std::span(stones.values).subspan(i * kStonesSize, kStonesSize),
                         std::span(globals.values).subspan(i * own, kGlobalFeatures));
    if (stakes) {
      std::copy(sample.stake.begin(), sample.stake.end(),
                globals.values.begin() + static_cast<std::ptrdiff_t>(i * own + kGlobalFeatures));
    }
    for (const double p : sample.scores.probability) {
      target.values.push_back(static_cast<float>(p));
    }
    for (const PolicySample::Share& share : sample.shares) {
      cells.values.push_back(static_cast<float>(share.cell));
      parts.values.push_back(share.part);
    }
  }
  TensorFile file;
  for (Tensor* tensor : {&stones, &globals, &target, &cells, &parts}) {
    file.tensors.push_back(std::move(*tensor));
  }
  return file;
}

}  // namespace skipstone
