// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/stop.h"

#include <atomic>
#include <csignal>

namespace skipstone {
namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // so that a signal handler may set it

void OnSignal(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void CatchStopSignals() {
  // sigaction without SA_RESTART: a read that waits for input ends, so the loop sees the flag.
  struct sigaction action {};
  action.sa_handler = OnSignal;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool StopRequested() { return stop_requested; }

}  // namespace skipstone
