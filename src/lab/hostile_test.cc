// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/hostile.h"

#include <gtest/gtest.h>

#include <map>

namespace skipstone {
namespace {

// 10,000 of each are a command: docs/results/arenas.md.
TEST(Hostile, EverySessionEndsWithOneResult) {
  for (const Arena arena : {Arena::kDc2, Arena::kDc3}) {
    std::map<Reason, int> reasons;
    for (std::uint32_t number = 0; number < 250; ++number) {
      const HostileOutcome outcome = PlayHostileSession(arena, 1, number);
      ASSERT_EQ(outcome.broken, std::nullopt) << ArenaName(arena) << " session " << number;
      ++reasons[outcome.reason];
    }
    // Every way to end has its turn.
    for (const Reason reason : {Reason::kScore, Reason::kConcede, Reason::kTimeLimit,
                                Reason::kCrash, Reason::kHang, Reason::kNonsense}) {
      EXPECT_GT(reasons[reason], 0) << ArenaName(arena) << " " << ReasonName(reason);
    }
  }
}

TEST(Hostile, SoDoesEverySessionOverSockets) {
  for (const Arena arena : {Arena::kDc2, Arena::kDc3}) {
    for (std::uint32_t number = 0; number < 6; ++number) {
      const HostileOutcome outcome = PlayHostileSocketSession(arena, 1, number);
      EXPECT_EQ(outcome.broken, std::nullopt) << ArenaName(arena) << " session " << number;
    }
  }
}

}  // namespace
}  // namespace skipstone
