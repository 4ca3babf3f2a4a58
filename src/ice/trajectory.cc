// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/trajectory.h"

#include <algorithm>

#include "base/exact_math.h"
#include "ice/dc2_law.h"

namespace skipstone {
namespace {

constexpr double kStep_s = 0.001;
constexpr double kGravity = 9.80665;

// The laws of fcv1_law.h and dc2_law.h in double precision: the speed after a step, the turn and
// the spin lost in it.
struct Fcv1 {
  static constexpr double kFastest = 5.0;
  static double Slower(double speed) {
    return speed - (0.00200985 / (speed + 0.06385782) + 0.00626286) * kGravity * kStep_s;
  }
  static double Turn(double speed, double /*slower*/) {
    return 0.0082 * ExactExp(-0.8 * ExactLog(speed)) * kStep_s;
  }
  static double SpinLoss(double speed) { return 0.025 / std::max(speed, 0.001) * kStep_s; }
};

struct Dc2 {
  static constexpr double kFastest = 65.0;
  static constexpr double kLoss = double{dc2::kDeceleration} * kStep_s;
  static double Slower(double speed) { return speed - kLoss; }
  static double Turn(double /*speed*/, double slower) {
    return ExactAtan2(double{dc2::kCurl} * kLoss, slower);
  }
  static double SpinLoss(double /*speed*/) { return 0.0; }
};

template <typename LawOfMotion>
std::vector<TrajectoryState> Follow() {
  std::vector<TrajectoryState> states;
  TrajectoryState s;
  s.speed = LawOfMotion::kFastest;
  while (true) {
    states.push_back(s);
    if (s.speed == 0.0) return states;
    const double slower = std::max(0.0, LawOfMotion::Slower(s.speed));
    s.spin_lost += LawOfMotion::SpinLoss(s.speed);
    if (slower > 0.0) s.heading += LawOfMotion::Turn(s.speed, slower);
    s.speed = slower;
    const SinCos direction = ExactSinCos(s.heading);
    s.x += kStep_s * s.speed * direction.cos;
    s.y += kStep_s * s.speed * direction.sin;
    s.distance += kStep_s * s.speed;
  }
}

}  // namespace

std::vector<TrajectoryState> FreeTrajectory(Law law) {
  return law == Law::kFcv1 ? Follow<Fcv1>() : Follow<Dc2>();
}

StepLoss StepLossOf(Law law) {
  if (law == Law::kDc2) return {Dc2::kLoss, 0.0, 1.0};
  return {0.00626286 * kGravity * kStep_s, 0.00200985 * kGravity * kStep_s, 0.06385782};
}

}  // namespace skipstone
