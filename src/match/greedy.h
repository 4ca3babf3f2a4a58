// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "match/player.h"
#include "shots/rule.h"

namespace skipstone {

// Throws every candidate of the wide generator a number of times, with the execution error, and
// calls the one whose boards are worth most on average, as they lie. It sees one stone ahead.
OptionTable GreedyOptions();
std::unique_ptr<Player> MakeGreedy(const PlayerSetup& setup, SpecOptions& options);

// Its guess of the thrower's chance to win the game if the end came to so many points for the
// thrower: logistic in the lead, the surer, the less is to come. After an end's last stone the
// hammer of the next one counts.
double GreedyChanceToWin(const Turn& turn, int points, const Standing& standing);

}  // namespace skipstone
