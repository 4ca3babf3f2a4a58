// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

namespace skipstone {

// A point or vector in the house frame, metres: origin at the tee, +y the way the stone travels,
// +x to the thrower's right.
struct Vec2 {
  double x = 0.0;
  double y = 0.0;

  bool operator==(const Vec2&) const = default;
};

}  // namespace skipstone
