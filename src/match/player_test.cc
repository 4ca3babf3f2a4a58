// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/player.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "base/error.h"
#include "net/network.h"

namespace skipstone {
namespace {

PlayerSetup SetupOn(Law law = Law::kFcv1) {
  PlayerSetup setup;
  setup.terms = MakeTerms(law, UsualRules(law), {});
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

TEST(Player, IsMadeByNameWithOptions) {
  EXPECT_NE(MakePlayer("draw", SetupOn()), nullptr);
  EXPECT_EQ(UsageOf([] { MakePlayer("draw:power=9", SetupOn()); }),
            "player draw has no option \"power\"; it has none");
  EXPECT_EQ(UsageOf([] { MakePlayer("greedy:sample=9", SetupOn()); }),
            "player greedy has no option \"sample\" (did you mean samples?); it has samples");
  const std::string unknown = UsageOf([] { MakePlayer("skip", SetupOn()); });
  EXPECT_NE(unknown.find("got \"skip\""), std::string::npos) << unknown;
  for (const PlayerKind& kind : PlayerKinds()) {
    EXPECT_NE(unknown.find(kind.name), std::string::npos) << unknown;
    EXPECT_NE(kind.summary, "") << kind.name;
  }
}

// What a table declares is true: it can be given as its own default says, and somebody reads it.
TEST(Player, EveryKindReadsAllOptionsOfItsTableAndNoOthers) {
  for (const PlayerKind& kind : PlayerKinds()) {
    std::set<std::string> names;
    std::string spec = kind.name;
    for (const SpecOption& option : kind.options) {
      EXPECT_TRUE(names.insert(option.name).second) << kind.name << " has two " << option.name;
      EXPECT_NE(option.help, "") << kind.name << ": " << option.name;
      EXPECT_NE(option.fallback_text, "") << kind.name << ": " << option.name;
      EXPECT_NE(DefaultText(option, kind.options), "");
      if (!option.fallback) continue;
      spec += (spec == kind.name ? ":" : ",") + option.name + "=" + *option.fallback;
    }
    EXPECT_EQ(UsageOf([&] { MakePlayer(spec, SetupOn()); }), "") << spec;
    SpecOptions options("player", kind.name, kind.options);
    // One that is not declared, or is of another type, is a bug that throws.
    EXPECT_NE(kind.make(SetupOn(), options), nullptr);
    EXPECT_EQ(options.Unread(), std::vector<std::string>()) << kind.name;
  }
}

TEST(Player, EveryKindCallsThrowsOnBothIcesAndDependsOnNothingButSeedAndGame) {
  const std::vector<PlayerKind>& kinds = PlayerKinds();
  // Players that judge by a network get one on both ices, whatever is shipped.
  const std::filesystem::path network =
      std::filesystem::temp_directory_path() / "skipstone-player-test.safetensors";
  NetworkDefinition definition;
  definition.kind = NetworkKind::kPvStones;  // which grid can use, too
  WriteTensorFile(network, Network::Random(definition, 1).ToFile());
  const std::map<std::string, std::string> with_network = {
      {"grid", "replies=2"}, {"dl-uct", "playouts=50"}, {"kr-dl-uct", "playouts=50"}};
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    for (const PlayerKind& kind : kinds) {
      const PlayerSetup setup = SetupOn(law);
      Game game = NewGame(setup.terms.rules);
      const auto found = with_network.find(kind.name);
      const std::string spec = found == with_network.end() ? kind.name
                                                           : kind.name + ":" + found->second +
                                                                 ",network=" + network.string();
      const Move move = MakePlayer(spec, setup)->Call(game);
      ASSERT_TRUE(std::holds_alternative<Release>(move)) << kind.name;
      EXPECT_NO_THROW(
          CheckThrow(setup.terms.ice, game.board, game.position().turn, std::get<Release>(move)));
      const std::unique_ptr<Player> other = MakePlayer(spec, setup);
      game.shot = 2;
      other->Call(game);
      game.shot = 0;
      EXPECT_EQ(other->Call(game), move) << kind.name;
    }
  }
  std::filesystem::remove(network);
}

// What a search plays for if nobody says so: points in games of one end, else the game.
TEST(Player, ASearchPlaysForTheGameIfThereAreMoreEnds) {
  struct Case {
    int ends;
    const char* options;
    const char* currency;
  };
  for (const Case& c : {Case{1, "", "points"}, Case{2, "", "win"}, Case{8, "", "win"},
                        Case{1, ",value=win", "win"}, Case{8, ",value=points", "points"}}) {
    PlayerSetup setup = SetupOn();
    setup.terms.rules.ends = c.ends;
    const Game game = NewGame(setup.terms.rules);
    const auto player = MakePlayer(std::string("uct:playouts=40") + c.options, setup);
    const Move move = player->Call(game);
    const auto thought = player->thought();
    ASSERT_TRUE(thought && !thought->options.empty());
    EXPECT_EQ(thought->currency, c.currency) << c.ends << c.options;
    EXPECT_EQ(thought->options[0].release, std::get<Release>(move)) << "the call comes first";
    for (const Thought::Option& option : thought->options) {
      // The team without the hammer counts chances of the hammer team's as lost.
      if (std::string(c.currency) == "win") {
        EXPECT_TRUE(option.value < 0.0 && option.value >= -1.0) << option.value;
      }
    }
  }
}

TEST(Player, ASearchThatChecksItsCallsIsTheSameForTheSameSeed) {
  const PlayerSetup setup = SetupOn(Law::kDc2);
  const Game game = NewGame(setup.terms.rules);
  const std::string spec = "kr-uct:playouts=100,check=on";
  const Move move = MakePlayer(spec, setup)->Call(game);
  EXPECT_TRUE(std::holds_alternative<Release>(move));
  EXPECT_EQ(MakePlayer(spec, setup)->Call(game), move);
  // By the clock, and by a limit of time.
  for (const char* timed : {"kr-uct:check=on,clock=on,seconds=0.05", "uct:check=on,seconds=0.2"}) {
    EXPECT_TRUE(std::holds_alternative<Release>(MakePlayer(timed, setup)->Call(game))) << timed;
  }
  EXPECT_NE(UsageOf([&] { MakePlayer("kr-uct:check=box2d", setup); }), "");
  EXPECT_NE(UsageOf([&] { MakePlayer("greedy:check=on", setup); }), "");
}

}  // namespace
}  // namespace skipstone
