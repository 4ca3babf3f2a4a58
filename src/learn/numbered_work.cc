// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/numbered_work.h"

#include <mutex>
#include <vector>

#include "base/fixed_file.h"
#include "base/jobs.h"

namespace skipstone {

bool DoWork(const NumberedWork& work, const LearnWorld& world) {
  std::vector<bool> has(work.count);
  std::size_t done = 0;
  const auto take = [&](std::string_view record) {
    const std::uint32_t number = work.take(record);
    // A file may have been made with more in mind.
    if (number >= has.size() || has[number]) return;
    has[number] = true;
    ++done;
  };
  FixedFile file(work.path, work.header, work.record_size, take);
  std::vector<std::uint32_t> missing;
  for (std::uint32_t i = 0; i < work.count; ++i) {
    if (!has[i]) missing.push_back(i);
  }
  std::mutex mutex;
  RunJobs(missing.size(), world.threads, world.stop, [&]() -> JobWorker {
    return [&, worker = work.make_worker()](std::size_t job) {
      const std::string record = worker(missing[job]);
      const std::lock_guard lock(mutex);
      file.Append(record);
      take(record);
      if (world.progress) world.progress(work.what, done, work.count);
    };
  });
  file.Sync();  // what follows from it will be
  return done == work.count;
}

}  // namespace skipstone
