// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/end.h"

#include <cmath>

#include "base/hash.h"

namespace skipstone {
namespace {

double DistanceToTee(const Board& board, int slot) {
  return std::sqrt(board.x(slot) * board.x(slot) + board.y(slot) * board.y(slot));
}

bool InGuardZone(const Board& board, int slot, const Sheet& sheet, const Rules& rules) {
  const double r = sheet.stone_radius_m;
  const double x = board.x(slot);
  const double y = board.y(slot);
  const double distance = DistanceToTee(board, slot);
  switch (rules.guard_zone) {
    case GuardZone::kWholeStone:
      return distance >= sheet.house_radius_m + r && y + r < 0.0;
    case GuardZone::kCentre:
      return distance > sheet.house_radius_m + r && y < 0.0;
    case GuardZone::kPlayArea:
      return distance >= sheet.house_radius_m + r && y + r < 0.0 && y - r > sheet.hog_line_y_m &&
             std::abs(x) < sheet.half_width_m - r;
  }
  return false;
}

// Still in play for the foul test. dc2's engine lets old stones lie outside the play area until
// the next throw; by its rules they count as gone.
bool StillInPlay(const Board& after, int slot, const Ice& ice) {
  if (!after.Has(slot)) return false;
  if (ice.removal != Removal::kDc2) return true;
  const double r = ice.sheet.stone_radius_m;
  const double y = after.y(slot);
  return std::abs(after.x(slot)) < ice.sheet.half_width_m - r && y - r > ice.sheet.hog_line_y_m &&
         y - r < ice.sheet.back_line_y_m;
}

// What the rules make of a throw's outcome.
ThrowResult Judged(const Position& before, const Outcome& outcome, const Ice& ice,
                   const Rules& rules) {
  ThrowResult result{outcome, false};
  if (GuardRuleActive(rules, before.turn.shot) && IsFoul(before, outcome.board, ice, rules)) {
    result.foul = true;
    result.outcome.board = before.board;
    result.outcome.left = SlotBit(before.turn.slot());
  }
  return result;
}

bool TouchesCentreLine(const Board& board, int slot, const Sheet& sheet) {
  return std::abs(board.x(slot)) <= sheet.stone_radius_m;
}

}  // namespace

std::uint64_t HashOf(const Position& position) {
  Hasher hasher;
  hasher.AddInt(HashOf(position.board));
  hasher.AddInt(static_cast<std::uint64_t>(position.turn.shot));
  hasher.AddInt(static_cast<std::uint64_t>(position.turn.hammer));
  return hasher.value();
}

JsonOut ToJson(const Position& position) {
  return {{"shot", position.turn.shot},
          {"hammer", Index(position.turn.hammer)},
          {"stones", ToJson(position.board)}};
}

Position PositionFromJson(const Field& field) {
  return {
      BoardFromJson(field.At("stones")),
      {static_cast<int>(field.At("shot").Int(0, kStones - 1)), TeamFromJson(field.At("hammer"))}};
}

SlotSet StonesInGuardZone(const Board& board, const Sheet& sheet, const Rules& rules) {
  SlotSet zone = 0;
  ForEachSlot(board.present(), [&](int slot) {
    if (InGuardZone(board, slot, sheet, rules)) zone = static_cast<SlotSet>(zone | SlotBit(slot));
  });
  return zone;
}

bool IsFoul(const Position& before, const Board& after, const Ice& ice, const Rules& rules) {
  const SlotSet theirs = SlotsOf(Opponent(before.turn.thrower()));
  const auto guards =
      static_cast<SlotSet>(StonesInGuardZone(before.board, ice.sheet, rules) & theirs);
  bool foul = false;
  ForEachSlot(guards, [&](int slot) {
    const bool ticked = rules.no_tick && TouchesCentreLine(before.board, slot, ice.sheet) &&
                        !TouchesCentreLine(after, slot, ice.sheet);
    foul = foul || ticked || !StillInPlay(after, slot, ice);
  });
  return foul;
}

ThrowResult ThrowStone(const Position& before, const Release& thrown, Engine& engine,
                       const Rules& rules, Recording* recording) {
  return Judged(before, engine.Run(before.board, before.turn, thrown, recording), engine.ice(),
                rules);
}

ThrowResult ThrowStone(const Position& before, int end, const Release& thrown, MatchWorld& world,
                       const Rules& rules, Recording* recording) {
  const ThrowResult result = Judged(
      before, world.Run(before.board, before.turn, end, thrown, recording), world.ice(), rules);
  if (result.foul) world.PutBack();
  return result;
}

int EndScore(const Board& board, const Sheet& sheet, const Rules& rules) {
  return Points(board, ScoringEdgeOf(sheet, rules));
}

}  // namespace skipstone
