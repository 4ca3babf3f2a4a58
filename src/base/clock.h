// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace skipstone {

// What the time is, for all that decides by it. A search that ends by a limit of time, a player
// that keeps to its clock and a referee that charges it are handed one of these, so that a test can
// hand in a clock of its own, which goes as the test says. Unsaid it is the machine's steady clock.
//
// Threads of a search ask at the same time: a function that is handed in must allow that. Asking is
// for between play-outs, not within them.
class Clock {
 public:
  using Time = std::chrono::nanoseconds;  // since any moment; never goes back

  Clock() = default;
  explicit Clock(std::function<Time()> now) : now_(std::move(now)) {}

  Time Now() const {
    return now_ ? now_() : Time(std::chrono::steady_clock::now().time_since_epoch());
  }
  double SecondsSince(Time start) const {
    return std::chrono::duration<double>(Now() - start).count();
  }

 private:
  std::function<Time()> now_;
};

}  // namespace skipstone
