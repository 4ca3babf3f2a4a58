// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "train/sampler.h"

#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/random.h"

namespace skipstone {
namespace {

// The two kinds of streams of a seed.
constexpr std::uint32_t kOrder = 0;
constexpr std::uint32_t kMirrors = 1;

RandomStream StreamOf(std::uint64_t seed, std::uint64_t number, std::uint32_t kind) {
  return RandomStream({.seed = seed,
                       .game = static_cast<std::uint32_t>(number),
                       .purpose = Purpose::kTraining,
                       .index = kind});
}

}  // namespace

Sampler::Sampler(std::uint64_t seed, std::size_t rows, int batch)
    : seed_(seed), rows_(rows), batch_(static_cast<std::size_t>(batch)), picks_(batch_) {
  SKIPSTONE_CHECK(rows > 0 && rows <= std::numeric_limits<std::uint32_t>::max());
}

void Sampler::Shuffle(std::uint64_t epoch) {
  order_.resize(rows_);
  std::iota(order_.begin(), order_.end(), 0U);
  RandomStream random = StreamOf(seed_, epoch, kOrder);
  for (std::size_t i = rows_; i > 1; --i) {
    std::swap(order_[i - 1], order_[random.Below(static_cast<std::uint32_t>(i))]);
  }
  epoch_ = epoch;
}

std::span<const Pick> Sampler::BatchAt(std::int64_t step) {
  RandomStream mirrors = StreamOf(seed_, static_cast<std::uint64_t>(step), kMirrors);
  std::uint64_t place = static_cast<std::uint64_t>(step) * batch_;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < batch_; ++i, ++place, bits >>= 1) {
    if (place / rows_ != epoch_) Shuffle(place / rows_);
    if (i % 32 == 0) bits = mirrors.NextU32();
    picks_[i] = {order_[place % rows_], (bits & 1U) != 0};
  }
  return picks_;
}

}  // namespace skipstone
