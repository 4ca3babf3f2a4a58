// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

namespace skipstone {

// An ice's geometry in the house frame, metres. y grows towards the back line.
struct Sheet {
  double release_y_m = 0.0;     // where a stone leaves the hand (x = 0)
  double hog_line_y_m = 0.0;    // the far hog line, in front of the house
  double back_line_y_m = 0.0;   // behind the house
  double half_width_m = 0.0;    // side lines at x = -half_width and +half_width
  double house_radius_m = 0.0;  // the 12-foot ring
  double stone_radius_m = 0.0;

  bool operator==(const Sheet&) const = default;
};

// The rings inside the 12-foot: 8 feet, 4 feet and 1 foot across.
inline constexpr double kEightFootRadius_m = 1.219;
inline constexpr double kFourFootRadius_m = 0.610;
inline constexpr double kButtonRadius_m = 0.152;

}  // namespace skipstone
