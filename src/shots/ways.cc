// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/ways.h"

#include "base/exact_math.h"

namespace skipstone {

Ways::Ways(const Flight& flight, double speed_mps, double root_m)
    : flight_(&flight),
      speed_mps_(speed_mps),
      root_m_(root_m),
      start_(flight.At(root_m)),
      whole_m_(Length({start_.across_m, start_.along_m})) {}

Ways::Ways(const Flight& flight, double speed_mps)
    : Ways(flight, speed_mps, flight.RootOfSpeed(speed_mps)) {
  for (int i = 0;; ++i) {
    const double distance = kNearest_m + i / kPerMetre;
    if (distance > kFarthest_m || distance > whole_m_ - kBeforeStop_m) break;
    points_.push_back(Solve(distance));
  }
  if (!points_.empty()) last_ = static_cast<double>(points_.size() - 1);
}

Ways::Point Ways::Solve(double distance_m) const {
  // The path is a little longer than the straight way; two corrections find how much.
  const double all = root_m_ * root_m_;
  const double part = distance_m / whole_m_;
  double remaining = all - distance_m - (all - whole_m_) * part * part;
  double root = 0.0;
  Flight::Place there{};
  Vec2 gone;  // in the table's frame
  for (int i = 0; i < 2; ++i) {
    root = std::sqrt(std::max(0.0, remaining));
    there = flight_->PlaceAt(root);
    gone = {there.across_m - start_.across_m, there.along_m - start_.along_m};
    remaining -= distance_m - Length(gone);
  }
  const Flight::Motion motion = flight_->MotionAt(root);
  const Vec2 bearing = UnitOf(gone);
  // Turned into the frame of the release, where the angle is small.
  const double turned = SmallAtan2(gone.x * start_.cos_heading - gone.y * start_.sin_heading,
                                   gone.y * start_.cos_heading + gone.x * start_.sin_heading);
  return {turned,
          there.sin_heading * bearing.y - there.cos_heading * bearing.x,
          there.cos_heading * bearing.y + there.sin_heading * bearing.x,
          motion.speed_mps,
          flight_->initial_spin_radps() - (start_.spin_to_lose_radps - motion.spin_to_lose_radps),
          root * root};
}

}  // namespace skipstone
