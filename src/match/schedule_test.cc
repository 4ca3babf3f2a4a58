// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace skipstone {
namespace {

TournamentSetup SetupOf(std::vector<std::string> players, int games) {
  TournamentSetup setup;
  setup.players = std::move(players);
  setup.games = games;
  setup.terms = MakeTerms(Law::kFcv1);
  setup.engine = "event";
  setup.seed = 5;
  return setup;
}

TEST(Schedule, RoundRobinLetsAllMeetAsOftenOnBothSides) {
  for (const bool paired : {true, false}) {
    TournamentSetup setup = SetupOf({"draw", "random", "draw", "random"}, 6);
    setup.paired = paired;
    ASSERT_EQ(GameCount(setup), 36);
    std::map<std::array<std::size_t, 2>, int> meetings;
    for (int n = 0; n < GameCount(setup); ++n) ++meetings[FixtureOf(setup, n).players];
    EXPECT_EQ(meetings.size(), 12U);
    for (const auto& [players, games] : meetings) EXPECT_EQ(games, 3);
  }
}

TEST(Schedule, GauntletIsTheFirstAgainstEachOther) {
  TournamentSetup setup = SetupOf({"draw", "random", "draw"}, 4);
  setup.gauntlet = true;
  ASSERT_EQ(GameCount(setup), 8);
  for (int n = 0; n < 8; ++n) {
    const auto players = FixtureOf(setup, n).players;
    EXPECT_EQ(std::min(players[0], players[1]), 0U);
  }
}

TEST(Schedule, APairSharesItsErrorsAndSwapsTheSides) {
  const TournamentSetup setup = SetupOf({"draw", "random", "draw"}, 4);
  std::set<std::uint32_t> games;
  for (int n = 0; n < GameCount(setup); n += 2) {
    const Fixture a = FixtureOf(setup, n);
    const Fixture b = FixtureOf(setup, n + 1);
    EXPECT_EQ(a.pairing, b.pairing);
    EXPECT_EQ(a.players[0], b.players[1]);
    EXPECT_EQ(a.players[1], b.players[0]);
    const GameSetup first = GameSetupOf(setup, a);
    const GameSetup second = GameSetupOf(setup, b);
    EXPECT_EQ(first.header.game, second.header.game);
    EXPECT_EQ(first.header.players[0], second.header.players[1]);
    EXPECT_EQ(first.player_streams, second.player_streams);
    EXPECT_TRUE(games.insert(first.header.game).second) << "another pair has the same errors";
  }
}

TEST(Schedule, UnpairedGamesHaveErrorsAndStreamsOfTheirOwn) {
  TournamentSetup setup = SetupOf({"draw", "draw"}, 5);
  setup.paired = false;
  std::set<std::uint32_t> games;
  for (int n = 0; n < 5; ++n) {
    const Fixture fixture = FixtureOf(setup, n);
    const GameSetup game = GameSetupOf(setup, fixture);
    games.insert(game.header.game);
    for (std::size_t team = 0; team < 2; ++team) {
      EXPECT_EQ(game.player_streams[team], fixture.players[team]);
    }
  }
  EXPECT_EQ(games.size(), 5U);
}

TEST(Schedule, SetupSurvivesJson) {
  TournamentSetup setup = SetupOf({"draw", "random"}, 4);
  setup.sprt = {-5.0, 12.5};
  setup.paired = false;
  setup.seed = UINT64_MAX;
  const Json json = Json::parse(ToJson(setup).dump());
  EXPECT_EQ(TournamentSetupFromJson(Field(json, "")), setup);
}

TEST(Schedule, LabelsTellTwinsApart) {
  EXPECT_EQ(PlayerLabels(SetupOf({"draw", "random", "draw"}, 2)),
            (std::vector<std::string>{"draw (1)", "random", "draw (2)"}));
}

TEST(Schedule, RefusesWhatCannotBePlayed) {
  const auto refused = [](const TournamentSetup& setup, const std::string& part) {
    try {
      CheckSetup(setup);
      ADD_FAILURE() << "accepted; expected: " << part;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kUsage);
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
    }
  };
  CheckSetup(SetupOf({"draw", "random"}, 2));
  refused(SetupOf({"draw"}, 2), "players");
  refused(SetupOf({"draw", "nobody"}, 2), "nobody");
  refused(SetupOf({"draw", "draw:strength=2"}, 2), "strength");
  refused(SetupOf({"draw", "random"}, 3), "--unpaired");
  TournamentSetup test = SetupOf({"draw", "random"}, 2);
  test.sprt = {10.0, 0.0};
  refused(test, "below");
  test = SetupOf({"draw", "random", "draw"}, 2);
  test.sprt = {0.0, 10.0};
  refused(test, "two players");
}

}  // namespace
}  // namespace skipstone
