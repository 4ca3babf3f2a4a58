// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "base/statistics.h"

namespace skipstone {

class Verb;

// The measurements of `bench`, one file each.
void AddBenchArenas(Verb& bench);
void AddBenchEngines(Verb& bench);
void AddBenchLabels(Verb& bench);
void AddBenchNetworks(Verb& bench);
void AddBenchSelfPlay(Verb& bench);
void AddBenchShots(Verb& bench);

// Time this thread has computed: on a machine with other work, waiting for a core is no part of
// what is measured.
double CpuSeconds();

}  // namespace skipstone
