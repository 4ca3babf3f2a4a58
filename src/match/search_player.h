// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "match/player.h"

namespace skipstone {

// A player that calls what a search finds: "kr-uct:playouts=1600". Options beside the search's:
// value=points|win, the default by the length of the game; clock=on|off, whether it thinks by the
// clock; check=on|off, whether it tries the best calls of a search on box2d, too.
// What a player has beside the options of its search.
OptionTable SearchPlayerOptions();
std::unique_ptr<Player> MakeSearchPlayer(const PlayerSetup& setup, SpecOptions& options);

}  // namespace skipstone
