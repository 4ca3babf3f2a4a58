// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "train/crew.h"

namespace skipstone {

Crew::Crew(int threads) {
  for (int i = 1; i < threads; ++i) threads_.emplace_back([this, i] { Work(i); });
}

Crew::~Crew() {
  const std::scoped_lock lock(mutex_);
  leave_ = true;
  begin_.notify_all();
}

void Crew::Do(std::size_t count, const Piece& piece) {
  std::unique_lock lock(mutex_);
  piece_ = &piece;
  next_ = 0;
  count_ = open_ = count;
  error_ = nullptr;
  begin_.notify_all();
  Help(0, lock);
  end_.wait(lock, [&] { return open_ == 0; });
  if (error_) std::rethrow_exception(error_);
}

void Crew::Work(int thread) {
  std::unique_lock lock(mutex_);
  while (true) {
    begin_.wait(lock, [&] { return leave_ || next_ < count_; });
    if (leave_) return;
    Help(thread, lock);
  }
}

void Crew::Help(int thread, std::unique_lock<std::mutex>& lock) {
  while (next_ < count_) {
    const std::size_t mine = next_++;
    const Piece& piece = *piece_;
    lock.unlock();
    std::exception_ptr error;
    try {
      piece(thread, mine);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error && !error_) error_ = error;
    if (--open_ == 0) end_.notify_all();
  }
}

}  // namespace skipstone
