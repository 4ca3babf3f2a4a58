// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "picture/sheet_picture.h"

namespace skipstone {

// How often values of each size occur, on a logarithmic axis: bars, and the outline of a second
// series to compare them with. Values outside the axis, zero and infinity too, count in its first
// and last bin.
struct Histogram {
  struct Series {
    std::string name;
    std::vector<double> values;
  };

  std::string caption;    // UTF-8, above the plot; lines after the first are set smaller
  std::string axis;       // what the values are, with their unit
  int low_exponent = -2;  // the axis goes from 10^low to 10^high
  int high_exponent = 4;
  Series bars;
  std::optional<Series> outline;
};

inline constexpr int kBinsPerDecade = 8;
std::vector<std::size_t> BinCounts(const Histogram& histogram, const Histogram::Series& series);

inline constexpr int kHistogramWidth_px = 900;

// Where the plot is, in pixels from the top left corner.
struct HistogramLayout {
  int width_px = 0;
  int height_px = 0;
  double left_px = 0.0;
  double right_px = 0.0;
  double top_px = 0.0;
  double bottom_px = 0.0;
  std::size_t bins = 0;
  std::size_t most = 1;  // the count at the top

  double BinLeft_px(std::size_t bin) const {
    return left_px + (right_px - left_px) * static_cast<double>(bin) / static_cast<double>(bins);
  }
  double Count_px(double count) const {
    return bottom_px - (bottom_px - top_px) * count / static_cast<double>(most);
  }
};
HistogramLayout LayoutOf(const Histogram& histogram, int width_px = kHistogramWidth_px);

// The picture's file content; the width as for a SheetPicture.
std::string Render(const Histogram& histogram, PictureFormat format,
                   int width_px = kHistogramWidth_px);

inline constexpr Colour kBarColour{0.51, 0.705, 0.878};
inline constexpr Colour kOutlineColour{0.7, 0.04, 0.1};

}  // namespace skipstone
