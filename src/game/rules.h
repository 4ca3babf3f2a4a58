// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/json.h"
#include "ice/ice.h"

namespace skipstone {

// Clocks count whole milliseconds, as the field's servers do.
using Milliseconds = std::int64_t;
inline constexpr Milliseconds kMaxClock_ms = 1'000'000'000;

// The rule sets by name: three generations of Digital Curling, and today's World Curling rules.
enum class RulesPreset : std::uint8_t { kDc3, kDc4, kDc2, kCurling };

// Which stones in front of the house are in the free guard zone.
enum class GuardZone : std::uint8_t {
  kWholeStone,  // the whole stone in front of the tee line, not touching the house (dc3, curling)
  kCentre,      // its centre in front of the tee line, not touching the house (dc4)
  kPlayArea,    // the whole stone in front of the tee line and past the hog line (dc2)
};

// What a clock does with an overrun.
enum class Overrun : std::uint8_t {
  kEqualLoses,  // time used >= time left: the move is ignored, the game lost (dc3)
  kShotStands,  // time used > time left: the shot is played, then the game is lost (dc4)
  kMoreLoses,   // time used > time left: the move is ignored, the game lost (dc2, curling)
};

enum class TieBreak : std::uint8_t {
  kExtraEnds,  // until somebody scores
  kDraw,       // a tied game is a draw
};

// Plain data: what a game is played by. Lengths that belong to the sheet are in Sheet.
struct Rules {
  RulesPreset preset = RulesPreset::kDc3;
  int ends = 10;

  // The free guard zone protects the opponent's stones in it from removal during an end's first
  // `guard_shots` shots; a foul puts the stones back and takes the thrown one.
  int guard_shots = 5;
  GuardZone guard_zone = GuardZone::kWholeStone;
  // Also protects stones in the zone that touch the centre line from being moved off it.
  bool no_tick = false;

  // A stone counts if its centre is less than house radius + reach from the tee (or exactly that
  // far, if inclusive).
  double scoring_reach_m = 0.0;
  bool scoring_inclusive = false;

  TieBreak tie_break = TieBreak::kExtraEnds;
  int most_ends = 255;  // with extra ends: a draw once this many are played; 0 for no limit

  Overrun overrun = Overrun::kEqualLoses;
  std::array<Milliseconds, 2> thinking_time_ms{};
  std::array<Milliseconds, 2> extra_end_time_ms{};
  // Whether each extra end starts with fresh clocks (dc3, curling) or all of them share one
  // allotment (dc4).
  bool extra_end_time_each = true;

  bool operator==(const Rules&) const = default;
};

Rules MakeRules(RulesPreset preset);
std::string_view PresetName(RulesPreset preset);    // "dc3", "dc4", "dc2", "curling"
RulesPreset PresetFromName(std::string_view name);  // throws kUsage
std::string_view TieBreakName(TieBreak tie_break);  // "extra_ends", "draw"
TieBreak TieBreakFromJson(const Field& field);

// The ice a game by these rules is played on: the removal rule goes with the rules on fcv1; dc2
// has only its own.
Ice IceForRules(Law law, RulesPreset preset, double sheet_width_m = kSheetWidth_m);

std::uint64_t HashOf(const Rules& rules);
// Names the preset and spells out every value; reading takes missing values from the preset.
JsonOut ToJson(const Rules& rules);
Rules RulesFromJson(const Field& field);

}  // namespace skipstone
