// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A tournament's setup, as a store keeps it.

#include "fuzz.h"
#include "match/schedule.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  AllowBadInput([&] {
    const Json json = ParseJson(TextOf(data, size), "setup");
    const TournamentSetup setup = TournamentSetupFromJson(Field(json, "setup"));
    Require(PlayerLabels(setup).size() == setup.players.size(), "every player has a label");
    const auto pairings = PairingsOf(setup);
    Require(GameCount(setup) == static_cast<int>(pairings.size()) * setup.games,
            "every pairing has its games");
    for (const int number : {0, GameCount(setup) / 2, GameCount(setup) - 1}) {
      const Fixture fixture = FixtureOf(setup, number);
      auto players = fixture.players;
      Require(players[0] != players[1], "two players meet");
      if (players[0] > players[1]) std::swap(players[0], players[1]);
      Require(players == pairings.at(fixture.pairing), "a fixture is of its pairing");
    }
    const Json written = ReadBack(ToJson(setup));
    Require(TournamentSetupFromJson(Field(written, "setup")) == setup, "the setup survives");
  });
  return 0;
}
