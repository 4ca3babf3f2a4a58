// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"

namespace skipstone {

enum class Arena { kDc2, kDc3 };
std::string_view ArenaName(Arena arena);     // "dc2", "dc3"
Arena ArenaFromName(std::string_view name);  // throws kUsage

// A game of our clients at our server, over real sockets on this machine.
struct ArenaGame {
  Arena arena = Arena::kDc3;
  std::array<std::string, 2> players;  // specs
  int ends = 2;
  double time_s = 219.0;       // of thinking, per team
  double extra_time_s = 21.9;  // per extra end
  std::uint64_t seed = 0;
};

struct ArenaGameReport {
  GameResult result;
  std::array<Milliseconds, 2> least_left_ms{};  // on each clock, after any of its stones
  // Of every move: from the server's sending its turn to the client's answer at the server.
  std::vector<double> answers_s;
  // What is wrong, if anything: a protocol error, a loss on time, a record that does not replay,
  // clients and the server's log that do not tell the same game.
  std::string problem;
};

// Logs go to the folder, which must be its own.
ArenaGameReport PlayArenaGame(const ArenaGame& game, const std::filesystem::path& folder);

}  // namespace skipstone
