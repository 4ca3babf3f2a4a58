// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <optional>

#include "base/json.h"
#include "game/game.h"

namespace skipstone {

// Games as Digital Curling 3 writes them in JSON (docs/formats.md): the pieces that the lines of
// `turn`, the protocol and its logs share. Keys come in alphabetical order, as its server's do.

inline constexpr std::array<const char*, 2> kDc3Teams = {"team0", "team1"};
Team Dc3TeamFromJson(const Field& field);
JsonOut Dc3TeamToJson(const std::optional<Team>& team);

// {"team0": ..., "team1": ...}
template <typename F>
JsonOut Dc3BothTeams(const F& value_of) {
  JsonOut both = JsonOut::object();
  for (std::size_t team = 0; team < 2; ++team) both[kDc3Teams[team]] = value_of(team);
  return both;
}

// Durations are seconds on the wire and whole milliseconds inside.
Milliseconds Dc3DurationFromJson(const Field& field);
double Dc3Seconds(Milliseconds time_ms);

// Of the rules of a match: {"max_end", "sheet_width", "five_rock_rule", "thinking_time", ...}.
Rules Dc3RulesFromSetting(const Field& setting);
JsonOut Dc3SettingToJson(const Rules& rules, double sheet_width_m);

// Stones with their angles, which have no effect on the game.
struct Dc3Stones {
  Board board;
  std::array<double, kStones> angles_rad{};

  bool operator==(const Dc3Stones&) const = default;
};
Dc3Stones Dc3StonesFromJson(const Field& stones, Law law);
JsonOut Dc3StonesToJson(const Dc3Stones& stones, Law law);
// One of them, or null.
JsonOut Dc3StoneToJson(const Dc3Stones& stones, int slot, Law law);

// The state of a game, over or not.
struct Dc3State {
  Game game;
  std::array<double, kStones> angles_rad{};

  bool operator==(const Dc3State&) const = default;
};
Dc3State Dc3StateFromJson(const Field& state, const Rules& rules, Law law);
JsonOut Dc3StateToJson(const Dc3State& state, Law law);

// Strictly, or as its server takes what a client sends: rotations it does not know are
// counter-clockwise, and a finite speed is never too large, since the player's limit follows.
enum class Dc3Reading { kStrict, kAsItsServer };
Move Dc3MoveFromJson(const Field& move, Law law, Dc3Reading reading);
JsonOut Dc3MoveToJson(const Move& move, Law law);

}  // namespace skipstone
