// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <string>
#include <string_view>

#include "game/record.h"

namespace skipstone {

// The .dcl logs of Digital Curling 2: INI-like text, a section per shot and one for each end's
// final stones.

// Writes a log piece by piece while a game is played. Each piece is made of whole sections and is
// to be appended at once, so that the log is valid up to the last shot whenever the writer dies.
//
// Beyond what the field writes, shots have UsedTime and the result has REASON and LOSER, so that a
// record of the game comes back whole. Others pass over keys they do not know.
class DclWriter {
 public:
  explicit DclWriter(const RecordHeader& header);

  std::string Start() const;
  // The game's next move.
  std::string Add(const RecordMove& move);
  // `record` of the whole game.
  std::string Finish(const GameRecord& record) const;

 private:
  std::array<std::string, 2> names_;
  Rules rules_;
  double random_ = 0.0;
  // Of the end that is played.
  Board board_;
  Team lead_ = Team::k0;
};

std::string DclText(const GameRecord& record);

// A log as far as it goes: its record may be cut off.
struct DclGame {
  GameRecord record;
  std::string warning;  // that its stones lie elsewhere than RUNSHOT, thrown again, puts them
};

// Tolerates what is about: line ends of either kind, unknown keys, logs without the winner's name,
// with scores of inverted sign, or in which the second player leads. `name` is what errors call the
// text.
DclGame DclFromText(std::string_view text, const std::string& name);
GameRecord RecordFromDcl(std::string_view text, const std::string& name,
                         CutOff cut_off = CutOff::kRefused);

// A name from outside, fit for our records: other than printable ASCII becomes '?'.
std::string CleanName(std::string_view name);

}  // namespace skipstone
