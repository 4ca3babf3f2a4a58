// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"

namespace skipstone {

void RunJobs(std::size_t count, int threads, const std::function<bool()>& stop,
             const std::function<JobWorker()>& make_worker) {
  std::mutex mutex;
  std::size_t next = 0;
  bool stopped = false;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      {
        const std::lock_guard lock(mutex);
        if (failure) return;
      }
      const JobWorker worker = make_worker();
      while (true) {
        std::size_t job = 0;
        {
          const std::lock_guard lock(mutex);
          if (failure || stopped || next == count) return;
          stopped = stop();
          if (stopped) return;
          job = next++;
        }
        worker(job);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> helpers;
    {
      // Nobody begins before all are there: jobs may wait for each other.
      const std::lock_guard lock(mutex);
      const std::size_t most = std::min(count, static_cast<std::size_t>(std::max(threads, 0)));
      try {
        for (std::size_t i = 1; i < most; ++i) helpers.emplace_back(work);
      } catch (const std::system_error& e) {
        failure = std::make_exception_ptr(
            Error(ErrorKind::kEnvironment, "",
                  fmt::format("cannot start {} threads: {}; use fewer", threads, e.what())));
      }
    }
    if (count > 0) work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace skipstone
