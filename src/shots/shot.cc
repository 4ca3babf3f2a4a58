// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/shot.h"

#include <cmath>

#include "base/error.h"
#include "shots/flight.h"

namespace skipstone {
namespace {

constexpr std::array<std::string_view, kShotTypes> kNames = {
    "draw", "centre guard", "corner guard", "come-around", "freeze", "tap-back", "raise",
    "tick", "hit and stay", "hit and roll", "peel",        "double", "run-back", "through"};

}  // namespace

std::string_view ShotTypeName(ShotType type) { return kNames[static_cast<std::size_t>(type)]; }

ShotType ShotTypeFromName(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<ShotType>(i);
  }
  throw BadData("type",
                "expected a type of shot such as \"draw\", got \"" + std::string(name) + "\"");
}

bool CameOff(const Intention& intention, const Position& before, const Board& after) {
  const int thrown = before.turn.slot();
  const int target = intention.target;
  const auto lies_near = [&](int slot, Vec2 spot, double tolerance_m) {
    return after.Has(slot) && Length(after.position(slot) - spot) <= tolerance_m;
  };
  const auto moved_m = [&] {
    return Length(after.position(target) - before.board.position(target));
  };
  switch (intention.type) {
    case ShotType::kDraw:
    case ShotType::kCentreGuard:
    case ShotType::kCornerGuard:
    case ShotType::kComeAround:
      return lies_near(thrown, intention.spot, kDrawTolerance_m);
    case ShotType::kFreeze:
      return after.Has(target) && lies_near(thrown, after.position(target), kFreezeTolerance_m);
    case ShotType::kTapBack:
      return after.Has(thrown) && after.Has(target) && moved_m() > kTapDistance_m;
    case ShotType::kRaise:
      return lies_near(target, intention.spot, kDrawTolerance_m);
    case ShotType::kTick:
      return after.Has(target) &&
             std::abs(after.x(target) - before.board.x(target)) > kTickDistance_m;
    case ShotType::kHitAndStay:
      return !after.Has(target) &&
             lies_near(thrown, before.board.position(target), kStayTolerance_m);
    case ShotType::kHitAndRoll:
      return !after.Has(target) && after.Has(thrown) &&
             !lies_near(thrown, before.board.position(target), kStayTolerance_m);
    case ShotType::kPeel:
      return !after.Has(target) && !after.Has(thrown);
    case ShotType::kDouble:
      return !after.Has(target) && !after.Has(intention.second);
    case ShotType::kRunBack:
      return !after.Has(intention.second);
    case ShotType::kThrough:
      return after == before.board;
  }
  return false;
}

}  // namespace skipstone
