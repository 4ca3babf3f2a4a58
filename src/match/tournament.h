// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "base/work.h"
#include "match/game_keeper.h"

namespace skipstone {

// Plays the games of the keeper's tournament that it does not have yet, as many at a time as the
// shop has threads, and hands it each within a fraction of a second of its end. When it returns,
// all are there, or the sequential test has come to a decision (later games are then removed: which
// of them were under way is chance), or the shop said stop.
//
// Players run in processes of their own (see Worker); the calling process must have no other
// thread. The games depend on the setup alone, not on the number of workers or interruptions.
// Returns whether the tournament is over.
bool PlayTournament(GameKeeper& keeper, const Workshop& shop);

}  // namespace skipstone
