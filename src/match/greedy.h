// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "match/player.h"

namespace skipstone {

// Throws every candidate of the wide generator a number of times, with the execution error, and
// calls the one whose boards are worth most on average, as they lie. It sees one stone ahead.
std::unique_ptr<Player> MakeGreedy(const PlayerSetup& setup, SpecOptions& options);

}  // namespace skipstone
