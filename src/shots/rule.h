// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <vector>

#include "game/end.h"
#include "shots/aim.h"

namespace skipstone {

// What the rules of thumb know of the game beyond this end, from the thrower's view.
struct Standing {
  int lead = 0;       // in points
  int ends_left = 0;  // after this one
};

// Hand-written rules for any position: a quick skip's first thought. Deterministic, without a heap,
// in about a microsecond: it plays roll-outs as well as games.
class RulePolicy {
 public:
  // `max_speed_mps` is the fastest release the thrower can make; 0 for no limit.
  RulePolicy(const Ice& ice, const Rules& rules, double max_speed_mps = 0.0);

  Release Call(const Position& position, const Standing& standing) const;

 private:
  class Thought;

  Ice ice_;
  Rules rules_;
  Aim aim_;
  double hit_mps_;
  double peel_mps_;
  // Draws to the spots it likes, both handles of each: made once, they cost a look at the stones.
  struct Ready {
    Release release;
    Path path;
    Sketch sketch;
  };
  std::vector<Ready> ready_;
};

}  // namespace skipstone
