// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/search_player.h"

#include "match/simple_players.h"
#include "search/search.h"

namespace skipstone {
namespace {

class SearchPlayer : public Player {
 public:
  SearchPlayer(const PlayerSetup& setup, SpecOptions& options)
      : rules_(setup.rules),
        seed_(setup.seed),
        search_(MakeSearch(options, {setup.ice, setup.rules, setup.execution})) {}

  Move Call(const Game& game) override {
    SearchTask task;
    task.position = game.position();
    task.standing = StandingOf(game, rules_);
    task.seed = ChoiceStream(seed_, game).NextU64();
    return search_.search->Run(task, search_.limits).best;
  }

 private:
  Rules rules_;
  std::uint64_t seed_;
  SpecifiedSearch search_;
};

}  // namespace

std::unique_ptr<Player> MakeSearchPlayer(const PlayerSetup& setup, SpecOptions& options) {
  return std::make_unique<SearchPlayer>(setup, options);
}

}  // namespace skipstone
