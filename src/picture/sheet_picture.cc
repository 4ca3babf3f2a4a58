// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/sheet_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "picture/canvas.h"

namespace skipstone {
namespace {

// How much of the ice is shown beyond the lines.
constexpr double kBesideSheet_m = 0.2;
constexpr double kBeforeHogLine_m = 0.5;
constexpr double kBehindBackLine_m = 0.5;

// Sizes that grow with the picture, as fractions of its width.
constexpr double kThinLine = 0.002;
constexpr double kPathLine = 0.004;
constexpr double kPathEdge = 0.0075;
constexpr CaptionSizes kCaptionSizes{.title = 0.0265, .text = 0.0235};
constexpr double kLabelSize = 0.017;
constexpr double kMostLabelSize = 0.03;  // in a narrow picture, up to
constexpr double kLabelSize_px = 9.0;    // a size that can be read
constexpr double kCaptionPadding = 0.02;

// Of the stone's radius.
constexpr double kHandleRadius = 0.72;
constexpr double kNumberSize = 0.92;

// A path point is dropped if the line without it stays this close to it.
constexpr double kPathTolerance_px = 0.15;

constexpr Colour kWhite{1.0, 1.0, 1.0};
constexpr Colour kSurround{0.835, 0.865, 0.89};
constexpr Colour kGranite{0.56, 0.58, 0.6};
constexpr Colour kNumberColours[2] = {kWhite, kInk};

double DistanceToSegment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along{b.x - a.x, b.y - a.y};
  const double length2 = along.x * along.x + along.y * along.y;
  const double dot = (p.x - a.x) * along.x + (p.y - a.y) * along.y;
  const double t = length2 > 0.0 ? std::clamp(dot / length2, 0.0, 1.0) : 0.0;
  return std::hypot(p.x - a.x - t * along.x, p.y - a.y - t * along.y);
}

// The points a line cannot do without (Ramer, Douglas, Peucker): between two kept points, the one
// farthest from their connection is kept, as long as it is farther than the tolerance.
std::vector<Vec2> Thinned(const std::vector<Vec2>& line, double tolerance) {
  if (line.size() < 3) return line;
  std::vector<bool> kept(line.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> spans = {{0, line.size() - 1}};
  while (!spans.empty()) {
    const auto [first, last] = spans.back();
    spans.pop_back();
    double farthest = tolerance;
    std::size_t corner = first;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double distance = DistanceToSegment(line[i], line[first], line[last]);
      if (distance <= farthest) continue;
      farthest = distance;
      corner = i;
    }
    if (corner == first) continue;
    kept[corner] = true;
    spans.emplace_back(first, corner);
    spans.emplace_back(corner, last);
  }
  std::vector<Vec2> thinned;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (kept[i]) thinned.push_back(line[i]);
  }
  return thinned;
}

// Draws one picture on any cairo surface. Coordinates are pixels; the layout converts.
class Painter {
 public:
  Painter(cairo_t* cairo, const SheetPicture& picture, const PictureLayout& layout)
      : cairo_(cairo), picture_(picture), sheet_(picture.sheet), layout_(layout) {}

  void Paint() {
    cairo_save(cairo_);
    cairo_rectangle(cairo_, 0.0, 0.0, layout_.width_px, layout_.sheet_height_px);
    cairo_clip(cairo_);
    PaintIce();
    PaintLines();
    PaintStones();
    cairo_restore(cairo_);
    const double padding = Fraction(kCaptionPadding);
    PaintCaption(cairo_, {padding, layout_.sheet_height_px + padding}, picture_.caption,
                 {Fraction(kCaptionSizes.title), Fraction(kCaptionSizes.text)},
                 layout_.width_px - 2.0 * padding);
  }

 private:
  double Length(double metres) const { return metres * layout_.scale_pxpm; }
  double Fraction(double of_width) const { return of_width * layout_.width_px; }
  double stone_radius() const { return Length(sheet_.stone_radius_m); }

  // Whether a point is inside the drawn part of the sheet and this far from its edge.
  bool InView(Vec2 p, double inside) const {
    return p.x > inside && p.x < layout_.width_px - inside && p.y > inside &&
           p.y < layout_.sheet_height_px - inside;
  }

  void SetColour(const Colour& colour, double alpha = 1.0) {
    skipstone::SetColour(cairo_, colour, alpha);
  }

  void FillDisc(Vec2 centre, double radius) {
    cairo_new_path(cairo_);
    cairo_arc(cairo_, centre.x, centre.y, radius, 0.0, 2.0 * std::numbers::pi);
    cairo_fill(cairo_);
  }

  void StrokeCircle(Vec2 centre, double radius, double width) {
    cairo_new_path(cairo_);
    cairo_arc(cairo_, centre.x, centre.y, radius, 0.0, 2.0 * std::numbers::pi);
    cairo_set_line_width(cairo_, width);
    cairo_stroke(cairo_);
  }

  void SetFont(double size, bool bold) { skipstone::SetFont(cairo_, size, bold); }

  void FillText(Vec2 start, const std::string& text) { skipstone::FillText(cairo_, start, text); }

  void PaintIce() {
    SetColour(kSurround);
    cairo_paint(cairo_);
    SetColour(kIceColour);
    const double left = layout_.ToPixels({-sheet_.half_width_m, 0.0}).x;
    cairo_rectangle(cairo_, left, 0.0, Length(2.0 * sheet_.half_width_m), layout_.sheet_height_px);
    cairo_fill(cairo_);

    const std::pair<double, Colour> rings[] = {{sheet_.house_radius_m, kOuterRingColour},
                                               {kEightFootRadius_m, kWhite},
                                               {kFourFootRadius_m, kInnerRingColour},
                                               {kButtonRadius_m, kWhite}};
    for (const auto& [radius_m, colour] : rings) {
      SetColour(colour);
      FillDisc(layout_.tee_px, Length(radius_m));
      SetColour(kLineColour, 0.45);
      StrokeCircle(layout_.tee_px, Length(radius_m), 0.5 * Fraction(kThinLine));
    }
  }

  void PaintLines() {
    const double thin = Fraction(kThinLine);
    const double right_m = sheet_.half_width_m;
    const auto across = [&](double y_m, double width) {
      StrokeLine(cairo_, layout_.ToPixels({-right_m, y_m}), layout_.ToPixels({right_m, y_m}),
                 width);
    };
    SetColour(kLineColour, 0.75);
    StrokeLine(cairo_, {layout_.tee_px.x, 0.0}, {layout_.tee_px.x, double(layout_.sheet_height_px)},
               thin);
    across(0.0, thin);
    across(sheet_.back_line_y_m, thin);
    SetColour(kHogLineColour);
    across(sheet_.hog_line_y_m, 2.5 * thin);
    SetColour(kLineColour);
    for (const double x_m : {-right_m, right_m}) {
      const double x = layout_.ToPixels({x_m, 0.0}).x;
      StrokeLine(cairo_, {x, 0.0}, {x, double(layout_.sheet_height_px)}, 1.5 * thin);
    }

    SetFont(std::max(Fraction(kLabelSize), std::min(Fraction(kMostLabelSize), kLabelSize_px)),
            false);
    SetColour(kSoftInk);
    const std::pair<double, const char*> labels[] = {
        {sheet_.hog_line_y_m, "hog line"}, {0.0, "tee line"}, {sheet_.back_line_y_m, "back line"}};
    for (const auto& [y_m, text] : labels) {
      const Vec2 line = layout_.ToPixels({-right_m, y_m});
      FillText({line.x + 3.0 * thin, line.y - 3.5 * thin}, text);
    }
  }

  void PaintStones() {
    if (!picture_.shot) {
      PaintBoard(picture_.board);
      return;
    }
    const Outcome& outcome = picture_.shot->outcome;
    const Recording& recording = picture_.shot->recording;
    ForEachSlot(picture_.board.present(), [&](int slot) {
      if (!LiesAt(outcome.board, slot, picture_.board.position(slot))) {
        PaintStone(slot, picture_.board.position(slot), true);
      }
    });
    for (int slot = 0; slot < kStones; ++slot) PaintPath(slot);
    ForEachSlot(outcome.left, [&](int slot) { PaintCross(slot); });
    // From where stones were put back.
    ForEachSlot(outcome.board.present(), [&](int slot) {
      const auto& path = recording.paths[static_cast<std::size_t>(slot)];
      if (path.empty() || !LiesAt(picture_.board, slot, outcome.board.position(slot))) return;
      SetColour(kWhite);
      FillDisc(layout_.ToPixels(path.back().position), stone_radius());
      PaintStone(slot, path.back().position, true);
    });
    PaintBoard(outcome.board);
  }

  static bool LiesAt(const Board& board, int slot, Vec2 position) {
    return board.Has(slot) && board.position(slot) == position;
  }

  void PaintBoard(const Board& board) {
    ForEachSlot(board.present(), [&](int slot) { PaintStone(slot, board.position(slot), false); });
  }

  void PaintStone(int slot, Vec2 position, bool faint) {
    const Vec2 centre = layout_.ToPixels(position);
    if (!InView(centre, -stone_radius())) return;
    const auto team = static_cast<std::size_t>(Index(OwnerOf(slot)));
    const double radius = stone_radius();
    const double edge = 0.08 * radius;
    SetColour(kGranite, faint ? 0.25 : 1.0);
    FillDisc(centre, radius);
    SetColour(kInk, faint ? 0.3 : 0.85);
    StrokeCircle(centre, radius - 0.5 * edge, edge);
    SetColour(kTeamColours[team], faint ? 0.35 : 1.0);
    FillDisc(centre, kHandleRadius * radius);
    SetColour(kNumberColours[team], faint ? 0.65 : 1.0);
    PaintNumber(IndexOf(slot) + 1, centre, radius);
  }

  void PaintNumber(int number, Vec2 centre, double radius) {
    const std::string text = std::to_string(number);
    SetFont(kNumberSize * radius, true);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_, text.c_str(), &extents);
    FillText({centre.x - extents.x_bearing - 0.5 * extents.width,
              centre.y - extents.y_bearing - 0.5 * extents.height},
             text);
  }

  // The parts of a path in view: one line, unless a stone leaves the picture and comes back. It
  // begins at the edge of the stone's faint copy, whose number stays readable.
  std::vector<std::vector<Vec2>> VisibleParts(int slot) const {
    std::vector<std::vector<Vec2>> parts;
    Vec2 before;
    bool was_in_view = false;
    bool first = true;
    bool in_copy = picture_.board.Has(slot);
    const Vec2 copy = layout_.ToPixels(picture_.board.position(slot));
    for (const auto& point : picture_.shot->recording.paths[static_cast<std::size_t>(slot)]) {
      const Vec2 p = layout_.ToPixels(point.position);
      in_copy = in_copy && std::hypot(p.x - copy.x, p.y - copy.y) < stone_radius();
      if (in_copy) {
        before = p;
        first = false;
        continue;
      }
      const bool in_view = InView(p, 0.0);
      if (in_view && !was_in_view) {
        parts.emplace_back();
        if (!first) parts.back().push_back(before);
      }
      if (in_view || was_in_view) parts.back().push_back(p);
      before = p;
      was_in_view = in_view;
      first = false;
    }
    return parts;
  }

  void PaintPath(int slot) {
    const auto team = static_cast<std::size_t>(Index(OwnerOf(slot)));
    const auto parts = VisibleParts(slot);
    if (parts.empty()) return;
    cairo_new_path(cairo_);
    for (const auto& part : parts) {
      cairo_new_sub_path(cairo_);
      for (const Vec2 p : Thinned(part, kPathTolerance_px)) cairo_line_to(cairo_, p.x, p.y);
    }
    // A light edge keeps the line apart from the rings and from other lines.
    SetColour(kWhite, 0.85);
    cairo_set_line_width(cairo_, Fraction(kPathEdge));
    cairo_stroke_preserve(cairo_);
    SetColour(kPathColours[team]);
    cairo_set_line_width(cairo_, Fraction(kPathLine));
    cairo_stroke(cairo_);
  }

  // At a stone's last point, or on its way to a last point outside the picture.
  void PaintCross(int slot) {
    const auto team = static_cast<std::size_t>(Index(OwnerOf(slot)));
    const double radius = stone_radius();
    const double arm = 0.5 * radius;
    std::optional<Vec2> last;
    for (const auto& point : picture_.shot->recording.paths[static_cast<std::size_t>(slot)]) {
      const Vec2 p = layout_.ToPixels(point.position);
      if (InView(p, radius)) last = p;
    }
    if (!last) return;
    const Vec2 centre = *last;
    SetColour(kWhite, 0.85);
    FillDisc(centre, radius);
    SetColour(kPathColours[team]);
    StrokeCircle(centre, 0.9 * radius, 0.12 * radius);
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
    for (const double side : {-1.0, 1.0}) {
      StrokeLine(cairo_, {centre.x - arm, centre.y - side * arm},
                 {centre.x + arm, centre.y + side * arm}, 0.25 * radius);
    }
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_BUTT);
  }

  cairo_t* cairo_;
  const SheetPicture& picture_;
  const Sheet& sheet_;
  const PictureLayout& layout_;
};

}  // namespace

PictureFormat FormatOfFile(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".svg") return PictureFormat::kSvg;
  if (extension == ".png") return PictureFormat::kPng;
  throw Error(ErrorKind::kUsage, path.string(), "expected a file name that ends in .svg or .png");
}

PictureLayout LayoutOf(const SheetPicture& picture, int width_px) {
  SKIPSTONE_CHECK(width_px >= kMinPictureWidth_px && width_px <= kMaxPictureWidth_px);
  const Sheet& sheet = picture.sheet;
  const double half_width_m = std::max(sheet.half_width_m, sheet.house_radius_m) + kBesideSheet_m;
  const double top_m = sheet.back_line_y_m + kBehindBackLine_m;
  const double bottom_m = sheet.hog_line_y_m - kBeforeHogLine_m;
  PictureLayout layout;
  layout.width_px = width_px;
  layout.scale_pxpm = width_px / (2.0 * half_width_m);
  layout.tee_px = {width_px / 2.0, layout.scale_pxpm * top_m};
  const auto height = [](double pixels) { return static_cast<int>(std::ceil(pixels)); };
  layout.sheet_height_px = height(layout.scale_pxpm * (top_m - bottom_m));
  layout.height_px = layout.sheet_height_px;
  if (!picture.caption.empty()) {
    layout.height_px +=
        height(width_px * (2.0 * kCaptionPadding + CaptionHeight(picture.caption, kCaptionSizes)));
  }
  return layout;
}

void PaintSheet(cairo_t* cairo, const SheetPicture& picture, int width_px) {
  Painter(cairo, picture, LayoutOf(picture, width_px)).Paint();
}

std::string Render(const SheetPicture& picture, PictureFormat format, int width_px) {
  const PictureLayout layout = LayoutOf(picture, width_px);
  return RenderCanvas(layout.width_px, layout.height_px, format,
                      [&](cairo_t* cairo) { PaintSheet(cairo, picture, width_px); });
}

}  // namespace skipstone
