// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "learn/world.h"
#include "value/evaluator.h"
#include "value/win_table.h"

namespace skipstone {

// A win table learned from the last end to the first. In every situation (ends left, lead of the
// hammer team) ends are played by a search against itself, both sides for the win by the rows
// learned before; what they come to gives the next row. A table of ends played for points, as in
// the papers, misses that a team with the hammer and the lead plays another end than one that is
// behind.
struct LearnedWinTableSetup {
  GameTerms terms;
  std::string player = "grid:replies=0,whole=off";  // by spec, see search/search.h
  int ends = 8;                                     // ends left, up to
  int leads = 4;                                    // to either side
  int each = 300;                                   // ends played in each situation
  std::uint64_t seed = 1;

  // Of the whole run; with extra ends a tied game's last end is played twice.
  std::int64_t PlannedEnds() const;
};
JsonOut ToJson(const LearnedWinTableSetup& setup);

// The same command goes on with a folder that is there. Nothing if it was told to stop.
std::optional<WinTable> LearnWinTable(const std::filesystem::path& folder,
                                      const LearnedWinTableSetup& setup, const LearnWorld& world);

}  // namespace skipstone
