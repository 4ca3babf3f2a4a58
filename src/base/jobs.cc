// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/jobs.h"

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace skipstone {

void RunJobs(std::size_t count, int threads, const std::function<bool()>& stop,
             const std::function<JobWorker()>& make_worker) {
  std::mutex mutex;
  std::size_t next = 0;
  bool stopped = false;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
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
    for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace skipstone
