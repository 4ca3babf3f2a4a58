// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/jobs.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <vector>

namespace skipstone {
namespace {

TEST(Jobs, AreEachDoneOnce) {
  for (const int threads : {1, 4}) {
    std::vector<std::atomic<int>> done(100);
    std::atomic<int> workers = 0;
    RunJobs(
        done.size(), threads, [] { return false; },
        [&]() -> JobWorker {
          ++workers;
          return [&](std::size_t job) { ++done[job]; };
        });
    EXPECT_EQ(workers, threads);
    for (const auto& count : done) EXPECT_EQ(count, 1);
  }
}

TEST(Jobs, HaveNoMoreWorkersThanThereAreJobs) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{3}}) {
    std::atomic<std::size_t> workers = 0;
    RunJobs(
        count, 8, [] { return false; },
        [&]() -> JobWorker {
          ++workers;
          return [](std::size_t) {};
        });
    EXPECT_EQ(workers, count);
  }
}

// As many jobs as threads may meet: none begins before all threads are there.
TEST(Jobs, MayWaitForEachOther) {
  std::latch all(4);
  RunJobs(
      4, 4, [] { return false; },
      [&]() -> JobWorker { return [&](std::size_t) { all.arrive_and_wait(); }; });
  EXPECT_TRUE(all.try_wait());
}

TEST(Jobs, StopAndFail) {
  int asked = 0;
  std::atomic<int> done = 0;
  RunJobs(
      100, 2, [&] { return ++asked > 10; },
      [&]() -> JobWorker { return [&](std::size_t) { ++done; }; });
  EXPECT_EQ(done, 10);
  const auto fail = [] {
    RunJobs(
        100, 3, [] { return false; },
        []() -> JobWorker {
          return [](std::size_t job) {
            if (job == 7) throw std::runtime_error("seven");
          };
        });
  };
  EXPECT_THROW(fail(), std::runtime_error);
}

}  // namespace
}  // namespace skipstone
