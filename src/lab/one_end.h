// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/work.h"
#include "search/search.h"

namespace skipstone {

// One-end games between searches, for the experiments of Yee et al. 2016 (section 4.5): whoever
// scores, scores; a blank is a draw. Leaner than a tournament: no records, no clocks, searches that
// live on from game to game; a line per game in a file.

// A pairing of two searches, by their places in the list, and how many games it plays.
struct OneEndPairing {
  std::array<std::size_t, 2> searches{};
  int games = 0;  // an even number: games 2p and 2p + 1 swap sides and share the stones' errors

  bool operator==(const OneEndPairing&) const = default;
};

// All that determines the games.
struct OneEndSetup {
  std::vector<std::string> searches;  // specs
  std::vector<OneEndPairing> pairings;
  GameTerms terms;  // the same for all throwers
  std::uint64_t seed = 0;
  // The state before the hammer shot is kept of so many games of each pairing, from the first.
  int hammer_states = 0;
};
JsonOut ToJson(const OneEndSetup& setup);

struct OneEndGame {
  std::size_t pairing = 0;
  int number = 0;                     // within the pairing
  std::size_t hammer = 0;             // whose search had it: 0 or 1, a place in the pairing
  int points = 0;                     // of the pairing's first search, minus the other's
  std::optional<Board> hammer_state;  // team 1 has the hammer
};

// Plays the games that the file lacks; pairings take turns, so that a run cut short is an even one.
// Throws kUsage if the file is of another setup, kBadData if it is damaged.
struct OneEndGames {
  std::vector<OneEndGame> games;  // as the file has them
  bool whole = false;
};
OneEndGames PlayOneEndGames(const OneEndSetup& setup, const std::filesystem::path& path,
                            const Workshop& shop);
// Those that were played.
std::vector<OneEndGame> ReadOneEndGames(const OneEndSetup& setup,
                                        const std::filesystem::path& path);

// One game. `first` throws the first stone and is team 0, `second` has the hammer. `pair` numbers
// the errors of the stones.
struct OneEndResult {
  int points = 0;  // of team 0
  Board hammer_state;
};
OneEndResult PlayOneEnd(SpecifiedSearch& first, SpecifiedSearch& second, const OneEndSetup& setup,
                        std::uint64_t seed, std::uint32_t pair);

}  // namespace skipstone
