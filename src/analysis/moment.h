// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <optional>
#include <string>

#include "game/record.h"
#include "game/situation.h"

namespace skipstone {

// A position file, "-" for standard input; errors name it.
Situation ReadPosition(const std::string& file);

// A game record, a .dcl or .dcl2 log ("-" for standard input), or a game of a tournament's store.
// One that is cut off is taken as far as it goes, with a word on standard error. A world that is
// given stands for the file's.
GameRecord ReadGame(const std::string& file, std::optional<int> number,
                    std::optional<World> world = std::nullopt);
// Likewise of a file that holds one game only, and without the word.
GameRecord ReadSingleGame(const std::string& file, std::optional<World> world = std::nullopt);

// A moment of a game with all that a call needs.
struct Moment {
  GameTerms terms;
  Game game;  // not over

  Team thrower() const { return game.to_move(); }
};

// Refused if the game is over there; `name` is what errors call the input.
Moment MomentOf(const Situation& situation, const std::string& name);
// Before a shot of a recorded game, both counted from 1.
Moment MomentOf(const GameRecord& record, int end, int shot, const std::string& name);

// "End 3 of 8, red 2 : 4 yellow, shot 15 of 16"
std::string StandText(const Moment& moment);
// "red to throw red 8, yellow has the hammer"
std::string ThrowerText(const Moment& moment);
// Both, with a colon between them.
std::string MomentText(const Moment& moment);
// "yellow counts two", as the stones lie.
std::string LyingText(const Moment& moment);

}  // namespace skipstone
