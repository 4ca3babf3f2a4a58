// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>

#include "game/rules.h"
#include "ice/box2d_fcv1.h"
#include "ice/engine.h"
#include "ice/score.h"

namespace skipstone {

// A moment within an end, before a throw: what a call has to answer. The rules go beside it, since
// they stay the same over a whole game.
struct Position {
  Board board;
  Turn turn;

  bool operator==(const Position&) const = default;
};

std::uint64_t HashOf(const Position& position);
// {"shot":3,"hammer":1,"stones":[...]}
JsonOut ToJson(const Position& position);
Position PositionFromJson(const Field& field);

// Stones in the free guard zone, of either team.
SlotSet StonesInGuardZone(const Board& board, const Sheet& sheet, const Rules& rules);

// Whether the throw that led from `before` to `after` was a free-guard-zone or no-tick foul, if the
// rule were active (see GuardRuleActive).
bool IsFoul(const Position& before, const Board& after, const Ice& ice, const Rules& rules);
inline bool GuardRuleActive(const Rules& rules, int shot) { return shot < rules.guard_shots; }

// A throw by the rules: the outcome, with the stones put back and the thrown one gone after a foul.
struct ThrowResult {
  Outcome outcome;
  bool foul = false;
};
ThrowResult ThrowStone(const Position& before, const Release& thrown, Engine& engine,
                       const Rules& rules, Recording* recording = nullptr);
// The same in a match's world, which has the ends one after the other: this is the one from 0.
ThrowResult ThrowStone(const Position& before, int end, const Release& thrown, MatchWorld& world,
                       const Rules& rules, Recording* recording = nullptr);

inline ScoringEdge ScoringEdgeOf(const Sheet& sheet, const Rules& rules) {
  return {sheet.house_radius_m + rules.scoring_reach_m, rules.scoring_inclusive};
}
// Points of the end, if it were over: positive for team 0, negative for team 1, 0 for a blank.
int EndScore(const Board& board, const Sheet& sheet, const Rules& rules);

}  // namespace skipstone
