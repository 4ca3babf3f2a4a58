// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/terminal_sheet.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "ice/ice.h"

namespace skipstone {
namespace {

const Sheet kSheet = DefaultIce(Law::kFcv1).sheet;

// What a line of a frame shows, cell by cell.
struct Shown {
  std::string text;
  std::string foreground;
  std::string background;
};

std::vector<Shown> CellsOf(std::string_view line) {
  std::vector<Shown> cells;
  std::string foreground;
  std::string background;
  while (!line.empty()) {
    std::size_t bytes = 1;
    if (line[0] == '\x1b') {
      bytes = line.find('m') + 1;
      const std::string escape(line.substr(0, bytes));
      (escape.rfind("\x1b[38", 0) == 0 ? foreground : background) = escape;
    } else {
      while (bytes < line.size() && (static_cast<unsigned char>(line[bytes]) & 0xc0) == 0x80) {
        ++bytes;
      }
      cells.push_back({std::string(line.substr(0, bytes)), foreground, background});
    }
    line.remove_prefix(bytes);
  }
  return cells;
}

// The cell at a point of the sheet.
Shown CellAt(const TerminalSheet& picture, const TerminalView& view, Vec2 house,
             Palette palette = Palette::kTrueColour) {
  const Vec2 at = view.ToCells(house);
  const auto lines = TerminalLines(picture, view, palette);
  return CellsOf(lines.at(static_cast<std::size_t>(at.y))).at(static_cast<std::size_t>(at.x));
}

// Cairo rounds colours to bytes in its own way.
bool IsPaper(const Shown& cell, const Colour& colour, Palette palette = Palette::kTrueColour) {
  if (palette == Palette::k256) return cell.background == Background(colour, palette);
  int red = 0;
  int green = 0;
  int blue = 0;
  EXPECT_EQ(std::sscanf(cell.background.c_str(), "\x1b[48;2;%d;%d;%dm", &red, &green, &blue), 3);
  return SquaredDistance({red / 255.0, green / 255.0, blue / 255.0}, colour) < 1e-4;
}

TEST(TerminalSheet, ViewHoldsThePlayAreaInAnyWindow) {
  for (const auto& [columns, rows] :
       std::vector<std::pair<int, int>>{{80, 18}, {200, 54}, {80, 54}, {200, 18}, {1, 1}}) {
    const TerminalView view = ViewIn(kSheet, columns, rows);
    for (const double x : {-kSheet.half_width_m, kSheet.half_width_m}) {
      for (const double y : {kSheet.hog_line_y_m, kSheet.back_line_y_m}) {
        const Vec2 at = view.ToCells({x, y});
        EXPECT_GE(at.x, 0.0);
        EXPECT_LE(at.x, columns);
        EXPECT_GE(at.y, -1e-9);
        EXPECT_LE(at.y, rows + 1e-9);
      }
    }
    // A metre is as long along the sheet as across: cells are twice as high as wide.
    const Vec2 tee = view.ToCells({0.0, 0.0});
    EXPECT_NEAR(view.ToCells({0.0, 1.0}).x - tee.x, 2.0 * (view.ToCells({1.0, 0.0}).y - tee.y),
                1e-9);
  }
}

TEST(TerminalSheet, EveryLineIsAsWideAsTheView) {
  TerminalSheet picture;
  picture.sheet = kSheet;
  picture.board.Put(0, {0.0, 0.0});
  picture.board.Put(9, {-2.3, -9.9});  // out of view
  picture.trail = {{0.0, -38.0}, {0.5, -3.0}, {0.0, 0.0}};
  for (const Palette palette : {Palette::kTrueColour, Palette::k256}) {
    const auto lines = TerminalLines(picture, ViewIn(kSheet, 80, 18), palette);
    EXPECT_EQ(lines.size(), 18U);
    for (const std::string& line : lines) {
      EXPECT_EQ(TextWidth(line), 80);
      EXPECT_EQ(line.substr(line.size() - 4), kPlainText);
    }
  }
}

TEST(TerminalSheet, RingsHaveTheirColours) {
  TerminalSheet picture;
  picture.sheet = kSheet;
  for (const Palette palette : {Palette::kTrueColour, Palette::k256}) {
    const TerminalView view = ViewIn(kSheet, 160, 48);
    const auto is_paper = [&](Vec2 at, const Colour& colour) {
      return IsPaper(CellAt(picture, view, at, palette), colour, palette);
    };
    EXPECT_TRUE(is_paper({1.5, 0.3}, kOuterRingColour));
    EXPECT_TRUE(is_paper({-0.9, 0.3}, {1.0, 1.0, 1.0}));
    EXPECT_TRUE(is_paper({0.3, -0.3}, kInnerRingColour));
    EXPECT_TRUE(is_paper({1.5, -4.0}, kIceColour));
    for (const double x : {-1.5, 0.0, 1.5}) {
      EXPECT_FALSE(is_paper({x, kSheet.back_line_y_m + 0.15}, kIceColour)) << "out";
    }
  }
}

TEST(TerminalSheet, StonesShowTheirTeamAndNumberWhereTheyLie) {
  TerminalSheet picture;
  picture.sheet = kSheet;
  const Vec2 red{0.7, -0.2};
  const Vec2 yellow{-1.1, -3.3};
  picture.board.Put(SlotOf(Team::k0, 2), red);
  picture.board.Put(SlotOf(Team::k1, 7), yellow);
  for (const auto& [columns, rows] : std::vector<std::pair<int, int>>{{80, 18}, {200, 54}}) {
    const TerminalView view = ViewIn(kSheet, columns, rows);
    const Shown red_cell = CellAt(picture, view, red);
    EXPECT_EQ(red_cell.text, "3");
    EXPECT_TRUE(IsPaper(red_cell, kTeamColours[0]));
    const Shown yellow_cell = CellAt(picture, view, yellow);
    EXPECT_EQ(yellow_cell.text, "8");
    EXPECT_TRUE(IsPaper(yellow_cell, kTeamColours[1]));
    // Half a metre away there is no stone.
    for (const Vec2 beside : {Vec2{yellow.x + 0.5, yellow.y}, Vec2{yellow.x, yellow.y - 0.5}}) {
      EXPECT_TRUE(IsPaper(CellAt(picture, view, beside), kIceColour));
    }
  }
  const TerminalView large = ViewIn(kSheet, 200, 54);
  picture.moving = SlotBit(SlotOf(Team::k0, 2));
  EXPECT_EQ(CellAt(picture, large, red).text, " ");
  EXPECT_TRUE(IsPaper(CellAt(picture, large, red), kTeamColours[0]));
}

// Stone 0 is thrown, hits stone 8 at 2 s and stays; stone 8 leaves at 3 s.
struct Throw {
  Throw() {
    before.turn = {.shot = 0, .hammer = Team::k1};
    before.board.Put(8, {0.0, 0.0});
    recording.paths[0] = {{0.0, {0.0, -38.0}}, {1.0, {0.0, -6.0}}, {2.0, {0.0, 0.0}}};
    recording.paths[8] = {{2.0, {0.0, 0.0}}, {3.0, {0.0, 2.0}}};
    after.Put(0, {0.0, 0.0});
  }

  Position before;
  Recording recording;
  Board after;
};

TEST(TerminalSheet, MomentsOfAThrow) {
  const Throw t;
  const auto at = [&](double time_s) {
    return SheetAt(kSheet, t.before, t.recording, t.after, time_s);
  };
  const TerminalSheet early = at(1.5);
  EXPECT_EQ(early.board.position(0), (Vec2{0.0, -3.0}));
  EXPECT_EQ(early.board.position(8), (Vec2{0.0, 0.0}));
  EXPECT_EQ(early.moving, SlotBit(0));
  EXPECT_EQ(early.trail.back(), (Vec2{0.0, -3.0}));
  EXPECT_EQ(early.thrower, Team::k0);
  const TerminalSheet hit = at(2.5);
  EXPECT_EQ(hit.board.position(0), (Vec2{0.0, 0.0}));
  EXPECT_EQ(hit.board.position(8), (Vec2{0.0, 1.0}));
  EXPECT_EQ(hit.moving, SlotBit(8));
  const TerminalSheet late = at(4.0);
  EXPECT_EQ(late.board, t.after);
  EXPECT_EQ(late.moving, 0);
}

TEST(TerminalSheet, TimeInViewIsFromTheFirstSightToTheLastRest) {
  Throw t;
  const TerminalView view = ViewIn(kSheet, 80, 18);
  const auto span = TimeInView(view, t.before, t.recording);
  ASSERT_TRUE(span.has_value());
  EXPECT_EQ(span->from_s, 1.0);
  EXPECT_EQ(span->until_s, 3.0);
  t.recording.paths[0].resize(1);
  EXPECT_FALSE(TimeInView(view, t.before, t.recording).has_value());
}

}  // namespace
}  // namespace skipstone
