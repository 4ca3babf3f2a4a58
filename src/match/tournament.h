// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <functional>

#include "match/store.h"

namespace skipstone {

// Plays the games of the store's tournament that it does not have yet, `workers` at a time, and
// puts each into the store within a fraction of a second of its end. When it returns, all are
// there, or the sequential test has come to a decision (later games are then removed: which of them
// were under way is chance), or `stop` said so. `progress` hears how many games of this run are
// done and how many it has to play.
//
// Players run in processes of their own (see Worker); the calling process must have no other
// thread. The games depend on the setup alone, not on the number of workers or interruptions.
// Returns whether the tournament is over.
bool PlayTournament(
    Store& store, int workers, const std::function<bool()>& stop,
    const std::function<void(int done, int planned)>& progress = [](int, int) {});

}  // namespace skipstone
