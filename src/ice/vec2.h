// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cmath>

namespace skipstone {

// A point or vector in the house frame, metres: origin at the tee, +y the way the stone travels,
// +x to the thrower's right.
struct Vec2 {
  double x = 0.0;
  double y = 0.0;

  bool operator==(const Vec2&) const = default;
};

inline Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2 operator*(double k, Vec2 a) { return {k * a.x, k * a.y}; }
inline double Dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline double Length(Vec2 a) { return std::sqrt(Dot(a, a)); }
// Of no length for a vector of none.
inline Vec2 UnitOf(Vec2 a) {
  const double length = Length(a);
  return length > 0.0 ? (1.0 / length) * a : Vec2{};
}
inline Vec2 RightOf(Vec2 direction) { return {direction.y, -direction.x}; }

}  // namespace skipstone
