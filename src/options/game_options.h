// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <vector>

#include "game/game_terms.h"
#include "options/verb.h"

namespace skipstone {

// How a game is played, as every verb that plays games takes it.
struct GameOptions {
  std::string ice = "fcv1";
  std::string rules = {};      // empty: the ice's
  std::string execution = {};  // empty: the ice's
  std::string engine = "event";
  int ends = 0;  // 0: the rules'
};

// Adds --ice, --rules, --execution, --engine and --ends; the values in `options` are the defaults.
std::vector<VerbOption*> AddGameOptions(Verb& verb, GameOptions& options);
// Only --ice, --rules and --execution: what is learned knows no number of ends, and is thrown by
// the fast engine.
void AddLearningGame(Verb& verb, GameOptions& options);

// What the options mean; the engine's name is checked too. Throws kUsage.
GameTerms TermsFrom(const GameOptions& options);

// The players there are, for a verb's help.
std::string PlayersHelp();

}  // namespace skipstone
