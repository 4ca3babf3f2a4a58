// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/rollout.h"

namespace skipstone {

int RollOut(const Position& position, Standing standing, int most_shots, const Throwers& throwers,
            const Rules& rules, Engine& engine, RandomStream& random) {
  // Two positions take turns, so that no board is copied but by the engine.
  std::array<Position, 2> positions = {position, position};
  int now = 0;
  for (int i = 0; i < most_shots && positions[now].turn.shot < kStones; ++i) {
    const Position& before = positions[now];
    Position& after = positions[1 - now];
    const Throwers::Thrower& thrower = throwers.Of(before.turn);
    const Release thrown = thrower.errors->Sample(thrower.policy->Call(before, standing), random);
    engine.RunBoards(before.board, before.turn, {&thrown, 1}, {&after.board, 1});
    if (GuardRuleActive(rules, before.turn.shot) &&
        IsFoul(before, after.board, engine.ice(), rules)) {
      after.board = before.board;
    }
    after.turn.shot = before.turn.shot + 1;
    standing.lead = -standing.lead;
    now = 1 - now;
  }
  return EndScore(positions[now].board, engine.ice().sheet, rules);
}

}  // namespace skipstone
