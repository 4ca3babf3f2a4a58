// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/event_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/exact_math.h"
#include "ice/dc2_law.h"
#include "ice/event_drift.h"
#include "ice/ice.h"
#include "ice/trajectory.h"

namespace skipstone::event {
namespace {

using State = TrajectoryState;

State Mix(const State& a, const State& b, double t) {
  const auto mix = [t](double p, double q) { return p + t * (q - p); };
  return {mix(a.speed, b.speed), mix(a.heading, b.heading),   mix(a.x, b.x),
          mix(a.y, b.y),         mix(a.distance, b.distance), mix(a.spin_lost, b.spin_lost)};
}

// In the path frame, from rest upwards: index = tau. The distance and the spin are those to come.
std::vector<State> InPathFrame(std::vector<State> states) {
  const State rest = states.back();
  const double middle = 0.5 * rest.heading;
  const SinCos turn = ExactSinCos(-middle);
  std::reverse(states.begin(), states.end());
  for (State& state : states) {
    const double dx = state.x - rest.x;
    const double dy = state.y - rest.y;
    state.x = turn.cos * dx - turn.sin * dy;
    state.y = turn.sin * dx + turn.cos * dy;
    state.heading -= middle;
    state.distance = rest.distance - state.distance;
    state.spin_lost = rest.spin_lost - state.spin_lost;
  }
  return states;
}

// The cubic through four points at 0, 1/3, 2/3 and 1 times `width`.
template <std::size_t kWidth>
void FitCubic(const std::array<std::array<double, kWidth>, 4>& p, double width,
              float (&c)[4][kWidth]) {
  for (std::size_t i = 0; i < kWidth; ++i) {
    const double a = p[0][i];
    const double b = p[1][i];
    const double d = p[2][i];
    const double e = p[3][i];
    c[0][i] = static_cast<float>(a);
    c[1][i] = static_cast<float>((-11.0 * a + 18.0 * b - 9.0 * d + 2.0 * e) / (2.0 * width));
    c[2][i] =
        static_cast<float>((18.0 * a - 45.0 * b + 36.0 * d - 9.0 * e) / (2.0 * width * width));
    c[3][i] = static_cast<float>((-9.0 * a + 27.0 * b - 27.0 * d + 9.0 * e) /
                                 (2.0 * width * width * width));
  }
}

// Searches states for the first whose `key` (growing) exceeds a value; gives the interpolated state
// and its tau.
template <typename Key>
std::pair<State, double> At(const std::vector<State>& states, Key key, double value) {
  const auto upper =
      std::clamp(std::upper_bound(states.begin(), states.end(), value,
                                  [&](double v, const State& s) { return v < key(s); }),
                 states.begin() + 1, states.end() - 1);
  const State& a = *(upper - 1);
  const State& b = *upper;
  const double span = key(b) - key(a);
  const double t = span > 0.0 ? (value - key(a)) / span : 0.0;
  return {Mix(a, b, t), static_cast<double>(upper - 1 - states.begin()) + t};
}

class Builder {
 public:
  void Build(Law law, Tables& tables) {
    std::vector<State> states = InPathFrame(FreeTrajectory(law));
    const double fastest = states.back().speed;
    tables.fastest_mps = static_cast<float>(fastest);
    tables.speed_scale = static_cast<float>(kSpeedPieces / fastest);
    tables.speed_width = static_cast<float>(fastest / kSpeedPieces);
    const StepLoss step = StepLossOf(law);
    tables.loss = static_cast<float>(step.loss);
    tables.drag = static_cast<float>(step.drag);
    tables.drag_speed = static_cast<float>(step.drag_speed);
    BuildSpin(states, tables);
    curled_.Build(states, tables.curled);
    for (State& state : states) {
      state.heading = 0.0;
      state.x = -state.distance;
      state.y = 0.0;
    }
    straight_.Build(states, tables.straight);
  }

 private:
  struct Storage {
    std::vector<TauPiece> by_tau;
    std::vector<SpeedPiece> by_speed;
    std::vector<PlaceNode> by_place;

    void Build(const std::vector<State>& states, Curve& curve) {
      for (std::size_t i = 0; i + kStepsPerPiece < states.size(); i += kStepsPerPiece) {
        std::array<std::array<double, 4>, 4> points;
        for (std::size_t k = 0; k < 4; ++k) {
          const State& s = states[i + k * kStepsPerPiece / 3];
          points[k] = {s.x, s.y, s.spin_lost, 0.0};
        }
        FitCubic(points, kStepsPerPiece, by_tau.emplace_back().c);
      }
      BuildSpeeds(states);
      BuildPlaces(states, curve);
      curve.by_tau = by_tau.data();
      curve.by_speed = by_speed.data();
      curve.by_place = by_place.data();
      const SinCos end = ExactSinCos(states.front().heading);
      curve.end_heading_x = static_cast<float>(end.cos);
      curve.end_heading_y = static_cast<float>(end.sin);
    }

    // How far the path from this state leaves its chord, where it runs parallel to it.
    static double Sag(const std::vector<State>& states, const State& s, double chord) {
      if (chord == 0.0) return 0.0;
      const double heading = ExactAtan2(-s.y, -s.x);
      const State& far = At(
                             states, [](const State& q) { return -q.heading; }, -heading)
                             .first;
      return std::abs(s.x * far.y - s.y * far.x) / (chord * chord);
    }

    void BuildSpeeds(const std::vector<State>& states) {
      const double width = states.back().speed / kSpeedPieces;
      for (int i = 0; i < kSpeedPieces; ++i) {
        std::array<std::array<double, 8>, 4> points;
        for (int k = 0; k < 4; ++k) {
          const auto [s, tau] = At(
              states, [](const State& q) { return q.speed; }, (i + k / 3.0) * width);
          const SinCos direction = ExactSinCos(s.heading);
          const double chord = std::sqrt(s.x * s.x + s.y * s.y);
          points[static_cast<std::size_t>(k)] = {
              tau,           s.x,         s.y,   direction.cos,
              direction.sin, s.spin_lost, chord, Sag(states, s, chord)};
        }
        FitCubic(points, width, by_speed.emplace_back().c);
      }
    }

    void BuildPlaces(const std::vector<State>& states, Curve& curve) {
      const double per_root = kPlaceNodes / std::sqrt(-states.back().x);
      curve.nodes_per_root = static_cast<float>(per_root);
      for (int k = 0; k <= kPlaceNodes; ++k) {
        const double root = k / double{curve.nodes_per_root};
        const auto [s, tau] = At(
            states, [](const State& q) { return -q.x; }, root * root);
        const SinCos direction = ExactSinCos(s.heading);
        by_place.push_back({static_cast<float>(s.y), static_cast<float>(direction.cos),
                            static_cast<float>(direction.sin), static_cast<float>(tau)});
      }
    }
  };

  void BuildSpin(const std::vector<State>& states, Tables& tables) {
    constexpr int kSpinNodes = 2048;
    const double most = states.back().spin_lost;
    tables.tau_by_spin = nullptr;
    if (most <= 0.0) return;
    for (int k = 0; k <= kSpinNodes; ++k) {
      const double spin = most * k / kSpinNodes;
      tau_by_spin_.push_back(
          static_cast<float>(At(
                                 states, [](const State& q) { return q.spin_lost; }, spin)
                                 .second));
    }
    tables.tau_by_spin = tau_by_spin_.data();
    tables.spin_scale = static_cast<float>(kSpinNodes / most);
    tables.spin_nodes = kSpinNodes;
  }

  Storage curled_;
  Storage straight_;
  std::vector<float> tau_by_spin_;
};

struct Built {
  explicit Built(Law law) {
    builder.Build(law, tables);
    if (law == Law::kFcv1) {
      drift = BuildDrift(tables.drift_grid);
      tables.drift = drift.data();
      tables.friction = 0.2f;
      tables.restitution_threshold_mps = 0.0f;
      tables.gentle_mps = 1e-3f;
      tables.sweeps = 8;
      tables.position_sweeps = 3;
    } else {
      tables.friction = dc2::kDeceleration;
      tables.restitution_threshold_mps = 1.0f;
      tables.gentle_mps = 5e-3f;
      tables.sweeps = 10;
      tables.position_sweeps = 10;
    }
  }
  Builder builder;
  std::vector<Drift> drift;
  Tables tables{};
};

}  // namespace

const Tables& TablesFor(Law law) {
  if (law == Law::kFcv1) {
    static const Built fcv1(Law::kFcv1);
    return fcv1.tables;
  }
  static const Built dc2(Law::kDc2);
  return dc2.tables;
}

}  // namespace skipstone::event
