// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "value/score_distribution.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

TEST(BetweenViews, TurnsWhatTheOtherTeamThrows) {
  ScoreDistribution scores;
  scores[-1] = 0.25;
  scores[2] = 0.75;
  for (const Team hammer : {Team::k0, Team::k1}) {
    for (int shot = 0; shot < kStones; ++shot) {
      const Turn turn{shot, hammer};
      const ScoreDistribution seen = BetweenViews(scores, turn);
      const int sign = turn.thrower() == hammer ? 1 : -1;
      EXPECT_EQ(seen[-1 * sign], 0.25);
      EXPECT_EQ(seen[2 * sign], 0.75);
      EXPECT_EQ(seen.Mean(), sign * scores.Mean());
      EXPECT_EQ(BetweenViews(seen, turn), scores);
    }
  }
}

}  // namespace
}  // namespace skipstone
