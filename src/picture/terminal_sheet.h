// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/end.h"
#include "picture/terminal_text.h"

namespace skipstone {

// The house end of a sheet at one moment, lying: stones come from the left.
struct TerminalSheet {
  Sheet sheet;
  Board board;         // the stones where they are now
  SlotSet moving = 0;  // those at rest show their numbers
  // The way of the stone last thrown, drawn faintly.
  std::vector<Vec2> trail;
  Team thrower = Team::k0;
};

// Which part of a sheet a terminal shows: all of its width, from before the hog line to behind the
// back line. A cell is half as wide as high.
struct TerminalView {
  int columns = 0;
  int rows = 0;
  double cell_width_m = 0.0;
  double left_y_m = 0.0;  // of the left edge

  double right_y_m() const { return left_y_m + columns * cell_width_m; }
  // In cells from the top left corner, +y to the right and +x (the thrower's right) down.
  Vec2 ToCells(Vec2 house) const {
    return {(house.y - left_y_m) / cell_width_m, 0.5 * (house.x / cell_width_m + rows)};
  }
};
// The largest view that fits.
TerminalView ViewIn(const Sheet& sheet, int columns, int rows);

// A moment of a throw, `time_s` after the release. A stone that is not on the board `after` is gone
// once its path is over.
TerminalSheet SheetAt(const Sheet& sheet, const Position& before, const Recording& recording,
                      const Board& after, double time_s);

// From when the thrown stone comes into view until the last stone in view comes to rest; nothing
// if it never comes.
struct TimeSpan {
  double from_s = 0.0;
  double until_s = 0.0;
};
std::optional<TimeSpan> TimeInView(const TerminalView& view, const Position& before,
                                   const Recording& recording);

// One string per row. Each is exactly as wide as the view and ends in plain text.
std::vector<std::string> TerminalLines(const TerminalSheet& picture, const TerminalView& view,
                                       Palette palette);

}  // namespace skipstone
