// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/state_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "picture/canvas.h"

namespace skipstone {
namespace {

// Sizes that grow with the picture, as fractions of its width.
constexpr double kTextSize = 0.0155;
constexpr CaptionSizes kCaptionSizes{.title = 0.02, .text = kTextSize};
constexpr double kMargin = 0.02;
constexpr double kSheetWidth = 0.33;
constexpr double kLabelsWidth = 0.06;   // between the sheet's margin and the plot
constexpr double kLegendHeight = 0.06;  // above the plot
constexpr double kAxisHeight = 0.055;   // below it
constexpr double kThinLine = 0.0012;

constexpr double kPairWidth = 0.8;  // of a score's place

class StatePainter {
 public:
  StatePainter(cairo_t* cairo, const StatePicture& picture, const StateLayout& layout)
      : cairo_(cairo), picture_(picture), layout_(layout) {}

  void Paint() {
    PaintCaption(cairo_, {Fraction(kMargin), Fraction(kMargin)}, picture_.caption,
                 {Fraction(kCaptionSizes.title), text_px()}, Fraction(1.0 - 2.0 * kMargin));
    cairo_save(cairo_);
    cairo_translate(cairo_, layout_.sheet_left_px, layout_.sheet_top_px);
    PaintSheet(cairo_, picture_.sheet, layout_.sheet_width_px);
    cairo_restore(cairo_);
    PaintGrid();
    PaintBars();
    PaintAxis();
    PaintLegend();
  }

 private:
  double Fraction(double of_width) const { return of_width * layout_.width_px; }
  double text_px() const { return Fraction(kTextSize); }

  void PaintGrid() {
    SetFont(cairo_, text_px(), false);
    for (int i = 0; i * layout_.step <= layout_.most + 1e-9; ++i) {
      const double y = layout_.Probability_px(i * layout_.step);
      SetColour(cairo_, kGridColour);
      StrokeLine(cairo_, {layout_.left_px, y}, {layout_.right_px, y}, Fraction(kThinLine));
      SetColour(cairo_, kSoftInk);
      FillText(cairo_, {layout_.left_px - 0.5 * text_px(), y + 0.35 * text_px()},
               fmt::format("{:.0f} %", 100.0 * i * layout_.step), TextAlign::kRight);
    }
  }

  void PaintBars() {
    for (std::size_t series = 0; series < 2; ++series) {
      SetColour(cairo_, kSeriesColours[series]);
      for (std::size_t score = 0; score < layout_.scores; ++score) {
        const double x = layout_.BarLeft_px(score, series);
        const double y = layout_.Probability_px(picture_.series[series].probabilities[score]);
        cairo_new_path(cairo_);
        cairo_rectangle(cairo_, x, y, layout_.BarLeft_px(score, series + 1) - x,
                        layout_.bottom_px - y);
        cairo_fill(cairo_);
      }
    }
  }

  void PaintAxis() {
    SetColour(cairo_, kInk);
    StrokeLine(cairo_, {layout_.left_px, layout_.bottom_px}, {layout_.right_px, layout_.bottom_px},
               Fraction(kThinLine));
    SetFont(cairo_, text_px(), false);
    SetColour(cairo_, kSoftInk);
    for (std::size_t score = 0; score < layout_.scores; ++score) {
      const int points = picture_.lowest + static_cast<int>(score);
      FillText(cairo_, {layout_.BarLeft_px(score, 1), layout_.bottom_px + 1.3 * text_px()},
               points == 0 ? "0" : fmt::format("{:+}", points), TextAlign::kCentre);
    }
    FillText(cairo_,
             {0.5 * (layout_.left_px + layout_.right_px), layout_.bottom_px + 2.8 * text_px()},
             picture_.axis, TextAlign::kCentre);
  }

  // Above the plot, where no bar can reach it.
  void PaintLegend() {
    SetFont(cairo_, text_px(), false);
    double y = layout_.top_px - Fraction(kLegendHeight) + text_px();
    for (std::size_t series = 0; series < 2; ++series) {
      cairo_new_path(cairo_);
      cairo_rectangle(cairo_, layout_.left_px, y - 0.75 * text_px(), 1.6 * text_px(),
                      0.9 * text_px());
      SetColour(cairo_, kSeriesColours[series]);
      cairo_fill(cairo_);
      SetColour(cairo_, kInk);
      FillText(cairo_, {layout_.left_px + 2.1 * text_px(), y}, picture_.series[series].name);
      y += kLineSpacing * text_px();
    }
  }

  cairo_t* cairo_;
  const StatePicture& picture_;
  const StateLayout& layout_;
};

}  // namespace

double StateLayout::BarLeft_px(std::size_t score, std::size_t series) const {
  const double place = (right_px - left_px) / static_cast<double>(scores);
  const double from = 0.5 * (1.0 - kPairWidth) + 0.5 * kPairWidth * static_cast<double>(series);
  return left_px + place * (static_cast<double>(score) + from);
}

StateLayout LayoutOf(const StatePicture& picture, int width_px) {
  SKIPSTONE_CHECK(width_px >= 4 * kMinPictureWidth_px && width_px <= kMaxPictureWidth_px);
  SKIPSTONE_CHECK(!picture.series[0].probabilities.empty() &&
                  picture.series[0].probabilities.size() == picture.series[1].probabilities.size());
  StateLayout layout;
  layout.width_px = width_px;
  layout.scores = picture.series[0].probabilities.size();
  double top = 2.0 * kMargin;
  top += CaptionHeight(picture.caption, kCaptionSizes);
  layout.sheet_left_px = width_px * kMargin;
  layout.sheet_top_px = width_px * top;
  layout.sheet_width_px = static_cast<int>(width_px * kSheetWidth);
  const double sheet_bottom =
      layout.sheet_top_px + LayoutOf(picture.sheet, layout.sheet_width_px).height_px;
  layout.left_px = width_px * (2.0 * kMargin + kSheetWidth + kLabelsWidth);
  layout.right_px = width_px * (1.0 - kMargin);
  layout.top_px = layout.sheet_top_px + width_px * kLegendHeight;
  layout.bottom_px = sheet_bottom - width_px * kAxisHeight;
  layout.height_px = static_cast<int>(std::ceil(sheet_bottom + width_px * kMargin));
  double highest = 0.0;
  for (const StatePicture::Series& series : picture.series) {
    for (const double p : series.probabilities) highest = std::max(highest, p);
  }
  layout.step = highest > 0.5 ? 0.2 : highest > 0.25 ? 0.1 : 0.05;
  layout.most = std::max(layout.step, layout.step * std::ceil(highest / layout.step - 1e-9));
  return layout;
}

std::string Render(const StatePicture& picture, PictureFormat format, int width_px) {
  const StateLayout layout = LayoutOf(picture, width_px);
  return RenderCanvas(layout.width_px, layout.height_px, format,
                      [&](cairo_t* cairo) { StatePainter(cairo, picture, layout).Paint(); });
}

}  // namespace skipstone
