// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <random>

#include "game/execution.h"

namespace skipstone {

// The execution error as Digital Curling 3's server draws it, so that its seeded matches come out
// the same here: one generator per player that runs on through the match, float32 throughout, the
// speed's error before the angle's. Needs libstdc++'s distributions, which keep a second value.
class Dc3Thrower {
 public:
  // `sizes` of the model dc3, or none for exact throws. The smallest size stands for zero.
  Dc3Thrower(const ExecutionSizes& sizes, std::uint32_t seed);

  Release Throw(const Release& called);

  // As its logs spell the configuration and the state.
  JsonOut FactoryToJson() const;
  JsonOut ToJson() const;

 private:
  ExecutionSizes sizes_;  // as float32
  std::uint32_t seed_;
  std::mt19937 engine_;
  std::normal_distribution<float> speed_;
  std::normal_distribution<float> angle_;
};

}  // namespace skipstone
