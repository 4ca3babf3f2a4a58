// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <string>
#include <vector>

#include "game/game.h"
#include "picture/terminal_text.h"

namespace skipstone {

// The score board in three lines of exactly `columns` (at least 60): the ends, and for each team
// its player, points by end, total, stones left and who has the hammer. Of many ends it shows the
// last.
std::vector<std::string> ScoreBoardLines(const Game& game, const Rules& rules,
                                         const std::array<std::string, 2>& players, int columns,
                                         Palette palette);

}  // namespace skipstone
