// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "game/end.h"
#include "ice/release.h"

namespace skipstone {

// A curler's vocabulary.
enum class ShotType : std::uint8_t {
  kDraw,         // into the house, touching nothing
  kCentreGuard,  // in front of the house, on the way to its middle
  kCornerGuard,  // in front of the house, to a side
  kComeAround,   // into the house, behind a stone that covers it
  kFreeze,       // to rest against a stone
  kTapBack,      // moves a stone of theirs back a little, and stays
  kRaise,        // moves a stone of ours to a better place
  kTick,         // moves a guard aside without taking it out
  kHitAndStay,   // takes a stone out and stays where it hit
  kHitAndRoll,   // takes a stone out and rolls aside
  kPeel,         // takes a stone out and leaves too
  kDouble,       // takes two stones of theirs out
  kRunBack,      // drives a stone onto another, which goes out
  kThrough,      // touches nothing and leaves
};
inline constexpr int kShotTypes = 14;

std::string_view ShotTypeName(ShotType type);      // "draw", "centre guard", ...
ShotType ShotTypeFromName(std::string_view name);  // throws kBadData

// What a shot is meant to do.
struct Intention {
  ShotType type = ShotType::kDraw;
  int target = -1;  // slot of the stone it is played on (come-around: the guard), if any
  int second = -1;  // slot of the stone that the target is driven onto, or the double's other one
  Vec2 spot = {};   // where the stone that matters comes to rest: the thrown one, or the raised one

  bool operator==(const Intention&) const = default;
};

// An intention and the release that carries it out.
struct Shot {
  Intention intention;
  Release release;

  bool operator==(const Shot&) const = default;
};

// How near is near enough, metres.
inline constexpr double kDrawTolerance_m = 0.6;    // a draw or guard lies at its spot
inline constexpr double kFreezeTolerance_m = 0.4;  // two centres after a freeze: a gap of 11 cm
inline constexpr double kTapDistance_m = 0.1;      // a stone that was moved at all
inline constexpr double kTickDistance_m = 0.2;     // ... aside
inline constexpr double kStayTolerance_m = 0.6;    // a hit that stayed did not roll

// Whether the throw that led to `after` did what was meant: draws and guards lie near their spot,
// the stones that hits play on are gone, raised and ticked ones lie where they should.
bool CameOff(const Intention& intention, const Position& before, const Board& after);

}  // namespace skipstone
