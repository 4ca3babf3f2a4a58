// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/player.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace skipstone {
namespace {

PlayerSetup SetupOn(Law law = Law::kFcv1) {
  const RulesPreset preset = law == Law::kDc2 ? RulesPreset::kDc2 : RulesPreset::kDc3;
  PlayerSetup setup;
  setup.ice = IceForRules(law, preset);
  setup.rules = MakeRules(preset);
  setup.execution = {SameForAll({}), SameForAll({})};
  setup.seed = 11;
  return setup;
}

template <typename F>
std::string UsageOf(F f) {
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    return e.what();
  }
  return "";
}

TEST(PlayerOptions, HoldsNumbersAndDefaults) {
  PlayerOptions options("p", "samples=16,heat=0.5");
  EXPECT_EQ(options.Int("samples", 1, 1, 100), 16);
  EXPECT_EQ(options.Number("heat", 1.0, 0.0, 1.0), 0.5);
  EXPECT_EQ(options.Int("depth", 3, 1, 9), 3);
  EXPECT_NO_THROW(options.CheckAllUsed());
  EXPECT_NO_THROW(PlayerOptions("p", "").CheckAllUsed());
}

TEST(PlayerOptions, SaysWhatIsWrong) {
  const auto number = [](const char* text) {
    return UsageOf([text] {
      PlayerOptions options("p", text);
      options.Int("n", 1, 1, 100);
      options.CheckAllUsed();
    });
  };
  EXPECT_EQ(number("n=7"), "");
  EXPECT_EQ(number("n=0"), "player p: expected n to be a number from 1 to 100, got \"0\"");
  EXPECT_EQ(number("n=101"), "player p: expected n to be a number from 1 to 100, got \"101\"");
  EXPECT_EQ(number("n=nan"), "player p: expected n to be a number from 1 to 100, got \"nan\"");
  EXPECT_EQ(number("n=7x"), "player p: expected n to be a number from 1 to 100, got \"7x\"");
  EXPECT_EQ(number("n="), "player p: expected n to be a number from 1 to 100, got \"\"");
  EXPECT_EQ(number("n=2.5"), "player p: expected n to be a whole number");
  EXPECT_EQ(number("n"), "player p: expected name=value, got \"n\"");
  EXPECT_EQ(number("=7"), "player p: expected name=value, got \"=7\"");
  EXPECT_EQ(number("n=7,,m=1"), "player p: expected name=value, got \"\"");
  EXPECT_EQ(number("m=7"), "player p has no option \"m\"");
}

TEST(Player, IsMadeByNameWithOptions) {
  EXPECT_NE(MakePlayer("draw", SetupOn()), nullptr);
  EXPECT_EQ(UsageOf([] { MakePlayer("draw:power=9", SetupOn()); }),
            "player draw has no option \"power\"");
  const std::string unknown = UsageOf([] { MakePlayer("skip", SetupOn()); });
  EXPECT_NE(unknown.find("got \"skip\""), std::string::npos) << unknown;
  for (const PlayerKind& kind : PlayerKinds()) {
    EXPECT_NE(unknown.find(kind.name), std::string::npos) << unknown;
    EXPECT_NE(kind.summary, "") << kind.name;
  }
}

TEST(Player, EveryKindCallsThrowsOnBothIcesAndDependsOnNothingButSeedAndGame) {
  const std::vector<PlayerKind> kinds = PlayerKinds();
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    for (const PlayerKind& kind : kinds) {
      const PlayerSetup setup = SetupOn(law);
      Game game = NewGame(setup.rules);
      const Move move = MakePlayer(kind.name, setup)->Call(game);
      ASSERT_TRUE(std::holds_alternative<Release>(move)) << kind.name;
      EXPECT_NO_THROW(
          CheckThrow(setup.ice, game.board, game.position().turn, std::get<Release>(move)));
      const std::unique_ptr<Player> other = MakePlayer(kind.name, setup);
      game.shot = 2;
      other->Call(game);
      game.shot = 0;
      EXPECT_EQ(other->Call(game), move) << kind.name;
    }
  }
}

}  // namespace
}  // namespace skipstone
