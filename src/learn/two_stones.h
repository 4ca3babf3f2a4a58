// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/work.h"
#include "search/grid_ply.h"
#include "search/last_stone.h"

namespace skipstone {

// What calls with two stones left are worth, to the hammer team, in points, when the last stone
// answers each outcome as best it can: no judgement is involved, so this is what players and
// networks are measured by. One object per thread.
class TwoStonesLeft {
 public:
  TwoStonesLeft(const GameTerms& terms, const LastStoneSetting& replies);

  // The mean over the thrower's errors, the same ones for every call that is to be compared.
  double WorthOf(const Position& position, const Release& called,
                 std::span<const StandardPoint> errors);

 private:
  GameTerms terms_;
  std::unique_ptr<const Execution> execution_;
  std::unique_ptr<Engine> engine_;
  LastStone last_stone_;
};

// A position with two stones left and calls whose worth is known that way.
struct ExactPosition {
  Position position;
  std::vector<Release> calls;
  std::vector<double> worths;  // to the hammer team; the other team throws
};
// Fewer if the shop is stopped.
std::vector<ExactPosition> MakeExactPositions(const GameTerms& terms, int count, int calls,
                                              int errors, std::uint64_t seed, const Workshop& shop);

// How much worse than the best the calls are that an evaluator finds best: in points, on average.
double Regret(std::span<const ExactPosition> positions, const GameTerms& terms,
              Evaluator& evaluator);

}  // namespace skipstone
