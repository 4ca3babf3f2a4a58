// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "train/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "net/features.h"
#include "shots/policy_cells.h"

namespace skipstone {
namespace {

// Of a stone's features (net/features.h).
constexpr std::size_t kPresent = 0;
constexpr std::size_t kX = 1;
constexpr std::size_t kPerOwner = kFeaturesPerOwner;
constexpr std::size_t kPlaces = kStones;
constexpr double kSumTolerance = 1e-3;
constexpr std::int64_t kMostTargetCells = 64;  // of a position

void CheckTargets(std::span<const float> targets) {
  for (std::size_t row = 0; row * kScores < targets.size(); ++row) {
    double sum = 0.0;
    bool sound = true;
    for (const float p : targets.subspan(row * kScores, kScores)) {
      sound = sound && p >= 0.0F;  // not for a NaN either
      sum += p;
    }
    if (!sound || std::abs(sum - 1.0) > kSumTolerance) {
      throw BadData("target", fmt::format("row {} is no distribution: it adds up to {}", row, sum));
    }
  }
}

void CheckFinite(std::span<const float> values, const char* tensor) {
  if (!std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); })) {
    throw BadData(tensor, "has values that are not finite");
  }
}

void Append(std::vector<float>& to, const std::vector<float>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void Dataset::Add(const TensorFile& file) {
  const Tensor& target = file.At("target", {-1, kScores});
  const std::int64_t rows = target.shape[0];
  CheckTargets(target.values);
  if (SeesStones(definition_.kind)) {
    AddStones(file, rows);
    if (definition_.kind == NetworkKind::kPvStones) AddPolicies(file, rows);
  } else {
    const Tensor& inputs = file.At("inputs", {rows, kStones * definition_.inputs_per_stone});
    CheckFinite(inputs.values, "inputs");
    Append(inputs_, inputs.values);
  }
  Append(targets_, target.values);
  const bool weighted = std::any_of(file.tensors.begin(), file.tensors.end(),
                                    [](const Tensor& tensor) { return tensor.name == "weight"; });
  if (!weighted) {
    weights_.resize(weights_.size() + static_cast<std::size_t>(rows), 1.0F);
    return;
  }
  const std::vector<float>& weights = file.At("weight", {rows}).values;
  CheckFinite(weights, "weight");
  if (std::any_of(weights.begin(), weights.end(), [](float w) { return w < 0.0F; })) {
    throw BadData("weight", "has negative values");
  }
  Append(weights_, weights);
}

void Dataset::AddStones(const TensorFile& file, std::int64_t rows) {
  const std::vector<float>& stones = file.At("stones", {rows, kStones, kStoneFeatures}).values;
  const std::vector<float>& globals =
      file.At("globals", {rows, GlobalFeaturesOf(definition_)}).values;
  CheckFinite(stones, "stones");
  CheckFinite(globals, "globals");
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
    for (std::size_t place = 0; place < kPlaces; ++place) {
      const float* hammer = stones.data() + (row * kPlaces + place) * kStoneFeatures;
      const float* other = hammer + kPerOwner;
      const bool hammer_owned = hammer[kPresent] != 0.0F;
      if (!hammer_owned && other[kPresent] == 0.0F) continue;
      const float* zeros = hammer_owned ? other : hammer;
      if (std::any_of(zeros, zeros + kPerOwner, [](float v) { return v != 0.0F; })) {
        throw BadData("stones", fmt::format("place {} of row {} has two owners", place, row));
      }
      const float* own = hammer_owned ? hammer : other;
      stones_.insert(stones_.end(), own, own + kPerOwner);
      hammer_owned_.push_back(hammer_owned);
    }
    first_stones_.push_back(hammer_owned_.size());
  }
  Append(globals_, globals);
}

void Dataset::AddPolicies(const TensorFile& file, std::int64_t rows) {
  const Tensor& cells = file.At("policy_cells", {rows, -1});
  const std::int64_t width = cells.shape[1];
  if (width < 1 || width > kMostTargetCells) {
    throw BadData("policy_cells", fmt::format("expected 1 to {} cells of each position, got {}",
                                              kMostTargetCells, width));
  }
  const std::vector<float>& weights = file.At("policy_weights", {rows, width}).values;
  for (std::int64_t row = 0; row < rows; ++row) {
    double sum = 0.0;
    for (std::int64_t i = row * width; i < (row + 1) * width; ++i) {
      const float cell = cells.values[static_cast<std::size_t>(i)];
      const float weight = weights[static_cast<std::size_t>(i)];
      if (weight == 0.0F) continue;  // filling
      if (!(weight > 0.0F)) {
        throw BadData("policy_weights",
                      fmt::format("row {}: expected weights of at least 0, got {}", row, weight));
      }
      // A NaN is no cell either.
      if (!(cell >= 0.0F && cell < kPolicyCells) || cell != std::floor(cell)) {
        throw BadData("policy_cells",
                      fmt::format("row {}: expected a cell's number, 0 to {}, got {}", row,
                                  kPolicyCells - 1, cell));
      }
      sum += weight;
      cells_.push_back(static_cast<std::uint16_t>(cell));
      cell_weights_.push_back(weight);
    }
    if (!(std::abs(sum - 1.0) <= kSumTolerance)) {
      throw BadData("policy_weights",
                    fmt::format("row {} is no distribution: it adds up to {}", row, sum));
    }
    first_cells_.push_back(cells_.size());
  }
}

void Dataset::AddFile(const std::filesystem::path& path) {
  const TensorFile file = ReadTensorFile(path);
  try {
    Add(file);
  } catch (const Error& e) {
    throw Error(e.kind(), path.string(), e.what());
  }
}

void Dataset::NormaliseWeights() {
  double sum = 0.0;
  for (const float weight : weights_) sum += weight;
  if (sum <= 0.0) throw BadData("weight", "the data's weights are all zero");
  const double factor = static_cast<double>(weights_.size()) / sum;
  for (float& weight : weights_) weight = static_cast<float>(weight * factor);
}

std::span<const float> Dataset::Target(std::size_t row) const {
  return std::span(targets_).subspan(row * kScores, kScores);
}

std::uint64_t Dataset::Hash() const {
  Hasher hasher;
  for (const float p : targets_) hasher.AddInt(std::bit_cast<std::uint32_t>(p));
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    hasher.AddInt(std::uint64_t{cells_[i]} << 32 | std::bit_cast<std::uint32_t>(cell_weights_[i]));
  }
  return hasher.value();
}

void Dataset::Fill(std::span<const Pick> picks, Batch& batch) const {
  batch.size = picks.size();
  batch.stones.clear();
  batch.first_stones.assign(1, 0);
  batch.globals.clear();
  batch.inputs.clear();
  batch.targets.clear();
  batch.weights.clear();
  batch.first_cells.assign(1, 0);
  batch.cells.clear();
  batch.cell_weights.clear();
  const std::size_t per_stone = static_cast<std::size_t>(definition_.inputs_per_stone);
  for (const Pick& pick : picks) {
    const auto copy = [&](const std::vector<float>& from, std::size_t width,
                          std::vector<float>& to) {
      const float* first = from.data() + pick.row * width;
      to.insert(to.end(), first, first + width);
    };
    if (SeesStones(definition_.kind)) {
      for (std::size_t s = first_stones_[pick.row]; s < first_stones_[pick.row + 1]; ++s) {
        const std::size_t at = batch.stones.size();
        batch.stones.resize(at + kStoneFeatures, 0.0F);
        float* own = batch.stones.data() + at + (hammer_owned_[s] ? 0 : kPerOwner);
        std::copy_n(stones_.data() + s * kPerOwner, kPerOwner, own);
        if (pick.mirrored) own[kX] = -own[kX];
      }
      batch.first_stones.push_back(static_cast<std::int32_t>(batch.stones.size() / kStoneFeatures));
      copy(globals_, static_cast<std::size_t>(GlobalFeaturesOf(definition_)), batch.globals);
    } else {
      const std::size_t at = batch.inputs.size();
      copy(inputs_, kPlaces * per_stone, batch.inputs);
      for (std::size_t place = 0; pick.mirrored && place < kPlaces; ++place) {
        float& x = batch.inputs[at + place * per_stone];
        x = -x;
      }
    }
    if (definition_.kind == NetworkKind::kPvStones) {
      for (std::size_t i = first_cells_[pick.row]; i < first_cells_[pick.row + 1]; ++i) {
        batch.cells.push_back(pick.mirrored ? PolicyCells::Mirrored(cells_[i]) : cells_[i]);
        batch.cell_weights.push_back(cell_weights_[i]);
      }
      batch.first_cells.push_back(static_cast<std::int32_t>(batch.cells.size()));
    }
    copy(targets_, kScores, batch.targets);
    batch.weights.push_back(weights_[pick.row]);
  }
}

}  // namespace skipstone
