// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/tables.h"

#include <gtest/gtest.h>

#include <cmath>

namespace skipstone {
namespace {

TournamentSetup TwoPlayers(int games, bool paired) {
  TournamentSetup setup;
  setup.players = {"ours", "theirs"};
  setup.games = games;
  setup.paired = paired;
  return setup;
}

// A game of one end with the score and the hammer of team 1.
GameSummary OneEnd(const TournamentSetup& setup, int number, int points0, int points1) {
  GameSummary game;
  game.fixture = FixtureOf(setup, number);
  game.score = {points0, points1};
  game.ends = {{0, Team::k1, {points0, points1}}};
  if (points0 != points1) game.result.winner = points0 > points1 ? Team::k0 : Team::k1;
  if (points0 == points1) game.result.reason = Reason::kDraw;
  return game;
}

// Lee et al. 2018, Table 1, first row. The paper prints 74.0 +- 6.22 and no formula: two standard
// errors sqrt(p (1 - p) / (n - 1)) give it. A 95 % interval is 1.96 of sqrt(p (1 - p) / n): 6.08.
TEST(Tables, LeesRow) {
  const TournamentSetup setup = TwoPlayers(200, true);
  std::vector<GameSummary> games;
  for (int i = 0; i < 100; ++i) {
    // ours first: 53 wins, 25 draws, 22 losses; second: 73, 19, 8
    const int first = i < 53 ? 1 : i < 78 ? 0 : -1;
    const int second = i < 73 ? 1 : i < 92 ? 0 : -1;
    games.push_back(OneEnd(setup, 2 * i, std::max(first, 0), std::max(-first, 0)));
    games.push_back(OneEnd(setup, 2 * i + 1, std::max(-second, 0), std::max(second, 0)));
  }
  const Tables tables = MakeTables(setup, games);
  ASSERT_EQ(tables.pairings.size(), 1U);
  const PairingRow& row = tables.pairings[0];
  EXPECT_EQ(row.first, (Tally{53, 25, 22}));
  EXPECT_EQ(row.second, (Tally{73, 19, 8}));
  const auto percentage = WinningPercentage(row.total());
  EXPECT_DOUBLE_EQ(percentage->percent, 74.0);
  EXPECT_NEAR(percentage->error, 6.08, 0.005);
  EXPECT_NEAR(percentage->error / 1.96 * 2.0 * std::sqrt(200.0 / 199.0), 6.22, 0.005);
  EXPECT_EQ(tables.players[0].losses.at(Reason::kScore), 30);
  const std::string text = Render(tables, TableFormat::kText);
  for (const char* part : {"53/25/22", "73/19/8", "74.0 ± 6.08", "ours - theirs"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  EXPECT_NE(Render(tables, TableFormat::kMarkdown).find("|---|---:|"), std::string::npos);
  const JsonOut json = ToJson(tables);
  EXPECT_EQ(json["pairings"][0]["first"]["wins"], 53);
  EXPECT_EQ(json["players"][1]["losses"]["score"], 126);
}

TEST(Tables, PairsGiveTheStandardError) {
  // Team 1 has the hammer and always makes 2 more: all of the difference within a pair cancels.
  const std::vector<std::array<int, 2>> scores = {{0, 2}, {0, 3}, {1, 3}, {0, 2}, {0, 2}, {0, 4}};
  const auto difference = [&](bool paired) {
    const TournamentSetup setup = TwoPlayers(6, paired);
    std::vector<GameSummary> games;
    for (int n = 0; n < 6; ++n) {
      const auto& score = scores[static_cast<std::size_t>(n)];
      games.push_back(OneEnd(setup, n, score[0], score[1]));
    }
    return *MakeTables(setup, games).pairings[0].difference;
  };
  // Ours: -2 +3, -2 +2, -2 +4: means of pairs 0.5, 0, 1.
  const MeanEstimate paired = difference(true);
  EXPECT_DOUBLE_EQ(paired.mean, 0.5);
  EXPECT_NEAR(*paired.standard_error, 0.5 / std::sqrt(3.0), 1e-12);
  // t = sqrt(3) with 2 degrees of freedom: P = 1/2 - t / (2 sqrt(2 + t^2)).
  EXPECT_NEAR(*paired.PValue(), 0.5 - std::sqrt(3.0) / (2 * std::sqrt(5.0)), 1e-12);
  const MeanEstimate unpaired = difference(false);
  EXPECT_DOUBLE_EQ(unpaired.mean, 0.5);
  EXPECT_GT(*unpaired.standard_error, 1.0);
}

TEST(Tables, PairsSayWhetherMoreGamesAreWon) {
  // Ours wins both games of a pair, and one each of three others.
  const TournamentSetup setup = TwoPlayers(8, true);
  std::vector<GameSummary> games;
  for (int n = 0; n < 8; ++n) {
    // Ours is team 0 in even games; team 1 wins but in the first.
    games.push_back(OneEnd(setup, n, n == 0 ? 1 : 0, n == 0 ? 0 : 1));
  }
  const PairingRow row = MakeTables(setup, games).pairings[0];
  EXPECT_EQ(row.total(), (Tally{5, 0, 3}));
  // Means of pairs: 0.5, 0, 0, 0.
  EXPECT_DOUBLE_EQ(row.won->mean, 0.125);
  EXPECT_NEAR(*row.won->standard_error, 0.125, 1e-12);
  // t = 1 with 3 degrees of freedom.
  EXPECT_NEAR(*row.won->PValue(), 0.195501, 1e-6);
  EXPECT_NEAR(ToJson(MakeTables(setup, games))["pairings"][0]["percent_p"].get<double>(), 0.195501,
              1e-6);
}

TEST(Tables, AGameWithoutItsOtherHalfIsNotInTheDifference) {
  const TournamentSetup setup = TwoPlayers(6, true);
  const std::vector<GameSummary> games = {OneEnd(setup, 0, 1, 0), OneEnd(setup, 1, 1, 0),
                                          OneEnd(setup, 3, 0, 8), OneEnd(setup, 4, 8, 0)};
  const PairingRow row = MakeTables(setup, games).pairings[0];
  EXPECT_EQ(row.total().games(), 4);
  EXPECT_DOUBLE_EQ(row.difference->mean, 0.0);
  EXPECT_FALSE(row.difference->standard_error) << "one pair has none";
}

TEST(Tables, PointsByHammerAndLossesByReason) {
  const TournamentSetup setup = TwoPlayers(4, false);
  std::vector<GameSummary> games = {OneEnd(setup, 0, 0, 3), OneEnd(setup, 1, 1, 0),
                                    OneEnd(setup, 2, 0, 0)};
  // Ours has the hammer in game 1 (second), theirs in games 0 and 2.
  games[2].result = {Team::k1, Reason::kHang};
  const Tables tables = MakeTables(setup, games);
  EXPECT_DOUBLE_EQ(*tables.pairings[0].points_with_hammer, 0.0);
  EXPECT_DOUBLE_EQ(*tables.pairings[0].points_without_hammer, 0.0);
  EXPECT_EQ(tables.players[0].losses.at(Reason::kScore), 2);
  EXPECT_EQ(tables.players[0].losses.at(Reason::kHang), 1);
  EXPECT_TRUE(tables.players[1].losses.empty());
  games[1] = OneEnd(setup, 1, 1, 4);
  games[0] = OneEnd(setup, 0, 1, 0);
  const Tables others = MakeTables(setup, games);
  EXPECT_DOUBLE_EQ(*others.pairings[0].points_with_hammer, 4.0);
  EXPECT_DOUBLE_EQ(*others.pairings[0].points_without_hammer, 0.5);
}

TEST(Tables, WithoutGamesNothingIsSaid) {
  const Tables tables = MakeTables(TwoPlayers(4, true), {});
  EXPECT_FALSE(WinningPercentage(tables.pairings[0].total()));
  EXPECT_FALSE(tables.pairings[0].difference);
  EXPECT_TRUE(ToJson(tables)["pairings"][0]["percent"].is_null());
  EXPECT_NE(Render(tables, TableFormat::kText), "");
}

}  // namespace
}  // namespace skipstone
