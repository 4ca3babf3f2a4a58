// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/json.h"

namespace skipstone {

// What learning needs from outside.
struct LearnWorld {
  int threads = 1;
  std::function<bool()> stop;
  // Trains by a job file (docs/networks.md); returns whether it came to the end.
  std::function<bool(const std::filesystem::path& job)> train;
  std::function<void(const std::string& line)> say;
  std::function<void(const std::string& what, std::size_t done, std::size_t planned)> progress;
  JsonOut provenance;
};

}  // namespace skipstone
