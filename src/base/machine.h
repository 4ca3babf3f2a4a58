// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

namespace skipstone {

// What the CPU calls itself, for reports.
std::string CpuModel();

}  // namespace skipstone
