// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/random.h"
#include "game/game.h"
#include "lab/arena_game.h"
#include "protocol/dc3_log.h"
#include "protocol/host.h"

namespace skipstone {

// Sessions at our hosts in which clients misbehave: mutated messages, lies, silence, delays, closed
// connections, by chance and by seed, on a clock that is moved by hand. One-end games.
struct HostileOutcome {
  Reason reason = Reason::kScore;
  // What should never happen: no result, two results, a session that does not end, a record that
  // does not replay.
  std::optional<std::string> broken;
};
HostileOutcome PlayHostileSession(Arena arena, std::uint64_t seed, std::uint32_t number);

// The same over real sockets and in real time, with what only sockets have: bytes one by one,
// connections that are reset, clients that do not read. Seeds give the same mischief, but not the
// same moments.
HostileOutcome PlayHostileSocketSession(Arena arena, std::uint64_t seed, std::uint32_t number);

// A host for either, of one end; all its limits are `clock`. The log may be nullptr.
std::unique_ptr<Host> MakeHostileHost(Arena arena, HostTime clock, RandomStream& random,
                                      Dc3Log* log);

}  // namespace skipstone
