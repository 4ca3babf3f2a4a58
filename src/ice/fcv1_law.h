// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "ice/libm_float.h"

namespace skipstone::fcv1 {

// FCV1, "friction - curl velocity 1": the velocity rule of Digital Curling 3 and 4, applied to
// every stone once per step, in float32 and in exactly this order of operations.
//
//   a(s)      = -(0.00200985 / (s + 0.06385782) + 0.00626286) g      along the motion
//   psi(s, w) = sign(w) 0.0082 s^-0.8                                yaw rate, rad/s
//   dw/dt     = -0.025 / max(s, 0.001)                               against the spin

inline constexpr float kStep_s = 0.001f;
inline constexpr float kEpsilon = 1.1920929e-07f;
inline constexpr float kPi = 3.14159265359f;
inline constexpr float kStoneRadius_m = 0.145f;
inline constexpr float kStoneMass_kg = 19.96f;
inline constexpr float kInitialSpin_radps = kPi / 2.0f;

// y of the sheet's middle in the shot frame: the origin of DC3's simulation frame.
inline constexpr float kSheetMiddleY = 21.0315f;
// DC3's lines in its simulation frame. (Not computed from the shot frame's: the rounding differs.)
inline constexpr float kBackLineY = 19.2025f;
inline constexpr float kBackBoardY = 22.8605f;
inline constexpr float kHogLineY = 10.9725f;
// DC4's limits for a stone's centre, in the shot frame.
inline constexpr float kDc4BackY = 40.379f;
inline constexpr float kDc4HogY = 32.149f;
inline constexpr float kTeeY = 38.405f;  // in the shot frame

struct Motion {
  float vx;
  float vy;
  float spin;
};

inline float Deceleration(float speed) {
  return -(0.00200985f / (speed + 0.06385782f) + 0.00626286f) * 9.80665f;
}

inline float YawRate(float speed, float spin) {
  if (std::abs(spin) <= kEpsilon) return 0.0f;
  return (spin > 0.0f ? 1.0f : -1.0f) * 0.00820f * PowMinus0p8(speed);
}

// The motion after one step of friction and curl, before the rigid-body step.
inline Motion Step(Motion motion) {
  float ex = motion.vx;
  float ey = motion.vy;
  float speed = std::sqrt(ex * ex + ey * ey);
  if (speed < kEpsilon) {
    speed = 0.0f;
  } else {
    const float inverse = 1.0f / speed;
    ex *= inverse;
    ey *= inverse;
  }
  Motion next = motion;
  if (speed > kEpsilon) {
    const float new_speed = speed + Deceleration(speed) * kStep_s;
    if (new_speed <= 0.0f) {
      next.vx = 0.0f;
      next.vy = 0.0f;
    } else {
      const float yaw = YawRate(speed, motion.spin) * kStep_s;
      const float along = new_speed * CosSmall(yaw);
      const float across = new_speed * SinSmall(yaw);
      next.vx = along * ex + across * -ey;
      next.vy = along * ey + across * ex;
    }
  }
  if (std::abs(motion.spin) > kEpsilon) {
    const float change = (-0.025f / std::max(speed, 0.001f)) * kStep_s;
    next.spin = std::abs(motion.spin) <= std::abs(change)
                    ? 0.0f
                    : motion.spin + change * motion.spin / std::abs(motion.spin);
  }
  return next;
}

}  // namespace skipstone::fcv1
