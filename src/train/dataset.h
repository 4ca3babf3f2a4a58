// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "net/definition.h"
#include "net/safetensors.h"

namespace skipstone {

// One position of a batch.
struct Pick {
  std::size_t row = 0;
  bool mirrored = false;
};

// Positions as the model takes them. Of the network `stones` only the stones that are there: most
// places are empty, and a layer over empty places costs as much as over stones.
struct Batch {
  std::size_t size = 0;
  std::vector<float> stones;               // [stones of all positions, kStoneFeatures]
  std::vector<std::int32_t> first_stones;  // [size + 1], of each position
  std::vector<float> globals;              // [size, GlobalFeaturesOf]
  std::vector<float> inputs;               // nn-x: [size, 16 x inputs_per_stone]
  std::vector<float> targets;              // [size, 17]
  std::vector<float> weights;              // [size]
  // pv-stones: the target's cells, of each position in a row.
  std::vector<std::int32_t> first_cells;  // [size + 1], of each position
  std::vector<std::int32_t> cells;
  std::vector<float> cell_weights;
};

// Encoded positions in memory, packed: a position of `stones` has 1.5 kB in a file, most of it
// zeros.
class Dataset {
 public:
  explicit Dataset(const NetworkDefinition& definition) : definition_(definition) {}

  // Adds the positions of a file; throws BadData for other shapes, for a target that is no
  // distribution, for a cell that there is not, for a stone with a feature in both halves.
  void Add(const TensorFile& file);
  void AddFile(const std::filesystem::path& path);  // errors name it
  // Weights as factors whose mean is 1, so that they do not change the learning rate.
  void NormaliseWeights();

  std::size_t size() const { return weights_.size(); }
  std::span<const float> Target(std::size_t row) const;
  // Of the targets: they tell two data sets apart.
  std::uint64_t Hash() const;

  void Fill(std::span<const Pick> picks, Batch& batch) const;

 private:
  void AddStones(const TensorFile& file, std::int64_t rows);
  void AddPolicies(const TensorFile& file, std::int64_t rows);

  NetworkDefinition definition_;
  // One of kFeaturesPerOwner per stone, with whose it is.
  std::vector<float> stones_;
  std::vector<bool> hammer_owned_;
  std::vector<std::size_t> first_stones_ = {0};
  std::vector<float> globals_;
  std::vector<float> inputs_;
  std::vector<float> targets_;
  std::vector<float> weights_;
  // Of the policies the cells that have a weight.
  std::vector<std::uint16_t> cells_;
  std::vector<float> cell_weights_;
  std::vector<std::size_t> first_cells_ = {0};
};

}  // namespace skipstone
