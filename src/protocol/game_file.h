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
std::string_view FormatName(GameFormat format);    // "record", "dcl", "dcl2"
GameFormat FormatFromName(std::string_view name);  // throws kUsage
GameFormat FormatOfText(std::string_view text);    // by how it begins
// By its ending: .jsonl, .dcl or .dcl2. Throws kUsage for others.
GameFormat FormatOfPath(const std::filesystem::path& path);
// "record", "Digital Curling 2 log", "Digital Curling 3 log": for people.
std::string_view KindText(GameFormat format);

// Longer ones are refused unread.
inline constexpr std::size_t kMostGameBytes = std::size_t{64} << 20;
// A game from any of them, as far as it goes; errors call it `name`. A world that is given stands
// for the one in the file, or for the usual one where the file tells none.
GameRecord GameFromText(const std::string& text, const std::string& name,
                        CutOff cut_off = CutOff::kTaken, std::optional<World> world = std::nullopt);
GameRecord ReadGameFile(const std::filesystem::path& path, CutOff cut_off = CutOff::kTaken,
                        std::optional<World> world = std::nullopt);
// "cut off after end 3, shot 5: what came then is missing"; empty if it is not.
std::string CutOffText(const GameRecord& record);
// Throws kUsage if the format cannot hold the game.
std::string GameFileText(const GameRecord& record, GameFormat format);

}  // namespace skipstone
