// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "learn/world.h"

namespace skipstone {

// Pieces of work, numbered from 0, each of which gives one record of a file (base/fixed_file.h).
struct NumberedWork {
  std::string what;  // for progress
  std::filesystem::path path;
  JsonOut header;
  std::size_t record_size = 0;
  std::uint32_t count = 0;
  // Hears every record once, those that are there already and those that are made; returns its
  // number.
  std::function<std::uint32_t(std::string_view record)> take;
  // Called once on each thread: makes the record of a number.
  std::function<std::function<std::string(std::uint32_t number)>()> make_worker;
};

// Does what the file does not have yet, on all threads of the world, in any order. Returns whether
// all is there; it is not if the world said stop.
bool DoWork(const NumberedWork& work, const LearnWorld& world);

}  // namespace skipstone
