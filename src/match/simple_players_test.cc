// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/simple_players.h"

#include <gtest/gtest.h>

#include <set>

namespace skipstone {
namespace {

// A game of eight ends that stands 2 : 3 in its fourth.
Game FourthEnd(const Rules& rules) {
  Game game = NewGame(rules);
  game.scores[0] = {2, 0, 0};
  game.scores[1] = {0, 0, 3};
  for (auto& scores : game.scores) scores.resize(8);
  game.end = 3;
  return game;
}

TEST(Standing, IsTheThrowersOwn) {
  Rules rules = MakeRules(RulesPreset::kDc3);
  rules.ends = 8;
  Game game = FourthEnd(rules);
  for (const Team hammer : {Team::k0, Team::k1}) {
    game.hammer = hammer;
    for (game.shot = 0; game.shot < kStones; ++game.shot) {
      const Standing standing = StandingOf(game, rules);
      // Who has the hammer throws second.
      const bool red_throws = (hammer == Team::k0) == (game.shot % 2 == 1);
      EXPECT_EQ(standing.lead, red_throws ? -1 : 1) << game.shot;
      EXPECT_EQ(standing.ends_left, 4);
    }
  }
  game.end = 7;
  game.shot = 0;
  EXPECT_EQ(StandingOf(game, rules).ends_left, 0) << "the last one";
  game.end = 9;
  EXPECT_EQ(StandingOf(game, rules).ends_left, 0) << "an extra end";
}

TEST(ChoiceStream, IsAnotherForEachSeedEndShotAndIndex) {
  const Rules rules = MakeRules(RulesPreset::kDc3);
  std::set<std::uint64_t> numbers;
  Game game = NewGame(rules);
  for (game.end = 0; game.end < 3; ++game.end) {
    for (game.shot = 0; game.shot < kStones; ++game.shot) {
      for (const std::uint64_t seed : {1, 2}) {
        for (const std::uint32_t index : {0, 1}) {
          numbers.insert(ChoiceStream(seed, game, index).NextU64());
        }
      }
    }
  }
  EXPECT_EQ(numbers.size(), 3U * kStones * 2 * 2);
}

TEST(DrawPlayer, ChangesTheHandleWithEachStoneOfItsTeam) {
  PlayerSetup setup;
  setup.terms = MakeTerms(Law::kFcv1);
  DrawPlayer player(setup);
  Game game = NewGame(setup.terms.rules);
  for (game.shot = 0; game.shot < kStones; ++game.shot) {
    const Handle handle = game.shot / 2 % 2 == 0 ? Handle::kCw : Handle::kCcw;
    EXPECT_EQ(std::get<Release>(player.Call(game)), TeeDraw(Law::kFcv1, handle));
  }
}

}  // namespace
}  // namespace skipstone
