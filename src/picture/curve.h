// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ice/vec2.h"
#include "picture/sheet_picture.h"

namespace skipstone {

// Curves over a common axis, such as the losses of a network while it learns.
struct CurvePicture {
  struct Curve {
    std::string name;
    // With x rising. A point that cannot be shown (not finite, or not above 0 on a logarithmic
    // axis) leaves a gap.
    std::vector<Vec2> points;
  };

  std::string caption;  // UTF-8, above the plot; lines after the first are set smaller
  std::string x_axis;   // what it is, with its unit
  std::string y_axis;
  bool log_y = false;
  std::vector<Curve> curves;
};

inline constexpr int kCurvesWidth_px = 900;

// Where the plot is, in pixels from the top left corner, and what its edges stand for.
struct CurveLayout {
  int width_px = 0;
  int height_px = 0;
  double left_px = 0.0;
  double right_px = 0.0;
  double top_px = 0.0;
  double bottom_px = 0.0;
  bool log_y = false;
  double x_low = 0.0;
  double x_high = 1.0;
  double y_low = 0.0;
  double y_high = 1.0;
  std::vector<double> x_ticks;
  std::vector<double> y_ticks;
  // The legend is below the axis, where it hides no curve: row by row, in columns.
  double legend_px = 0.0;  // its top
  int legend_columns = 1;

  double X_px(double x) const;
  double Y_px(double y) const;
};
CurveLayout LayoutOf(const CurvePicture& picture, int width_px = kCurvesWidth_px);

// The picture's file content; the width as for a SheetPicture.
std::string Render(const CurvePicture& picture, PictureFormat format,
                   int width_px = kCurvesWidth_px);

// The colours go round.
Colour CurveColour(std::size_t curve);

}  // namespace skipstone
