// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/greedy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "match/referee.h"

namespace skipstone {
namespace {

class GreedyTest : public testing::TestWithParam<Law> {
 protected:
  GreedyTest() {
    setup_.terms = MakeTerms(GetParam());
    setup_.team = Team::k1;
    setup_.seed = 3;
    game_ = NewGame(setup_.terms.rules);
    engine_ = MakeEngine("event", setup_.terms.ice);
  }

  // Yellow's points once its call is thrown exactly.
  int PointsAfterCall() {
    const Move move = MakePlayer("greedy", setup_)->Call(game_);
    const ThrowResult result =
        ThrowStone(game_.position(), std::get<Release>(move), *engine_, setup_.terms.rules);
    return -EndScore(result.outcome.board, setup_.terms.ice.sheet, setup_.terms.rules);
  }

  PlayerSetup setup_;
  Game game_;
  std::unique_ptr<Engine> engine_;
};

INSTANTIATE_TEST_SUITE_P(Ices, GreedyTest, testing::Values(Law::kFcv1, Law::kDc2),
                         [](const auto& suite) { return std::string(LawName(suite.param)); });

// Last stones whose best result is known.
TEST_P(GreedyTest, TakesTheOpenShotStoneForThree) {
  game_.end = setup_.terms.rules.ends - 1;  // nothing to keep the hammer for
  game_.shot = 15;
  game_.board.Put(SlotOf(Team::k0, 0), {0.1, 0.0});
  game_.board.Put(SlotOf(Team::k1, 0), {-0.9, 0.5});
  game_.board.Put(SlotOf(Team::k1, 1), {1.0, -0.6});
  EXPECT_EQ(PointsAfterCall(), 3);
}

TEST_P(GreedyTest, DrawsTheButtonAgainstAStoneItCannotHit) {
  game_.end = setup_.terms.rules.ends - 1;
  game_.shot = 15;
  game_.board.Put(SlotOf(Team::k0, 0), {1.3, 0.9});
  for (int i = 1; i < 4; ++i) game_.board.Put(SlotOf(Team::k0, i), {0.9 + 0.35 * (i - 1), -0.6});
  EXPECT_GE(PointsAfterCall(), 1);
}

TEST_P(GreedyTest, DoesNotTakeAProtectedGuard) {
  game_.shot = 1;
  game_.board.Put(SlotOf(Team::k0, 0), {0.0, -3.0});
  const Move move = MakePlayer("greedy", setup_)->Call(game_);
  EXPECT_FALSE(
      ThrowStone(game_.position(), std::get<Release>(move), *engine_, setup_.terms.rules).foul);
}

// By hand, in units of the lead: after the last stone of the fifth end of eight the hammer of the
// next end is worth 0.45 points.
TEST(Greedy, GuessesTheChanceToWin) {
  const auto chance = [](double lead, double to_come) {
    return 1.0 / (1.0 + std::exp(-1.7 * lead / to_come));
  };
  const Turn last{kStones - 1, Team::k1};
  const Standing standing{.lead = -1, .ends_left = 3};
  const double to_come = 0.15 + 1.3 * std::sqrt(3.0);
  EXPECT_NEAR(GreedyChanceToWin(last, 0, standing), chance(-1.0 + 0.45, to_come), 1e-12)
      << "a blank keeps the hammer";
  EXPECT_NEAR(GreedyChanceToWin(last, 1, standing), chance(0.0 - 0.45, to_come), 1e-12);
  EXPECT_NEAR(GreedyChanceToWin(last, -2, standing), chance(-3.0 + 0.45, to_come), 1e-12);
  EXPECT_GT(GreedyChanceToWin(last, 2, standing), GreedyChanceToWin(last, 0, standing));
  // Before that, nobody knows who will have it; and more is to come.
  EXPECT_NEAR(GreedyChanceToWin({11, Team::k1}, 1, standing), chance(0.0, to_come + 0.2), 1e-12);
  EXPECT_NEAR(GreedyChanceToWin({11, Team::k1}, 0, {.lead = 2, .ends_left = 0}),
              chance(2.0, 0.15 + 0.2), 1e-12);
}

TEST_P(GreedyTest, BeatsRandomFromEitherSide) {
  for (const int side : {0, 1}) {
    GameSetup setup;
    setup.header.terms = setup_.terms;
    setup.header.terms.rules.ends = 2;
    setup.header.engine = "event";
    setup.header.seed = 8;
    setup.header.players = {"random", "random"};
    setup.header.players[static_cast<std::size_t>(side)] = "greedy:samples=8";
    const auto record = PlayGame(setup);
    ASSERT_TRUE(record->result.winner);
    EXPECT_EQ(Index(*record->result.winner), side);
  }
}

}  // namespace
}  // namespace skipstone
