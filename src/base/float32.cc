// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/float32.h"

namespace skipstone {

double RoundToFloat32(double value) { return static_cast<float>(value); }

}  // namespace skipstone
