// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "lab/run.h"
#include "match/tables.h"
#include "options/game_options.h"

namespace skipstone {

class Verb;

// What the experiments after Lee et al. 2018 have in common: matches of paired games, each in a
// store of its own in the folder of the results.
struct LeeOptions : RunOptions {
  GameOptions game;
  int games = 0;
  int simulations = 400;
  std::uint64_t seed = 1;
};
void AddLeeOptions(Verb& verb, LeeOptions& options);
Run LeeRun(const std::string& experiment, const LeeOptions& options);

// The hash of a policy-value network's file. Throws for a file that is none, or is of another ice:
// a player that cannot read its network would lose every game.
std::string CheckedNetwork(const std::string& path, const GameTerms& terms);

// The place of a match's store. The networks' hashes are in its name: a network that was trained
// anew begins a new match.
std::filesystem::path MatchPath(const std::filesystem::path& folder, const std::string& name,
                                std::span<const std::string> hashes);

// All that determines the match's games; throws kUsage if it cannot be played.
TournamentSetup LeeSetup(const LeeOptions& options, const GameTerms& terms, int ends,
                         std::vector<std::string> players, bool gauntlet = false);

// The tables of a match's games so far. In a shop, those that the store does not have yet are
// played, up to a Ctrl-C. Throws kUsage if the store is of another setup.
struct LeeMatch {
  Tables tables;
  bool whole = false;
};
LeeMatch PlayMatch(const std::filesystem::path& path, const TournamentSetup& setup,
                   const Workshop& shop);
LeeMatch ReadMatch(const std::filesystem::path& path, const TournamentSetup& setup);

// "12/0/8", "52.5 ± 3.1", and how the games were played.
std::string TallyText(const Tally& tally);
std::string WonText(const Tally& tally);
std::string GamesText(const GameTerms& terms, int ends);
// Who lost otherwise than on the ice, such as by the clock; a sentence.
std::string OtherLossesText(const std::vector<JsonOut>& matches);

// Figure 4 and Table 1.
void AddLeePrograms(Verb& experiment);

}  // namespace skipstone
