// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/stop.h"

#include <atomic>
#include <csignal>

namespace skipstone {
namespace {

std::atomic<bool> stop_requested{false};
std::atomic<int> pauses{0};
// So that a signal handler may set them.
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void OnSignal(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

void OnContinue(int /*signal*/) { ++pauses; }

}  // namespace

void CatchStopSignals() {
  // sigaction without SA_RESTART: a read that waits for input ends, so the loop sees the flag.
  struct sigaction action {};
  action.sa_handler = OnSignal;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = OnContinue;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGCONT, &action, nullptr);
}

bool StopRequested() { return stop_requested; }

int Pauses() { return pauses; }

}  // namespace skipstone
