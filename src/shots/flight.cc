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

Flight::State Mix(const Flight::State& a, const Flight::State& b, double part) {
  return {Mix(a.across_m, b.across_m, part),
          Mix(a.along_m, b.along_m, part),
          Mix(a.heading_rad, b.heading_rad, part),
          Mix(a.speed_mps, b.speed_mps, part),
          Mix(a.sin_heading, b.sin_heading, part),
          Mix(a.cos_heading, b.cos_heading, part),
          Mix(a.spin_to_lose_radps, b.spin_to_lose_radps, part)};
}

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
    states[k] = {mix(&TrajectoryState::y) - rest.y,
                 mix(&TrajectoryState::x) - rest.x,
                 heading,
                 mix(&TrajectoryState::speed),
                 turn.sin,
                 turn.cos,
                 rest.spin_lost - mix(&TrajectoryState::spin_lost)};
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
    states[k] = {
        -distance * bearing.sin, -distance * bearing.cos, heading, speed, turn.sin, turn.cos, 0.0};
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
  if (law == Law::kFcv1) {
    fastest_mps_ = 4.9;  // the trajectory starts a little faster
    initial_spin_radps_ = double{fcv1::kInitialSpin_radps};
    const std::vector<TrajectoryState> steps = FreeTrajectory(law);
    most_root_m = std::sqrt(steps.back().distance);
    states_.nodes = Fcv1States(steps, most_root_m);
  } else {
    fastest_mps_ = 64.0;
    initial_spin_radps_ = double{dc2::kCurl};
    most_root_m = fastest_mps_ / std::sqrt(2.0 * double{dc2::kDeceleration});
    states_.nodes = Dc2States(most_root_m);
  }
  states_.per_unit = (kNodes - 1) / most_root_m;

  // The inverse tables, by walking along the states.
  const auto invert = [&](double most, const auto& value, Table<double>& table) {
    table.per_unit = (kNodes - 1) / most;
    std::size_t k = 1;
    for (std::size_t n = 0; n < kNodes; ++n) {
      const double wanted = most * static_cast<double>(n) / (kNodes - 1);
      while (k + 1 < kNodes && value(k) < wanted) ++k;
      const double part = (wanted - value(k - 1)) / (value(k) - value(k - 1));
      table.nodes.push_back(Mix(static_cast<double>(k - 1), static_cast<double>(k), part) /
                            states_.per_unit);
    }
  };
  invert(
      fastest_mps_, [&](std::size_t k) { return states_.nodes[k].speed_mps; }, root_of_speed_);
  const auto root_distance = [&](std::size_t k) {
    const State& s = states_.nodes[k];
    return std::sqrt(Length({s.across_m, s.along_m}));
  };
  invert(root_distance(kNodes - 1), root_distance, root_of_distance_);
}

Flight::State Flight::At(double root_m) const {
  double part = 0.0;
  const std::size_t i = states_.Find(root_m, part);
  return Mix(states_.nodes[i], states_.nodes[i + 1], part);
}

double Flight::RootOfSpeed(double speed_mps) const {
  double part = 0.0;
  const std::size_t i = root_of_speed_.Find(speed_mps, part);
  return Mix(root_of_speed_.nodes[i], root_of_speed_.nodes[i + 1], part);
}

double Flight::RootOfDistance(double distance_m) const {
  double part = 0.0;
  const std::size_t i = root_of_distance_.Find(std::sqrt(distance_m), part);
  return Mix(root_of_distance_.nodes[i], root_of_distance_.nodes[i + 1], part);
}

Path::Path(Law law, const Release& release)
    : flight_(Flight::For(law)), side_(CurlSide(release.handle)) {
  Start({0.0, flight_.release_y_m()}, release.speed_mps, release.angle_rad);
}

Path::Path(Law law, Vec2 start, Vec2 velocity_mps, int curl)
    : flight_(Flight::For(law)), side_(curl) {
  Start(start, Length(velocity_mps), ExactAtan2(velocity_mps.x, velocity_mps.y));
}

void Path::Start(Vec2 start, double speed_mps, double line_rad) {
  const double root = flight_.RootOfSpeed(speed_mps);
  start_m_ = root * root;
  const SinCos axis = ExactSinCos(line_rad - side_ * flight_.At(root).heading_rad);
  sin_ = axis.sin;
  cos_ = axis.cos;
  stop_ = start - At(start_m_).place;  // seen from a stop at the origin
}

Path::Moment Path::At(double remaining_m) const {
  const Flight::State state = flight_.At(std::sqrt(std::max(0.0, remaining_m)));
  const auto to_house = [&](double across, double along) {
    return Vec2{along * sin_ + across * cos_, along * cos_ - across * sin_};
  };
  // A straight way has the same speeds.
  const double across = side_ == 0.0 ? 0.0 : side_ * state.across_m;
  const double along = side_ == 0.0 ? -remaining_m : state.along_m;
  const Vec2 direction =
      side_ == 0.0 ? to_house(0.0, 1.0) : to_house(side_ * state.sin_heading, state.cos_heading);
  return {stop_ + to_house(across, along), direction, state.speed_mps};
}

Path::Passing Path::PassingOf(Vec2 point) const {
  // As far from the stop as the point is, then a step along the path to its side.
  double remaining = Length(point - stop_);
  Moment moment = At(remaining);
  remaining = std::max(0.0, remaining - Dot(point - moment.place, moment.direction));
  moment = At(remaining);
  const Vec2 offset = point - moment.place;
  return {remaining - Dot(offset, moment.direction), Dot(offset, RightOf(moment.direction))};
}

Meeting FirstMeeting(const Path& path, const Board& board, double radius_m) {
  const double touch = 2.0 * radius_m;
  Meeting first;
  ForEachSlot(board.present(), [&](int slot) {
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
  constexpr int kSamples = 8;
  const double most = sheet.half_width_m - sheet.stone_radius_m;
  for (int i = 0; i <= kSamples; ++i) {
    const double remaining = until_m + (path.length_m() - until_m) * i / kSamples;
    if (std::abs(path.At(remaining).place.x) >= most) return false;
  }
  return true;
}

}  // namespace skipstone
