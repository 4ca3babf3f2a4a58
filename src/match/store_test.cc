// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/store.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>

#include "base/files.h"
#include "base/random.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

class StoreFiles : public testing::Test {
 protected:
  StoreFiles() {
    std::string pattern = (fs::temp_directory_path() / "skipstone-store-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~StoreFiles() override { fs::remove_all(folder_); }

  fs::path Path(const std::string& name) const { return folder_ / name; }

  static TournamentSetup TwoPlayers() {
    TournamentSetup setup;
    setup.players = {"draw", "random"};
    setup.games = 4;
    setup.terms = MakeTerms(Law::kFcv1);
    setup.terms.rules.ends = 1;
    setup.engine = "event";
    setup.seed = 9;
    return setup;
  }

  static PlayedGame Game(int number) {
    PlayedGame game;
    game.number = number;
    game.result = {Team::k1, Reason::kCrash};
    game.score = {1, 2};
    game.ends = {{0, Team::k1, {1, 2}}};
    PlayedShot shot;
    shot.called = Release{2.5, 0.01, Handle::kCw};
    shot.thrown = Release{2.51, 0.02, Handle::kCw};
    shot.type = ShotType::kRaise;
    shot.target = 3;
    shot.name = "raise of red 4";
    shot.came_off = true;
    PlayedShot concession;
    concession.shot = 1;
    concession.team = Team::k1;
    game.shots = {shot, concession};
    game.record = "record of game " + std::to_string(number);
    return game;
  }

  // A store with two games.
  fs::path SoundStore() const {
    const fs::path path = Path("sound.db");
    Store store = Store::Create(path, TwoPlayers());
    store.Add(std::vector{Game(0), Game(1)});
    return path;
  }

  static void Sql(const fs::path& path, const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(::sqlite3_open(path.c_str(), &database), SQLITE_OK);
    ASSERT_EQ(::sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << ::sqlite3_errmsg(database);
    ::sqlite3_close(database);
  }

  // All files of the folder.
  std::map<std::string, std::string> Contents() const {
    std::map<std::string, std::string> contents;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      contents[entry.path().filename()] = ReadFile(entry.path());
    }
    return contents;
  }

  void ExpectRefused(const fs::path& path, const std::string& part) const {
    const auto before = Contents();
    for (const Store::Access access : {Store::Access::kRead, Store::Access::kWrite}) {
      try {
        Store::Open(path, access);
        ADD_FAILURE() << "accepted; expected: " << part;
      } catch (const Error& e) {
        EXPECT_EQ(e.kind(), ErrorKind::kBadData) << e.what();
        EXPECT_EQ(e.where(), path.string());
        EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
      }
      EXPECT_TRUE(Contents() == before) << "a file was touched: " << part;
    }
  }

  fs::path folder_;
};

TEST_F(StoreFiles, GivesBackWhatItWasGiven) {
  const fs::path path = SoundStore();
  const Store store = Store::Open(path, Store::Access::kRead);
  EXPECT_EQ(store.setup(), TwoPlayers());
  const auto games = store.Games();
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[1].fixture.number, 1);
  EXPECT_EQ(games[1].fixture.players, (std::array<std::size_t, 2>{1, 0}));
  EXPECT_EQ(games[1].result, (GameResult{Team::k1, Reason::kCrash}));
  EXPECT_EQ(games[1].score, (std::array{1, 2}));
  EXPECT_EQ(games[1].ends, Game(1).ends);
  EXPECT_EQ(store.RecordText(1), "record of game 1");
  EXPECT_THROW(store.RecordText(2), Error);
  // Team 0's shot, by each player once; the concession is none.
  const auto counts = store.ShotCounts();
  ASSERT_EQ(counts.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(counts[i].player, i);
    EXPECT_EQ(counts[i].type, ShotType::kRaise);
    EXPECT_EQ(counts[i].thrown, 1);
    EXPECT_EQ(counts[i].came_off, 1);
  }
  EXPECT_EQ(Contents().size(), 1U) << "one file is all there is";
}

TEST_F(StoreFiles, DropsGamesAndKeepsRatings) {
  Store store = Store::Open(SoundStore(), Store::Access::kWrite);
  store.DropFrom(1);
  ASSERT_EQ(store.Games().size(), 1U);
  store.Add(std::vector{Game(1)});
  const std::vector<Rating> ratings = {{10.0, 5.0, 2}, {-10.0, 5.0, 2}};
  store.SaveRatings(ratings);
  store.SaveRatings(ratings);
  EXPECT_EQ(store.Games().size(), 2U);
}

TEST_F(StoreFiles, AGameCannotBeAddedTwiceAndTheBatchIsOneTransaction) {
  const fs::path path = SoundStore();
  {
    Store store = Store::Open(path, Store::Access::kWrite);
    EXPECT_THROW(store.Add(std::vector{Game(2), Game(1)}), Error);
  }
  EXPECT_EQ(Store::Open(path, Store::Access::kRead).Games().size(), 2U);
}

TEST_F(StoreFiles, AnExistingFileIsNotBegunAnew) {
  const fs::path path = SoundStore();
  const auto before = Contents();
  EXPECT_THROW(Store::Create(path, TwoPlayers()), Error);
  EXPECT_TRUE(Contents() == before);
}

TEST_F(StoreFiles, WhatAKilledCreationLeftIsNoHindrance) {
  // By a process with our number.
  const std::string partial = "new.db." + std::to_string(::getpid()) + ".partial";
  WriteFile(Path(partial), "half a database");
  WriteFile(Path(partial + "-journal"), "half a journal");
  Store::Create(Path("new.db"), TwoPlayers());
  EXPECT_EQ(Contents().size(), 1U);
}

TEST_F(StoreFiles, RefusesWhatIsNoStore) {
  std::string bytes;
  for (int i = 0; i < 4000; ++i) bytes += static_cast<char>((i * i * 31 + i * 7 + 1) % 256);
  WriteFile(Path("random.db"), bytes);
  ExpectRefused(Path("random.db"), "another kind of file");
  WriteFile(Path("empty.db"), "");
  ExpectRefused(Path("empty.db"), "another kind of file");
  Sql(Path("foreign.db"), "CREATE TABLE games(number INTEGER); INSERT INTO games VALUES(7)");
  ExpectRefused(Path("foreign.db"), "not one of Skipstone's");
  // Somebody else's write-ahead log would be looked at, and removed, by any connection.
  Sql(Path("wal.db"), "PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES(1)");
  ExpectRefused(Path("wal.db"), "not one of Skipstone's");
  EXPECT_THROW(Store::Open(Path("missing.db"), Store::Access::kRead), Error);
  EXPECT_FALSE(fs::exists(Path("missing.db")));
}

TEST_F(StoreFiles, RefusesANewerVersion) {
  const fs::path path = SoundStore();
  Sql(path, "PRAGMA user_version = 2");
  ExpectRefused(path, "newer version (2)");
}

// Which commit and networks played which games; a store of an older program lacks the table.
TEST_F(StoreFiles, KeepsWhoComputedTheGames) {
  const fs::path path = SoundStore();
  EXPECT_TRUE(Store::Open(path, Store::Access::kRead).Runs().empty());
  {
    Store store = Store::Open(path, Store::Access::kWrite);
    store.AddRun("0123456789ab", {"", "fedcba9876543210"});
    store.AddRun("unknown", {"", ""});
  }
  const Store store = Store::Open(path, Store::Access::kRead);
  const std::vector<StoreRun> runs = store.Runs();
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].commit, "0123456789ab");
  EXPECT_EQ(runs[0].networks, (std::vector<std::string>{"", "fedcba9876543210"}));
  EXPECT_EQ(runs[0].games_before, 2);
  EXPECT_EQ(runs[1].commit, "unknown");
  EXPECT_EQ(store.Games().size(), 2U);
  EXPECT_TRUE(ToJson(runs[0])["networks"][0].is_null());
  const std::string sound = ReadFile(path);
  for (const char* sql : {"UPDATE runs SET run = '{}'", "UPDATE runs SET hash = 'x' WHERE id = 2",
                          "ALTER TABLE runs ADD COLUMN more"}) {
    WriteFile(Path("changed.db"), sound);
    Sql(Path("changed.db"), sql);
    ExpectRefused(Path("changed.db"), "damaged");
    fs::remove(Path("changed.db"));
  }
}

TEST_F(StoreFiles, RefusesADamagedStore) {
  const std::string sound = ReadFile(SoundStore());
  const std::string half = sound.substr(0, sound.size() / 2);
  WriteFile(Path("half.db"), half);
  ExpectRefused(Path("half.db"), "damaged");
  WriteFile(Path("short.db"), sound.substr(0, sound.size() - 100));
  ExpectRefused(Path("short.db"), "damaged");
  std::string garbled = sound;
  for (std::size_t i = 4096; i < garbled.size(); i += 512) garbled[i + 3] = '\x5a';
  for (std::size_t i = 4096; i < garbled.size(); i += 4096) garbled.replace(i, 12, 12, '\xff');
  WriteFile(Path("garbled.db"), garbled);
  ExpectRefused(Path("garbled.db"), "damaged");
}

TEST_F(StoreFiles, RefusesMissingTablesAndBadRows) {
  const std::string sound = ReadFile(SoundStore());
  const auto changed = [&](const std::string& name, const std::string& sql) {
    WriteFile(Path(name), sound);
    Sql(Path(name), sql);
    return Path(name);
  };
  ExpectRefused(changed("a.db", "DROP TABLE shots"), "table shots is missing");
  ExpectRefused(changed("b.db", "ALTER TABLE ends ADD COLUMN sheet"), "table ends is missing");
  ExpectRefused(changed("c.db", "DELETE FROM tournament"), "setup");
  ExpectRefused(changed("d.db", "UPDATE tournament SET setup = '{}'"), "setup");
  for (const char* sql :
       {"UPDATE games SET number = 4 WHERE number = 1", "UPDATE games SET first = second",
        "UPDATE games SET reason = 'weather'", "UPDATE ends SET hammer = 2",
        "UPDATE ends SET first_points = -1", "DELETE FROM shots WHERE game = 1 AND shot = 1",
        "UPDATE shots SET thrown_angle = thrown_angle + 1e-12 WHERE game = 0 AND shot = 0"}) {
    fs::remove(Path("e.db"));
    ExpectRefused(changed("e.db", sql), "not as it was written");
  }
  fs::remove(Path("e.db"));
  const Store store =
      Store::Open(changed("e.db", "DELETE FROM games WHERE number = 1"), Store::Access::kRead);
  EXPECT_THROW(store.Games(), Error) << "its ends have no game";
}

// A bit of what is written on the pages, which SQLite does not look at.
TEST_F(StoreFiles, RefusesAFlippedBit) {
  const std::string sound = ReadFile(SoundStore());
  const std::size_t record = sound.find("record of game 1");
  ASSERT_NE(record, std::string::npos);
  for (const std::size_t offset : {record, record + 9, sound.find("raise of red 4")}) {
    std::string flipped = sound;
    flipped[offset] = static_cast<char>(flipped[offset] ^ 1);
    WriteFile(Path("flipped.db"), flipped);
    ExpectRefused(Path("flipped.db"), "damaged");
  }
}

// Whatever byte of it changes: refused, or without effect on what is read; never written to.
TEST_F(StoreFiles, AnyChangedByteIsRefusedOrHarmless) {
  const std::string sound = ReadFile(SoundStore());
  const auto read = [](const fs::path& path) {
    const Store store = Store::Open(path, Store::Access::kRead);
    std::string text = ToJson(store.setup()).dump() + store.RecordText(0) + store.RecordText(1);
    for (const GameSummary& game : store.Games()) {
      text += std::string(ReasonName(game.result.reason)) + std::to_string(game.score[0]);
      for (const PlayedEnd& end : game.ends) text += std::to_string(end.points[1]);
    }
    for (const ShotCount& count : store.ShotCounts()) text += std::to_string(count.came_off);
    return text;
  };
  const std::string expected = read(Path("sound.db"));
  RandomStream random({.seed = 6, .purpose = Purpose::kTest});
  int refused = 0;
  for (int i = 0; i < 400; ++i) {
    std::string changed = sound;
    const std::uint32_t at = random.Below(static_cast<std::uint32_t>(sound.size()));
    changed[at] = static_cast<char>(changed[at] ^ (1U << random.Below(8)));
    WriteFile(Path("changed.db"), changed);
    try {
      EXPECT_EQ(read(Path("changed.db")), expected) << at;
    } catch (const Error& e) {
      EXPECT_TRUE(e.kind() == ErrorKind::kBadData || e.kind() == ErrorKind::kEnvironment) << at;
      ++refused;
    }
    EXPECT_EQ(ReadFile(Path("changed.db")), changed) << at;
  }
  EXPECT_GT(refused, 10);
}

// Only one of many that begin a tournament in the same file at once gets it.
TEST_F(StoreFiles, OnlyOneCanCreateIt) {
  const TournamentSetup setup = Store::Open(SoundStore(), Store::Access::kRead).setup();
  std::vector<pid_t> others;
  for (int i = 0; i < 4; ++i) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      try {
        Store::Create(Path("raced.db"), setup);
        ::_exit(0);
      } catch (const Error& e) {
        ::_exit(e.kind() == ErrorKind::kUsage ? 1 : 2);
      }
    }
    others.push_back(pid);
  }
  int created = 0;
  for (const pid_t pid : others) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_NE(WEXITSTATUS(status), 2);
    created += WEXITSTATUS(status) == 0 ? 1 : 0;
  }
  EXPECT_EQ(created, 1);
  EXPECT_NO_THROW(Store::Open(Path("raced.db"), Store::Access::kRead));
}

TEST_F(StoreFiles, OneProcessWritesAndOthersRead) {
  const fs::path path = SoundStore();
  Store store = Store::Open(path, Store::Access::kWrite);
  const pid_t other = ::fork();
  if (other == 0) {
    int result = 0;
    try {
      Store::Open(path, Store::Access::kWrite);
      result = 1;
    } catch (const Error& e) {
      if (e.kind() != ErrorKind::kEnvironment) result = 2;
    }
    if (Store::Open(path, Store::Access::kRead).Games().size() != 2) result = 3;
    ::_exit(result);
  }
  int status = 0;
  ::waitpid(other, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// A writer that dies in the middle of a transaction leaves a journal; the next one, be it only a
// reader, finds the games of before.
TEST_F(StoreFiles, ATransactionCutOffNeverHappened) {
  const fs::path path = SoundStore();
  const pid_t writer = ::fork();
  if (writer == 0) {
    sqlite3* database = nullptr;
    ::sqlite3_open(path.c_str(), &database);
    // A small cache spills changed pages into the file before the end of the transaction.
    ::sqlite3_exec(database,
                   "PRAGMA cache_size = 1; BEGIN; DELETE FROM shots; DELETE FROM games;"
                   "CREATE TABLE junk(a); INSERT INTO junk VALUES(zeroblob(1000000))",
                   nullptr, nullptr, nullptr);
    ::_exit(0);
  }
  ::waitpid(writer, nullptr, 0);
  ASSERT_TRUE(fs::exists(path.string() + "-journal")) << "the test should leave one";
  EXPECT_EQ(Store::Open(path, Store::Access::kRead).Games().size(), 2U);
}

}  // namespace
}  // namespace skipstone
