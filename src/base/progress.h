// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace skipstone {

// A line on stderr such as "simulate: 1200 shots, 43 % , 2 min left", redrawn a few times a second.
// Silent when stderr is not a terminal, and during the first two seconds.
class Progress {
 public:
  // `what` names the work, `unit` what is counted ("shots"). Silent without a name. `before`: so
  // many were done at another time, and are no part of the speed.
  Progress(std::string what, std::string unit, std::size_t before = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `fraction` of the whole work in [0, 1], if known.
  void Update(std::size_t done, std::optional<double> fraction);
  void UpdateOf(std::size_t done, std::size_t planned);
  // Before something else is printed on stderr; the next update draws the line again.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::string unit_;
  std::size_t before_;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point start_;
  Clock::time_point next_;
};

// "45 s", "3 min", "2 h 5 min".
std::string DurationText(double seconds);

}  // namespace skipstone
