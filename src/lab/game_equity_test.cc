// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/game_equity.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

Rules FourEnds() {
  Rules rules = MakeRules(RulesPreset::kDc3);
  rules.ends = 4;
  return rules;
}

GameSummary Game(std::optional<Team> winner, Reason reason, std::vector<PlayedEnd> ends) {
  GameSummary game;
  game.result = {winner, reason};
  game.ends = std::move(ends);
  return game;
}

int GamesIn(const EquityGrid<EquityCount>& grid) {
  int games = 0;
  for (const auto& row : grid.cells) {
    for (const EquityCount& count : row) games += count.games;
  }
  return games;
}

TEST(GameEquity, ThePapersTableStandsWhereItIsLookedUp) {
  EXPECT_EQ(PublishedEquity().At(3, 4), 0.887);
  EXPECT_EQ(PublishedEquity().At(0, 0), 0.220);
  EXPECT_EQ(PublishedEquity().At(-1, 1), 0.042);
  EXPECT_EQ(PublishedEquity().At(-3, 0), 0.0);
}

TEST(GameEquity, OfATableIsTheTeamWithoutTheHammers) {
  ScoreDistribution scores;
  scores[-1] = 0.25;
  scores[1] = 0.75;
  const EquityGrid<double> grid = EquityOf(WinTable::FromScores(scores, TieBreak::kExtraEnds));
  EXPECT_DOUBLE_EQ(grid.At(1, 0), 1.0);
  EXPECT_DOUBLE_EQ(grid.At(-1, 0), 0.0);
  EXPECT_DOUBLE_EQ(grid.At(0, 0), 0.25);
  EXPECT_DOUBLE_EQ(grid.At(0, 1), 0.25);
  EXPECT_DOUBLE_EQ(grid.At(3, 1), 1.0);
  // A steal in the last end ties; it has the hammer no more than before, and must steal again.
  EXPECT_DOUBLE_EQ(grid.At(-1, 1), 0.25 * 0.25);
}

TEST(GameEquity, IsCountedAtEachEndsStart) {
  // Ends are numbered from 0; points are by team.
  const GameSummary game = Game(Team::k0, Reason::kScore,
                                {{0, Team::k1, {0, 2}},
                                 {1, Team::k0, {1, 0}},
                                 {2, Team::k1, {0, 0}},
                                 {3, Team::k1, {1, 0}},
                                 {4, Team::k1, {1, 0}}});
  const auto grid = CountEquity({&game, 1}, FourEnds());
  EXPECT_EQ(GamesIn(grid), 5);
  EXPECT_EQ(grid.At(0, 4).wins, 1.0);
  EXPECT_EQ(grid.At(2, 3).games, 1);
  EXPECT_EQ(grid.At(2, 3).wins, 0.0) << "team 1 was without the hammer, and lost";
  EXPECT_EQ(grid.At(-1, 2).wins, 1.0);
  EXPECT_EQ(grid.At(-1, 1).wins, 1.0);
  EXPECT_EQ(grid.At(0, 0).wins, 1.0) << "the extra end";
}

TEST(GameEquity, LeavesOutWhatIsNotOnTheGridOrNotPlayedOut) {
  const std::vector<PlayedEnd> wide = {{0, Team::k1, {0, 4}}, {1, Team::k0, {0, 0}}};
  const std::vector<GameSummary> games = {
      Game(Team::k1, Reason::kConcede, wide), Game(std::nullopt, Reason::kDraw, {wide[0]}),
      Game(Team::k1, Reason::kTimeLimit, wide), Game(Team::k1, Reason::kCrash, wide)};
  const auto grid = CountEquity(games, FourEnds());
  EXPECT_EQ(GamesIn(grid), 2) << "a lead of four is off the grid";
  EXPECT_EQ(grid.At(0, 4).games, 2);
  EXPECT_EQ(grid.At(0, 4).wins, 0.5) << "a draw is half";
  const GameSummary later = Game(Team::k0, Reason::kScore, {{5, Team::k1, {1, 0}}});
  EXPECT_EQ(GamesIn(CountEquity({&later, 1}, FourEnds())), 0) << "a second extra end";
}

}  // namespace
}  // namespace skipstone
