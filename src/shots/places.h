// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cmath>

#include "ice/sheet.h"
#include "shots/flight.h"

namespace skipstone {

// A stone that touches the house.
inline bool InHouse(Vec2 place, const Sheet& sheet) {
  const double reach = sheet.house_radius_m + sheet.stone_radius_m;
  return Dot(place, place) < reach * reach;
}

// A stone between the hog line and the house.
inline bool IsGuard(Vec2 place, const Sheet& sheet) {
  return place.y < 0.0 && !InHouse(place, sheet);
}

// Where the straight line from the hand to `place` is at this y.
inline double LineTo(Vec2 place, double y, const Sheet& sheet) {
  return place.x * (y - sheet.release_y_m) / (place.y - sheet.release_y_m);
}

// Whether a stone lies in front of a place so that a hit on it has to come around.
inline bool Covers(Vec2 stone, Vec2 place, const Sheet& sheet) {
  constexpr double kAhead_m = 0.5;
  return stone.y < place.y - kAhead_m &&
         std::abs(stone.x - LineTo(place, stone.y, sheet)) < 1.5 * sheet.stone_radius_m;
}

}  // namespace skipstone
