// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "match/referee.h"

namespace skipstone {

// The two hypotheses of a sequential test: the first player is stronger by elo0, or by elo1.
struct SprtBounds {
  double elo0 = 0.0;
  double elo1 = 0.0;

  bool operator==(const SprtBounds&) const = default;
};

// All that determines a tournament's games, thinking times excepted.
struct TournamentSetup {
  std::vector<std::string> players;  // specs; one that stands twice plays itself
  bool gauntlet = false;             // the first player against each other, else round robin
  int games = 0;                     // of a pairing
  // Games 2p and 2p + 1 of a pairing share the errors of each team's stones, with the sides
  // swapped, so that luck and hammer cancel.
  bool paired = true;
  GameTerms terms;  // the same for all players
  std::string engine;
  std::uint64_t seed = 0;
  std::optional<SprtBounds> sprt;

  bool operator==(const TournamentSetup&) const = default;
};

// A game of the schedule.
struct Fixture {
  int number = 0;
  std::size_t pairing = 0;
  // Places in the setup's list of players, by team. Team 0 throws the first stone of the game.
  std::array<std::size_t, 2> players{};
};

// Throws kUsage for a tournament that cannot be played: too few players, an unknown player, ...
void CheckSetup(const TournamentSetup& setup);

// Who meets whom, as places in the list of players.
std::vector<std::array<std::size_t, 2>> PairingsOf(const TournamentSetup& setup);
int GameCount(const TournamentSetup& setup);
// Pairings take turns, so that a tournament cut short is still an even one.
Fixture FixtureOf(const TournamentSetup& setup, int number);
GameSetup GameSetupOf(const TournamentSetup& setup, const Fixture& fixture);

// The specs, numbered where one stands more than once: "draw", "rule (1)", "rule (2)".
std::vector<std::string> PlayerLabels(const TournamentSetup& setup);

JsonOut ToJson(const TournamentSetup& setup);
// What differs between two setups, as "seed: the tournament was begun with 7, now it is 8"; nothing
// if they are the same.
std::string SetupDifference(const TournamentSetup& stored, const TournamentSetup& asked);
TournamentSetup TournamentSetupFromJson(const Field& field);

}  // namespace skipstone
