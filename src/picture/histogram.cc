// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/histogram.h"

#include <algorithm>
#include <cmath>
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
constexpr double kCountsWidth = 0.055;  // left of the plot
constexpr double kAxisHeight = 0.055;   // below it
constexpr double kPlotHeight = 0.4;
constexpr double kThinLine = 0.0012;
constexpr double kOutlineWidth = 0.0024;

// A step between counts of 1, 2 or 5 times a power of ten, so that about five fit.
std::size_t CountStep(std::size_t most) {
  for (std::size_t power = 1;; power *= 10) {
    for (const std::size_t digit : {1, 2, 5}) {
      if (digit * power * 5 >= most) return digit * power;
    }
  }
}

class HistogramPainter {
 public:
  HistogramPainter(cairo_t* cairo, const Histogram& histogram, const HistogramLayout& layout)
      : cairo_(cairo), histogram_(histogram), layout_(layout) {}

  void Paint() {
    PaintCaption(cairo_, {Fraction(kMargin), Fraction(kMargin)}, histogram_.caption,
                 {Fraction(kCaptionSizes.title), text_px()});
    PaintGrid();
    PaintBars();
    if (histogram_.outline) PaintOutline();
    PaintAxis();
    PaintLegend();
  }

 private:
  double Fraction(double of_width) const { return of_width * layout_.width_px; }
  double text_px() const { return Fraction(kTextSize); }

  void PaintGrid() {
    SetFont(cairo_, text_px(), false);
    const std::size_t step = CountStep(layout_.most);
    for (std::size_t count = 0; count <= layout_.most; count += step) {
      const double y = layout_.Count_px(static_cast<double>(count));
      SetColour(cairo_, kGridColour);
      StrokeLine(cairo_, {layout_.left_px, y}, {layout_.right_px, y}, Fraction(kThinLine));
      SetColour(cairo_, kSoftInk);
      FillText(cairo_, {layout_.left_px - 0.5 * text_px(), y + 0.35 * text_px()},
               std::to_string(count), TextAlign::kRight);
    }
    SetColour(cairo_, kGridColour);
    for (std::size_t bin = 0; bin <= layout_.bins; bin += kBinsPerDecade) {
      const double x = layout_.BinLeft_px(bin);
      StrokeLine(cairo_, {x, layout_.top_px}, {x, layout_.bottom_px}, Fraction(kThinLine));
    }
  }

  void PaintBars() {
    const std::vector<std::size_t> counts = BinCounts(histogram_, histogram_.bars);
    SetColour(cairo_, kBarColour);
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
      const double x = layout_.BinLeft_px(bin);
      const double y = layout_.Count_px(static_cast<double>(counts[bin]));
      const double gap = Fraction(kThinLine);
      cairo_rectangle(cairo_, x, y, layout_.BinLeft_px(bin + 1) - x - gap, layout_.bottom_px - y);
      cairo_fill(cairo_);
    }
  }

  void PaintOutline() {
    const std::vector<std::size_t> counts = BinCounts(histogram_, *histogram_.outline);
    cairo_new_path(cairo_);
    cairo_move_to(cairo_, layout_.left_px, layout_.bottom_px);
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
      const double y = layout_.Count_px(static_cast<double>(counts[bin]));
      cairo_line_to(cairo_, layout_.BinLeft_px(bin), y);
      cairo_line_to(cairo_, layout_.BinLeft_px(bin + 1), y);
    }
    cairo_line_to(cairo_, layout_.right_px, layout_.bottom_px);
    SetColour(cairo_, kOutlineColour);
    cairo_set_line_width(cairo_, Fraction(kOutlineWidth));
    cairo_stroke(cairo_);
  }

  void PaintAxis() {
    SetColour(cairo_, kInk);
    StrokeLine(cairo_, {layout_.left_px, layout_.bottom_px}, {layout_.right_px, layout_.bottom_px},
               Fraction(kThinLine));
    SetFont(cairo_, text_px(), false);
    SetColour(cairo_, kSoftInk);
    for (std::size_t bin = 0; bin <= layout_.bins; bin += kBinsPerDecade) {
      const int exponent = histogram_.low_exponent + static_cast<int>(bin) / kBinsPerDecade;
      std::ostringstream label;  // writes 0.01, 1 and 10000 without zeros behind them
      label << std::pow(10.0, exponent);
      FillText(cairo_, {layout_.BinLeft_px(bin), layout_.bottom_px + 1.3 * text_px()}, label.str(),
               TextAlign::kCentre);
    }
    FillText(cairo_,
             {0.5 * (layout_.left_px + layout_.right_px), layout_.bottom_px + 2.7 * text_px()},
             histogram_.axis, TextAlign::kCentre);
  }

  // In the upper right corner, where an error's tail is thin.
  void PaintLegend() {
    SetFont(cairo_, text_px(), false);
    const double right = layout_.right_px - text_px();
    double y = layout_.top_px + 1.6 * text_px();
    const auto entry = [&](const std::string& name, const Colour& colour, bool filled) {
      cairo_new_path(cairo_);
      cairo_rectangle(cairo_, right - 1.6 * text_px(), y - 0.75 * text_px(), 1.6 * text_px(),
                      0.9 * text_px());
      SetColour(cairo_, colour);
      cairo_set_line_width(cairo_, Fraction(kOutlineWidth));
      filled ? cairo_fill(cairo_) : cairo_stroke(cairo_);
      SetColour(cairo_, kInk);
      FillText(cairo_, {right - 2.1 * text_px(), y}, name, TextAlign::kRight);
      y += 1.6 * text_px();
    };
    entry(histogram_.bars.name, kBarColour, true);
    if (histogram_.outline) entry(histogram_.outline->name, kOutlineColour, false);
  }

  cairo_t* cairo_;
  const Histogram& histogram_;
  const HistogramLayout& layout_;
};

}  // namespace

std::vector<std::size_t> BinCounts(const Histogram& histogram, const Histogram::Series& series) {
  const int bins = (histogram.high_exponent - histogram.low_exponent) * kBinsPerDecade;
  SKIPSTONE_CHECK(bins > 0);
  std::vector<std::size_t> counts(static_cast<std::size_t>(bins));
  for (const double value : series.values) {
    const double bin = std::floor((std::log10(value) - histogram.low_exponent) * kBinsPerDecade);
    // Also takes in the infinities of a zero and of an infinite value.
    ++counts[static_cast<std::size_t>(std::clamp(bin, 0.0, bins - 1.0))];
  }
  return counts;
}

HistogramLayout LayoutOf(const Histogram& histogram, int width_px) {
  SKIPSTONE_CHECK(width_px >= kMinPictureWidth_px && width_px <= kMaxPictureWidth_px);
  HistogramLayout layout;
  layout.width_px = width_px;
  layout.left_px = width_px * (kMargin + kCountsWidth);
  layout.right_px = width_px * (1.0 - kRightMargin);
  double top = 2.0 * kMargin;
  top += CaptionHeight(histogram.caption, kCaptionSizes);
  layout.top_px = width_px * top;
  layout.bottom_px = layout.top_px + width_px * kPlotHeight;
  layout.height_px =
      static_cast<int>(std::ceil(layout.bottom_px + width_px * (kAxisHeight + kMargin)));
  const std::vector<std::size_t> bars = BinCounts(histogram, histogram.bars);
  layout.bins = bars.size();
  layout.most = std::max<std::size_t>(1, *std::max_element(bars.begin(), bars.end()));
  if (histogram.outline) {
    const std::vector<std::size_t> outline = BinCounts(histogram, *histogram.outline);
    layout.most = std::max(layout.most, *std::max_element(outline.begin(), outline.end()));
  }
  return layout;
}

std::string Render(const Histogram& histogram, PictureFormat format, int width_px) {
  const HistogramLayout layout = LayoutOf(histogram, width_px);
  return RenderCanvas(layout.width_px, layout.height_px, format,
                      [&](cairo_t* cairo) { HistogramPainter(cairo, histogram, layout).Paint(); });
}

}  // namespace skipstone
