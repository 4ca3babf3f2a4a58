// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/label_check.h"
#include "learn/two_stones.h"

namespace skipstone {

// What is lost when a ply goes in two stages instead of over the whole grid: positions of play with
// 4 to 15 stones left, both calls valued by the same evaluator on the same errors, which had no
// part in choosing either.
struct StagesCheck {
  GameTerms terms;
  GridPlySetting ply;
  std::function<std::unique_ptr<Evaluator>()> evaluator;  // one for each thread
  int states = 500;
  std::string player = "kr-uct:playouts=100,last-stone=off";  // of the ends that states come from
  double random_calls = 0.15;
  std::uint64_t seed = 1;
};
inline constexpr int kLeastTwoStages = 4;  // stones left
inline constexpr int kMostTwoStages = kStones - 1;
inline constexpr int kStagesErrors = 16;  // the index of a Fibonacci number: 987 of them
inline constexpr double kStagesBar = 0.02;

struct StagesCase {
  int state = 0;
  int stones_left = 0;
  Release whole;
  Release two_stages;
  double loss = 0.0;  // the thrower's, in points; may be negative
};
struct StagesReport {
  std::vector<StagesCase> cases;  // by state
  bool finished = true;           // false: stopped early
};
StagesReport CompareStages(const StagesCheck& check, const Workshop& shop);

// Two stones left: how much worse than the best of a pool the calls of players are. The pool: their
// calls, and the best cells of the whole grid by an evaluator.
struct RegretCheck {
  GameTerms terms;
  std::vector<std::string> players;  // specs of searches
  double seconds = 0.2;              // for each call; 0: by the limits of their specs
  std::function<std::unique_ptr<Evaluator>()> evaluator;
  std::string player = "kr-uct:playouts=400";  // whose self-play gives the positions
  int cells = 32;
  int errors = 64;  // of the call, the same ones for all of a pool
  LastStoneSetting replies;
  std::uint64_t seed = 2020;
};

struct RegretCase {
  int number = 0;
  Position position;
  std::vector<Release> calls;   // the players'
  std::vector<double> worths;   // of these, to the hammer team: the other throws, and wants little
  std::vector<double> seconds;  // that the players thought
  double best = 0.0;            // worth in the pool
  int pool = 0;                 // calls

  double RegretOf(std::size_t player) const { return worths[player] - best; }
};
JsonOut ToJson(const RegretCase& result);
RegretCase RegretCaseFromJson(const Field& line);

// One object per thread. Its players think on the calling thread alone.
class RegretMeter {
 public:
  explicit RegretMeter(const RegretCheck& check);
  ~RegretMeter();

  // Nothing if it was told to stop.
  std::optional<RegretCase> Measure(int number, const std::function<bool()>& stop);

 private:
  RegretCheck check_;
  GameTerms terms_;
  EndPlayer ends_;
  std::vector<SpecifiedSearch> players_;
  std::unique_ptr<Evaluator> evaluator_;
  GridPly ply_;
  TwoStonesLeft exact_;
};

}  // namespace skipstone
