// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_trajectory.h"

#include <algorithm>
#include <cmath>

namespace skipstone {
namespace {

constexpr double kHalfStep_s = 0.0005;
constexpr double kNearBoard_m = 1.829;  // behind the hack

// What a moving stone is taken away for. One that stops short of the hog line stays in the frames.
bool LeftTheSheet(const Sheet& sheet, Vec2 at) {
  const double radius = sheet.stone_radius_m;
  return !(std::abs(at.x) + radius < sheet.half_width_m) ||
         !(at.y - radius < sheet.back_line_y_m) ||
         !(at.y - radius > sheet.release_y_m - kNearBoard_m);
}

}  // namespace

std::array<double, kStones> AnglesAfter(const std::array<double, kStones>& before, const Turn& turn,
                                        const TurnResult& result, const Recording& recording) {
  std::array<double, kStones> angles = before;
  if (!result.was_thrown || result.thrown.foul) return angles;
  angles[static_cast<std::size_t>(turn.slot())] = 0.0;
  for (std::size_t slot = 0; slot < angles.size(); ++slot) {
    angles[slot] += recording.angles_rad[slot];
    if (!result.thrown.outcome.board.Has(static_cast<int>(slot))) angles[slot] = 0.0;
  }
  return angles;
}

Dc3Trajectory TrajectoryOf(const Dc3Stones& before, const Turn& turn, const Ice& ice,
                           const TurnResult& result, const Recording& recording) {
  Dc3Trajectory trajectory;
  // The server's clock counts in float32.
  trajectory.seconds_per_frame = double{static_cast<float>(recording.interval_s)};
  trajectory.start = before;
  trajectory.finish = {result.thrown.outcome.board,
                       AnglesAfter(before.angles_rad, turn, result, recording)};
  if (!result.was_thrown) return trajectory;
  const auto thrown = static_cast<std::size_t>(turn.slot());
  trajectory.start.board.Put(turn.slot(), {0.0, ice.sheet.release_y_m});
  trajectory.start.angles_rad[thrown] = 0.0;

  double stop_s = 0.0;
  for (const auto& path : recording.paths) {
    if (!path.empty()) stop_s = std::max(stop_s, path.back().time_s);
  }
  std::array<std::size_t, kStones> next{};  // point of each path
  for (int frame = 1;; ++frame) {
    const double time_s = std::min(frame * recording.interval_s, stop_s);
    std::vector<Dc3Trajectory::Change>& changes = trajectory.frames.emplace_back();
    for (int slot = 0; slot < kStones; ++slot) {
      const auto i = static_cast<std::size_t>(slot);
      const auto& path = recording.paths[i];
      if (next[i] >= path.size() || path[next[i]].time_s > time_s + kHalfStep_s) continue;
      while (next[i] < path.size() && path[next[i]].time_s < time_s + kHalfStep_s) ++next[i];
      const Recording::Point& point = path[next[i] - 1];
      Dc3Trajectory::Change change{OwnerOf(slot), IndexOf(slot), false, point.position,
                                   trajectory.start.angles_rad[i] + point.angle_rad};
      change.gone = next[i] == path.size() && LeftTheSheet(ice.sheet, point.position);
      // Of a stone that sets off, the first point is where it lay.
      if (!change.gone && std::abs(point.time_s - time_s) > kHalfStep_s) continue;
      if (change.gone) change = {change.team, change.index, true, {}, 0.0};
      changes.push_back(change);
    }
    if (time_s >= stop_s - kHalfStep_s) break;
  }
  return trajectory;
}

}  // namespace skipstone
