// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/terminal_sheet.h"

#include <cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "picture/canvas.h"

namespace skipstone {
namespace {

// What must be seen beside the play area, at least.
constexpr double kBeforeHogLine_m = 0.3;
constexpr double kBehindBackLine_m = 0.3;

// Cells are painted this much finer than they are shown.
constexpr int kSamplesAcross = 8;
constexpr int kSamplesDown = 2 * kSamplesAcross;

constexpr Colour kWhite{1.0, 1.0, 1.0};
constexpr Colour kNumberColours[2] = {kWhite, kInk};
constexpr Colour kSurround{0.36, 0.42, 0.48};
constexpr double kThinLine_m = 0.03;
constexpr double kHogLine_m = 0.1;
constexpr double kTrailWidth = 0.4;  // of a stone's diameter
constexpr double kEdge = 0.16;       // of a stone's radius
// Smaller stones would be smudges. At rest they become two cells wide and one high, around the cell
// that their centre is in: crisp, of about the right size, and at most half a cell off.
constexpr double kLeastRoundRadius = 1.6;  // of a cell's width

bool StonesAreRound(const Sheet& sheet, const TerminalView& view) {
  return sheet.stone_radius_m >= kLeastRoundRadius * view.cell_width_m;
}

struct CellIndex {
  int column = 0;
  int row = 0;

  bool operator==(const CellIndex&) const = default;
};

CellIndex CellAt(const TerminalView& view, Vec2 house) {
  const Vec2 at = view.ToCells(house);
  return {static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y))};
}

struct Destroy {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};

// Paints in metres of the house frame; the transformation turns +y to the right and +x down.
class Painter {
 public:
  Painter(cairo_t* cairo, const TerminalSheet& picture, const TerminalView& view)
      : cairo_(cairo), picture_(picture), view_(view) {
    const double scale = kSamplesAcross / view.cell_width_m;
    const cairo_matrix_t to_samples{
        0.0, scale, scale, 0.0, -scale * view.left_y_m, 0.5 * kSamplesDown * view.rows};
    cairo_set_matrix(cairo_, &to_samples);
  }

  void Paint() {
    const Sheet& sheet = picture_.sheet;
    SetColour(cairo_, kSurround);
    cairo_paint(cairo_);
    SetColour(cairo_, kIceColour);
    // What is behind the back line is out: as ice it would stick out of the picture as a white
    // strip.
    cairo_rectangle(cairo_, -sheet.half_width_m, view_.left_y_m, 2.0 * sheet.half_width_m,
                    sheet.back_line_y_m - view_.left_y_m);
    cairo_fill(cairo_);
    Disc({0.0, 0.0}, sheet.house_radius_m, kOuterRingColour);
    Disc({0.0, 0.0}, kEightFootRadius_m, kWhite);
    Disc({0.0, 0.0}, kFourFootRadius_m, kInnerRingColour);
    Disc({0.0, 0.0}, kButtonRadius_m, kWhite);
    SetColour(cairo_, kLineColour, 0.6);
    Line({0.0, view_.left_y_m}, {0.0, sheet.back_line_y_m}, kThinLine_m);
    Across(0.0, kThinLine_m);
    Across(sheet.back_line_y_m, kThinLine_m);
    SetColour(cairo_, kHogLineColour);
    Across(sheet.hog_line_y_m, kHogLine_m);
    Trail();
    ForEachSlot(picture_.board.present(), [this](int slot) { Stone(slot); });
  }

 private:
  void Disc(Vec2 centre, double radius, const Colour& colour) {
    SetColour(cairo_, colour);
    cairo_new_path(cairo_);
    cairo_arc(cairo_, centre.x, centre.y, radius, 0.0, 2.0 * std::numbers::pi);
    cairo_fill(cairo_);
  }

  void Line(Vec2 from, Vec2 to, double width) {
    cairo_new_path(cairo_);
    cairo_move_to(cairo_, from.x, from.y);
    cairo_line_to(cairo_, to.x, to.y);
    cairo_set_line_width(cairo_, width);
    cairo_stroke(cairo_);
  }

  void Across(double y, double width) {
    Line({-picture_.sheet.half_width_m, y}, {picture_.sheet.half_width_m, y}, width);
  }

  void Trail() {
    cairo_new_path(cairo_);
    for (const Vec2& point : picture_.trail) cairo_line_to(cairo_, point.x, point.y);
    SetColour(cairo_, kPathColours[Index(picture_.thrower)], 0.3);
    cairo_set_line_width(cairo_, 2.0 * kTrailWidth * picture_.sheet.stone_radius_m);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cairo_);
  }

  void Stone(int slot) {
    const Vec2 centre = picture_.board.position(slot);
    const double radius = picture_.sheet.stone_radius_m;
    const Colour& colour = kTeamColours[Index(OwnerOf(slot))];
    if (StonesAreRound(picture_.sheet, view_)) {
      Disc(centre, radius, kInk);
      Disc(centre, (1.0 - kEdge) * radius, colour);
    } else if ((picture_.moving & SlotBit(slot)) != 0) {
      Disc(centre, radius, colour);
    } else {
      const CellIndex cell = CellAt(view_, centre);
      const double width = view_.cell_width_m;
      SetColour(cairo_, colour);
      cairo_rectangle(cairo_, (2 * cell.row - view_.rows) * width,
                      view_.left_y_m + (cell.column - 0.5) * width, 2.0 * width, 2.0 * width);
      cairo_fill(cairo_);
    }
  }

  cairo_t* cairo_;
  const TerminalSheet& picture_;
  const TerminalView& view_;
};

// The samples of a painted picture.
class Samples {
 public:
  Samples(const TerminalSheet& picture, const TerminalView& view)
      : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, view.columns * kSamplesAcross,
                                            view.rows * kSamplesDown)) {
    const std::unique_ptr<cairo_t, Destroy> cairo(cairo_create(surface_.get()));
    Painter(cairo.get(), picture, view).Paint();
    SKIPSTONE_CHECK(cairo_status(cairo.get()) == CAIRO_STATUS_SUCCESS);
    cairo_surface_flush(surface_.get());
  }

  // The mean colour of a quarter of a cell; quarter 0 is the upper left one, 1 the upper right.
  Colour Quarter(int column, int row, int quarter) const {
    constexpr int kWidth = kSamplesAcross / 2;
    constexpr int kHeight = kSamplesDown / 2;
    const int left = column * kSamplesAcross + quarter % 2 * kWidth;
    const int top = row * kSamplesDown + quarter / 2 * kHeight;
    const unsigned char* data = cairo_image_surface_get_data(surface_.get());
    const int stride = cairo_image_surface_get_stride(surface_.get());
    std::array<std::uint32_t, 3> sum{};
    for (int y = top; y < top + kHeight; ++y) {
      for (int x = left; x < left + kWidth; ++x) {
        std::uint32_t sample = 0;
        std::memcpy(&sample, data + y * stride + 4 * x, sizeof sample);
        for (unsigned i = 0; i < 3; ++i) sum[i] += sample >> (16 - 8 * i) & 0xff;
      }
    }
    constexpr double kScale = 1.0 / (255.0 * kWidth * kHeight);
    return {kScale * sum[0], kScale * sum[1], kScale * sum[2]};
  }

 private:
  std::unique_ptr<cairo_surface_t, Destroy> surface_;
};

// A block character and the quarters it fills with the foreground, as bits.
struct Block {
  unsigned quarters;
  const char* text;
};
constexpr Block kBlocks[] = {
    {0b0011, "▀"}, {0b0101, "▌"}, {0b0001, "▘"}, {0b0010, "▝"},
    {0b0100, "▖"}, {0b1000, "▗"}, {0b0110, "▞"},
};
// Below this (of a squared difference of colours) quarters look the same.
constexpr double kSame = 1e-4;

struct Cell {
  std::string_view text = " ";
  Colour foreground;
  Colour background;
};

// The two colours and the block that come closest to a cell's quarters.
Cell CellOf(const std::array<Colour, 4>& quarters) {
  Cell best;
  double least = std::numeric_limits<double>::infinity();
  for (const Block& block : kBlocks) {
    std::array<Colour, 2> mean{};
    std::array<int, 2> count{};
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned side = block.quarters >> i & 1;
      mean[side].red += quarters[i].red;
      mean[side].green += quarters[i].green;
      mean[side].blue += quarters[i].blue;
      ++count[side];
    }
    for (unsigned side = 0; side < 2; ++side) {
      mean[side].red /= count[side];
      mean[side].green /= count[side];
      mean[side].blue /= count[side];
    }
    double error = 0.0;
    for (unsigned i = 0; i < 4; ++i) {
      error += SquaredDistance(quarters[i], mean[block.quarters >> i & 1]);
    }
    if (error >= least - kSame) continue;
    least = error;
    best = {SquaredDistance(mean[0], mean[1]) < kSame ? " " : block.text, mean[1], mean[0]};
  }
  return best;
}

// The stone at rest whose number stands in a cell, if any. Of two the later one covers the other.
std::optional<int> StoneNumberedIn(const TerminalSheet& picture, const TerminalView& view,
                                   const CellIndex& cell) {
  std::optional<int> found;
  ForEachSlot(picture.board.present() & ~picture.moving, [&](int slot) {
    if (CellAt(view, picture.board.position(slot)) == cell) found = slot;
  });
  return found;
}

}  // namespace

TerminalView ViewIn(const Sheet& sheet, int columns, int rows) {
  SKIPSTONE_CHECK(columns > 0 && rows > 0);
  const double first = sheet.hog_line_y_m - kBeforeHogLine_m;
  const double last = sheet.back_line_y_m + kBehindBackLine_m;
  TerminalView view{.columns = columns, .rows = rows};
  view.cell_width_m = std::max((last - first) / columns, sheet.half_width_m / rows);
  // As much of the stone's way as there is room for.
  view.left_y_m = last - columns * view.cell_width_m;
  return view;
}

TerminalSheet SheetAt(const Sheet& sheet, const Position& before, const Recording& recording,
                      const Board& after, double time_s) {
  TerminalSheet picture;
  picture.sheet = sheet;
  picture.board = before.board;
  picture.thrower = before.turn.thrower();
  for (int slot = 0; slot < kStones; ++slot) {
    const auto& path = recording.paths[static_cast<std::size_t>(slot)];
    if (path.empty() || time_s < path.front().time_s) continue;
    const auto next =
        std::find_if(path.begin(), path.end(), [&](const auto& p) { return p.time_s > time_s; });
    Vec2 at = path.back().position;
    if (next != path.end()) {
      const Recording::Point& last = *std::prev(next);
      const double part = (time_s - last.time_s) / (next->time_s - last.time_s);
      at = {std::lerp(last.position.x, next->position.x, part),
            std::lerp(last.position.y, next->position.y, part)};
      picture.moving |= SlotBit(slot);
    }
    if (next != path.end() || after.Has(slot)) {
      picture.board.Put(slot, at);
    } else if (picture.board.Has(slot)) {
      picture.board.Remove(slot);
    }
    if (slot != before.turn.slot()) continue;
    for (auto p = path.begin(); p != next; ++p) picture.trail.push_back(p->position);
    picture.trail.push_back(at);
  }
  return picture;
}

std::optional<TimeSpan> TimeInView(const TerminalView& view, const Position& before,
                                   const Recording& recording) {
  const auto in_view = [&view](const Recording::Point& p) {
    return p.position.y > view.left_y_m && p.position.y < view.right_y_m();
  };
  const auto& thrown = recording.paths[static_cast<std::size_t>(before.turn.slot())];
  const auto first = std::find_if(thrown.begin(), thrown.end(), in_view);
  if (first == thrown.end()) return std::nullopt;
  TimeSpan span{first->time_s, first->time_s};
  for (const auto& path : recording.paths) {
    const auto last = std::find_if(path.rbegin(), path.rend(), in_view);
    if (last != path.rend()) span.until_s = std::max(span.until_s, last->time_s);
  }
  return span;
}

std::vector<std::string> TerminalLines(const TerminalSheet& picture, const TerminalView& view,
                                       Palette palette) {
  const Samples samples(picture, view);
  std::vector<std::string> lines;
  for (int row = 0; row < view.rows; ++row) {
    std::string line;
    std::string foreground;
    std::string background;
    for (int column = 0; column < view.columns; ++column) {
      std::array<Colour, 4> quarters;
      for (int i = 0; i < 4; ++i) {
        quarters[static_cast<std::size_t>(i)] = samples.Quarter(column, row, i);
      }
      Cell cell = CellOf(quarters);
      if (const std::optional<int> slot = StoneNumberedIn(picture, view, {column, row})) {
        const auto team = static_cast<std::size_t>(Index(OwnerOf(*slot)));
        cell = {std::string_view("12345678").substr(static_cast<std::size_t>(IndexOf(*slot)), 1),
                kNumberColours[team], kTeamColours[team]};
      }
      // Only what changes is said, to keep frames short.
      std::string escape = Background(cell.background, palette);
      if (escape != background) line += background = std::move(escape);
      if (cell.text != " ") {
        escape = Foreground(cell.foreground, palette);
        if (escape != foreground) line += foreground = std::move(escape);
      }
      line += cell.text;
    }
    lines.push_back(line + kPlainText);
  }
  return lines;
}

}  // namespace skipstone
