// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/last_stone.h"

namespace skipstone {

// What to check the last stone's solver on.
struct LastStoneCheck {
  Ice ice;
  Rules rules;
  ExecutionSizes sizes;
  Utility utility = UtilityOfPoints();
  int positions = 200;
  std::uint64_t seed = 1;
  int sampled_positions = 20;  // the first so many are also compared with random executions
  int samples = 1'000'000;
  double brute_fineness = 10.0;  // points of the brute-force lattice, relative to the solver's
};

// One position's figures; worth from the hammer team's view.
struct LastStoneCase {
  Position position;
  LastStoneAnswer answer;
  double solve_s = 0.0;        // CPU time of this thread
  double sampled_worth = 0.0;  // of the answer, over random executions; 0 if not sampled
  double sampled_error = 0.0;  // its standard error
  bool sampled = false;
  double brute_gain = 0.0;   // brute force's best over the answer, both by kJudgeNodes
  double brute_worth = 0.0;  // of the best call brute force finds
  Release brute_best;
};

struct LastStoneReport {
  std::vector<LastStoneCase> cases;
  // Over all positions.
  double mean_stones = 0.0;
  double mean_solve_s = 0.0;
  double worst_solve_s = 0.0;
  double mean_throws = 0.0;
  // Solved minus sampled, over the sampled ones.
  double worst_sampling_difference = 0.0;
  // Brute force minus solved: positive where brute force is better.
  double mean_brute_gain = 0.0;
  double worst_brute_gain = 0.0;
  int brute_wins = 0;  // by more than kBruteMargin points' worth
};

inline constexpr double kBruteMargin = 0.005;

// Positions with one stone left, from ends that the rules of thumb play with execution errors; one
// call in five is random, for variety.
Position LastStonePosition(const Ice& ice, const Rules& rules, const ExecutionSizes& sizes,
                           std::uint64_t seed, int index);

// Solves positions of games and compares the answers with random executions and with brute force:
// a lattice of ten times as many points without any line left out, more of its maxima looked at,
// and more of those worked out. `each` is called after every position.
LastStoneReport CheckLastStone(const LastStoneCheck& check,
                               const std::function<void(const LastStoneCase&)>& each = {});

}  // namespace skipstone
