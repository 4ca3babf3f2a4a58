// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "train/dataset.h"

namespace skipstone {

// Which positions each step takes: every epoch goes through all of them once in a random order,
// each mirrored or not. A function of seed and step alone, so that training goes on after a kill
// with the batches it would have had.
class Sampler {
 public:
  Sampler(std::uint64_t seed, std::size_t rows, int batch);

  std::span<const Pick> BatchAt(std::int64_t step);

 private:
  void Shuffle(std::uint64_t epoch);

  std::uint64_t seed_;
  std::size_t rows_;
  std::size_t batch_;
  std::vector<std::uint32_t> order_;
  std::uint64_t epoch_ = ~std::uint64_t{0};  // that order_ is for
  std::vector<Pick> picks_;
};

}  // namespace skipstone
