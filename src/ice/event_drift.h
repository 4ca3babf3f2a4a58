// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <vector>

#include "ice/event_tables.h"

namespace skipstone::event {

// What float32 does to a thrown stone of fcv1 on its way (docs/physics.md, "Rounding"): `Tables::
// drift`, by the lean of its path frame and its speed.
std::vector<Drift> BuildDrift(DriftGrid& grid);

}  // namespace skipstone::event
