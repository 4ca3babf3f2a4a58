// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <string_view>

#include "game/record.h"

namespace skipstone {

// The game logs of Digital Curling 3, `game.dcl2`: an entry per line, the protocol's messages in
// them (docs/formats.md).

// Throws kBadData with the line; `name` is what errors call the text. Throws are simulated again,
// so the record has what the log leaves out.
GameRecord RecordFromDcl2(std::string_view text, const std::string& name,
                          CutOff cut_off = CutOff::kRefused,
                          std::optional<World> world = std::nullopt);

// Of a game on fcv1 by dc3's rules; throws kUsage for others. Trajectories are not part of it. What
// a record does not hold (the time of the day, the host) is left empty.
std::string RecordToDcl2(const GameRecord& record);

}  // namespace skipstone
