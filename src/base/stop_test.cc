// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/stop.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace skipstone {
namespace {

// In processes of their own: the flag has no way back.

TEST(StopDeathTest, TheFirstSignalOnlySetsTheFlag) {
  for (const int signal : {SIGINT, SIGTERM}) {
    EXPECT_EXIT(
        {
          CatchStopSignals();
          const bool before = StopRequested();
          std::raise(signal);
          std::exit(!before && StopRequested() ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
  }
}

TEST(StopDeathTest, PausesAreCountedAndStopNothing) {
  EXPECT_EXIT(
      {
        CatchStopSignals();
        const int before = Pauses();
        std::raise(SIGCONT);
        std::raise(SIGCONT);
        std::exit(before == 0 && Pauses() == 2 && !StopRequested() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(StopDeathTest, TheSecondSignalKills) {
  for (const int signal : {SIGINT, SIGTERM}) {
    EXPECT_EXIT(
        {
          CatchStopSignals();
          std::raise(signal);
          std::raise(signal);
          std::exit(0);
        },
        testing::KilledBySignal(signal), "");
  }
}

}  // namespace
}  // namespace skipstone
