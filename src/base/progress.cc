// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace skipstone {

Progress::Progress(std::string what, std::string unit, std::size_t before)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      before_(before),
      enabled_(!what_.empty() && ::isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      next_(start_ + std::chrono::seconds(2)) {}

Progress::~Progress() { Clear(); }

void Progress::Clear() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

void Progress::Update(std::size_t done, std::optional<double> fraction) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(250);
  drawn_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const auto now_done = static_cast<double>(done - before_);
  std::string text = fmt::format("{}: {} {}, {:.4g}/s", what_, done, unit_, now_done / elapsed);
  if (fraction && *fraction > 0.0 && now_done > 0.0) {
    const double own = *fraction * now_done / static_cast<double>(done);
    text += fmt::format(", {:.0f} %, {} left", 100.0 * *fraction,
                        DurationText(elapsed * (1.0 - *fraction) / own));
  }
  fmt::print(stderr, "\r\033[K{}", text);
  std::fflush(stderr);
}

void Progress::UpdateOf(std::size_t done, std::size_t planned) {
  Update(done, static_cast<double>(done) / static_cast<double>(planned));
}

std::string DurationText(double seconds) {
  const long s = std::lround(seconds);
  if (s < 100) return fmt::format("{} s", s);
  const long minutes = (s + 30) / 60;
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace skipstone
