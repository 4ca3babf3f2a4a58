// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/rollout.h"

namespace skipstone {

int RollOut(Position position, Standing standing, int most_shots, const RulePolicy& policy,
            const Execution& execution, const Rules& rules, Engine& engine, RandomStream& random) {
  for (int i = 0; i < most_shots && position.turn.shot < kStones; ++i) {
    const Release called = policy.Call(position, standing);
    const ThrowResult result =
        ThrowStone(position, execution.Sample(called, random), engine, rules);
    position.board = result.outcome.board;
    ++position.turn.shot;
    standing.lead = -standing.lead;
  }
  return EndScore(position.board, engine.ice().sheet, rules);
}

}  // namespace skipstone
