// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors
//
// Searches that play by a clock, by one that the test lets go.

#include "match/search_player.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "match/player.h"
#include "search/last_stone.h"

namespace skipstone {
namespace {

using std::chrono::milliseconds;

class ByTheClock : public testing::Test {
 protected:
  ByTheClock() {
    setup_.terms.ice = IceForRules(Law::kFcv1, RulesPreset::kDc3);
    setup_.terms.rules = MakeRules(RulesPreset::kDc3);
    setup_.terms.rules.ends = 8;
    setup_.terms.rules.thinking_time_ms = {219'000, 219'000};
    setup_.terms.execution = {SameForAll({}), SameForAll({})};
    setup_.team = Team::k0;
    setup_.seed = 5;
    setup_.by_the_clock = true;
    setup_.clock = Clock([this] { return kStep_ms * milliseconds(++looks_); });
  }

  // Team 0 is to throw, with so much on its clock.
  Game At(int end, int shot, Milliseconds left_ms) const {
    Game game = NewGame(setup_.terms.rules);
    game.end = end;
    for (auto& scores : game.scores) {
      for (int e = 0; e < end; ++e) scores.at(static_cast<std::size_t>(e)) = 0;
    }
    game.shot = shot;
    game.hammer = shot % 2 == 0 ? Team::k1 : Team::k0;
    game.board.Put(SlotOf(Team::k1, 0), {0.3, 0.5});
    game.board.Put(SlotOf(Team::k0, 0), {0.2, -2.8});
    game.clock_ms = {left_ms, left_ms};
    EXPECT_EQ(game.to_move(), Team::k0);
    return game;
  }

  // What a call takes, by the clock.
  double SecondsOf(Player& player, const Game& game) {
    const int before = looks_;
    player.Call(game);
    return 0.001 * static_cast<double>(kStep_ms * (looks_ - before));
  }
  double SecondsOf(const std::string& spec, const Game& game) {
    return SecondsOf(*MakePlayer(spec, setup_), game);
  }

  // So much passes between two looks.
  static constexpr Milliseconds kStep_ms = 20;

  PlayerSetup setup_;
  std::atomic<int> looks_ = 0;
};

TEST_F(ByTheClock, TheShorterOfItsTwoLimitsCounts) {
  for (const std::string spec : {"uct:seconds=60", "uct:seconds=60,check=on"}) {
    const double hurried = SecondsOf(spec, At(7, 12, 2'000));
    EXPECT_LT(hurried, 1.0) << spec;
    EXPECT_GT(hurried, 0.1) << spec;
  }
  EXPECT_GT(SecondsOf("uct", At(0, 0, 219'000)), 1.5);
  EXPECT_NEAR(SecondsOf("uct:seconds=1", At(0, 0, 219'000)), 1.0, 0.1);
  // Play-outs are a limit only if they are asked for.
  EXPECT_LT(SecondsOf("uct:playouts=100", At(0, 0, 219'000)), 0.3);
  // Somebody else's clock, but it was told not to look at that.
  EXPECT_NEAR(SecondsOf("uct:seconds=3,clock=off", At(7, 14, 2'000)), 3.0, 0.1);
}

TEST_F(ByTheClock, WhoHasNoClockKeepsToItsOwnLimit) {
  setup_.terms.rules.thinking_time_ms = {0, 0};
  EXPECT_NEAR(SecondsOf("uct:seconds=1", At(0, 0, 0)), 1.0, 0.1);
  setup_.by_the_clock = false;
  EXPECT_NEAR(SecondsOf("uct:seconds=1", At(0, 0, 0)), 1.0, 0.1);
}

TEST_F(ByTheClock, LateCallsMakeItThinkLess) {
  const auto third = [this](Milliseconds late_ms) {
    const auto player = MakePlayer("uct", setup_);
    Milliseconds left_ms = 219'000;
    for (const int shot : {0, 2}) {
      const double seconds = SecondsOf(*player, At(0, shot, left_ms));
      left_ms -= static_cast<Milliseconds>(1000.0 * seconds) + late_ms;
    }
    return SecondsOf(*player, At(0, 4, left_ms + 2 * late_ms));  // the same clock for both
  };
  EXPECT_LT(third(900), 0.85 * third(0));
}

// What is found is checked within the same limit: the search leaves time for that.
TEST_F(ByTheClock, ACheckIsPartOfTheTime) {
  setup_.terms.ice = IceForRules(Law::kDc2, RulesPreset::kDc2);
  setup_.terms.execution = {SameForAll(DefaultSizes(ExecutionModel::kGat)),
                            SameForAll(DefaultSizes(ExecutionModel::kGat))};
  const double unchecked = SecondsOf("uct:seconds=5,clock=off", At(0, 12, 219'000));
  const double checked = SecondsOf("uct:seconds=5,check=on,clock=off", At(0, 12, 219'000));
  EXPECT_NEAR(unchecked, 5.0, 0.1);
  // By this clock a throw takes less than was thought.
  EXPECT_LT(checked, 4.9);
  EXPECT_GT(checked, 4.0);
}

// From one end to another a clock may go anywhere.
TEST_F(ByTheClock, ACallOfAnotherEndTellsNothing) {
  const auto after = [this](int end, Milliseconds left_ms) {
    const auto player = MakePlayer("uct", setup_);
    player->Call(At(1, 14, 219'000));
    return SecondsOf(*player, At(end, 14, left_ms));
  };
  EXPECT_LT(after(1, 150'000), 0.9 * SecondsOf("uct", At(1, 14, 150'000)));
  EXPECT_NEAR(after(2, 150'000), SecondsOf("uct", At(2, 14, 150'000)), 0.05);
}

TEST_F(ByTheClock, TheLastStoneIsSolvedIfThereIsTimeForIt) {
  LastStone solver(setup_.terms.ice, setup_.terms.rules, setup_.terms.execution[0][kPlayers - 1]);
  const auto player = MakePlayer("uct:value=points", setup_);
  for (const Milliseconds left_ms : {10'000, 700, 100}) {
    const Game game = At(7, 15, left_ms);
    const Move move = player->Call(game);
    const bool solved =
        std::get<Release>(move) == solver.Solve(game.position(), UtilityOfPoints()).best;
    EXPECT_EQ(solved, left_ms == 10'000) << left_ms;
  }
}

}  // namespace
}  // namespace skipstone
