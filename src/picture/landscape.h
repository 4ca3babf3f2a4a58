// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ice/release.h"
#include "picture/sheet_picture.h"

namespace skipstone {

// What releases are worth: lines across, weights up, values as colour. A column of two panels for
// each piece of the shot space, of which the upper one shows the values of throwing exactly so,
// the lower one those of calling it.
struct LandscapePicture {
  struct Column {
    std::string title;
    // The centres of the cells, ascending. Cells are drawn equally large, so the axis is as the
    // speeds are.
    std::vector<double> speeds_mps;
    std::vector<double> angles_rad;
    std::vector<double> exact;  // row by row, from the lightest weight and the leftmost line
    std::vector<double> called;
    // Only those inside the panels are drawn; the handle must be the column's.
    std::vector<Release> candidates;
    std::vector<Release> samples;
    std::optional<Release> call;
    std::vector<std::vector<Release>> error_curves;  // around the call
    bool names_weights = true;
  };
  struct WeightName {
    double speed_mps = 0.0;
    std::string name;
  };

  std::string caption;     // UTF-8, above the panels; lines after the first are set smaller
  std::string exact_name;  // of the two rows
  std::string called_name;
  std::vector<Column> columns;
  std::vector<WeightName> weights;  // most important first: names that would overlap are left out
  // The colours' scale. A diverging one is white in the middle, for values with a meaningful zero.
  std::string value_name;
  double low = -1.0;
  double high = 1.0;
  bool diverging = true;
  bool percent = false;  // of probabilities
};

inline constexpr int kLandscapeWidth_px = 1280;

// Where the panels are, in pixels from the top left corner.
struct LandscapeLayout {
  int width_px = 0;
  int height_px = 0;
  double panel_width_px = 0.0;
  double panel_height_px = 0.0;
  std::vector<double> left_px;  // by column
  double top_px[2] = {};        // of the two rows

  // Of a release in a column; `row` 0 is the upper one.
  Vec2 ToPixels(const LandscapePicture::Column& column, std::size_t index, int row,
                const Release& release) const;
};
LandscapeLayout LayoutOf(const LandscapePicture& picture, int width_px = kLandscapeWidth_px);

// The colour of a value; beyond the scale, that of its end.
Colour ValueColour(const LandscapePicture& picture, double value);

// The picture's file content; the width as for a SheetPicture.
std::string Render(const LandscapePicture& picture, PictureFormat format,
                   int width_px = kLandscapeWidth_px);

inline constexpr Colour kCandidateColour{0.0, 0.36, 0.9};

}  // namespace skipstone
