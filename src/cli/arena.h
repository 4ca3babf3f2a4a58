// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/stop.h"
#include "game/record.h"
#include "protocol/wire.h"

namespace skipstone {

// What the verbs that play in arenas share.

// Who plays when nobody is named: the strongest, by the clock.
inline constexpr const char* kArenaPlayer = "grid";

// A mistake in a player's spec is better told now than in the game.
void CheckPlayer(const std::string& spec, Law law, const ExecutionSizes& sizes);

// Tries again while the connection is refused, for so many seconds, or until `stop` says so.
std::unique_ptr<ClientSocket> ConnectWithin(const std::string& host, std::uint16_t port,
                                            const Framing& framing, double seconds,
                                            const std::function<bool()>& stop = StopRequested);

// "end 3, shot 5: 2 : 1, 93.2 s left", as seen by the team.
void PrintScore(const Game& game, Team team);
// "won 4 : 2 (score)"
void PrintResult(const Game& game, Team team);

// ISO 8601 in local time with its offset.
std::string DateTimeNow();
std::string HostName();

}  // namespace skipstone
