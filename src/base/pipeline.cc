// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/pipeline.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"
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

  void Run() {
    Guard([this] {
      Start();
      Read();
    });
    {
      const std::lock_guard lock(mutex_);
      input_ended_ = true;
    }
    changed_.notify_all();
    for (std::jthread& worker : workers_) worker.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  template <typename Body>
  void Guard(const Body& body) {
    try {
      body();
    } catch (...) {
      {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        stopped_ = true;
      }
      changed_.notify_all();
    }
  }

  void Start() {
    try {
      workers_.emplace_back([this] { Guard([this] { Emit(); }); });
      for (int i = 0; i < threads_; ++i) {
        workers_.emplace_back([this] { Guard([this] { Work(make_worker_()); }); });
      }
    } catch (const std::system_error& e) {
      throw Error(ErrorKind::kEnvironment, "",
                  fmt::format("cannot start {} threads: {}; use fewer", threads_, e.what()));
    }
  }

  void Read() {
    const auto stop = [this] { return stopped_ || StopRequested(); };
    while (true) {
      auto line = input_.Next(stop);
      if (!line) return;
      std::unique_lock lock(mutex_);
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
      lock.lock();
      if (!go_on) {
        stopped_ = true;
        changed_.notify_all();
        return;
      }
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
  std::exception_ptr failure_;
  std::vector<std::jthread> workers_;
};

}  // namespace

void RunPipeline(LineReader& input, int threads, const std::function<LineWorker()>& make_worker,
                 const std::function<bool(const Answer&)>& emit) {
  SKIPSTONE_CHECK(threads > 0);
  Pipeline(input, threads, make_worker, emit).Run();
}

}  // namespace skipstone
