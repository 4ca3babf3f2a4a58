// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/players_signature.h"

#include "base/hash.h"
#include "match/referee.h"
#include "search/search.h"

namespace skipstone {
namespace {

const std::array<std::string, 2> kGames[] = {{"greedy:samples=8", "rule"},
                                             {"kr-uct:playouts=40", "uct:playouts=40"},
                                             {"rave:playouts=30", "rave-pw:playouts=30"}};

}  // namespace

std::uint64_t PlayersSignature() {
  Hasher hasher;
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    GameSetup setup;
    setup.header.terms = MakeTerms(law);
    setup.header.terms.rules.ends = 2;
    setup.header.engine = "event";
    setup.header.seed = 1;
    for (const auto& players : kGames) {
      setup.header.players = players;
      const auto record = PlayGame(setup);
      for (const RecordMove& move : record->moves) {
        if (const Release* called = std::get_if<Release>(&move.called)) {
          hasher.AddInt(HashOf(*called));
        }
        hasher.AddInt(HashOf(move.board));
      }
    }
    // Trees, node by node.
    for (const char* spec : {"kr-uct:playouts=400", "kr-uct:paper=on,playouts=400"}) {
      SpecifiedSearch kr_uct = MakeSearch(spec, setup.header.terms);
      kr_uct.search->Run({.position = {{}, {12, Team::k1}}}, kr_uct.limits);
      hasher.AddInt(kr_uct.search->TreeHash());
    }
  }
  return hasher.value();
}

}  // namespace skipstone
