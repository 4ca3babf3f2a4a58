// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/last_stone_check.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

// A few positions with less work for each; docs/search.md has the figures of the long check.
TEST(LastStoneCheck, AFewPositions) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    LastStoneCheck check;
    check.terms = MakeTerms(law);
    check.positions = 4;
    check.sampled_positions = 2;
    check.samples = 100'000;
    check.brute_fineness = 3.0;
    check.timed_positions = 2;
    const LastStoneReport report = CheckLastStone(check, {.threads = 2});
    EXPECT_TRUE(report.whole);
    ASSERT_EQ(report.cases.size(), 4U);
    EXPECT_EQ(report.sampled, 2);
    EXPECT_EQ(report.times.count, 4);
    EXPECT_GT(report.times.median_s, 0.0);
    EXPECT_GE(report.times.worst_s, report.times.mean_s);
    ASSERT_EQ(report.timed.size(), 2U);
    EXPECT_GE(report.timed_times.count, 2);
    for (const LastStoneCase& timed : report.timed) EXPECT_EQ(timed.position.board.count(), 8);
    EXPECT_LT(report.worst_sampling_difference, 0.02);
    EXPECT_LT(report.worst_brute_gain, 0.02);
    EXPECT_GT(report.mean_stones, 1.0);
    // The same seed gives the same positions.
    EXPECT_EQ(
        LastStonePosition(check.terms.ice, check.terms.rules, check.terms.sizes(), check.seed, 3),
        report.cases[3].position);
  }
}

TEST(LastStoneCheck, StopsWithWhatIsDone) {
  LastStoneCheck check;
  check.terms = MakeTerms(Law::kDc2);
  check.sampled_positions = 0;
  check.brute_fineness = 1.0;
  int asked = 0;
  const LastStoneReport report = CheckLastStone(check, {.stop = [&asked] { return ++asked > 2; }});
  EXPECT_FALSE(report.whole);
  EXPECT_EQ(report.cases.size(), 2U);
  EXPECT_EQ(report.times.count, 2);
}

}  // namespace
}  // namespace skipstone
