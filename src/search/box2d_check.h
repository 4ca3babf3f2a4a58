// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "search/simulation.h"

namespace skipstone {

// How much a check throws.
struct Box2dCheckSetting {
  int candidates = 4;    // of the search's ranking, from its best on
  int errors = 16;       // that each of them is thrown with
  int least_errors = 4;  // where there is no time for so many, nothing is checked
  int roll_outs = 32;    // from each of two boards that differ
  // Standard errors by which another call must be better than the search's own. The engines agree
  // so well that what a few throws say against it is mostly chance (docs/search.md).
  double certainty = 2.0;
};

// What the reference says of a call. The thrower's values.
struct CheckedCall {
  double correction = 0.0;          // mean of the differences
  std::vector<double> differences;  // reference minus fast engine, by error
  int differing = 0;                // throws that left other boards
};

struct Box2dCheckResult {
  std::size_t choice = 0;            // in the ranking; 0, the search's own, unless all was checked
  std::vector<CheckedCall> checked;  // from the ranking's first on; empty if it was not finished
  int throws = 0;                    // on the reference
};

// Searches think on the fast engine; games are thrown on the reference, which is too slow to search
// with. This tries the best few calls of a search on both, with the same errors, and corrects what
// the search says of them by what the reference makes different:
//
//   corrected(a) = bound(a) + 1/n sum over i of (v(reference, a, e_i) - v(fast, a, e_i))
//
// The fast engine's own throws are a control variate: where the engines agree the correction is
// exactly 0, however much the throws scatter. A board is worth its score if the end is over, else
// the mean of roll-outs, which draw the same random numbers from either board. Both the errors and
// these are the same for all candidates. The greatest corrected value is chosen, if it is above
// that of the search's own choice by more than chance (`certainty`). One object per thread.
class Box2dCheck {
 public:
  // `event` and `box2d`.
  explicit Box2dCheck(const GameTerms& terms, const Box2dCheckSetting& setting = {});
  // Any two engines. Roll-outs are `event`'s all the same.
  Box2dCheck(const GameTerms& terms, const Box2dCheckSetting& setting, std::unique_ptr<Engine> fast,
             std::unique_ptr<Engine> reference);

  // The time there is, read from any clock. None: no limit, and all depends on the task alone.
  using SecondsLeft = std::function<double()>;

  // What a search that has `seconds` should leave to the check of its result: as much as a whole
  // check takes, but no more than a part of it, and nothing if that part is too short.
  double Reserve(double seconds) const;

  // `ranked` is what a search of `task` found. With little time fewer errors are thrown; when it
  // has run out nevertheless, the search's own choice stands. Looks at the time before each throw,
  // and so goes beyond it by less than one.
  Box2dCheckResult Run(const SearchTask& task, std::span<const Candidate> ranked,
                       const SecondsLeft& seconds_left = {});

  // A throw on the reference with all that belongs to it: a guess, then as timed checks went.
  double throw_s() const { return throw_s_; }

 private:
  int ErrorsIn(double seconds, std::size_t candidates) const;
  void Learn(double seconds, int throws);
  double Difference(const SearchTask& task, const Release& called, int error, CheckedCall& call);
  double Worth(const SearchTask& task, const Position& after, int error);
  std::size_t Choose(std::span<const Candidate> ranked, std::span<const CheckedCall> checked) const;

  Rules rules_;
  Box2dCheckSetting setting_;
  Simulation simulation_;
  std::unique_ptr<Engine> fast_;
  std::unique_ptr<Engine> reference_;
  double throw_s_;
  double fastest_s_ = std::numeric_limits<double>::infinity();  // check, per throw
};

}  // namespace skipstone
