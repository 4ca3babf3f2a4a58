// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "ice/board.h"
#include "ice/ice.h"
#include "ice/release.h"
#include "ice/vec2.h"

namespace skipstone {

// How an undisturbed stone moves, by the way it still has to go. Free motion depends on nothing but
// the speed, so all stones of an ice follow the end of one curve, turned, shifted and mirrored.
//
// The curve ends at the origin. It is tabulated by the square root of the remaining way, in which
// place and speed are smooth down to the rest; headings count towards the curl side.
class Flight {
 public:
  static const Flight& For(Law law);  // shared and read-only, built once

  struct State {
    double across_m;     // to the curl side of the table's axis
    double along_m;      // along it; negative, since the stop is ahead
    double heading_rad;  // from the axis, to the curl side
    double speed_mps;
    double sin_heading;
    double cos_heading;
    double spin_to_lose_radps;  // until the stop (fcv1; never on dc2)
  };
  State At(double root_m) const;  // at the square root of the remaining way
  double RootOfSpeed(double speed_mps) const;
  // Of a stone that stops at this distance, as the crow flies.
  double RootOfDistance(double distance_m) const;
  double fastest_mps() const { return fastest_mps_; }
  double initial_spin_radps() const { return initial_spin_radps_; }
  double release_y_m() const { return release_y_m_; }

 private:
  explicit Flight(Law law);

  // Linear between nodes, flat beyond the ends.
  template <typename Node>
  struct Table {
    double per_unit = 0.0;
    std::vector<Node> nodes;

    std::size_t Find(double at, double& part) const {
      const double x = std::clamp(at * per_unit, 0.0, static_cast<double>(nodes.size() - 1));
      const auto i = std::min(static_cast<std::size_t>(x), nodes.size() - 2);
      part = x - static_cast<double>(i);
      return i;
    }
  };

  double fastest_mps_;
  double initial_spin_radps_;
  double release_y_m_;
  Table<State> states_;             // by root
  Table<double> root_of_speed_;     // by speed
  Table<double> root_of_distance_;  // by the square root of the distance
};

// The free path of a stone in the house frame.
class Path {
 public:
  // A thrown stone's.
  Path(Law law, const Release& release);
  // A struck stone's. `curl` is +1 if it curls to the right of its way, -1 to the left, 0 if it
  // goes straight.
  Path(Law law, Vec2 start, Vec2 velocity_mps, int curl);

  double length_m() const { return start_m_; }
  Vec2 stop() const { return stop_; }

  struct Moment {
    Vec2 place;
    Vec2 direction;  // of unit length
    double speed_mps;
  };
  // When so much of the way remains.
  Moment At(double remaining_m) const;

  // Where the path comes nearest to a point: what remains of the way there (negative beyond the
  // stop), and how far to the right of the path the point lies.
  struct Passing {
    double remaining_m;
    double offset_m;
  };
  Passing PassingOf(Vec2 point) const;

 private:
  void Start(Vec2 start, double speed_mps, double line_rad);

  const Flight& flight_;
  double side_ = 0.0;  // +1 curls to the right
  double sin_ = 0.0;   // of the table's axis, as an angle from +y to +x
  double cos_ = 1.0;
  double start_m_ = 0.0;
  Vec2 stop_;
};

// The first stone a free stone meets on its way.
struct Meeting {
  int slot = -1;             // none
  double remaining_m = 0.0;  // of the free way, when they touch; 0 without a meeting
  double thickness = 0.0;    // how far to the right of the stone the path leads, in diameters
};
Meeting FirstMeeting(const Path& path, const Board& board, double radius_m);

// Whether the path keeps off the side lines until so much of it remains. An arc has one widest
// place; it is found within centimetres.
bool StaysOnSheet(const Path& path, const Sheet& sheet, double until_m);

}  // namespace skipstone
