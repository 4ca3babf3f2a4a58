// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace skipstone {

// Threads that stay, for work of a few milliseconds at a time. They sleep while they wait: the
// spinning threads of OpenMP starve whatever else the machine does, and then each other.
class Crew {
 public:
  // The calling thread is one of them.
  explicit Crew(int threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int threads() const { return static_cast<int>(threads_.size()) + 1; }

  // Does pieces 0, ..., count - 1, each by whoever is free. What one throws reaches the caller.
  using Piece = std::function<void(int thread, std::size_t piece)>;
  void Do(std::size_t count, const Piece& piece);

 private:
  void Work(int thread);
  void Help(int thread, std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable begin_;
  std::condition_variable end_;
  const Piece* piece_ = nullptr;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
  std::size_t open_ = 0;  // begun or not, not yet done
  std::exception_ptr error_;
  bool leave_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace skipstone
