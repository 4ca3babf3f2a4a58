// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>

#include "learn/world.h"

namespace skipstone {

// Ctrl-C, progress on the terminal, and skipstone-train as the trainer. 0 threads: one per core.
LearnWorld MakeLearnWorld(int threads);
void SayLearningStopped(const std::filesystem::path& folder);

}  // namespace skipstone
