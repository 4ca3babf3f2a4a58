// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <string>

#include "game/record.h"

namespace skipstone {

// "red (grid) against yellow (greedy) on fcv1, rules dc3, seed 7"
std::string HeadText(const RecordHeader& header);

// A game told on standard output, a line per shot.
class PlainMatch {
 public:
  explicit PlainMatch(const RecordHeader& header);

  // Before each move: says where an end begins.
  void ToMove(const Game& game) const;
  // The report must have a recording.
  void Played(const TurnReport& report) const;

 private:
  const RecordHeader& header_;
  std::unique_ptr<Engine> engine_;  // to name shots
};

}  // namespace skipstone
