// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "match/referee.h"
#include "shots/shot.h"

namespace skipstone {

// What is kept of a finished game beside its record, for tables and statistics.

struct PlayedEnd {
  int end = 0;
  Team hammer = Team::k0;
  std::array<int, 2> points{};

  bool operator==(const PlayedEnd&) const = default;
};

struct PlayedShot {
  int end = 0;
  int shot = 0;
  Team team = Team::k0;
  // Nothing for a concession. A call too late to be thrown has no name.
  std::optional<Release> called;
  std::optional<Release> thrown;
  std::optional<ShotType> type;
  int target = -1;  // slot of the stone it was played on, if any
  std::string name;
  bool came_off = false;
  bool foul = false;
  Milliseconds used_ms = 0;

  bool operator==(const PlayedShot&) const = default;
};

struct PlayedGame {
  int number = 0;  // in the schedule
  GameResult result;
  std::array<int, 2> score{};
  std::vector<PlayedEnd> ends;  // the completed ones
  std::vector<PlayedShot> shots;
  std::string record;  // as text

  bool operator==(const PlayedGame&) const = default;
};

// Notes ends and shots while a game is played.
class Scribe {
 public:
  explicit Scribe(const RecordHeader& header);

  void Note(const TurnReport& report);
  PlayedGame Finish(int number, const GameRecord& record) &&;

 private:
  Rules rules_;
  // Names calls, whatever engine plays the game: a name is not worth seconds of box2d.
  std::unique_ptr<Engine> engine_;
  PlayedGame game_;
};

}  // namespace skipstone
