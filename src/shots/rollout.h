// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>

#include "base/random.h"
#include "game/error_bank.h"
#include "shots/rule.h"

namespace skipstone {

// Who throws in a roll-out: what each player of each team errs by, and calls. Players differ in
// their errors and in how fast they can throw. Borrowed.
struct Throwers {
  struct Thrower {
    const ErrorBank* errors;
    const RulePolicy* policy;
  };
  std::array<std::array<Thrower, kPlayers>, 2> by_team{};

  const Thrower& Of(const Turn& turn) const {
    return by_team[static_cast<std::size_t>(Index(turn.thrower()))]
                  [static_cast<std::size_t>(PlayerOf(turn.shot))];
  }
};
// All the same.
inline Throwers SameThrowers(const ErrorBank& errors, const RulePolicy& policy) {
  Throwers throwers;
  for (auto& team : throwers.by_team) team.fill({&errors, &policy});
  return throwers;
}

// Plays an end on by the rules of thumb, with execution errors, for at most `most_shots` throws,
// and counts the stones as they lie then: positive for team 0. `standing` is that of the team to
// throw first.
int RollOut(const Position& position, Standing standing, int most_shots, const Throwers& throwers,
            const Rules& rules, Engine& engine, RandomStream& random);

}  // namespace skipstone
