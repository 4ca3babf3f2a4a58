// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/progress.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

TEST(DurationText, CountsSecondsUpToNinetyNine) {
  EXPECT_EQ(DurationText(0.0), "0 s");
  EXPECT_EQ(DurationText(0.4), "0 s");
  EXPECT_EQ(DurationText(0.6), "1 s");
  EXPECT_EQ(DurationText(45.0), "45 s");
  EXPECT_EQ(DurationText(99.4), "99 s");
}

TEST(DurationText, CountsWholeMinutesUpToNinetyNine) {
  EXPECT_EQ(DurationText(99.6), "2 min");
  EXPECT_EQ(DurationText(149.0), "2 min");
  EXPECT_EQ(DurationText(150.0), "3 min");
  EXPECT_EQ(DurationText(99 * 60.0 + 29.0), "99 min");
}

TEST(DurationText, CountsHoursAndMinutesBeyond) {
  EXPECT_EQ(DurationText(99 * 60.0 + 30.0), "1 h 40 min");
  EXPECT_EQ(DurationText(7500.0), "2 h 5 min");
  EXPECT_EQ(DurationText(7199.0), "2 h 0 min");
  EXPECT_EQ(DurationText(100 * 3600.0), "100 h 0 min");
}

TEST(Progress, IsSilentWithoutATerminal) {
  testing::internal::CaptureStderr();  // stderr becomes a file
  {
    Progress progress("simulate", "shots");
    for (std::size_t i = 0; i < 100; ++i) progress.Update(i, static_cast<double>(i) / 100);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace skipstone
