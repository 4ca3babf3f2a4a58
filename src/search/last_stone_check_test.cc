// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/last_stone_check.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

// A few positions with less work for each; docs/last_stone.md has the figures of the long check.
TEST(LastStoneCheck, AFewPositions) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    LastStoneCheck check;
    check.ice = DefaultIce(law);
    check.rules = MakeRules(law == Law::kFcv1 ? RulesPreset::kDc3 : RulesPreset::kDc2);
    check.sizes = SizesFromText(law == Law::kFcv1 ? "dc3" : "gat");
    check.positions = 4;
    check.sampled_positions = 2;
    check.samples = 100'000;
    check.brute_fineness = 3.0;
    int seen = 0;
    const LastStoneReport report = CheckLastStone(check, [&seen](const LastStoneCase&) { ++seen; });
    EXPECT_EQ(seen, check.positions);
    ASSERT_EQ(report.cases.size(), 4U);
    EXPECT_LT(report.worst_sampling_difference, 0.02);
    EXPECT_LT(report.worst_brute_gain, 0.02);
    EXPECT_GT(report.mean_stones, 1.0);
    // The same seed gives the same positions.
    EXPECT_EQ(LastStonePosition(check.ice, check.rules, check.sizes, check.seed, 3),
              report.cases[3].position);
  }
}

}  // namespace
}  // namespace skipstone
