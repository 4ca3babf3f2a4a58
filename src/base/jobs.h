// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <functional>

namespace skipstone {

// Does jobs 0, ..., count - 1 in order on `threads` threads (the calling one is one of them; no
// more than there are jobs), until all are done or `stop`, asked before each job by one thread at a
// time, says so once. `make_worker` is called once on each thread and returns that thread's own
// worker. What a worker throws ends the work and reaches the caller; too many threads are
// kEnvironment.
using JobWorker = std::function<void(std::size_t job)>;
void RunJobs(std::size_t count, int threads, const std::function<bool()>& stop,
             const std::function<JobWorker()>& make_worker);

}  // namespace skipstone
