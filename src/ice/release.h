// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <string_view>

#include "base/json.h"
#include "ice/vec2.h"

namespace skipstone {

// Which way the stone turns: cw curls to the thrower's right (+x), ccw to the left, on every ice.
enum class Handle : std::uint8_t { kCw, kCcw };

// +1 if the handle curls to +x, else -1.
constexpr double CurlSide(Handle handle) { return handle == Handle::kCw ? 1.0 : -1.0; }
constexpr std::string_view HandleName(Handle handle) {
  return handle == Handle::kCw ? "cw" : "ccw";
}
// "cw" or "ccw"; anything else is refused.
Handle HandleFromJson(const Field& field);

// What leaves the hand. Doubles, because a float32 speed and angle would not give the field's
// float32 velocities back.
struct Release {
  double speed_mps = 0.0;
  double angle_rad = 0.0;  // of the line: 0 along +y, positive towards +x
  Handle handle = Handle::kCw;

  bool operator==(const Release&) const = default;
};

// Faster releases and larger angles are refused: far outside any game, and float32 stays finite.
inline constexpr double kMaxSpeed_mps = 1000.0;
inline constexpr double kMaxAngle_rad = 10.0;

Release ReleaseFromVelocity(Vec2 velocity_mps, Handle handle);
Vec2 VelocityOf(const Release& release);

std::uint64_t HashOf(const Release& release);
// {"speed":2.4,"angle":0.05,"handle":"cw"}
JsonOut ToJson(const Release& release);
Release ReleaseFromJson(const Field& field);

}  // namespace skipstone
