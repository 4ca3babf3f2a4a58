// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <vector>

#include "shots/flight.h"

namespace skipstone {

// All ways of stones released with one speed: where such a stone is, and how it got there, depends
// on nothing but the distance from the hand. A skip hits with a handful of weights; for those the
// answers are tabulated once, and a pass through a point is a lookup.
class Ways {
 public:
  // Without a table, for a speed that is needed once. `root_m` is the square root of the way to go.
  Ways(const Flight& flight, double speed_mps, double root_m);
  // With one.
  Ways(const Flight& flight, double speed_mps);

  double speed_mps() const { return speed_mps_; }
  double root_m() const { return root_m_; }
  // Whether the stone gets so far, as the crow flies.
  bool Reaches(double distance_m) const { return distance_m <= whole_m_; }

  // So far from the hand. Angles count towards the curl side.
  struct Point {
    double turned_rad;  // the bearing of the point from the line of release
    double sin_lean;    // of the heading there from that bearing
    double cos_lean;
    double speed_mps;
    double spin_radps;
    double remaining_m;
  };
  Point At(double distance_m) const {
    const double x = (distance_m - kNearest_m) * kPerMetre;
    if (!(x >= 0.0) || !(x < last_)) return Solve(distance_m);
    const int i = static_cast<int>(x);
    const Point& a = points_[static_cast<std::size_t>(i)];
    const Point& b = points_[static_cast<std::size_t>(i) + 1];
    const double part = x - static_cast<double>(i);
    const auto mix = [&](double Point::*m) { return a.*m + part * (b.*m - a.*m); };
    return {mix(&Point::turned_rad), mix(&Point::sin_lean),   mix(&Point::cos_lean),
            mix(&Point::speed_mps),  mix(&Point::spin_radps), mix(&Point::remaining_m)};
  }

 private:
  // From before the hog line to behind the house, by 10 cm: linear between them is a few
  // micrometres off, except near the stop, where the table ends.
  static constexpr double kNearest_m = 24.0;
  static constexpr double kFarthest_m = 44.0;
  static constexpr double kBeforeStop_m = 3.0;
  static constexpr double kPerMetre = 10.0;

  Point Solve(double distance_m) const;

  const Flight* flight_;
  double speed_mps_;
  double root_m_;
  Flight::State start_;
  double whole_m_;
  double last_ = 0.0;  // of the points, as a number
  std::vector<Point> points_;
};

}  // namespace skipstone
