// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "base/random.h"
#include "search/search.h"
#include "shots/generator.h"
#include "shots/rollout.h"

namespace skipstone {

// What a search asks of the game: candidates, throws with their errors, roll-outs. One per thread.
class Simulation {
 public:
  explicit Simulation(const GameTerms& terms);

  const Execution& execution(const Turn& turn) const { return *Of(turn).execution; }

  // The generator's candidates for the team to throw. Never empty.
  void List(const Position& position, ShotList& shots) const;
  // What the rules of thumb call.
  Release RuleOfThumb(const Position& position, const Standing& standing) const {
    return Of(position.turn).policy->Call(position, standing);
  }
  Release Sample(const Turn& turn, const Release& called, RandomStream& random) const;
  // By the rules; the position before the next throw. Of an end that is over `turn.shot` is 16.
  Position Throw(const Position& position, const Release& thrown);
  static bool IsOver(const Position& position) { return position.turn.shot == kStones; }

  // Points of the hammer team, as the stones lie.
  int Score(const Position& position) const;
  // The same after at most `shots` more throws by the rules of thumb. `standing` is that of the
  // team to throw.
  int RollOut(const Position& position, const Standing& standing, int shots, RandomStream& random);

 private:
  struct Thrower {
    std::unique_ptr<const Execution> execution;
    std::unique_ptr<const Generator> generator;
    std::unique_ptr<const RulePolicy> policy;
    std::shared_ptr<const ErrorBank> errors;
  };
  const Thrower& Of(const Turn& turn) const {
    return throwers_[static_cast<std::size_t>(Index(turn.thrower()) * kPlayers +
                                              PlayerOf(turn.shot))];
  }

  Rules rules_;
  std::unique_ptr<Engine> engine_;
  std::array<Thrower, 2 * kPlayers> throwers_;
  Throwers roll_out_throwers_;
};

}  // namespace skipstone
