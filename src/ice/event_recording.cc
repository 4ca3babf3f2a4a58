// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/event_recording.h"

#include <algorithm>
#include <cmath>

namespace skipstone::event {
namespace {

constexpr double kStep_s = 0.001;

// x, y and the spin still to be lost, of the path frame.
std::array<double, 3> OnCurve(const Curve& curve, double tau) {
  const auto piece = static_cast<int>(tau / kStepsPerPiece);
  const double t = tau - piece * kStepsPerPiece;
  const auto& c = curve.by_tau[piece].c;
  std::array<double, 3> value;
  for (std::size_t i = 0; i < value.size(); ++i) {
    value[i] =
        double{c[0][i]} + t * (double{c[1][i]} + t * (double{c[2][i]} + t * double{c[3][i]}));
  }
  return value;
}

double TauAt(const Leg& leg, int step) {
  return std::max(0.0, double{leg.tau} - (step - leg.start));
}

Vec2 PositionAt(const Leg& leg, int step) {
  if (leg.curve == nullptr) {
    const double t = (step - leg.start) * kStep_s;
    return {double{leg.x} + t * double{leg.vx}, double{leg.y} + t * double{leg.vy}};
  }
  const auto [x, y, spin] = OnCurve(*leg.curve, TauAt(leg, step));
  const double side = double{leg.mirror} * y;
  return {double{leg.stop_x} + double{leg.cos} * x - double{leg.sin} * side,
          double{leg.stop_y} + double{leg.sin} * x + double{leg.cos} * side};
}

double SpinAt(const Leg& leg, int step) {
  const double spin = double{leg.spin};
  if (leg.curve == nullptr || spin == 0.0) return spin;
  const double lost = double{leg.spin_to_lose} - OnCurve(*leg.curve, TauAt(leg, step))[2];
  return std::copysign(std::max(0.0, std::abs(spin) - lost), spin);
}

bool IsInside(const Box& box, Vec2 p) {
  return p.x > double{box.low_x} && p.x < double{box.high_x} && p.y > double{box.low_y} &&
         p.y < double{box.high_y};
}

// One stone's legs in order, walked step by step: this is for pictures, not for speed.
class Walk {
 public:
  Walk(const Lines& lines, const Trace& trace, int slot) : lines_(lines) {
    for (int i = 0; i < trace.leg_count; ++i) {
      if (trace.legs[i].slot == slot) legs_.push_back(&trace.legs[i]);
    }
  }

  bool moved() const { return !legs_.empty(); }

  // `leaves`: the stone is not there at the end, so its way is over where it crosses a line.
  void Fill(bool leaves, int interval, std::vector<Recording::Point>& path, double& angle) const {
    const Leg& launch = *legs_.front();
    const int first = launch.start;
    Vec2 set_off = PositionAt(launch, first);
    if (launch.curve != nullptr && first > 0) {
      // A curve begins after the step that set the stone going.
      set_off = {set_off.x - kStep_s * double{launch.vx}, set_off.y - kStep_s * double{launch.vy}};
    }
    path.push_back({std::max(0, first - 1) / interval * interval * kStep_s, ToHouse(set_off)});
    Vec2 at{};
    int step = first;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const Leg& leg = *legs_[i];
      // A contact may cut a leg short.
      const int end = i + 1 < legs_.size() ? legs_[i + 1]->start : leg.end;
      for (step = leg.start + 1; step <= end; ++step) {
        at = PositionAt(leg, step);
        angle += SpinAt(leg, step) * kStep_s;
        const bool out = leaves && !IsInside(lines_.moving, at);
        if (step % interval == 0 || out) Add(step, at, path);
        if (out) return;
      }
    }
    Add(step - 1, at, path);
  }

 private:
  static bool SameTime(double a, double b) { return std::abs(a - b) < 0.5 * kStep_s; }

  void Add(int step, Vec2 at, std::vector<Recording::Point>& path) const {
    const double time_s = step * kStep_s;
    if (!SameTime(path.back().time_s, time_s)) path.push_back({time_s, ToHouse(at)});
  }

  Vec2 ToHouse(Vec2 at) const {
    return {at.x - lines_.add_x, lines_.sign_y * (at.y + double{lines_.origin} - lines_.add_y)};
  }

  const Lines& lines_;
  std::vector<const Leg*> legs_;
};

}  // namespace

void Record(const Lines& lines, const Trace& trace, const Result& result, Recording& recording) {
  const int interval = std::max(1, static_cast<int>(std::lround(recording.interval_s / kStep_s)));
  recording.contacts.clear();
  recording.angles_rad.fill(0.0);
  for (int slot = 0; slot < kStones; ++slot) {
    auto& path = recording.paths[static_cast<std::size_t>(slot)];
    path.clear();
    if (recording.contacts_only) continue;
    const Walk walk(lines, trace, slot);
    if (!walk.moved()) continue;
    walk.Fill((result.present & SlotBit(slot)) == 0, interval, path,
              recording.angles_rad[static_cast<std::size_t>(slot)]);
  }
  for (int i = 0; i < trace.impact_count; ++i) {
    const Impact& impact = trace.impacts[i];
    const auto [a, b] = std::minmax({impact.slot_a, impact.slot_b});
    recording.contacts.push_back({a, b, impact.step * kStep_s, impact.step});
  }
}

}  // namespace skipstone::event
