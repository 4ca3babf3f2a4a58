// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

namespace skipstone {

// The nearest float32, as a double. Write no `static_cast<float>` for this: of two doubles beside
// each other (a Vec2) gcc 12 at -O2 makes a vector, takes the way to float32 and back for nothing
// and drops the rounding. A call it cannot see through is safe.
double RoundToFloat32(double value);

}  // namespace skipstone
