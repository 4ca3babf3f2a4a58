// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "game/game.h"

namespace skipstone {

// Divides a team's clock among its stones. It looks at the clock before every call, so that time
// saved or lost is spread over all stones to come; the stones that decide an end get the most.
class TimeManager {
 public:
  // `latency_ms` is what a call costs beyond its thinking at first guess: the way to the server and
  // back, and waking up.
  explicit TimeManager(const Rules& rules, Milliseconds latency_ms = 20)
      : rules_(rules), latency_ms_(latency_ms) {}

  // How long to think about the stone that is to be thrown, in seconds; at least kLeast_s. Nothing
  // if there is no clock.
  std::optional<double> SecondsFor(const Game& game) const;

  // A call for which it thought `thought_ms` was charged `charged_ms`.
  void Learn(Milliseconds thought_ms, Milliseconds charged_ms);

  static constexpr double kLeast_s = 0.001;

 private:
  Rules rules_;
  Milliseconds latency_ms_;
};

}  // namespace skipstone
