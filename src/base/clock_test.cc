// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/clock.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

TEST(Clock, UnsaidIsTheSteadyOne) {
  const Clock clock;
  const auto before = std::chrono::steady_clock::now().time_since_epoch();
  const Clock::Time now = clock.Now();
  const auto after = std::chrono::steady_clock::now().time_since_epoch();
  EXPECT_GE(now, before);
  EXPECT_LE(now, after);
  EXPECT_GE(clock.SecondsSince(now), 0.0);
}

TEST(Clock, GoesAsItsFunctionSays) {
  Clock::Time now = std::chrono::seconds(100);
  const Clock clock([&now] { return now; });
  const Clock::Time start = clock.Now();
  EXPECT_EQ(clock.SecondsSince(start), 0.0);
  now += std::chrono::milliseconds(1500);
  EXPECT_EQ(clock.SecondsSince(start), 1.5);
  const Clock copy = clock;
  EXPECT_EQ(copy.Now(), now) << "a copy is the same clock";
}

}  // namespace
}  // namespace skipstone
