// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "game/record.h"
#include "match/player.h"

namespace skipstone {

// A game about to be played. The header's `players` are the specs of the two sides.
struct GameSetup {
  RecordHeader header;
  // Numbers of the players' random streams, by team. Two sides with one number and one spec make
  // the same choices in the same positions of the same game.
  std::array<std::uint32_t, 2> player_streams = {0, 1};
  Clock clock = {};  // that players think by, and that is charged for
};

struct Watcher {
  // Before a player thinks.
  std::function<void(const Game& game)> to_move;
  // Whose code runs from now on: that of a player who is made, thinks or is let go, or nobody's.
  std::function<void(std::optional<Team>)> busy;
  std::function<void(const TurnReport& report)> played;
  double path_interval_s = 0.0;  // of the recorded paths; 0 for none
};

// Plays one game by the rules and the clocks: the time a call takes is what the player used. A
// player that throws an exception or answers with no throw an engine could run loses the game, and
// the record says why. `stop` is asked before every call; once it says so, nothing is returned.
std::optional<GameRecord> PlayGame(
    const GameSetup& setup, const Watcher& watcher = {},
    const std::function<bool()>& stop = [] { return false; });

}  // namespace skipstone
