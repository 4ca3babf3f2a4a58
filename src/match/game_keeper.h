// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "match/played_game.h"
#include "match/schedule.h"

namespace skipstone {

// A finished game without its shots and record.
struct GameSummary {
  Fixture fixture;
  GameResult result;
  std::array<int, 2> score{};
  std::vector<PlayedEnd> ends;
};

// Where the games of a tournament are kept: in a store, or as the lines of `experiment strength`.
class GameKeeper {
 public:
  virtual ~GameKeeper() = default;

  virtual const TournamentSetup& setup() const = 0;
  virtual std::vector<GameSummary> Games() const = 0;  // in order of their numbers
  // Before the first game of a run.
  virtual void AddRun(const std::string& commit, const std::vector<std::string>& networks) = 0;
  // A kill loses nothing that this has returned from.
  virtual void Add(std::span<const PlayedGame> games) = 0;
  // Removes the games with this number and higher ones.
  virtual void DropFrom(int number) = 0;
};

}  // namespace skipstone
