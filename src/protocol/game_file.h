// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "game/record.h"

namespace skipstone {

// The files that hold one game.
enum class GameFormat {
  kRecord,  // ours
  kDcl,     // Digital Curling 2's log
  kDcl2,    // Digital Curling 3's
};
std::string_view FormatName(GameFormat format);              // "record", "dcl", "dcl2"
GameFormat FormatFromName(std::string_view name);            // throws kUsage
GameFormat FormatOfText(std::string_view text);              // by how it begins
GameFormat FormatOfPath(const std::filesystem::path& path);  // by its extension; else a record

// A game from any of them. A world that is given stands for the one in the file, or for the usual
// one where the file tells none.
GameRecord ReadGameFile(const std::filesystem::path& path,
                        std::optional<World> world = std::nullopt);
// Throws kUsage if the format cannot hold the game.
std::string GameFileText(const GameRecord& record, GameFormat format);

}  // namespace skipstone
