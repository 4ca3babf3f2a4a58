// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/policy_sample.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>

#include "base/error.h"
#include "learn/end_file.h"
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

struct SampledEndBytes {
  std::uint32_t number;
  std::int32_t points;
  Stake stake;  // of all samples
  std::array<SampleBytes, kStones> samples;
};
static_assert(std::is_trivially_copyable_v<SampledEndBytes>);

// Of PolicyImprovement: w0, in visits; b, in points; the least p of a cell that was tried.
constexpr double kDoubted = 8.0;
constexpr double kGainOfPolicy = 0.1;
constexpr double kLeastPrior = 1e-3;
constexpr double kNegligible = 1e-5;

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

void PolicyImprovement::Set(const SearchResult& result, const PolicyCells& cells,
                            std::span<const float> policy, double per_point, PolicySample& sample) {
  // 1. The throws as the kernel sees them.
  for (std::vector<float>* part : {&u_, &w_, &scale_, &handle_}) part->clear();
  visits_.clear();
  sums_.clear();
  for (const RootSample& tried : result.samples) {
    const KernelPoint point = KernelPointOf(*execution_, tried.release);
    u_.push_back(point.u);
    w_.push_back(point.w);
    scale_.push_back(point.scale);
    handle_.push_back(point.handle);
    visits_.push_back(tried.visits);
    sums_.push_back(tried.visits * tried.value);
  }
  // 2. Of each cell the throw that most is known of.
  const KernelPoints points{u_.data(), w_.data(), scale_.data(), handle_.data(), u_.size()};
  struct Known {
    double weight = 0.0;
    double value = 0.0;
  };
  std::map<int, Known> known;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    const KernelSums sums = SumKernel(shape_, {u_[i], w_[i], scale_[i], handle_[i]}, points,
                                      visits_.data(), sums_.data());
    Known& cell = known[cells.CellOf(result.samples[i].release)];
    if (sums.weight > cell.weight) cell = {sums.weight, sums.value / sums.weight};
  }
  // 3. The policy's own value, by what was tried of it.
  const double all = std::accumulate(policy.begin(), policy.end(), 0.0);
  const auto prior = [&](int cell) { return double{policy[static_cast<std::size_t>(cell)]} / all; };
  const auto trust = [](const Known& cell) { return cell.weight / (cell.weight + kDoubted); };
  double weight = 0.0;
  double mean = 0.0;
  for (const auto& [cell, tried] : known) {
    const double part = std::max(prior(cell), kLeastPrior) * trust(tried);
    weight += part;
    mean += part * tried.value;
  }
  mean /= weight;
  // 4. What was tried gains or loses by its value, what was not stays. Logarithms: where a game is
  // as good as decided, calls may be dozens of points apart.
  std::vector<std::pair<int, double>> logs;
  double most = -std::numeric_limits<double>::infinity();
  for (int cell = 0; cell < kPolicyCells; ++cell) {
    const auto tried = known.find(cell);
    double part = prior(cell);
    if (tried != known.end()) part = std::max(part, kLeastPrior);
    if (part <= kNegligible) continue;
    double log_part = std::log(part);
    if (tried != known.end()) {
      const double gain = trust(tried->second) * (tried->second.value - mean) / per_point;
      log_part += gain / kGainOfPolicy;
    }
    logs.emplace_back(cell, log_part);
    most = std::max(most, log_part);
  }
  std::vector<PolicySample::Share> shares;
  for (const auto& [cell, log_part] : logs) {
    shares.push_back(
        {static_cast<std::uint16_t>(cell), static_cast<float>(std::exp(log_part - most))});
  }
  sample.SetShares(shares);
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

std::size_t SampledEndSize() { return sizeof(SampledEndBytes); }

std::string ToBytes(const SampledEnd& end) {
  SampledEndBytes bytes{};
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
  SKIPSTONE_CHECK(record.size() == sizeof(SampledEndBytes));
  SampledEndBytes bytes;
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
  if (!sound) throw BadEnd(end.number);
  return end;
}

TensorFile PolicyDatasetOf(std::span<const PolicySample> samples, const GameTerms& terms,
                           bool stakes) {
  constexpr std::size_t kStonesSize = kStones * kStoneFeatures;
  constexpr std::size_t kShares = PolicySample::kMostShares;
  const auto count = static_cast<std::int64_t>(samples.size());
  const StoneFeatures features(terms);
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
