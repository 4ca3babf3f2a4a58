// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/flight.h"

#include "base/exact_math.h"
#include "ice/dc2_law.h"
#include "ice/fcv1_law.h"
#include "ice/trajectory.h"

namespace skipstone {
namespace {

// Between nodes a table is a few micrometres off.
constexpr std::size_t kNodes = 2048;

double Mix(double a, double b, double part) { return a + part * (b - a); }

// fcv1: through the 1 ms steps of the trajectory.
std::vector<Flight::State> Fcv1States(const std::vector<TrajectoryState>& steps,
                                      double most_root_m) {
  const TrajectoryState& rest = steps.back();
  std::vector<Flight::State> states(kNodes);
  std::size_t i = steps.size() - 1;
  const auto remaining = [&](std::size_t step) { return rest.distance - steps[step].distance; };
  for (std::size_t k = 0; k < kNodes; ++k) {
    const double root = most_root_m * static_cast<double>(k) / (kNodes - 1);
    while (i > 1 && remaining(i - 1) < root * root) --i;
    // The step that ends at `i` or, for the first node, the rest itself.
    const TrajectoryState& later = steps[i];
    const TrajectoryState& sooner = steps[i - 1];
    const double span = remaining(i - 1) - remaining(i);
    const double part = span > 0.0 ? std::min(1.0, (root * root - remaining(i)) / span) : 0.0;
    const auto mix = [&](double TrajectoryState::*m) { return Mix(later.*m, sooner.*m, part); };
    const double heading = mix(&TrajectoryState::heading);
    const SinCos turn = ExactSinCos(heading);
    states[k] = {
        {mix(&TrajectoryState::y) - rest.y, mix(&TrajectoryState::x) - rest.x, turn.sin, turn.cos},
        {heading, mix(&TrajectoryState::speed), rest.spin_lost - mix(&TrajectoryState::spin_lost)}};
  }
  return states;
}

// dc2: in closed form, a logarithmic spiral about the stop (docs/physics.md).
std::vector<Flight::State> Dc2States(double most_root_m) {
  const double deceleration = double{dc2::kDeceleration};
  const double curl = double{dc2::kCurl};
  const double lean = ExactAtan2(curl, 2.0);
  std::vector<Flight::State> states(kNodes);
  for (std::size_t k = 1; k < kNodes; ++k) {
    const double root = most_root_m * static_cast<double>(k) / (kNodes - 1);
    const double speed = root * std::sqrt(2.0 * deceleration);
    const double heading = -curl * ExactLog(speed);
    const double distance = speed * speed / (deceleration * std::sqrt(4.0 + curl * curl));
    const SinCos bearing = ExactSinCos(heading + lean);
    const SinCos turn = ExactSinCos(heading);
    states[k] = {{-distance * bearing.sin, -distance * bearing.cos, turn.sin, turn.cos},
                 {heading, speed, 0.0}};
  }
  states[0] = states[1];
  states[0].across_m = states[0].along_m = states[0].speed_mps = 0.0;
  return states;
}

}  // namespace

const Flight& Flight::For(Law law) {
  if (law == Law::kFcv1) {
    static const Flight fcv1(Law::kFcv1);
    return fcv1;
  }
  static const Flight dc2(Law::kDc2);
  return dc2;
}

Flight::Flight(Law law) : release_y_m_(DefaultIce(law).sheet.release_y_m) {
  double most_root_m = 0.0;
  std::vector<State> states;
  if (law == Law::kFcv1) {
    fastest_mps_ = 4.9;  // the trajectory starts a little faster
    initial_spin_radps_ = double{fcv1::kInitialSpin_radps};
    const std::vector<TrajectoryState> steps = FreeTrajectory(law);
    most_root_m = std::sqrt(steps.back().distance);
    states = Fcv1States(steps, most_root_m);
  } else {
    fastest_mps_ = 64.0;
    initial_spin_radps_ = double{dc2::kCurl};
    most_root_m = fastest_mps_ / std::sqrt(2.0 * double{dc2::kDeceleration});
    states = Dc2States(most_root_m);
  }
  places_.per_unit = motions_.per_unit = (kNodes - 1) / most_root_m;
  for (const State& state : states) {
    places_.nodes.push_back(state);
    motions_.nodes.push_back(state);
  }

  // The inverse tables, by walking along the states.
  const auto invert = [&](double most, const auto& value, Table<double>& table) {
    table.per_unit = (kNodes - 1) / most;
    std::size_t k = 1;
    for (std::size_t n = 0; n < kNodes; ++n) {
      const double wanted = most * static_cast<double>(n) / (kNodes - 1);
      while (k + 1 < kNodes && value(k) < wanted) ++k;
      const double part = (wanted - value(k - 1)) / (value(k) - value(k - 1));
      table.nodes.push_back(Mix(static_cast<double>(k - 1), static_cast<double>(k), part) /
                            places_.per_unit);
    }
  };
  invert(
      fastest_mps_, [&](std::size_t k) { return states[k].speed_mps; }, root_of_speed_);
  const auto root_distance = [&](std::size_t k) {
    const State& s = states[k];
    return std::sqrt(Length({s.across_m, s.along_m}));
  };
  invert(root_distance(kNodes - 1), root_distance, root_of_distance_);

  draws_.per_unit = root_of_distance_.per_unit;
  for (const double root : root_of_distance_.nodes) {
    const State start = At(root);
    // From the line of release, which keeps the angle small; a draw of no length turns nowhere.
    const double x = start.along_m * start.sin_heading - start.across_m * start.cos_heading;
    const double y = -start.along_m * start.cos_heading - start.across_m * start.sin_heading;
    draws_.nodes.push_back({start.speed_mps, SmallAtan2(x, y)});
  }
}

namespace {

Vec2 DirectionOf(double angle_rad) {
  const SinCos line = SmallSinCos(angle_rad);
  return {line.sin, line.cos};
}

}  // namespace

Path::Path(Law law, const Release& release)
    : Path(Flight::For(law), {0.0, Flight::For(law).release_y_m()}, DirectionOf(release.angle_rad),
           Flight::For(law).RootOfSpeed(release.speed_mps), CurlSide(release.handle)) {}

Path::Path(Law law, Vec2 start, Vec2 velocity_mps, int curl)
    : Path(Flight::For(law), start, UnitOf(velocity_mps),
           Flight::For(law).RootOfSpeed(Length(velocity_mps)), curl) {}

Path::Passing Path::PassingOf(Vec2 point) const {
  // As far from the stop as the point is, then a step along the path to its side.
  double remaining = Length(point - stop_);
  Moment moment = At(remaining);
  remaining = std::max(0.0, remaining - Dot(point - moment.place, moment.direction));
  moment = At(remaining);
  const Vec2 offset = point - moment.place;
  return {remaining - Dot(offset, moment.direction), Dot(offset, RightOf(moment.direction))};
}

Sketch::Sketch(const Path& path, double from_m, double until_m) : start_(path.PlaceAt(from_m)) {
  const Vec2 middle = path.PlaceAt(0.5 * (from_m + until_m)) - start_;
  const Vec2 chord = path.PlaceAt(until_m) - start_;
  length_m_ = Length(chord);
  direction_ = UnitOf(chord);
  const double along = Dot(middle, direction_);
  const double product = along * (length_m_ - along);
  bulge_per_m_ = product > 1e-6 ? Dot(middle, RightOf(direction_)) / product : 0.0;
  const double slope = bulge_per_m_ * length_m_;
  slant_ = 1.0 - 0.5 * slope * slope;
}

Sketch Sketch::OfThrow(const Path& path, double until_m) {
  // Stones in play lie between these lines, and a stone ends where its way does.
  constexpr double kFirstY_m = -7.0;
  constexpr double kLastY_m = 2.5;
  const double from = Length(path.stop() - Vec2{0.0, kFirstY_m}) + 0.5;
  return Sketch(path, std::min(path.length_m(), std::max(from, until_m)),
                std::max(until_m, path.stop().y - kLastY_m));
}

Sketch Sketch::OfStruck(const Path& path) {
  constexpr double kAcrossPlay_m = 10.5;  // no two stones in play are farther apart
  return Sketch(path, path.length_m(), std::max(0.0, path.length_m() - kAcrossPlay_m));
}

Meeting FirstMeeting(const Path& path, const Sketch& sketch, const Board& board, SlotSet among,
                     double radius_m) {
  const double touch = 2.0 * radius_m;
  Meeting first;
  ForEachSlot(among, [&](int slot) {
    if (sketch.DistanceAtLeast(board.position(slot)) > touch) return;
    const Path::Passing passing = path.PassingOf(board.position(slot));
    const double thickness = -passing.offset_m / touch;
    if (thickness * thickness >= 1.0) return;
    const double remaining = passing.remaining_m + touch * std::sqrt(1.0 - thickness * thickness);
    // Not what lies behind the start.
    if (passing.remaining_m > path.length_m()) return;
    if (remaining > first.remaining_m) first = {slot, remaining, thickness};
  });
  return first;
}

bool StaysOnSheet(const Path& path, const Sheet& sheet, double until_m) {
  const double most = sheet.half_width_m - sheet.stone_radius_m;
  // A way that bends to one side lies in the triangle of its ends and the tangents there.
  const Path::Moment start = path.At(path.length_m());
  const Path::Moment end = path.At(until_m);
  if (std::abs(end.place.x) >= most) return false;
  const auto cross = [](Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; };
  const double turn = cross(start.direction, end.direction);
  const double to_tip = cross(end.place - start.place, end.direction);
  // |start.x + to_tip / turn * direction.x| < most, without the division.
  if (std::abs(start.place.x * turn + to_tip * start.direction.x) < most * std::abs(turn)) {
    return true;
  }
  constexpr int kSamples = 8;
  for (int i = 0; i <= kSamples; ++i) {
    const double remaining = until_m + (path.length_m() - until_m) * i / kSamples;
    if (std::abs(path.PlaceAt(remaining).x) >= most) return false;
  }
  return true;
}

}  // namespace skipstone
