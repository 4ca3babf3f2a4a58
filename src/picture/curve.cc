// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "base/error.h"
#include "picture/canvas.h"

namespace skipstone {
namespace {

// Sizes that grow with the picture, as fractions of its width.
constexpr double kTextSize = 0.0165;
constexpr CaptionSizes kCaptionSizes{.title = 0.02, .text = kTextSize};
constexpr double kMargin = 0.02;
constexpr double kRightMargin = 0.035;  // for half of the axis's last label
constexpr double kLabelsWidth = 0.06;   // left of the plot
constexpr double kAxisHeight = 0.055;   // below it
constexpr double kPlotHeight = 0.5;
constexpr double kThinLine = 0.0012;
constexpr double kCurveLine = 0.0024;
constexpr double kDotRadius = 0.0032;  // of a curve of one point

constexpr std::array<Colour, 6> kCurveColours = {{{0.12, 0.42, 0.7},
                                                  {0.7, 0.04, 0.1},
                                                  {0.2, 0.55, 0.25},
                                                  {0.85, 0.5, 0.05},
                                                  {0.45, 0.25, 0.6},
                                                  {0.3, 0.35, 0.4}}};

constexpr double kTickCount = 5.0;  // about
constexpr std::size_t kFewestLogTicks = 3;

// Of the legend, in font sizes.
constexpr double kLegendSpacing = 1.6;
constexpr double kLegendMark = 2.1;    // before a name
constexpr double kLegendGap = 1.5;     // behind it
constexpr double kLetterWidth = 0.55;  // about
constexpr int kMostLegendColumns = 4;

// As many as the longest name leaves room for.
int LegendColumns(const CurvePicture& picture, double width_px, double text_px) {
  std::size_t longest = 0;
  for (const CurvePicture::Curve& curve : picture.curves) {
    longest = std::max(longest, curve.name.size());
  }
  const double entry_px =
      text_px * (kLegendMark + kLegendGap + kLetterWidth * static_cast<double>(longest));
  return std::clamp(static_cast<int>(width_px / entry_px), 1, kMostLegendColumns);
}

// Writes 0.01, 1.25 and 20000 without zeros behind them.
std::string LabelOf(double value) {
  std::ostringstream label;
  label << (value == 0.0 ? 0.0 : value);
  return label.str();
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void Add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

bool IsShown(Vec2 point, bool log_y) {
  return std::isfinite(point.x) && std::isfinite(point.y) && (!log_y || point.y > 0.0);
}

// A step of 1, 2 or 5 times a power of ten, so that about five fit.
double TickStep(const Range& range) {
  const double least = (range.high - range.low) / kTickCount;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= least * (1.0 - 1e-9)) return digit * power;
  }
  return 10.0 * power;
}

std::vector<double> TicksOf(const Range& range) {
  std::vector<double> ticks;
  const double step = TickStep(range);
  const double slack = 1e-9 * step;
  for (double i = std::ceil((range.low - slack) / step); i * step <= range.high + slack; ++i) {
    ticks.push_back(i * step);
  }
  return ticks;
}

std::vector<double> LogTicksOf(const Range& range) {
  std::vector<double> ticks;
  const int first = static_cast<int>(std::floor(std::log10(range.low)));
  const int last = static_cast<int>(std::ceil(std::log10(range.high)));
  const bool wide = last - first > 4;
  for (int exponent = first; exponent <= last; ++exponent) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      if (wide && digit > 1.0) continue;
      const double tick = digit * std::pow(10.0, exponent);
      if (tick >= range.low * (1.0 - 1e-9) && tick <= range.high * (1.0 + 1e-9)) {
        ticks.push_back(tick);
      }
    }
  }
  // A narrow range has few round powers in it.
  return ticks.size() < kFewestLogTicks ? TicksOf(range) : ticks;
}

class CurvePainter {
 public:
  CurvePainter(cairo_t* cairo, const CurvePicture& picture, const CurveLayout& layout)
      : cairo_(cairo), picture_(picture), layout_(layout) {}

  void Paint() {
    PaintCaption(cairo_, {Fraction(kMargin), Fraction(kMargin)}, picture_.caption,
                 {Fraction(kCaptionSizes.title), text_px()});
    PaintGrid();
    PaintAxes();
    for (std::size_t i = 0; i < picture_.curves.size(); ++i) PaintCurve(i);
    PaintLegend();
  }

 private:
  double Fraction(double of_width) const { return of_width * layout_.width_px; }
  double text_px() const { return Fraction(kTextSize); }

  void PaintGrid() {
    SetFont(cairo_, text_px(), false);
    for (const double tick : layout_.y_ticks) {
      const double y = layout_.Y_px(tick);
      SetColour(cairo_, kGridColour);
      StrokeLine(cairo_, {layout_.left_px, y}, {layout_.right_px, y}, Fraction(kThinLine));
      SetColour(cairo_, kSoftInk);
      FillText(cairo_, {layout_.left_px - 0.5 * text_px(), y + 0.35 * text_px()}, LabelOf(tick),
               TextAlign::kRight);
    }
    for (const double tick : layout_.x_ticks) {
      const double x = layout_.X_px(tick);
      SetColour(cairo_, kGridColour);
      StrokeLine(cairo_, {x, layout_.top_px}, {x, layout_.bottom_px}, Fraction(kThinLine));
      SetColour(cairo_, kSoftInk);
      FillText(cairo_, {x, layout_.bottom_px + 1.3 * text_px()}, LabelOf(tick), TextAlign::kCentre);
    }
  }

  void PaintCurve(std::size_t index) {
    const std::vector<Vec2>& points = picture_.curves[index].points;
    SetColour(cairo_, CurveColour(index));
    cairo_set_line_width(cairo_, Fraction(kCurveLine));
    std::size_t in_a_row = 0;
    Vec2 last;
    // A point between two gaps would be a line of no length.
    const auto end_line = [&] {
      cairo_stroke(cairo_);
      if (in_a_row == 1) {
        cairo_arc(cairo_, last.x, last.y, Fraction(kDotRadius), 0.0, 7.0);
        cairo_fill(cairo_);
      }
      in_a_row = 0;
    };
    cairo_new_path(cairo_);
    for (const Vec2 point : points) {
      if (!IsShown(point, picture_.log_y)) {
        end_line();
        continue;
      }
      last = {layout_.X_px(point.x), layout_.Y_px(point.y)};
      in_a_row++ == 0 ? cairo_move_to(cairo_, last.x, last.y)
                      : cairo_line_to(cairo_, last.x, last.y);
    }
    end_line();
  }

  void PaintAxes() {
    SetColour(cairo_, kInk);
    StrokeLine(cairo_, {layout_.left_px, layout_.bottom_px}, {layout_.right_px, layout_.bottom_px},
               Fraction(kThinLine));
    StrokeLine(cairo_, {layout_.left_px, layout_.top_px}, {layout_.left_px, layout_.bottom_px},
               Fraction(kThinLine));
    SetFont(cairo_, text_px(), false);
    SetColour(cairo_, kSoftInk);
    FillText(cairo_,
             {0.5 * (layout_.left_px + layout_.right_px), layout_.bottom_px + 2.7 * text_px()},
             picture_.x_axis, TextAlign::kCentre);
    FillText(cairo_, {layout_.left_px, layout_.top_px - 0.6 * text_px()}, picture_.y_axis);
  }

  void PaintLegend() {
    const auto columns = static_cast<std::size_t>(layout_.legend_columns);
    const double width = (layout_.right_px - layout_.left_px) / layout_.legend_columns;
    for (std::size_t i = 0; i < picture_.curves.size(); ++i) {
      const double x = layout_.left_px + width * static_cast<double>(i % columns);
      const double y =
          layout_.legend_px + text_px() * (1.0 + kLegendSpacing * static_cast<double>(i / columns));
      SetColour(cairo_, CurveColour(i));
      StrokeLine(cairo_, {x, y - 0.3 * text_px()}, {x + 1.6 * text_px(), y - 0.3 * text_px()},
                 1.5 * Fraction(kCurveLine));
      const std::string& name = picture_.curves[i].name;
      SetFontToFit(cairo_, text_px(), false, name, width - (kLegendMark + kLegendGap) * text_px());
      SetColour(cairo_, kInk);
      FillText(cairo_, {x + kLegendMark * text_px(), y}, name);
    }
  }

  cairo_t* cairo_;
  const CurvePicture& picture_;
  const CurveLayout& layout_;
};

}  // namespace

Colour CurveColour(std::size_t curve) { return kCurveColours[curve % kCurveColours.size()]; }

double CurveLayout::X_px(double x) const {
  return left_px + (right_px - left_px) * (x - x_low) / (x_high - x_low);
}

double CurveLayout::Y_px(double y) const {
  const double part =
      log_y ? std::log(y / y_low) / std::log(y_high / y_low) : (y - y_low) / (y_high - y_low);
  return bottom_px - (bottom_px - top_px) * part;
}

CurveLayout LayoutOf(const CurvePicture& picture, int width_px) {
  SKIPSTONE_CHECK(width_px >= kMinPictureWidth_px && width_px <= kMaxPictureWidth_px);
  CurveLayout layout;
  layout.width_px = width_px;
  layout.left_px = width_px * (kMargin + kLabelsWidth);
  layout.right_px = width_px * (1.0 - kRightMargin);
  double top = 2.0 * kMargin + kLineSpacing * kTextSize;  // with the name of the y axis
  top += CaptionHeight(picture.caption, kCaptionSizes);
  layout.top_px = width_px * top;
  layout.bottom_px = layout.top_px + width_px * kPlotHeight;
  layout.legend_px = layout.bottom_px + width_px * (kAxisHeight + kMargin);
  layout.legend_columns =
      LegendColumns(picture, layout.right_px - layout.left_px, width_px * kTextSize);
  const auto columns = static_cast<std::size_t>(layout.legend_columns);
  const auto rows = static_cast<double>((picture.curves.size() + columns - 1) / columns);
  layout.height_px = static_cast<int>(
      std::ceil(layout.legend_px +
                (rows > 0.0 ? width_px * (kTextSize * kLegendSpacing * rows + kMargin / 2) : 0.0)));
  layout.log_y = picture.log_y;
  Range x;
  Range y;
  for (const CurvePicture::Curve& curve : picture.curves) {
    for (const Vec2 point : curve.points) {
      if (!IsShown(point, picture.log_y)) continue;
      x.Add(point.x);
      y.Add(point.y);
    }
  }
  if (x.low > x.high) x = y = {1.0, 1.0};  // nothing to show
  // A single value gets an axis around it.
  if (x.low == x.high) x = {x.low - 1.0, x.high + 1.0};
  if (y.low == y.high) {
    const double half = y.low == 0.0 ? 1.0 : 0.1 * std::abs(y.low);
    y = {y.low - half, y.high + half};
  }
  // A linear axis ends at ticks; a logarithmic one where the values do, with some room.
  if (picture.log_y) {
    const double room = std::pow(y.high / y.low, 0.03);
    y = {y.low / room, y.high * room};
    layout.y_ticks = LogTicksOf(y);
  } else {
    const double step = TickStep(y);
    y = {step * std::floor(y.low / step + 1e-9), step * std::ceil(y.high / step - 1e-9)};
    layout.y_ticks = TicksOf(y);
  }
  layout.x_ticks = TicksOf(x);
  layout.x_low = x.low;
  layout.x_high = x.high;
  layout.y_low = y.low;
  layout.y_high = y.high;
  return layout;
}

std::string Render(const CurvePicture& picture, PictureFormat format, int width_px) {
  const CurveLayout layout = LayoutOf(picture, width_px);
  return RenderCanvas(layout.width_px, layout.height_px, format,
                      [&](cairo_t* cairo) { CurvePainter(cairo, picture, layout).Paint(); });
}

}  // namespace skipstone
