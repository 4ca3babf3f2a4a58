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

  // Where the stone is and where it heads.
  struct Place {
    double across_m;  // to the curl side of the table's axis
    double along_m;   // along it; negative, since the stop is ahead
    double sin_heading;
    double cos_heading;
  };
  struct Motion {
    double heading_rad;  // from the axis, to the curl side
    double speed_mps;
    double spin_to_lose_radps;  // until the stop (fcv1; never on dc2)
  };
  struct State : Place, Motion {};

  // At the square root of the remaining way. Places are asked for most: they have their own table.
  Place PlaceAt(double root_m) const { return places_.At(root_m); }
  Motion MotionAt(double root_m) const { return motions_.At(root_m); }
  State At(double root_m) const { return {PlaceAt(root_m), MotionAt(root_m)}; }

  double RootOfSpeed(double speed_mps) const { return root_of_speed_.At(speed_mps); }
  // Of a stone that stops at this distance, as the crow flies.
  double RootOfDistance(double distance_m) const {
    return root_of_distance_.At(std::sqrt(distance_m));
  }
  // A draw as long as this: its speed, and how far the bearing of its stop has turned from the line
  // of release, to the curl side.
  struct Draw {
    double speed_mps;
    double turned_rad;
  };
  Draw DrawOf(double distance_m) const { return draws_.At(std::sqrt(distance_m)); }
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

    Node At(double at) const {
      const double last = static_cast<double>(static_cast<int>(nodes.size()) - 1);
      const double x = std::min(std::max(at * per_unit, 0.0), last);
      const int i = std::min(static_cast<int>(x), static_cast<int>(nodes.size()) - 2);
      const Node* node = nodes.data() + i;
      return Mix(node[0], node[1], x - static_cast<double>(i));
    }
  };
  static double Mix(double a, double b, double part) { return a + part * (b - a); }
  static Place Mix(const Place& a, const Place& b, double part) {
    return {Mix(a.across_m, b.across_m, part), Mix(a.along_m, b.along_m, part),
            Mix(a.sin_heading, b.sin_heading, part), Mix(a.cos_heading, b.cos_heading, part)};
  }
  static Motion Mix(const Motion& a, const Motion& b, double part) {
    return {Mix(a.heading_rad, b.heading_rad, part), Mix(a.speed_mps, b.speed_mps, part),
            Mix(a.spin_to_lose_radps, b.spin_to_lose_radps, part)};
  }
  static Draw Mix(const Draw& a, const Draw& b, double part) {
    return {Mix(a.speed_mps, b.speed_mps, part), Mix(a.turned_rad, b.turned_rad, part)};
  }

  double fastest_mps_;
  double initial_spin_radps_;
  double release_y_m_;
  Table<Place> places_;             // by root
  Table<Motion> motions_;           // by root
  Table<double> root_of_speed_;     // by speed
  Table<double> root_of_distance_;  // by the square root of the distance
  Table<Draw> draws_;               // by the square root of the distance
};

// The free path of a stone in the house frame.
class Path {
 public:
  // A thrown stone's.
  Path(Law law, const Release& release);
  // A struck stone's. `curl` is +1 if it curls to the right of its way, -1 to the left, 0 if it
  // goes straight.
  Path(Law law, Vec2 start, Vec2 velocity_mps, int curl);
  // With what is known already: a direction of unit length, and the square root of the way to go.
  Path(const Flight& flight, Vec2 start, Vec2 direction, double root_m, double curl)
      : flight_(&flight), side_(curl), start_m_(root_m * root_m) {
    // The table's axis is the direction turned back by the table's heading.
    const Flight::Place place = flight.PlaceAt(root_m);
    const double sine = side_ * place.sin_heading;
    const double cosine = side_ == 0.0 ? 1.0 : place.cos_heading;
    sin_ = direction.x * cosine - direction.y * sine;
    cos_ = direction.y * cosine + direction.x * sine;
    stop_ = start - ToHouse(place, start_m_);  // seen from a stop at the origin
  }

  double length_m() const { return start_m_; }
  Vec2 stop() const { return stop_; }

  struct Moment {
    Vec2 place;
    Vec2 direction;  // of unit length
    double speed_mps;
  };
  // When so much of the way remains.
  Moment At(double remaining_m) const {
    const double root = std::sqrt(std::max(0.0, remaining_m));
    const Flight::Place place = flight_->PlaceAt(root);
    return {stop_ + ToHouse(place, remaining_m), Direction(place),
            flight_->MotionAt(root).speed_mps};
  }
  Vec2 PlaceAt(double remaining_m) const {
    return stop_ + ToHouse(flight_->PlaceAt(std::sqrt(std::max(0.0, remaining_m))), remaining_m);
  }

  // Where the path comes nearest to a point: what remains of the way there (negative beyond the
  // stop), and how far to the right of the path the point lies.
  struct Passing {
    double remaining_m;
    double offset_m;
  };
  Passing PassingOf(Vec2 point) const;

 private:
  Vec2 Turn(double across, double along) const {
    return {along * sin_ + across * cos_, along * cos_ - across * sin_};
  }
  // A straight way has the same speeds.
  Vec2 ToHouse(const Flight::Place& place, double remaining_m) const {
    return side_ == 0.0 ? Turn(0.0, -remaining_m) : Turn(side_ * place.across_m, place.along_m);
  }
  Vec2 Direction(const Flight::Place& place) const {
    return side_ == 0.0 ? Turn(0.0, 1.0) : Turn(side_ * place.sin_heading, place.cos_heading);
  }

  const Flight* flight_;
  double side_ = 0.0;  // +1 curls to the right
  double sin_ = 0.0;   // of the table's axis, as an angle from +y to +x
  double cos_ = 1.0;
  double start_m_ = 0.0;
  Vec2 stop_;
};

// The part of a path among the stones as a parabola, which is enough to tell which stones are far
// from it. Most are, and a Passing costs ten times as much.
class Sketch {
 public:
  // Of the path from where `from_m` of it remains to where `until_m` does.
  Sketch(const Path& path, double from_m, double until_m);
  // Of a thrown stone's way among stones in play.
  static Sketch OfThrow(const Path& path, double until_m);
  // Of a struck stone's way among them.
  static Sketch OfStruck(const Path& path);

  // The point is at least as far from this part of the path.
  double DistanceAtLeast(Vec2 point) const {
    const Vec2 offset = point - start_;
    const double along = Dot(offset, direction_);
    const double part = std::min(std::max(along, 0.0), length_m_);
    const double aside =
        Dot(offset, RightOf(direction_)) - bulge_per_m_ * part * (length_m_ - part);
    return std::max(std::abs(aside) * slant_, std::abs(along - part)) - kError_m;
  }

  static constexpr double kError_m = 0.04;  // of the parabola; flight_test.cc

 private:
  Vec2 start_;
  Vec2 direction_;  // to the end
  double length_m_;
  double
      bulge_per_m_;  // how far the path is to the right, over the product of the ways to the ends
  double slant_;     // the cosine of the steepest angle with the direction
};

// The first stone a free stone meets on its way.
struct Meeting {
  int slot = -1;             // none
  double remaining_m = 0.0;  // of the free way, when they touch; 0 without a meeting
  double thickness = 0.0;    // how far to the right of the stone the path leads, in diameters
};
Meeting FirstMeeting(const Path& path, const Sketch& sketch, const Board& board, SlotSet among,
                     double radius_m);

// Whether the path keeps off the side lines until so much of it remains. An arc has one widest
// place; it is found within centimetres.
bool StaysOnSheet(const Path& path, const Sheet& sheet, double until_m);

}  // namespace skipstone
