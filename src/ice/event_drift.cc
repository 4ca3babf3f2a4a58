// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/event_drift.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/exact_math.h"
#include "ice/ice.h"
#include "ice/trajectory.h"

namespace skipstone::event {
namespace {

constexpr double kStep_s = 0.001;
constexpr double kPi = 3.14159265358979324;
// The rounding is followed at every so many steps: all its phases turn slower.
constexpr int kStride = 16;
constexpr double kSlowest_mps = 0.5;  // below, a rounding is worth micrometres
// How far thrown stones have come when they meet others.
constexpr double kToTheHouse_m = 36.5;

// To the nearest whole number, without a call.
double Round(double x) {
  constexpr double kBig = 6755399441055744.0;  // 1.5 * 2^52
  return (x + kBig) - kBig;
}

// The distance between neighbouring float32 numbers at a positive x.
double Ulp(double x) {
  const auto exponent = (std::bit_cast<std::uint64_t>(x) >> 52U) - 23U;
  return std::bit_cast<double>(exponent << 52U);
}

// sin(2 pi x), to 1e-3.
double SineOfTurns(double x) {
  const double f = x - Round(x);
  const double p = 8.0 * f - 16.0 * f * std::abs(f);
  return p * (0.775 + 0.225 * std::abs(p));
}

double Sinc(double x) { return x == 0.0 ? 1.0 : ExactSinCos(kPi * x).sin / (kPi * x); }

// A state of the trajectory, with what does not depend on the direction.
struct Sample {
  double speed;
  double distance_to_go;
  double sin, cos;    // heading in the path frame
  double across;      // speed that a step turns away
  double loss;        // of speed in a step, exact
  double whole_ulps;  // the same as float32 has it
  double undithered;  // see BiasOf
};

std::vector<Sample> Samples() {
  const std::vector<TrajectoryState> states = FreeTrajectory(Law::kFcv1);
  const double middle = 0.5 * states.back().heading;
  std::vector<Sample> samples;
  for (std::size_t i = 0; i + 1 < states.size() && states[i].speed > kSlowest_mps; i += kStride) {
    const TrajectoryState& s = states[i];
    const SinCos heading = ExactSinCos(s.heading - middle);
    const double loss = s.speed - states[i + 1].speed;
    const double ulp = Ulp(s.speed);
    samples.push_back({s.speed, states.back().distance - s.distance, heading.sin, heading.cos,
                       states[i + 1].speed * (states[i + 1].heading - s.heading), loss,
                       Round(loss / ulp),
                       Sinc(s.speed * s.speed * Ulp(1.0 / s.speed) / ulp) *
                           Sinc(s.speed * Ulp(0.75) / ulp) / kPi});
  }
  std::reverse(samples.begin(), samples.end());
  return samples;
}

// What a step of fcv1::Step gains in speed over exact arithmetic, on average. y is the direction of
// play, x the side that the stone curls to.
double BiasOf(const Sample& s, double sin_lean, double cos_lean) {
  const double ex = sin_lean * s.cos + cos_lean * s.sin;
  const double ey = cos_lean * s.cos - sin_lean * s.sin;
  const double ulp = Ulp(s.speed * ey);
  // speed + (-loss): the sum is a float32, so the loss is whole ulps.
  const double from_loss = s.loss - s.whole_ulps * Ulp(s.speed);
  // along * ey is a float32, so of the part of an ulp that the turn takes from vy next, the sum
  // keeps a whole number.
  const double turned = -s.across * ex / ulp;
  const double from_turn = ulp * (Round(turned) - turned);
  // along * ey itself would fall on a fixed part of an ulp, but for the roundings of 1 / speed and
  // of ey. They spread it evenly, except shortly above a power of two.
  const double from_product = -ulp * s.undithered * SineOfTurns(s.whole_ulps * (1.0 - ey));
  return from_loss + (from_turn + from_product) * ey;
}

}  // namespace

std::vector<Drift> BuildDrift(DriftGrid& grid) {
  constexpr double kLowSpeed = 1.9;
  constexpr double kSpeedStep = 0.02;
  constexpr int kSpeeds = 120;
  constexpr double kLowLean = -0.04;
  constexpr double kLeanStep = 0.001;
  constexpr int kLeans = 420;
  grid = {.low_speed = static_cast<float>(kLowSpeed),
          .speeds_per_mps = static_cast<float>(1.0 / kSpeedStep),
          .speeds = kSpeeds,
          .low_lean = static_cast<float>(kLowLean),
          .leans_per_rad = static_cast<float>(1.0 / kLeanStep),
          .leans = kLeans};
  const std::vector<Sample> samples = Samples();
  // The place in `samples` of each speed of the grid, and of what is left of it at the house.
  struct Span {
    std::size_t house, start;
  };
  std::vector<Span> spans;
  for (int k = 0; k < kSpeeds; ++k) {
    const auto start = std::lower_bound(samples.begin(), samples.end(), kLowSpeed + k * kSpeedStep,
                                        [](const Sample& s, double v) { return s.speed < v; }) -
                       samples.begin();
    const double left = samples[static_cast<std::size_t>(start)].distance_to_go - kToTheHouse_m;
    const auto house =
        std::lower_bound(samples.begin(), samples.end(), left,
                         [](const Sample& s, double d) { return s.distance_to_go < d; }) -
        samples.begin();
    spans.push_back({static_cast<std::size_t>(house), static_cast<std::size_t>(start)});
  }
  std::vector<Drift> drifts;
  drifts.reserve(static_cast<std::size_t>(kLeans * kSpeeds));
  std::vector<double> distance(samples.size() + 1);  // gained from here to rest
  std::vector<double> steps(samples.size() + 1);
  for (int lean = 0; lean < kLeans; ++lean) {
    const double sin_lean = kLowLean + lean * kLeanStep;
    const double cos_lean = std::sqrt(1.0 - sin_lean * sin_lean);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const Sample& s = samples[i];
      const double gained_steps = kStride * BiasOf(s, sin_lean, cos_lean) / s.loss;
      steps[i + 1] = steps[i] + gained_steps;
      distance[i + 1] = distance[i] + gained_steps * kStep_s * s.speed;
    }
    for (const Span& span : spans) {
      drifts.push_back({static_cast<float>(distance[span.start] - distance[span.house]),
                        static_cast<float>(steps[span.start] - steps[span.house])});
    }
  }
  return drifts;
}

}  // namespace skipstone::event
