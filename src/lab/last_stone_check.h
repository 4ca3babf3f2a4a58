// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <vector>

#include "base/work.h"
#include "game/game_terms.h"
#include "search/last_stone.h"

namespace skipstone {

// What to check the last stone's solver on.
struct LastStoneCheck {
  GameTerms terms;  // all throw alike
  Utility utility = UtilityOfPoints();
  int positions = 200;
  std::uint64_t seed = 1;
  int sampled_positions = 20;  // the first so many are also compared with random executions
  int samples = 1'000'000;
  double brute_fineness = 10.0;  // points of the brute-force lattice, relative to the solver's
  int timed_positions = 0;  // so many more, with kTimedStones stones, are only solved and timed
};

// One position's figures; worth from the hammer team's view.
struct LastStoneCase {
  int index = 0;  // for LastStonePosition
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

// The CPU time of answers, in seconds.
struct SolveTimes {
  int count = 0;
  double mean_s = 0.0;
  double median_s = 0.0;
  double worst_s = 0.0;
  int above_bar = 0;  // so many took longer than kSolveBar_s
};

struct LastStoneReport {
  bool whole = false;                // else stopped early
  std::vector<LastStoneCase> cases;  // by index
  std::vector<LastStoneCase> timed;  // the positions that are only timed, by index
  double mean_stones = 0.0;
  double mean_throws = 0.0;
  SolveTimes times;        // of the cases
  SolveTimes timed_times;  // of cases with kTimedStones stones, and the positions only timed
  // Solved minus sampled, over the sampled ones.
  int sampled = 0;
  double worst_sampling_difference = 0.0;
  double worst_sampling_errors = 0.0;  // the same in standard errors of the sample
  // Brute force minus solved: positive where brute force is better.
  double mean_brute_gain = 0.0;
  double worst_brute_gain = 0.0;
  int brute_wins = 0;  // by more than kBruteMargin points' worth
};

inline constexpr double kBruteMargin = 0.005;
// The bar for one answer on a board of so many stones, on one core.
inline constexpr double kSolveBar_s = 0.060;
inline constexpr int kTimedStones = 8;

// Positions with one stone left, from ends that the rules of thumb play with execution errors; one
// call in five is random, for variety.
Position LastStonePosition(const Ice& ice, const Rules& rules, const ExecutionSizes& sizes,
                           std::uint64_t seed, int index);

// Solves positions of games and compares the answers with random executions and with brute force:
// a lattice of ten times as many points with every cell thrown, more of its maxima looked at,
// and more of those worked out. A report of a shop that was stopped is of what was done. Apart from
// times, it does not depend on the number of threads.
LastStoneReport CheckLastStone(const LastStoneCheck& check, const Workshop& shop = {});

}  // namespace skipstone
