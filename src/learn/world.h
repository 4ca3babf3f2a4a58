// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/json.h"
#include "base/work.h"

namespace skipstone {

// What learning needs from outside.
struct LearnWorld : Workshop {
  // Trains by a job file (docs/networks.md); returns whether it came to the end.
  std::function<bool(const std::filesystem::path& job)> train;
  std::function<void(const std::string& line)> say;
  JsonOut provenance;
};

}  // namespace skipstone
