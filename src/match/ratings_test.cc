// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/ratings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace skipstone {
namespace {

// With the drawn game that is added to each pairing.
TEST(Ratings, TwoPlayersHaveAClosedForm) {
  const PairingScore standing = {0, 1, 74.5, 99};  // 75 of 100
  const auto ratings = RateByElo(2, {&standing, 1});
  const double elo = 400.0 * std::log10(0.75 / 0.25);
  EXPECT_NEAR(ratings[0].elo, elo / 2, 1e-9);
  EXPECT_NEAR(ratings[1].elo, -elo / 2, 1e-9);
  // The difference d has information n p (1 - p); each rating is half of it.
  const double error = 1.96 * 400.0 / std::log(10.0) / std::sqrt(100 * 0.75 * 0.25) / 2;
  EXPECT_NEAR(ratings[0].error, error, 1e-9);
  EXPECT_NEAR(ratings[1].error, error, 1e-9);
  EXPECT_EQ(ratings[0].games, 99);
}

TEST(Ratings, ThreePlayersOnALineAreFoundAgain) {
  // Scores as 100, 0 and -100 Elo expect them, whoever met how often.
  const double s1 = ExpectedScore(100.0);
  const double s2 = ExpectedScore(200.0);
  const std::vector<PairingScore> standings = {
      {0, 1, 200 * s1 - 0.5, 199}, {1, 2, 50 * s1 - 0.5, 49}, {0, 2, 1000 * s2 - 0.5, 999}};
  const auto ratings = RateByElo(3, standings);
  EXPECT_NEAR(ratings[0].elo, 100.0, 1e-6);
  EXPECT_NEAR(ratings[1].elo, 0.0, 1e-6);
  EXPECT_NEAR(ratings[2].elo, -100.0, 1e-6);
  // Four times the games, half the error.
  std::vector<PairingScore> more = standings;
  for (PairingScore& s : more) {
    s.points = 4 * (s.points + 0.5) - 0.5;
    s.games = 4 * (s.games + 1) - 1;
  }
  const auto surer = RateByElo(3, more);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(surer[i].elo, ratings[i].elo, 1e-6);
    EXPECT_NEAR(surer[i].error, ratings[i].error / 2, 1e-6);
  }
}

TEST(Ratings, AlwaysWinningIsFiniteAndNoGamesSayNothing) {
  const PairingScore all = {0, 1, 100000, 100000};
  const auto ratings = RateByElo(2, {&all, 1});
  EXPECT_NEAR(ratings[0].elo - ratings[1].elo, 400.0 * std::log10(100000.5 / 0.5), 1e-6);
  EXPECT_GT(ratings[0].error, 100.0);
  const PairingScore none = {0, 1, 0, 0};
  EXPECT_EQ(RateByElo(2, {&none, 1})[0].elo, 0.0);
}

TEST(Sprt, FollowsTheFormula) {
  Sprt sprt({0.0, 20.0});
  EXPECT_EQ(sprt.log_ratio(), 0.0);
  // 8 results, and a virtual win and loss: mean 0.6, mean square 0.5.
  for (const double result : {1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.0}) sprt.Add(result);
  const double s1 = 1.0 / (1.0 + std::pow(10.0, -20.0 / 400.0));
  const double variance = 0.5 - 0.36;
  EXPECT_NEAR(sprt.log_ratio(), 8 * (s1 - 0.5) * (1.2 - 0.5 - s1) / (2 * variance), 1e-12);
  EXPECT_EQ(sprt.decision(), Sprt::Decision::kNone);
}

TEST(Sprt, OneResultDecidesNothing) {
  Sprt sprt({0.0, 5.0});
  sprt.Add(1.0);
  EXPECT_EQ(sprt.decision(), Sprt::Decision::kNone);
  EXPECT_LT(sprt.log_ratio(), 0.1);
}

// Both hypotheses, on pairs of games without draws; 5 % of the decisions may be wrong.
TEST(Sprt, ErrsAsRarelyAsItSays) {
  constexpr int kRuns = 400;
  constexpr SprtBounds kBounds = {0.0, 60.0};
  RandomStream random({.seed = 1});
  for (const double elo : {kBounds.elo0, kBounds.elo1}) {
    const double p = ExpectedScore(elo);
    int wrong = 0;
    for (int run = 0; run < kRuns; ++run) {
      Sprt sprt(kBounds);
      while (sprt.decision() == Sprt::Decision::kNone) {
        const double a = random.Uniform() < p ? 0.5 : 0.0;
        sprt.Add(a + (random.Uniform() < p ? 0.5 : 0.0));
      }
      const bool says_elo1 = sprt.decision() == Sprt::Decision::kElo1;
      wrong += says_elo1 == (elo == kBounds.elo0) ? 1 : 0;
    }
    // Expected 20 at most, with a standard deviation of 4.4.
    EXPECT_LE(wrong, 33) << elo;
    EXPECT_GE(wrong, 4) << elo << ": it waits too long";
  }
}

TEST(SequentialTest, DoesNotDependOnTheOrderGamesFinish) {
  TournamentSetup setup;
  setup.players = {"a", "b"};
  setup.games = 400;
  setup.sprt = {0.0, 100.0};
  for (const bool paired : {true, false}) {
    setup.paired = paired;
    RandomStream random({.seed = 2});
    std::vector<GameResult> results;
    for (int n = 0; n < setup.games; ++n) {
      results.push_back({random.Uniform() < 0.7 ? Team::k0 : Team::k1, Reason::kScore});
    }
    const auto first_player = [&](int n) { return FixtureOf(setup, n).players[0] == 0; };
    const auto result = [&](int n) {
      GameResult r = results[static_cast<std::size_t>(n)];
      if (!first_player(n)) r.winner = Opponent(*r.winner);
      return r;
    };
    SequentialTest in_order(setup);
    SequentialTest backwards(setup);
    for (int n = 0; n < setup.games; ++n) {
      in_order.Add(FixtureOf(setup, n), result(n));
      const int m = setup.games - 1 - n;
      if (n < setup.games - 1) {
        backwards.Add(FixtureOf(setup, m), result(m));
        EXPECT_EQ(backwards.games(), 0) << "the schedule's first game is missing";
      } else {
        backwards.Add(FixtureOf(setup, m), result(m));
      }
    }
    EXPECT_EQ(in_order.decision(), Sprt::Decision::kElo1);
    EXPECT_LT(in_order.games(), setup.games);
    EXPECT_EQ(backwards.games(), in_order.games());
    EXPECT_EQ(backwards.log_ratio(), in_order.log_ratio());
  }
}

}  // namespace
}  // namespace skipstone
