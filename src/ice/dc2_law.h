// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cmath>

namespace skipstone::dc2 {

// Digital Curling 2's motion: constant deceleration, and a sideways push of k times it to the side
// of the spin; in float32 and in exactly this order of operations. Its "seconds" are about ten
// times shorter than the ice's: a draw leaves at 30 m/s and takes 2.5 s.

inline constexpr float kStep_s = 1.0f / 1000.0f;
inline constexpr float kDeceleration = 12.009216f;
inline constexpr float kCurl = 0.066696f;  // also the initial spin, rad/s
inline constexpr float kStoneRadius_m = 0.145f;

// The sheet in DC2's own frame: y shrinks towards the house.
inline constexpr float kSheetWidth = 4.75f;
inline constexpr float kBackLineY = 3.05f;
inline constexpr float kRinkLength = 42.5f;
inline constexpr float kPlayAreaLength = 8.23f;  // back line to hog line
inline constexpr float kReleaseY = 41.28f;
inline constexpr float kTeeX = 2.375f;
inline constexpr float kTeeY = 4.88f;

struct Velocity {
  float x;
  float y;
};

inline float Length(Velocity v) { return std::sqrt(v.x * v.x + v.y * v.y); }

// Friction that takes `loss` from the speed; curl depends on nothing but the sign of the spin.
inline Velocity Friction(Velocity v, float spin, float loss) {
  const float speed = Length(v);
  if (!(speed > loss)) return {0.0f, 0.0f};
  const float inverse = 1.0f / speed;
  const Velocity n{v.x * inverse, v.y * inverse};
  Velocity u{v.x - loss * n.x, v.y - loss * n.y};
  if (spin != 0.0f) {
    const float push = spin > 0.0f ? kCurl * loss : -kCurl * loss;
    const float length = Length(u);
    u = {u.x + push * -n.y, u.y + push * n.x};
    const float inverse_length = 1.0f / Length(u);
    u = {u.x * inverse_length * length, u.y * inverse_length * length};
  }
  return u;
}

}  // namespace skipstone::dc2
