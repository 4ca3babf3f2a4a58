// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <vector>

#include "ice/ice.h"

namespace skipstone {

// The free way of a stone that turns left, from the fastest speed of the tables to rest, followed
// through the ice's 1 ms steps in double precision. Free motion depends on nothing but the speed,
// so this one trajectory holds all of them.
struct TrajectoryState {
  double speed = 0.0;    // before the step
  double heading = 0.0;  // turned since the start, rad
  double x = 0.0;        // along the first heading
  double y = 0.0;        // to its left
  double distance = 0.0;
  double spin_lost = 0.0;  // rad/s
};

// One state per step; the last is at rest.
std::vector<TrajectoryState> FreeTrajectory(Law law);

// What a step takes from the speed: loss + drag / (speed + drag_speed).
struct StepLoss {
  double loss;
  double drag;
  double drag_speed;
};
StepLoss StepLossOf(Law law);

}  // namespace skipstone
