// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <string>
#include <vector>

#include "picture/sheet_picture.h"

namespace skipstone {

// A position and two distributions over the scores of its end, side by side: the sheet on the left,
// on the right a pair of bars for each score (Ataka et al. 2020, Figs. 9 and 10).
struct StatePicture {
  struct Series {
    std::string name;
    std::vector<double> probabilities;  // of `lowest`, `lowest` + 1, ...; as many in both
  };

  std::string caption;  // UTF-8, above both; lines after the first are set smaller
  std::string axis;     // what the scores are
  int lowest = -8;
  SheetPicture sheet;  // its own caption is below it
  std::array<Series, 2> series;
};

inline constexpr int kStateWidth_px = 1100;

// Where the parts are, in pixels from the top left corner.
struct StateLayout {
  int width_px = 0;
  int height_px = 0;
  int sheet_width_px = 0;
  double sheet_left_px = 0.0;
  double sheet_top_px = 0.0;
  double left_px = 0.0;  // of the bars' plot
  double right_px = 0.0;
  double top_px = 0.0;
  double bottom_px = 0.0;
  std::size_t scores = 0;
  double most = 1.0;  // the probability at the top
  double step = 0.2;  // between lines of the grid

  // The left edge of a bar, and with `series` 2 the right edge of the pair.
  double BarLeft_px(std::size_t score, std::size_t series) const;
  double Probability_px(double probability) const {
    return bottom_px - (bottom_px - top_px) * probability / most;
  }
};
StateLayout LayoutOf(const StatePicture& picture, int width_px = kStateWidth_px);

// The picture's file content; at least four times as wide as the narrowest sheet.
std::string Render(const StatePicture& picture, PictureFormat format,
                   int width_px = kStateWidth_px);

// Of the two series.
inline constexpr Colour kSeriesColours[2] = {{0.12, 0.42, 0.7}, {0.92, 0.55, 0.13}};

}  // namespace skipstone
