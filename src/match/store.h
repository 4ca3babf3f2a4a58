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

#include "match/game_keeper.h"
#include "match/ratings.h"

struct sqlite3;

namespace skipstone {

// Shots of a player by type, and how many came off.
struct ShotCount {
  std::size_t player = 0;
  ShotType type = ShotType::kDraw;
  int thrown = 0;
  int came_off = 0;
};

// One of the runs that played a tournament's games: who computed them.
struct StoreRun {
  std::string begun_at;               // UTC
  std::string commit;                 // of the program
  std::vector<std::string> networks;  // their hashes by player, empty for those without
  int games_before = 0;               // that were in the store when it began

  bool operator==(const StoreRun&) const = default;
};
JsonOut ToJson(const StoreRun& run);
JsonOut ToJson(const std::vector<StoreRun>& runs);

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
class Store : public GameKeeper {
 public:
  // One process may write, any number may read, even while a tournament goes on.
  enum class Access { kRead, kWrite };

  // Throws kUsage if there is such a file already.
  static Store Create(const std::filesystem::path& path, const TournamentSetup& setup);
  static Store Open(const std::filesystem::path& path, Access access);
  // By the file's first bytes.
  static bool LooksLikeOne(const std::filesystem::path& path);

  const TournamentSetup& setup() const override { return setup_; }

  // Stores of older programs have none of theirs.
  void AddRun(const std::string& commit, const std::vector<std::string>& networks) override;
  std::vector<StoreRun> Runs() const;

  void Add(std::span<const PlayedGame> games) override;
  void SaveRatings(std::span<const Rating> ratings);  // by player
  void DropFrom(int number) override;

  std::vector<GameSummary> Games() const override;
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
  // `name` is what errors call it.
  static Database Connect(const std::filesystem::path& path, int flags,
                          const std::filesystem::path& name);
  void CheckSound() const;
  void CheckTable(std::string_view table) const;
  bool HasRuns() const;
  void ReadSetup();
  void Run(const char* sql) const;
  Error Failure() const;

  std::filesystem::path path_;
  TournamentSetup setup_;
  std::unique_ptr<WriteLock> lock_;  // outlives the connection, whose locks it would take along
  Database database_;
};

}  // namespace skipstone
