// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace skipstone {

// The measurements of `bench`, one file each.
void AddBenchArenas(CLI::App& bench);
void AddBenchEngines(CLI::App& bench);
void AddBenchLabels(CLI::App& bench);
void AddBenchNetworks(CLI::App& bench);
void AddBenchSelfPlay(CLI::App& bench);
void AddBenchShots(CLI::App& bench);

// Time this thread has computed: on a machine with other work, waiting for a core is no part of
// what is measured.
double CpuSeconds();
double MedianOf(std::vector<double> values);
std::string MachineText();  // "Intel(R) Xeon(R) ..., 2 threads"

}  // namespace skipstone
