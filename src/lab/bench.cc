// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/bench.h"

#include <ctime>

#include "lab/verbs.h"
#include "options/verb.h"

namespace skipstone {

double CpuSeconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void AddBench(Verb& app) {
  Verb* verb = app.add_subcommand("bench", "Measure speeds");
  verb->require_subcommand(1);
  AddExample(*verb, "./skipstone bench engines --ice dc2 --seconds 0.02");
  AddBenchArenas(*verb);
  AddBenchEngines(*verb);
  AddBenchLabels(*verb);
  AddBenchNetworks(*verb);
  AddBenchSelfPlay(*verb);
  AddBenchShots(*verb);
}

}  // namespace skipstone
