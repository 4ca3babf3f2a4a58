// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <vector>

#include "learn/supervised.h"

namespace skipstone {

// The whole ends of a file of games, with what was called: a record of ours, a log of the field
// (.dcl, .dcl2), or lines with one shot each ("game", "end", "shot", "leads", "stones", "called",
// in DC2's frame). Each end gets a game's number from `first_game` on. Throws kUsage for games on
// another ice.
std::vector<CalledEnd> ReadCalledEnds(const std::filesystem::path& path, Law law,
                                      std::uint32_t first_game);

}  // namespace skipstone
