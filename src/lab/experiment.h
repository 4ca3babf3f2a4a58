// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

#include "game/rules.h"
#include "ice/ice.h"

namespace skipstone {

class Verb;

// The experiments of `experiment`: by paper, and our own.
void AddYeeExperiments(Verb& experiment);
void AddLastStoneExperiment(Verb& experiment);
void AddArenaExperiments(Verb& experiment);
void AddAtakaExperiments(Verb& experiment);
void AddStrengthExperiment(Verb& experiment);
void AddLeeExperiments(Verb& experiment);

// Parts of `experiment ataka`: its figures (experiment_ataka_figures.cc, which adds the equity
// table too).
void AddAtakaFigures(Verb& ataka);
void AddAtakaEquity(Verb& ataka);

// The hash of the win table by which players play for the win: with another one a player is another
// player.
std::string WinTableHash(Law law, const Rules& rules);

}  // namespace skipstone
