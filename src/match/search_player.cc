// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/search_player.h"

#include "match/simple_players.h"
#include "search/search.h"
#include "value/win_table.h"

namespace skipstone {
namespace {

class SearchPlayer : public Player {
 public:
  SearchPlayer(const PlayerSetup& setup, SpecOptions& options)
      : rules_(setup.rules),
        seed_(setup.seed),
        // A game of one end is about points, a longer one about winning.
        win_(options.Word("value", setup.rules.ends == 1 ? "points" : "win", {"points", "win"}) ==
             "win"),
        table_(ShippedWinTable(setup.ice.law, setup.rules.tie_break)),
        search_(MakeSearch(options, {setup.ice, setup.rules, setup.execution})) {}

  Move Call(const Game& game) override {
    SearchTask task;
    task.position = game.position();
    if (win_) task.utility = table_.UtilityOf(game, rules_);
    task.standing = StandingOf(game, rules_);
    task.seed = ChoiceStream(seed_, game).NextU64();
    return search_.search->Run(task, search_.limits).best;
  }

 private:
  Rules rules_;
  std::uint64_t seed_;
  bool win_;
  const WinTable& table_;
  SpecifiedSearch search_;
};

}  // namespace

std::unique_ptr<Player> MakeSearchPlayer(const PlayerSetup& setup, SpecOptions& options) {
  return std::make_unique<SearchPlayer>(setup, options);
}

}  // namespace skipstone
