// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/stress.h"

#include <gtest/gtest.h>

#include <limits>

#include "game/parity.h"

namespace skipstone {
namespace {

TEST(Stress, TheEventEngineHoldsOnItsOwn) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const StressReport report = Stress([law] { return MakeEngine("event", DefaultIce(law)); },
                                       ThrowCase::kFuzz, 3, 40000, 2);
    EXPECT_EQ(report.throws, 40000);
    EXPECT_EQ(report.broken, 0) << LawName(law);
    EXPECT_LE(report.deep_overlaps, 1) << LawName(law);
  }
}

// The small sibling of `skipstone parity --case fuzz`: any board, any throw. What the reference
// itself turns into metres when the release changes by nothing is left out.
TEST(Stress, TheEventEngineAgreesOnAnything) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const Ice ice = DefaultIce(law);
    const auto event = MakeEngine("event", ice);
    std::vector<ParityShot> shots;
    for (const ThrowSample& thrown :
         MakeThrows(ThrowCase::kFuzz, 4, law == Law::kFcv1 ? 150 : 600, *event)) {
      shots.push_back({std::to_string(shots.size()), ice, thrown});
    }
    const auto results =
        RunParity(shots, {.engine = [](const Ice& i) { return MakeEngine("event", i); },
                          .reference = [](const Ice& i) { return MakeEngine("box2d", i); },
                          .floor = true,
                          .threads = 2});
    std::size_t unexplained = 0;
    for (const ParityResult& result : results) unexplained += result.IsUnexplained() ? 1 : 0;
    EXPECT_LE(unexplained, shots.size() / 50) << LawName(law);
  }
}

// The checks can fail.
TEST(Stress, BadOutcomesAreSeen) {
  const Ice ice = DefaultIce(Law::kFcv1);
  ThrowSample thrown;
  thrown.board.Put(3, {0.0, 0.0});
  const Outcome good{thrown.board, SlotBit(thrown.turn.slot()), 0};
  const auto check = [&](const Outcome& outcome) {
    StressReport report;
    CheckOutcome(ice, thrown, outcome, report);
    return report;
  };
  EXPECT_EQ(check(good).broken, 0);
  Outcome bad = good;
  bad.board.Put(3, {std::numeric_limits<double>::quiet_NaN(), 0.0});
  EXPECT_EQ(check(bad).broken, 1);
  bad = good;
  bad.board.Put(5, {0.0, 1.0});  // from nowhere
  EXPECT_EQ(check(bad).broken, 1);
  bad = good;
  bad.board.Put(3, {2.3, 0.0});  // over the side line
  EXPECT_EQ(check(bad).broken, 1);
  bad = good;
  bad.left = 0;
  EXPECT_EQ(check(bad).broken, 1);
  bad = good;
  bad.board.Put(thrown.turn.slot(), {0.0, 0.28});
  bad.left = 0;
  EXPECT_EQ(check(bad).deep_overlaps, 1);
  EXPECT_NEAR(check(bad).deepest_overlap_m, 0.01, 1e-6);
  EXPECT_TRUE(check(bad).worst.has_value());
}

}  // namespace
}  // namespace skipstone
