// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/stats.h"

#include <gtest/gtest.h>

#include "base/table.h"

namespace skipstone {
namespace {

// Player 0 is team 0 throughout. Hammer, then points.
TEST(Stats, EfficienciesAsDefined) {
  TournamentSetup setup;
  setup.players = {"ours", "theirs"};
  setup.games = 1;
  setup.paired = false;
  GameSummary game;
  game.fixture = FixtureOf(setup, 0);
  game.ends = {
      {0, Team::k0, {2, 0}}, {1, Team::k0, {3, 0}}, {2, Team::k0, {1, 0}},
      {3, Team::k0, {0, 2}}, {4, Team::k0, {0, 0}},  // blank
      {5, Team::k1, {0, 1}}, {6, Team::k1, {0, 2}}, {7, Team::k1, {0, 1}},
      {8, Team::k1, {1, 0}}, {9, Team::k1, {0, 0}},
  };
  const std::vector<ShotCount> shots = {{0, ShotType::kDraw, 10, 7}, {1, ShotType::kRunBack, 3, 0}};
  const auto stats = MakeStats(setup, {&game, 1}, shots);
  const PlayerStats& ours = stats[0];
  EXPECT_EQ(ours.hammer_efficiency, (Share{2, 4})) << "without the blank end";
  EXPECT_EQ(ours.force_efficiency, (Share{2, 3})) << "of 1, 2, 1";
  EXPECT_EQ(ours.steal_efficiency, (Share{1, 5}));
  EXPECT_EQ(ours.steal_defence, (Share{1, 5}));
  EXPECT_EQ(ours.points_with_hammer, 6);
  EXPECT_EQ(ours.ends_with_hammer, 5);
  const PlayerStats& theirs = stats[1];
  EXPECT_EQ(theirs.hammer_efficiency, (Share{1, 4}));
  EXPECT_EQ(theirs.force_efficiency, (Share{1, 3}));
  EXPECT_EQ(theirs.steal_efficiency, (Share{1, 5}));
  EXPECT_EQ(theirs.steal_defence, (Share{1, 5}));
  EXPECT_EQ(theirs.shots[static_cast<std::size_t>(ShotType::kRunBack)], (Share{0, 3}));

  const std::string text = Render({"ours", "theirs"}, stats, TableFormat::kText);
  for (const char* part : {"50.0 % of 4", "66.7 % of 3", "1.20", "70.0 % of 10", "run-back"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find("freeze"), std::string::npos) << "nobody played one";
  const JsonOut json = ToJson({"ours", "theirs"}, stats);
  EXPECT_EQ(json[0]["average_end_with_hammer"], 1.2);
  EXPECT_EQ(json[0]["shots"]["draw"]["part"], 7);
}

TEST(Stats, WithoutEndsThereIsNoPercentage) {
  EXPECT_FALSE(Share{}.percent());
  TournamentSetup setup;
  setup.players = {"ours", "theirs"};
  const auto stats = MakeStats(setup, {}, {});
  EXPECT_TRUE(ToJson({"ours", "theirs"}, stats)[0]["hammer_efficiency"]["percent"].is_null());
}

}  // namespace
}  // namespace skipstone
