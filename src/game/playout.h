// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>

#include "game/record.h"

namespace skipstone {

// A call as nobody in particular would make it: draws all over the sheet, hits on stones, a few
// wild throws.
Release RandomCall(const Position& position, Law law, RandomStream& random);

// Plays a whole game with random calls, thinking times and now and then a concession or an
// overrun, and checks what must hold at every step of any game, by any rules, on any ice:
//   stones never appear; the end's score can be counted again from the board; every value survives
//   JSON and keeps its hash; the record survives text and replays without a difference.
// Throws kInternal, saying what failed where.
struct Playout {
  GameRecord record;
  int ends = 0;  // completed
};
Playout CheckedPlayout(const RecordHeader& header);

}  // namespace skipstone
