// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <vector>

#include "ice/ice.h"
#include "ice/release.h"
#include "ice/vec2.h"

namespace skipstone {

// Where a stone that meets nothing comes to rest, as a function of its speed, and the inverse: the
// draw to a point. Free motion does not depend on place or direction, so one curve per ice holds
// all draws. It follows the 1 ms steps in double precision, a few millimetres from the float32
// engines.
class FreePath {
 public:
  // Shared and read-only; built once (about 5 ms for fcv1).
  static const FreePath& For(Law law);

  // The stop as seen from the start: its distance, and how far its bearing has turned from the
  // line of the release to the curl side.
  struct Stop {
    double distance_m = 0.0;
    double bearing_rad = 0.0;
  };
  Stop StopOf(double speed_mps) const;
  double DistancePerSpeed(double speed_mps) const;  // derivative of the distance, m per m/s

  // The release that stops at `target`, a point of the house frame.
  Release DrawTo(Vec2 target, Handle handle) const;
  Vec2 StopPoint(const Release& release) const;

 private:
  explicit FreePath(Law law);
  void BuildFcv1();

  // Nodes in order of growing speed; between them the curve is linear.
  struct Node {
    double speed_mps;
    Stop stop;
  };
  Law law_;
  double release_y_m_;
  std::vector<Node> nodes_;
};

}  // namespace skipstone
