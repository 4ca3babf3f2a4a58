// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "game/game.h"
#include "protocol/dc3_messages.h"

namespace skipstone {

// The trajectory of a turn as Digital Curling 3 tells it, from the recording of a throw: what lay
// before with its angles, what the throw did, and the paths at the interval of the frames.
Dc3Trajectory TrajectoryOf(const Dc3Stones& before, const Turn& turn, const Ice& ice,
                           const TurnResult& result, const Recording& recording);

// A stone's angle after the turn goes on from what it was; a new stone's starts at 0.
std::array<double, kStones> AnglesAfter(const std::array<double, kStones>& before, const Turn& turn,
                                        const TurnResult& result, const Recording& recording);

}  // namespace skipstone
