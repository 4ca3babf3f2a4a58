// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A position file.

#include "fuzz.h"
#include "game/situation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  AllowBadInput([&] {
    const Json json = ParseJson(TextOf(data, size), "position");
    const Situation read = SituationFromJson(Field(json, "position"));
    const int score = EndScore(read.game.board, read.terms.ice.sheet, read.terms.rules);
    Require(score >= -kStonesPerTeam && score <= kStonesPerTeam, "an end has at most 8 points");
    Require(!read.game.board.Has(read.game.position().turn.slot()), "the next stone is in hand");
    const Json written = ReadBack(ToJson(read));
    try {
      const Situation again = SituationFromJson(Field(written, ""));
      Require(again.terms.ice == read.terms.ice, "the ice survives");
      Require(again.terms.rules == read.terms.rules, "the rules survive");
      Require(again.terms.execution == read.terms.execution, "the execution model survives");
      Require(again.game.board == read.game.board, "the stones survive");
      Require(again.game.shot == read.game.shot, "the shot survives");
      Require(again.game.hammer == read.game.hammer, "the hammer survives");
      for (const Team team : {Team::k0, Team::k1}) {
        Require(again.game.Total(team) == read.game.Total(team), "the score survives");
      }
      Require(again == read, "all of it survives");
    } catch (const Error& e) {
      std::fprintf(stderr, "fuzz: %s\n", e.what());
      Require(false, "what is written can be read");
    }
  });
  return 0;
}
