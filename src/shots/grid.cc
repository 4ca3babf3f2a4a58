// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/grid.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "shots/aim.h"

namespace skipstone {

ShotGrid::ShotGrid(const Execution& execution, const Ice& ice, const GridSetting& setting)
    : execution_(execution), setting_(setting) {
  SKIPSTONE_CHECK(setting.rows >= 2 && setting.columns >= 2);
  const Aim aim(ice.law);
  const Sheet& sheet = ice.sheet;
  constexpr int kSamples = 16;
  for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
    // The box around the standard points of draws along the edge of what is to be covered.
    constexpr double kFar = std::numeric_limits<double>::infinity();
    StandardPoint low{kFar, kFar};
    StandardPoint high{-kFar, -kFar};
    for (int i = 0; i <= kSamples; ++i) {
      for (int j = 0; j <= kSamples; ++j) {
        const double front = sheet.hog_line_y_m;
        const double back = sheet.back_line_y_m + setting.past_back_m;
        const Vec2 spot{sheet.half_width_m * (2.0 * i / kSamples - 1.0),
                        front + (back - front) * j / kSamples};
        const StandardPoint point = execution.ToStandard(aim.DrawTo(spot, handle));
        low = {std::min(low.u, point.u), std::min(low.w, point.w)};
        high = {std::max(high.u, point.u), std::max(high.w, point.w)};
      }
    }
    lattices_[static_cast<std::size_t>(handle)] = {
        low, {(high.u - low.u) / (setting.rows - 1), (high.w - low.w) / (setting.columns - 1)}};
  }
}

StandardPoint ShotGrid::Point(Handle handle, int row, int column) const {
  const Lattice& lattice = Of(handle);
  return {lattice.origin.u + row * lattice.spacing.u,
          lattice.origin.w + column * lattice.spacing.w};
}

Release ShotGrid::At(Handle handle, int row, int column) const {
  return execution_.FromStandard(Point(handle, row, column), handle);
}

Release ShotGrid::operator[](std::size_t index) const {
  const Handle handle = index < size_of_handle() ? Handle::kCw : Handle::kCcw;
  const std::size_t within = index % size_of_handle();
  const auto columns = static_cast<std::size_t>(setting_.columns);
  return At(handle, static_cast<int>(within / columns), static_cast<int>(within % columns));
}

}  // namespace skipstone
