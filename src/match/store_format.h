// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace skipstone {

// What makes an SQLite database a store of ours (docs/formats.md).

inline constexpr std::uint32_t kStoreId = 0x736b7073;  // "skps"
inline constexpr std::uint32_t kStoreVersion = 1;

// Compared word by word when a store is opened.
inline constexpr std::array<std::string_view, 6> kStoreTables = {
    "CREATE TABLE tournament(id INTEGER PRIMARY KEY CHECK(id = 1), setup TEXT NOT NULL,"
    " hash TEXT NOT NULL)",
    "CREATE TABLE players(id INTEGER PRIMARY KEY, spec TEXT NOT NULL)",
    "CREATE TABLE games(number INTEGER PRIMARY KEY,"
    " first INTEGER NOT NULL REFERENCES players, second INTEGER NOT NULL REFERENCES players,"
    " seed INTEGER NOT NULL, game INTEGER NOT NULL, winner INTEGER REFERENCES players,"
    " reason TEXT NOT NULL, first_points INTEGER NOT NULL, second_points INTEGER NOT NULL,"
    " record TEXT NOT NULL, hash TEXT NOT NULL)",
    "CREATE TABLE ends(game INTEGER NOT NULL REFERENCES games, end INTEGER NOT NULL,"
    " hammer INTEGER NOT NULL, first_points INTEGER NOT NULL, second_points INTEGER NOT NULL,"
    " PRIMARY KEY(game, end)) WITHOUT ROWID",
    "CREATE TABLE shots(game INTEGER NOT NULL REFERENCES games, end INTEGER NOT NULL,"
    " shot INTEGER NOT NULL, team INTEGER NOT NULL, type TEXT, target TEXT, name TEXT,"
    " called_speed REAL, called_angle REAL, called_handle TEXT,"
    " thrown_speed REAL, thrown_angle REAL, thrown_handle TEXT,"
    " came_off INTEGER, foul INTEGER NOT NULL, used_ms INTEGER NOT NULL,"
    " PRIMARY KEY(game, end, shot)) WITHOUT ROWID",
    "CREATE TABLE ratings(player INTEGER PRIMARY KEY REFERENCES players, elo REAL NOT NULL,"
    " error REAL NOT NULL, games INTEGER NOT NULL, computed_at TEXT NOT NULL)",
};

// Made by the first run; stores that no run of today's program has played in lack it.
inline constexpr std::string_view kRunsTable =
    "CREATE TABLE runs(id INTEGER PRIMARY KEY, run TEXT NOT NULL, hash TEXT NOT NULL)";

// Whether a file begins as every SQLite database does.
bool BeginsAsDatabase(const std::filesystem::path& path);

// Refuses what is no store of this version or an older one. Looks at the first bytes without
// SQLite, which would see to somebody else's unfinished transactions first.
void CheckStoreHeader(const std::filesystem::path& path);

}  // namespace skipstone
