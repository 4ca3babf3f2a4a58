// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/landscape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>

#include "base/error.h"
#include "picture/canvas.h"

namespace skipstone {
namespace {

using Column = LandscapePicture::Column;

// Sizes that grow with the picture, as fractions of its width.
constexpr double kTextSize = 0.0105;
constexpr CaptionSizes kCaptionSizes{.title = 0.0145, .text = kTextSize};
constexpr double kSmallSize = 0.0092;
constexpr double kMargin = 0.012;
constexpr double kSpeedsWidth = 0.049;   // left of a panel: its axis
constexpr double kWeightsWidth = 0.040;  // right of it: the weights' names
constexpr double kBarWidth = 0.012;
constexpr double kBarSpace = 0.066;  // with its labels
constexpr double kHeadHeight = 0.022;
constexpr double kAnglesHeight = 0.024;  // below a panel
constexpr double kRowGap = 0.012;
constexpr double kLegendHeight = 0.045;
constexpr double kPanelShape = 1.08;  // height by width
constexpr double kThinLine = 0.0007;
constexpr double kCandidateSize = 0.0026;
constexpr double kSampleSize = 0.0007;
constexpr double kFewSampleSize = 0.0011;
constexpr std::size_t kFewSamples = 800;
constexpr double kCallSize = 0.0062;

constexpr Colour kWhite{1.0, 1.0, 1.0};
constexpr Colour kFrame{0.45, 0.49, 0.53};

// ColorBrewer's PRGn and matplotlib's viridis, both safe for colour-blind readers and even in
// lightness. Of the first, purple is bad for the thrower, green good.
constexpr std::array<Colour, 11> kDiverging = {{{0.251, 0.000, 0.294},
                                                {0.463, 0.165, 0.514},
                                                {0.600, 0.439, 0.671},
                                                {0.761, 0.647, 0.812},
                                                {0.906, 0.831, 0.910},
                                                {0.969, 0.969, 0.969},
                                                {0.851, 0.941, 0.827},
                                                {0.651, 0.859, 0.627},
                                                {0.353, 0.682, 0.380},
                                                {0.106, 0.471, 0.216},
                                                {0.000, 0.267, 0.106}}};
constexpr std::array<Colour, 9> kSequential = {{{0.267, 0.005, 0.329},
                                                {0.279, 0.175, 0.483},
                                                {0.230, 0.322, 0.546},
                                                {0.173, 0.449, 0.558},
                                                {0.128, 0.567, 0.551},
                                                {0.158, 0.684, 0.502},
                                                {0.369, 0.789, 0.383},
                                                {0.678, 0.864, 0.190},
                                                {0.993, 0.906, 0.144}}};

// Of a place among the cells' centres: 0 at the first cell's outer edge, the cells' number at the
// last one's.
double CellsBefore(const std::vector<double>& centres, double at) {
  const auto last = centres.size() - 1;
  const auto above = std::upper_bound(centres.begin(), centres.end(), at) - centres.begin();
  const auto i = std::clamp<std::size_t>(static_cast<std::size_t>(above), 1, last) - 1;
  return static_cast<double>(i) + 0.5 + (at - centres[i]) / (centres[i + 1] - centres[i]);
}

// Steps of 1, 2 or 5 times a power of ten, about `wanted` of them.
std::vector<double> NiceTicks(double low, double high, int wanted) {
  double step = std::pow(10.0, std::floor(std::log10((high - low) / wanted)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if ((high - low) / step <= wanted) break;
    step *= factor;
  }
  std::vector<double> ticks;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) {
    ticks.push_back(k == 0.0 ? 0.0 : k * step);
  }
  return ticks;
}

// With the digits that tell one tick from the next, and a real minus.
std::string TickText(double value, double step) {
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
  const std::string text = fmt::format("{:.{}f}", std::abs(value), digits);
  return value < 0.0 ? "\u2212" + text : text;
}

double StepOf(const std::vector<double>& ticks) {
  return ticks.size() > 1 ? ticks[1] - ticks[0] : 1.0;
}

bool IsNear(const std::vector<double>& places, double place, double distance) {
  return std::any_of(places.begin(), places.end(),
                     [&](double other) { return std::abs(other - place) < distance; });
}

bool IsInside(const Column& column, const Release& release) {
  return release.speed_mps >= column.speeds_mps.front() &&
         release.speed_mps <= column.speeds_mps.back() &&
         release.angle_rad >= column.angles_rad.front() &&
         release.angle_rad <= column.angles_rad.back();
}

class LandscapePainter {
 public:
  LandscapePainter(cairo_t* cairo, const LandscapePicture& picture, const LandscapeLayout& layout)
      : cairo_(cairo), picture_(picture), layout_(layout) {}

  void Paint() {
    PaintCaption(cairo_, {layout_.left_px[0], Fraction(kMargin)}, picture_.caption,
                 {Fraction(kCaptionSizes.title), text_px()});
    for (std::size_t i = 0; i < picture_.columns.size(); ++i) {
      for (const int row : {0, 1}) PaintPanel(i, row);
      PaintHead(i);
      PaintAngles(i);
    }
    PaintRowNames();
    PaintBar();
    PaintLegend();
  }

 private:
  double Fraction(double of_width) const { return of_width * layout_.width_px; }
  double text_px() const { return Fraction(kTextSize); }
  double small_px() const { return Fraction(kSmallSize); }
  double Bottom(int row) const { return layout_.top_px[row] + layout_.panel_height_px; }
  double Right(std::size_t column) const {
    return layout_.left_px[column] + layout_.panel_width_px;
  }

  void PaintHead(std::size_t index) {
    SetFont(cairo_, text_px(), true);
    SetColour(cairo_, kInk);
    FillText(cairo_, {layout_.left_px[index], layout_.top_px[0] - 0.6 * text_px()},
             picture_.columns[index].title);
  }

  // In a corner of each panel, on a light ground.
  void PaintRowNames() {
    for (const int row : {0, 1}) {
      const std::string& name = row == 0 ? picture_.exact_name : picture_.called_name;
      for (std::size_t i = 0; i < picture_.columns.size(); ++i) {
        SetFont(cairo_, small_px(), true);
        cairo_text_extents_t extents;
        cairo_text_extents(cairo_, name.c_str(), &extents);
        const double pad = 0.45 * small_px();
        const Vec2 corner{layout_.left_px[i] + pad, layout_.top_px[row] + pad};
        cairo_new_path(cairo_);
        cairo_rectangle(cairo_, corner.x, corner.y, extents.x_advance + 2.0 * pad,
                        1.6 * small_px());
        SetColour(cairo_, kWhite, 0.85);
        cairo_fill(cairo_);
        SetColour(cairo_, kInk);
        FillText(cairo_, {corner.x + pad, corner.y + 1.15 * small_px()}, name);
      }
    }
  }

  void PaintValues(const Column& column, const std::vector<double>& values, Vec2 at) {
    const auto columns = static_cast<int>(column.angles_rad.size());
    const auto rows = static_cast<int>(column.speeds_mps.size());
    using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
    const Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows),
                        &cairo_surface_destroy);
    SKIPSTONE_CHECK(cairo_surface_status(image.get()) == CAIRO_STATUS_SUCCESS);
    cairo_surface_flush(image.get());
    unsigned char* data = cairo_image_surface_get_data(image.get());
    const int stride = cairo_image_surface_get_stride(image.get());
    const auto byte = [](double part) {
      return static_cast<std::uint32_t>(std::lround(255.0 * std::clamp(part, 0.0, 1.0)));
    };
    for (int row = 0; row < rows; ++row) {
      for (int c = 0; c < columns; ++c) {
        const Colour colour = ValueColour(
            picture_, values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                             static_cast<std::size_t>(c)]);
        const std::uint32_t pixel =
            byte(colour.red) << 16 | byte(colour.green) << 8 | byte(colour.blue);
        // The heaviest weight on top.
        std::memcpy(data + (rows - 1 - row) * stride + 4 * c, &pixel, sizeof pixel);
      }
    }
    cairo_surface_mark_dirty(image.get());
    cairo_save(cairo_);
    cairo_new_path(cairo_);
    cairo_rectangle(cairo_, at.x, at.y, layout_.panel_width_px, layout_.panel_height_px);
    cairo_clip(cairo_);
    cairo_translate(cairo_, at.x, at.y);
    cairo_scale(cairo_, layout_.panel_width_px / columns, layout_.panel_height_px / rows);
    cairo_set_source_surface(cairo_, image.get(), 0.0, 0.0);
    // Cells that are larger than a pixel keep their edges; smaller ones are averaged.
    const bool large = columns < layout_.panel_width_px && rows < layout_.panel_height_px;
    cairo_pattern_set_filter(cairo_get_source(cairo_),
                             large ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
    cairo_pattern_set_extend(cairo_get_source(cairo_), CAIRO_EXTEND_PAD);
    cairo_paint(cairo_);
    cairo_restore(cairo_);
  }

  void PaintPanel(std::size_t index, int row) {
    const Column& column = picture_.columns[index];
    const Vec2 at{layout_.left_px[index], layout_.top_px[row]};
    PaintValues(column, row == 0 ? column.exact : column.called, at);
    cairo_save(cairo_);
    cairo_new_path(cairo_);
    cairo_rectangle(cairo_, at.x, at.y, layout_.panel_width_px, layout_.panel_height_px);
    cairo_clip(cairo_);
    const auto pixels = [&](const Release& release) {
      return layout_.ToPixels(column, index, row, release);
    };
    if (row == 1) {
      const std::size_t inside = static_cast<std::size_t>(
          std::count_if(column.samples.begin(), column.samples.end(),
                        [&](const Release& sample) { return IsInside(column, sample); }));
      for (const Release& sample : column.samples) PaintSample(pixels(sample), inside);
    }
    for (const Release& candidate : column.candidates) PaintCandidate(pixels(candidate));
    for (const auto& curve : column.error_curves) {
      std::vector<Vec2> points;
      for (const Release& release : curve) points.push_back(pixels(release));
      PaintCurve(points);
    }
    if (column.call) PaintCall(pixels(*column.call));
    cairo_restore(cairo_);
    SetColour(cairo_, kFrame);
    cairo_new_path(cairo_);
    cairo_rectangle(cairo_, at.x, at.y, layout_.panel_width_px, layout_.panel_height_px);
    cairo_set_line_width(cairo_, Fraction(kThinLine));
    cairo_stroke(cairo_);
    PaintSpeeds(index, row);
    if (column.names_weights) PaintWeights(index, row);
  }

  void Circle(Vec2 at, double radius) {
    cairo_new_path(cairo_);
    cairo_arc(cairo_, at.x, at.y, radius, 0.0, 2.0 * M_PI);
  }

  // The fewer there are, the larger.
  void PaintSample(Vec2 at, std::size_t samples) {
    Circle(at, Fraction(samples < kFewSamples ? kFewSampleSize : kSampleSize));
    SetColour(cairo_, kInk, 0.6);
    cairo_fill(cairo_);
  }

  void PaintCandidate(Vec2 at) {
    Circle(at, Fraction(kCandidateSize));
    SetColour(cairo_, kCandidateColour);
    cairo_fill_preserve(cairo_);
    SetColour(cairo_, kWhite);
    cairo_set_line_width(cairo_, 1.3 * Fraction(kThinLine));
    cairo_stroke(cairo_);
  }

  // Dark on a light seam, so that it stands out from any colour.
  void StrokeSeamed() {
    cairo_set_line_width(cairo_, 3.6 * Fraction(kThinLine));
    SetColour(cairo_, kWhite, 0.9);
    cairo_stroke_preserve(cairo_);
    cairo_set_line_width(cairo_, 1.7 * Fraction(kThinLine));
    SetColour(cairo_, kInk);
    cairo_stroke(cairo_);
  }

  void PaintCurve(const std::vector<Vec2>& points) {
    cairo_new_path(cairo_);
    for (const Vec2& point : points) cairo_line_to(cairo_, point.x, point.y);
    StrokeSeamed();
  }

  // A cross with an open middle, where the smallest ellipse may be.
  void PaintCall(Vec2 at) {
    const double size = Fraction(kCallSize);
    cairo_new_path(cairo_);
    for (const Vec2 arm : {Vec2{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}}) {
      cairo_move_to(cairo_, at.x + 0.45 * size * arm.x, at.y + 0.45 * size * arm.y);
      cairo_line_to(cairo_, at.x + 1.5 * size * arm.x, at.y + 1.5 * size * arm.y);
    }
    StrokeSeamed();
  }

  void PaintSpeeds(std::size_t index, int row) {
    const Column& column = picture_.columns[index];
    const auto& speeds = column.speeds_mps;
    const double left = layout_.left_px[index];
    SetFont(cairo_, small_px(), false);
    // Round numbers first; between them others where the axis is wide enough.
    std::vector<double> ticks = NiceTicks(speeds.front(), speeds.back(), 5);
    const std::vector<double> fine = NiceTicks(speeds.front(), speeds.back(), 25);
    ticks.insert(ticks.end(), fine.begin(), fine.end());
    std::vector<double> taken;
    for (const double tick : ticks) {
      const double y = layout_.ToPixels(column, index, row, {tick, 0.0, {}}).y;
      if (IsNear(taken, y, 1.6 * small_px())) continue;
      taken.push_back(y);
      SetColour(cairo_, kFrame);
      StrokeLine(cairo_, {left - 0.35 * small_px(), y}, {left, y}, Fraction(kThinLine));
      SetColour(cairo_, kSoftInk);
      FillText(cairo_, {left - 0.6 * small_px(), y + 0.36 * small_px()},
               TickText(tick, StepOf(fine)), TextAlign::kRight);
    }
    // Along the axis, from below.
    cairo_save(cairo_);
    cairo_translate(cairo_, left - Fraction(kSpeedsWidth) + 1.1 * small_px(),
                    layout_.top_px[row] + 0.5 * layout_.panel_height_px);
    cairo_rotate(cairo_, -0.5 * M_PI);
    SetColour(cairo_, kSoftInk);
    FillText(cairo_, {0.0, 0.0}, "weight (m/s)", TextAlign::kCentre);
    cairo_restore(cairo_);
  }

  void PaintWeights(std::size_t index, int row) {
    const Column& column = picture_.columns[index];
    SetFont(cairo_, small_px(), false);
    std::vector<double> taken;
    for (const auto& weight : picture_.weights) {
      if (weight.speed_mps < column.speeds_mps.front() ||
          weight.speed_mps > column.speeds_mps.back()) {
        continue;
      }
      const double y = layout_.ToPixels(column, index, row, {weight.speed_mps, 0.0, {}}).y;
      if (IsNear(taken, y, small_px())) continue;
      taken.push_back(y);
      SetColour(cairo_, kFrame);
      StrokeLine(cairo_, {Right(index), y}, {Right(index) + 0.35 * small_px(), y},
                 Fraction(kThinLine));
      SetColour(cairo_, kSoftInk);
      FillText(cairo_, {Right(index) + 0.6 * small_px(), y + 0.36 * small_px()}, weight.name);
    }
  }

  // Both rows have the same lines; the labels stand below the lower one.
  void PaintAngles(std::size_t index) {
    const Column& column = picture_.columns[index];
    SetFont(cairo_, small_px(), false);
    const std::vector<double> ticks =
        NiceTicks(column.angles_rad.front(), column.angles_rad.back(), 7);
    for (const double tick : ticks) {
      const double x = layout_.ToPixels(column, index, 0, {column.speeds_mps[0], tick, {}}).x;
      SetColour(cairo_, kFrame);
      for (const int row : {0, 1}) {
        StrokeLine(cairo_, {x, Bottom(row)}, {x, Bottom(row) + 0.35 * small_px()},
                   Fraction(kThinLine));
      }
      SetColour(cairo_, kSoftInk);
      FillText(cairo_, {x, Bottom(1) + 1.35 * small_px()}, TickText(tick, StepOf(ticks)),
               TextAlign::kCentre);
    }
    FillText(cairo_, {0.5 * (layout_.left_px[index] + Right(index)), Bottom(1) + 2.6 * small_px()},
             "line (rad): \u2190 left \u00b7 right \u2192", TextAlign::kCentre);
  }

  void PaintBar() {
    const double left = layout_.width_px - Fraction(kBarSpace);
    const double width = Fraction(kBarWidth);
    const double top = layout_.top_px[0];
    const double height = Bottom(1) - top;
    constexpr int kSlices = 256;
    for (int i = 0; i < kSlices; ++i) {
      const double part = (i + 0.5) / kSlices;
      SetColour(cairo_,
                ValueColour(picture_, picture_.low + part * (picture_.high - picture_.low)));
      cairo_new_path(cairo_);
      // A little overlap, against seams.
      cairo_rectangle(cairo_, left, top + height * (kSlices - 1 - i) / kSlices, width,
                      height / kSlices + (i > 0 ? 0.6 : 0.0));
      cairo_fill(cairo_);
    }
    SetColour(cairo_, kFrame);
    cairo_new_path(cairo_);
    cairo_rectangle(cairo_, left, top, width, height);
    cairo_set_line_width(cairo_, Fraction(kThinLine));
    cairo_stroke(cairo_);
    SetFont(cairo_, small_px(), false);
    const double unit = picture_.percent ? 100.0 : 1.0;
    const std::vector<double> ticks = NiceTicks(unit * picture_.low, unit * picture_.high, 10);
    for (const double tick : ticks) {
      const double part = (tick / unit - picture_.low) / (picture_.high - picture_.low);
      const double y = top + height * (1.0 - part);
      SetColour(cairo_, kFrame);
      StrokeLine(cairo_, {left + width, y}, {left + width + 0.35 * small_px(), y},
                 Fraction(kThinLine));
      SetColour(cairo_, kSoftInk);
      const std::string sign = !picture_.percent && tick > 0.0 ? "+" : "";
      FillText(cairo_, {left + width + 0.6 * small_px(), y + 0.36 * small_px()},
               sign + TickText(tick, StepOf(ticks)) + (picture_.percent ? " %" : ""));
    }
    cairo_save(cairo_);
    cairo_translate(cairo_, layout_.width_px - Fraction(kMargin), top + 0.5 * height);
    cairo_rotate(cairo_, -0.5 * M_PI);
    SetColour(cairo_, kSoftInk);
    FillText(cairo_, {0.0, 0.0}, picture_.value_name, TextAlign::kCentre);
    cairo_restore(cairo_);
  }

  void PaintLegend() {
    const double y = layout_.height_px - Fraction(kMargin) - 0.2 * text_px();
    double x = layout_.left_px[0];
    const auto entry = [&](double mark_width, const std::string& name, const auto& paint) {
      paint(Vec2{x + 0.5 * mark_width, y - 0.36 * text_px()});
      x += mark_width + 0.6 * text_px();
      SetFont(cairo_, text_px(), false);
      SetColour(cairo_, kInk);
      FillText(cairo_, {x, y}, name);
      cairo_text_extents_t extents;
      cairo_text_extents(cairo_, name.c_str(), &extents);
      x += extents.x_advance + 2.2 * text_px();
    };
    const double call = 3.0 * Fraction(kCallSize);
    entry(call, "the call", [&](Vec2 at) { PaintCall(at); });
    entry(1.6 * text_px(), "the generator's candidates", [&](Vec2 at) { PaintCandidate(at); });
    // What is solved or has no error needs no sample and no ellipse.
    const auto any = [this](const auto& has) {
      return std::any_of(picture_.columns.begin(), picture_.columns.end(), has);
    };
    const auto samples = [&](Vec2 at) {
      for (const Vec2 d : {Vec2{-0.5, 0.1}, {0.0, -0.3}, {0.3, 0.3}, {0.6, -0.1}}) {
        PaintSample({at.x + text_px() * d.x, at.y + text_px() * d.y}, 1);
      }
    };
    if (any([](const Column& column) { return !column.samples.empty(); })) {
      entry(1.6 * text_px(), "throws that the search tried", samples);
    }
    const auto ellipses = [&](Vec2 at) {
      for (const double radius : {0.35, 0.75}) {
        Circle(at, radius * text_px());
        StrokeSeamed();
      }
    };
    if (any([](const Column& column) { return !column.error_curves.empty(); })) {
      entry(2.0 * text_px(), "one and two errors from the call", ellipses);
    }
  }

  cairo_t* cairo_;
  const LandscapePicture& picture_;
  const LandscapeLayout& layout_;
};

template <std::size_t kCount>
Colour Between(const std::array<Colour, kCount>& colours, double part) {
  const double at = std::clamp(part, 0.0, 1.0) * (kCount - 1);
  const auto i = std::min(static_cast<std::size_t>(at), kCount - 2);
  const double k = at - static_cast<double>(i);
  const Colour& a = colours[i];
  const Colour& b = colours[i + 1];
  return {a.red + k * (b.red - a.red), a.green + k * (b.green - a.green),
          a.blue + k * (b.blue - a.blue)};
}

}  // namespace

Vec2 LandscapeLayout::ToPixels(const Column& column, std::size_t index, int row,
                               const Release& release) const {
  const auto columns = static_cast<double>(column.angles_rad.size());
  const auto rows = static_cast<double>(column.speeds_mps.size());
  return {
      left_px[index] + panel_width_px * CellsBefore(column.angles_rad, release.angle_rad) / columns,
      top_px[row] +
          panel_height_px * (1.0 - CellsBefore(column.speeds_mps, release.speed_mps) / rows)};
}

LandscapeLayout LayoutOf(const LandscapePicture& picture, int width_px) {
  SKIPSTONE_CHECK(width_px >= kMinPictureWidth_px && width_px <= kMaxPictureWidth_px);
  SKIPSTONE_CHECK(!picture.columns.empty() && picture.low < picture.high);
  LandscapeLayout layout;
  layout.width_px = width_px;
  double around = kMargin + kBarSpace + 0.014;
  for (const Column& column : picture.columns) {
    const std::size_t cells = column.speeds_mps.size() * column.angles_rad.size();
    SKIPSTONE_CHECK(column.speeds_mps.size() >= 2 && column.angles_rad.size() >= 2 &&
                    column.exact.size() == cells && column.called.size() == cells);
    around += kSpeedsWidth + (column.names_weights ? kWeightsWidth : 0.0);
  }
  layout.panel_width_px = width_px * (1.0 - around) / static_cast<double>(picture.columns.size());
  layout.panel_height_px = kPanelShape * layout.panel_width_px;
  double x = width_px * kMargin;
  for (const Column& column : picture.columns) {
    x += width_px * kSpeedsWidth;
    layout.left_px.push_back(x);
    x += layout.panel_width_px + (column.names_weights ? width_px * kWeightsWidth : 0.0);
  }
  layout.top_px[0] =
      width_px * (kMargin + CaptionHeight(picture.caption, kCaptionSizes) + kHeadHeight);
  layout.top_px[1] = layout.top_px[0] + layout.panel_height_px + width_px * kRowGap;
  layout.height_px = static_cast<int>(std::ceil(layout.top_px[1] + layout.panel_height_px +
                                                width_px * (kAnglesHeight + kLegendHeight)));
  return layout;
}

Colour ValueColour(const LandscapePicture& picture, double value) {
  const double part = (value - picture.low) / (picture.high - picture.low);
  return picture.diverging ? Between(kDiverging, part) : Between(kSequential, part);
}

std::string Render(const LandscapePicture& picture, PictureFormat format, int width_px) {
  const LandscapeLayout layout = LayoutOf(picture, width_px);
  return RenderCanvas(layout.width_px, layout.height_px, format,
                      [&](cairo_t* cairo) { LandscapePainter(cairo, picture, layout).Paint(); });
}

}  // namespace skipstone
