// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "match/played_game.h"
#include "match/ratings.h"
#include "match/schedule.h"

struct sqlite3;

namespace skipstone {

// A finished game without its shots and record.
struct GameSummary {
  Fixture fixture;
  GameResult result;
  std::array<int, 2> score{};
  std::vector<PlayedEnd> ends;
};

// Shots of a player by type, and how many came off.
struct ShotCount {
  std::size_t player = 0;
  ShotType type = ShotType::kDraw;
  int thrown = 0;
  int came_off = 0;
};

// A tournament's games in an SQLite file (docs/formats.md).
//
// A kill at any time loses nothing that Add has returned from. The file comes into being under
// another name and is renamed once it is whole; after that each Add is one transaction with a
// rollback journal, synced before it counts (synchronous=FULL), so that even a power cut is
// survived. Each game carries a hash of all its rows, since SQLite notices damage to its structure
// only. A write-ahead log would be no faster, as games are written once and in large pieces,
// and its extra files would be part of the data.
//
// A file that is not a sound store of this version or an older one is refused (kBadData) before
// anything that might write to it is done.
class Store {
 public:
  // One process may write, any number may read, even while a tournament goes on.
  enum class Access { kRead, kWrite };

  // Throws kUsage if there is such a file already.
  static Store Create(const std::filesystem::path& path, const TournamentSetup& setup);
  static Store Open(const std::filesystem::path& path, Access access);
  // By the file's first bytes.
  static bool LooksLikeOne(const std::filesystem::path& path);

  const TournamentSetup& setup() const { return setup_; }

  void Add(std::span<const PlayedGame> games);
  void SaveRatings(std::span<const Rating> ratings);  // by player
  // Removes the games with this number and higher ones.
  void DropFrom(int number);

  std::vector<GameSummary> Games() const;  // in order of their numbers
  std::vector<ShotCount> ShotCounts() const;
  // The record of a game as text; throws kUsage if it was not played.
  std::string RecordText(int number) const;

 private:
  class Statement;
  class Transaction;
  class GameHash;
  struct Closer {
    void operator()(sqlite3* database) const;
  };
  using Database = std::unique_ptr<sqlite3, Closer>;
  // Says to other processes that this one writes.
  class WriteLock {
   public:
    explicit WriteLock(const std::filesystem::path& path);
    ~WriteLock();

   private:
    int fd_;
  };

  Store(std::filesystem::path path, Database database);
  static Database Connect(const std::filesystem::path& path, int flags);
  void CheckSound() const;
  void ReadSetup();
  void Run(const char* sql) const;
  Error Failure() const;

  std::filesystem::path path_;
  TournamentSetup setup_;
  std::unique_ptr<WriteLock> lock_;  // outlives the connection, whose locks it would take along
  Database database_;
};

}  // namespace skipstone
