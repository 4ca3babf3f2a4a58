// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/free_path.h"

#include <algorithm>
#include <cmath>

#include "base/exact_math.h"
#include "ice/dc2_law.h"
#include "ice/trajectory.h"

namespace skipstone {
namespace {

// dc2 has a closed form: with complex numbers, a release along e stops at v^2 e / (a (2 - i k)).
const double kDc2Distance =
    1.0 / (double{dc2::kDeceleration} * std::sqrt(4.0 + double{dc2::kCurl} * double{dc2::kCurl}));

}  // namespace

const FreePath& FreePath::For(Law law) {
  if (law == Law::kFcv1) {
    static const FreePath fcv1(Law::kFcv1);
    return fcv1;
  }
  static const FreePath dc2(Law::kDc2);
  return dc2;
}

FreePath::FreePath(Law law) : law_(law), release_y_m_(DefaultIce(law).sheet.release_y_m) {
  if (law == Law::kFcv1) BuildFcv1();
}

void FreePath::BuildFcv1() {
  constexpr std::size_t kStepsPerNode = 16;
  const std::vector<TrajectoryState> states = FreeTrajectory(Law::kFcv1);
  const TrajectoryState& rest = states.back();
  nodes_.push_back({0.0, {}});
  for (std::size_t i = (states.size() - 1) / kStepsPerNode + 1; i-- > 0;) {
    const TrajectoryState& s = states[i * kStepsPerNode];
    const double dx = rest.x - s.x;
    const double dy = rest.y - s.y;
    const double distance = std::sqrt(dx * dx + dy * dy);
    if (distance == 0.0) continue;
    nodes_.push_back({s.speed, {distance, ExactAtan2(dy, dx) - s.heading}});
  }
}

FreePath::Stop FreePath::StopOf(double speed_mps) const {
  if (law_ == Law::kDc2) {
    return {speed_mps * speed_mps * kDc2Distance, ExactAtan2(double{dc2::kCurl}, 2.0)};
  }
  const auto upper =
      std::clamp(std::upper_bound(nodes_.begin(), nodes_.end(), speed_mps,
                                  [](double v, const Node& node) { return v < node.speed_mps; }),
                 nodes_.begin() + 1, nodes_.end() - 1);
  const Node& a = *(upper - 1);
  const Node& b = *upper;
  const double t = (speed_mps - a.speed_mps) / (b.speed_mps - a.speed_mps);
  return {a.stop.distance_m + t * (b.stop.distance_m - a.stop.distance_m),
          a.stop.bearing_rad + t * (b.stop.bearing_rad - a.stop.bearing_rad)};
}

double FreePath::DistancePerSpeed(double speed_mps) const {
  const double h = 1e-3 * speed_mps;
  return (StopOf(speed_mps + h).distance_m - StopOf(speed_mps - h).distance_m) / (2.0 * h);
}

Release FreePath::DrawTo(Vec2 target, Handle handle) const {
  const double dy = target.y - release_y_m_;
  const double distance = std::sqrt(target.x * target.x + dy * dy);
  double speed = 0.0;
  if (law_ == Law::kDc2) {
    speed = std::sqrt(distance / kDc2Distance);
  } else {
    const auto upper = std::clamp(
        std::upper_bound(nodes_.begin(), nodes_.end(), distance,
                         [](double d, const Node& node) { return d < node.stop.distance_m; }),
        nodes_.begin() + 1, nodes_.end() - 1);
    const Node& a = *(upper - 1);
    const Node& b = *upper;
    const double t = (distance - a.stop.distance_m) / (b.stop.distance_m - a.stop.distance_m);
    speed = a.speed_mps + t * (b.speed_mps - a.speed_mps);
  }
  const double angle = ExactAtan2(target.x, dy) - CurlSide(handle) * StopOf(speed).bearing_rad;
  return {speed, angle, handle};
}

Vec2 FreePath::StopPoint(const Release& release) const {
  const Stop stop = StopOf(release.speed_mps);
  const SinCos bearing =
      ExactSinCos(release.angle_rad + CurlSide(release.handle) * stop.bearing_rad);
  return {stop.distance_m * bearing.sin, release_y_m_ + stop.distance_m * bearing.cos};
}

}  // namespace skipstone
