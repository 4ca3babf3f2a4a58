// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

namespace skipstone {

// What the CPU calls itself, for reports.
std::string CpuModel();
std::string MachineText();  // "Intel(R) Xeon(R) ..., 2 threads"

// The x86-64 level whose instructions the CPU has, 1 to 4; asked once.
int CpuLevel();

}  // namespace skipstone
