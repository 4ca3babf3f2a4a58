// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/pipeline.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

#include "base/error.h"
#include "base/jobs.h"
#include "base/stop.h"

namespace skipstone {
namespace {

// One line on its way: waiting for a worker, in work, or done.
struct Job {
  Answer answer;
  bool taken = false;
  bool done = false;
};

class Pipeline {
 public:
  Pipeline(LineReader& input, int threads, const std::function<LineWorker()>& make_worker,
           const std::function<bool(const Answer&)>& emit)
      : input_(input),
        threads_(threads),
        make_worker_(make_worker),
        emit_(emit),
        capacity_(static_cast<std::size_t>(threads) * 16) {}

  // Jobs that wait for each other: one reads, one emits, the others answer.
  void Run() {
    const int roles = threads_ + 2;
    RunJobs(
        static_cast<std::size_t>(roles), roles, [] { return false; },
        [this]() -> JobWorker {
          return [this](std::size_t role) {
            try {
              role == 0 ? Read() : role == 1 ? Emit() : Work(make_worker_());
            } catch (...) {
              Stop();
              throw;
            }
          };
        });
  }

 private:
  void Stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
  }

  void Read() {
    const auto stop = [this] { return stopped_ || StopRequested(); };
    while (true) {
      auto line = input_.Next(stop);
      std::unique_lock lock(mutex_);
      if (!line) {
        input_ended_ = true;
        changed_.notify_all();
        return;
      }
      changed_.wait(lock, [this] { return jobs_.size() < capacity_ || stopped_; });
      if (stopped_) return;
      jobs_.push_back(std::make_unique<Job>());
      jobs_.back()->answer.line = std::move(*line);
      lock.unlock();
      changed_.notify_all();
    }
  }

  void Work(const LineWorker& worker) {
    std::unique_lock lock(mutex_);
    while (true) {
      Job* job = nullptr;
      changed_.wait(lock, [this, &job] {
        for (const auto& candidate : jobs_) {
          if (!candidate->taken) {
            job = candidate.get();
            break;
          }
        }
        return job != nullptr || input_ended_ || stopped_;
      });
      if (job == nullptr || stopped_) return;
      job->taken = true;
      lock.unlock();
      worker(job->answer);
      lock.lock();
      job->done = true;
      changed_.notify_all();
    }
  }

  void Emit() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] {
        return (!jobs_.empty() && jobs_.front()->done) || (jobs_.empty() && input_ended_) ||
               stopped_;
      });
      if (stopped_ || jobs_.empty()) return;
      const std::unique_ptr<Job> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      changed_.notify_all();
      const bool go_on = emit_(job->answer);
      if (!go_on) return Stop();
      lock.lock();
    }
  }

  LineReader& input_;
  const int threads_;
  const std::function<LineWorker()>& make_worker_;
  const std::function<bool(const Answer&)>& emit_;
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Job>> jobs_;
  bool input_ended_ = false;
  std::atomic<bool> stopped_ = false;
};

}  // namespace

void RunPipeline(LineReader& input, int threads, const std::function<LineWorker()>& make_worker,
                 const std::function<bool(const Answer&)>& emit) {
  SKIPSTONE_CHECK(threads > 0);
  Pipeline(input, threads, make_worker, emit).Run();
}

}  // namespace skipstone
