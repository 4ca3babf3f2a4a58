// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/store.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <limits>
#include <string_view>
#include <thread>

#include "base/hash.h"
#include "match/store_format.h"
#include "shots/namer.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

constexpr int kBusy_ms = 60'000;  // longer than a reader takes to check a large store

fs::path Beside(const fs::path& path, const char* suffix) { return path.string() + suffix; }

std::string UtcNow() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string TextHash(std::string_view text) {
  Hasher hasher;
  hasher.AddText(text);
  return HashText(hasher.value());
}

// Throws kBadData.
Reason ReasonFromText(const std::string& text) {
  const Json json = {{"winner", nullptr}, {"reason", text}};
  return GameResultFromJson(Field(json, "games")).reason;
}

}  // namespace

JsonOut ToJson(const StoreRun& run) {
  JsonOut networks = JsonOut::array();
  for (const std::string& hash : run.networks) {
    networks.push_back(hash.empty() ? JsonOut() : JsonOut(hash));
  }
  return {{"begun_at", run.begun_at},
          {"commit", run.commit},
          {"networks", networks},
          {"games_before", run.games_before}};
}

JsonOut ToJson(const std::vector<StoreRun>& runs) {
  JsonOut json = JsonOut::array();
  for (const StoreRun& run : runs) json.push_back(ToJson(run));
  return json;
}

void Store::Closer::operator()(sqlite3* database) const { ::sqlite3_close(database); }

// A prepared statement; parameters and columns count from where one left off.
class Store::Statement {
 public:
  Statement(const Store& store, const char* sql) : store_(store) {
    Check(::sqlite3_prepare_v2(store.database_.get(), sql, -1, &statement_, nullptr));
  }
  ~Statement() { ::sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& Bind(std::int64_t value) {
    Check(::sqlite3_bind_int64(statement_, ++bound_, value));
    return *this;
  }
  Statement& Bind(int value) { return Bind(std::int64_t{value}); }
  Statement& Bind(double value) {
    Check(::sqlite3_bind_double(statement_, ++bound_, value));
    return *this;
  }
  // The text must live until the statement has run.
  Statement& Bind(std::string_view value) {
    Check(::sqlite3_bind_text64(statement_, ++bound_, value.data(), value.size(), SQLITE_STATIC,
                                SQLITE_UTF8));
    return *this;
  }
  Statement& BindNull() {
    Check(::sqlite3_bind_null(statement_, ++bound_));
    return *this;
  }

  // Whether there is a row.
  bool Next() {
    column_ = 0;
    const int code = ::sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) throw store_.Failure();
    return false;
  }
  // Makes it ready for other values.
  void Reset() {
    Check(::sqlite3_reset(statement_));
    bound_ = 0;
  }
  void Run() {
    Next();
    Reset();
  }

  bool IsNull() const { return ::sqlite3_column_type(statement_, column_) == SQLITE_NULL; }
  std::int64_t Int(std::int64_t low, std::int64_t high) {
    const std::int64_t value = ::sqlite3_column_int64(statement_, column_++);
    if (value < low || value > high) {
      throw BadData(store_.path_.string(),
                    fmt::format("damaged: expected {} of {} to {}, got {}",
                                ::sqlite3_column_name(statement_, column_ - 1), low, high, value));
    }
    return value;
  }
  // Adds the row, each value with its type.
  void AddTo(Hasher& hasher) const {
    for (int i = 0; i < ::sqlite3_column_count(statement_); ++i) {
      const int type = ::sqlite3_column_type(statement_, i);
      hasher.AddInt(static_cast<std::uint64_t>(type));
      if (type == SQLITE_INTEGER) {
        hasher.AddInt(static_cast<std::uint64_t>(::sqlite3_column_int64(statement_, i)));
      } else if (type == SQLITE_FLOAT) {
        hasher.AddDouble(::sqlite3_column_double(statement_, i));
      } else if (type != SQLITE_NULL) {
        const auto* text = ::sqlite3_column_text(statement_, i);
        hasher.AddText({reinterpret_cast<const char*>(text),
                        static_cast<std::size_t>(::sqlite3_column_bytes(statement_, i))});
      }
    }
  }
  std::string Text() {
    const auto* text = ::sqlite3_column_text(statement_, column_);
    const int size = ::sqlite3_column_bytes(statement_, column_++);
    return text == nullptr
               ? std::string()
               : std::string(reinterpret_cast<const char*>(text), static_cast<std::size_t>(size));
  }

 private:
  void Check(int code) const {
    if (code != SQLITE_OK) throw store_.Failure();
  }

  const Store& store_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int column_ = 0;
};

// One hash over all that is kept of a game. SQLite sees to the structure of its pages and to
// nothing that is written on them.
class Store::GameHash {
 public:
  explicit GameHash(const Store& store)
      : rows_{Statement(store,
                        "SELECT number, first, second, seed, game, winner, reason, first_points,"
                        " second_points, record FROM games WHERE number = ?"),
              Statement(store, "SELECT * FROM ends WHERE game = ? ORDER BY end"),
              Statement(store, "SELECT * FROM shots WHERE game = ? ORDER BY end, shot")} {}

  std::string Of(std::int64_t number) {
    Hasher hasher;
    for (Statement& rows : rows_) {
      rows.Bind(number);
      while (rows.Next()) rows.AddTo(hasher);
      rows.Reset();
    }
    return HashText(hasher.value());
  }

 private:
  std::array<Statement, 3> rows_;
};

// All or nothing; for a reader, all of one moment.
class Store::Transaction {
 public:
  Transaction(const Store& store, const char* begin) : store_(store) { store.Run(begin); }
  ~Transaction() {
    if (!committed_) ::sqlite3_exec(store_.database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void Commit() {
    store_.Run("COMMIT");
    committed_ = true;
  }

 private:
  const Store& store_;
  bool committed_ = false;
};

Error Store::Failure() const {
  const std::string reason = ::sqlite3_errmsg(database_.get());
  switch (::sqlite3_errcode(database_.get())) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT:
    case SQLITE_ERROR:
      return BadData(path_.string(), fmt::format("damaged: {}", reason));
    default:
      return Error(ErrorKind::kEnvironment, path_.string(),
                   fmt::format("cannot use the database: {}", reason));
  }
}

Store::WriteLock::WriteLock(const fs::path& path) : fd_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  if (fd_ < 0) {
    throw Error(ErrorKind::kEnvironment, path.string(),
                fmt::format("cannot open the file for writing: {}", std::strerror(errno)));
  }
  // On the open file, not the process: SQLite releases all locks of its process at once. Workers
  // inherit it, so those of a process just killed may hold it for a moment. A byte that SQLite,
  // whose own begin at 2^30, does not use.
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = (off_t{1} << 30) + 4096;
  lock.l_len = 1;
  constexpr int kTries = 100;
  for (int i = 0; ::fcntl(fd_, F_OFD_SETLK, &lock) != 0; ++i) {
    if (i == kTries) {
      ::close(fd_);
      throw Error(ErrorKind::kEnvironment, path.string(),
                  "another process plays this tournament; wait for it or stop it");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

Store::WriteLock::~WriteLock() { ::close(fd_); }

Store::Store(fs::path path, Database database)
    : path_(std::move(path)), database_(std::move(database)) {}

Store::Database Store::Connect(const fs::path& path, int flags, const fs::path& name) {
  sqlite3* raw = nullptr;
  const int code = ::sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
  Database database(raw);
  if (code != SQLITE_OK) {
    throw Error(ErrorKind::kEnvironment, name.string(),
                fmt::format("cannot open the database: {}", ::sqlite3_errstr(code)));
  }
  ::sqlite3_busy_timeout(raw, kBusy_ms);
  return database;
}

void Store::Run(const char* sql) const {
  if (::sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw Failure();
  }
}

Store Store::Create(const fs::path& path, const TournamentSetup& setup) {
  const auto there_already = [&path] {
    return Error(ErrorKind::kUsage, path.string(),
                 "exists already; --resume goes on with a tournament, another --out begins anew");
  };
  if (fs::exists(path)) throw there_already();
  if (const fs::path folder = path.parent_path(); !folder.empty() && !fs::is_directory(folder)) {
    throw Error(ErrorKind::kEnvironment, path.string(),
                fmt::format("cannot create the file: there is no folder {}", folder.string()));
  }
  const fs::path partial = Beside(path, fmt::format(".{}.partial", ::getpid()).c_str());
  std::error_code ignored;
  fs::remove(partial, ignored);
  fs::remove(Beside(partial, "-journal"), ignored);
  {
    Store store(path, Connect(partial, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path));
    Transaction transaction(store, "BEGIN");
    store.Run(
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kStoreId, kStoreVersion)
            .c_str());
    for (const std::string_view table : kStoreTables) store.Run(std::string(table).c_str());
    const std::string text = ToJson(setup).dump();
    const std::string hash = TextHash(text);
    Statement(store, "INSERT INTO tournament VALUES(1, ?, ?)").Bind(text).Bind(hash).Run();
    Statement player(store, "INSERT INTO players VALUES(?, ?)");
    for (std::size_t i = 0; i < setup.players.size(); ++i) {
      player.Bind(static_cast<std::int64_t>(i)).Bind(setup.players[i]).Run();
    }
    transaction.Commit();
  }
  // Unlike a rename, a link takes nobody else's place.
  const bool linked = ::link(partial.c_str(), path.c_str()) == 0;
  const int reason = errno;
  fs::remove(partial, ignored);
  if (!linked && reason == EEXIST) throw there_already();
  if (!linked) {
    throw Error(ErrorKind::kEnvironment, path.string(),
                fmt::format("cannot create the file: {}", std::strerror(reason)));
  }
  return Open(path, Access::kWrite);
}

Store Store::Open(const fs::path& path, Access access) {
  CheckStoreHeader(path);
  // A journal is there if a writer was killed, or writes just now. Only a connection that may write
  // can see to it.
  const bool journal = fs::exists(Beside(path, "-journal"));
  Store store(path, Connect(path, journal ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, path));
  store.CheckSound();
  store.ReadSetup();
  store.Runs();  // refuses damage
  if (access == Access::kWrite) {
    store.database_.reset();
    store.lock_ = std::make_unique<WriteLock>(path);
    store.database_ = Connect(path, SQLITE_OPEN_READWRITE, path);
    store.Run("PRAGMA synchronous = FULL");
  }
  return store;
}

void Store::CheckSound() const {
  // Nobody writes meanwhile.
  const Transaction one_moment(*this, "BEGIN");
  Statement pages(*this, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
  pages.Next();
  // SQLite takes what is missing of the last page for zeros.
  if (static_cast<std::uintmax_t>(pages.Int(0, INT64_MAX)) != fs::file_size(path_)) {
    throw BadData(path_.string(), "damaged: it is longer or shorter than it says");
  }
  Statement check(*this, "PRAGMA quick_check(1)");
  if (!check.Next()) throw BadData(path_.string(), "damaged: it cannot be checked");
  if (const std::string finding = check.Text(); finding != "ok") {
    throw BadData(path_.string(), "damaged: " + finding);
  }
  for (const std::string_view table : kStoreTables) CheckTable(table);
  if (HasRuns()) CheckTable(kRunsTable);
  GameHash hash(*this);
  Statement games(*this, "SELECT number, hash FROM games");
  while (games.Next()) {
    const std::int64_t number = games.Int(INT64_MIN, INT64_MAX);
    if (games.Text() != hash.Of(number)) {
      throw BadData(path_.string(),
                    fmt::format("damaged: game {} is not as it was written", number));
    }
  }
}

void Store::CheckTable(std::string_view table) const {
  Statement same(*this, "SELECT count(*) FROM sqlite_schema WHERE sql = ?");
  same.Bind(table).Next();
  if (same.Int(0, 1) == 1) return;
  const std::string_view name = table.substr(13, table.find('(') - 13);
  throw BadData(path_.string(),
                fmt::format("damaged: the table {} is missing or not as it should be", name));
}

bool Store::HasRuns() const {
  Statement table(*this, "SELECT count(*) FROM sqlite_schema WHERE name = 'runs'");
  table.Next();
  return table.Int(0, 1) == 1;
}

void Store::ReadSetup() {
  Statement row(*this, "SELECT setup, hash FROM tournament");
  const std::string text = row.Next() ? row.Text() : "";
  if (row.Text() != TextHash(text)) {
    throw BadData(path_.string(), "damaged: its setup is not as it was written");
  }
  try {
    const Json json = ParseJson(text, "setup");
    setup_ = TournamentSetupFromJson(Field(json, "setup"));
  } catch (const Error& e) {
    throw BadData(path_.string(), fmt::format("damaged: {}", e.what()));
  }
}

void Store::AddRun(const std::string& commit, const std::vector<std::string>& networks) {
  Transaction transaction(*this, "BEGIN IMMEDIATE");
  if (!HasRuns()) Run(std::string(kRunsTable).c_str());
  Statement count(*this, "SELECT count(*) FROM games");
  count.Next();
  const StoreRun run{UtcNow(), commit, networks,
                     static_cast<int>(count.Int(0, std::numeric_limits<int>::max()))};
  const std::string text = ToJson(run).dump();
  const std::string hash = TextHash(text);
  Statement(*this, "INSERT INTO runs(run, hash) VALUES(?, ?)").Bind(text).Bind(hash).Run();
  transaction.Commit();
}

std::vector<StoreRun> Store::Runs() const {
  std::vector<StoreRun> runs;
  if (!HasRuns()) return runs;
  Statement row(*this, "SELECT run, hash FROM runs ORDER BY id");
  while (row.Next()) {
    const std::string text = row.Text();
    if (row.Text() != TextHash(text)) {
      throw BadData(path_.string(), "damaged: what is kept of its runs is not as it was written");
    }
    const Json json = ParseJson(text, path_.string());
    const Field field(json, "run");
    StoreRun& run = runs.emplace_back();
    run.begun_at = field.At("begun_at").String();
    run.commit = field.At("commit").String();
    const Field networks = field.At("networks");
    for (std::size_t i = 0; i < networks.Size(setup_.players.size()); ++i) {
      run.networks.push_back(networks[i].is_null() ? "" : networks[i].String());
    }
    run.games_before =
        static_cast<int>(field.At("games_before").Int(0, std::numeric_limits<int>::max()));
  }
  return runs;
}

void Store::Add(std::span<const PlayedGame> games) {
  Transaction transaction(*this, "BEGIN IMMEDIATE");
  Statement game_row(*this, "INSERT INTO games VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')");
  Statement end_row(*this, "INSERT INTO ends VALUES(?, ?, ?, ?, ?)");
  Statement shot_row(*this,
                     "INSERT INTO shots VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  GameHash hash(*this);
  Statement hash_row(*this, "UPDATE games SET hash = ? WHERE number = ?");
  for (const PlayedGame& game : games) {
    const Fixture fixture = FixtureOf(setup_, game.number);
    const RecordHeader header = GameSetupOf(setup_, fixture).header;
    const auto player = [&fixture](Team team) {
      return static_cast<std::int64_t>(fixture.players[static_cast<std::size_t>(Index(team))]);
    };
    game_row.Bind(game.number).Bind(player(Team::k0)).Bind(player(Team::k1));
    game_row.Bind(static_cast<std::int64_t>(setup_.seed)).Bind(std::int64_t{header.game});
    game.result.winner ? game_row.Bind(player(*game.result.winner)) : game_row.BindNull();
    game_row.Bind(ReasonName(game.result.reason)).Bind(game.score[0]).Bind(game.score[1]);
    game_row.Bind(game.record).Run();
    for (const PlayedEnd& end : game.ends) {
      end_row.Bind(game.number).Bind(end.end).Bind(Index(end.hammer));
      end_row.Bind(end.points[0]).Bind(end.points[1]).Run();
    }
    for (const PlayedShot& shot : game.shots) {
      shot_row.Bind(game.number).Bind(shot.end).Bind(shot.shot).Bind(Index(shot.team));
      const std::string target = shot.target >= 0 ? StoneName(shot.target) : "";
      shot.type ? shot_row.Bind(ShotTypeName(*shot.type)) : shot_row.BindNull();
      target.empty() ? shot_row.BindNull() : shot_row.Bind(target);
      shot.type ? shot_row.Bind(shot.name) : shot_row.BindNull();
      for (const auto& release : {shot.called, shot.thrown}) {
        if (release) {
          shot_row.Bind(release->speed_mps).Bind(release->angle_rad);
          shot_row.Bind(HandleName(release->handle));
        } else {
          shot_row.BindNull().BindNull().BindNull();
        }
      }
      shot.type ? shot_row.Bind(shot.came_off ? 1 : 0) : shot_row.BindNull();
      shot_row.Bind(shot.foul ? 1 : 0).Bind(shot.used_ms).Run();
    }
    const std::string text = hash.Of(game.number);
    hash_row.Bind(text).Bind(game.number).Run();
  }
  transaction.Commit();
}

void Store::SaveRatings(std::span<const Rating> ratings) {
  const std::string now = UtcNow();
  Transaction transaction(*this, "BEGIN IMMEDIATE");
  Run("DELETE FROM ratings");
  Statement row(*this, "INSERT INTO ratings VALUES(?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    row.Bind(static_cast<std::int64_t>(i)).Bind(ratings[i].elo).Bind(ratings[i].error);
    row.Bind(ratings[i].games).Bind(now).Run();
  }
  transaction.Commit();
}

void Store::DropFrom(int number) {
  Transaction transaction(*this, "BEGIN IMMEDIATE");
  for (const char* sql : {"DELETE FROM shots WHERE game >= ?", "DELETE FROM ends WHERE game >= ?",
                          "DELETE FROM games WHERE number >= ?"}) {
    Statement(*this, sql).Bind(number).Run();
  }
  transaction.Commit();
}

bool Store::LooksLikeOne(const fs::path& path) { return BeginsAsDatabase(path); }

std::vector<GameSummary> Store::Games() const {
  constexpr std::int64_t kMost = 100'000;  // of points and ends
  std::vector<GameSummary> games;
  const Transaction one_moment(*this, "BEGIN");
  Statement game_row(*this,
                     "SELECT number, first, second, winner, reason, first_points, second_points"
                     " FROM games ORDER BY number");
  const auto players = static_cast<std::int64_t>(setup_.players.size());
  while (game_row.Next()) {
    GameSummary& game = games.emplace_back();
    game.fixture = FixtureOf(setup_, static_cast<int>(game_row.Int(0, GameCount(setup_) - 1)));
    const std::array<std::int64_t, 2> teams = {game_row.Int(0, players - 1),
                                               game_row.Int(0, players - 1)};
    for (std::size_t team = 0; team < 2; ++team) {
      if (static_cast<std::size_t>(teams[team]) != game.fixture.players[team]) {
        throw BadData(path_.string(),
                      fmt::format("damaged: game {} has other players than the schedule",
                                  game.fixture.number));
      }
    }
    if (game_row.IsNull()) {
      game_row.Text();
    } else {
      game.result.winner = game_row.Int(0, players - 1) == teams[0] ? Team::k0 : Team::k1;
    }
    game.result.reason = ReasonFromText(game_row.Text());
    for (int& points : game.score) points = static_cast<int>(game_row.Int(0, kMost));
  }
  Statement end_row(*this,
                    "SELECT game, end, hammer, first_points, second_points FROM ends"
                    " ORDER BY game, end");
  auto game = games.begin();
  while (end_row.Next()) {
    const std::int64_t number = end_row.Int(0, GameCount(setup_) - 1);
    while (game != games.end() && game->fixture.number < number) ++game;
    if (game == games.end() || game->fixture.number != number) {
      throw BadData(path_.string(),
                    fmt::format("damaged: an end of game {}, which is missing", number));
    }
    PlayedEnd& end = game->ends.emplace_back();
    end.end = static_cast<int>(end_row.Int(0, kMost));
    end.hammer = end_row.Int(0, 1) == 0 ? Team::k0 : Team::k1;
    for (int& points : end.points) points = static_cast<int>(end_row.Int(0, kMost));
  }
  return games;
}

std::vector<ShotCount> Store::ShotCounts() const {
  std::vector<ShotCount> counts;
  Statement row(*this,
                "SELECT CASE team WHEN 0 THEN first ELSE second END AS player, type, count(*),"
                " sum(came_off) FROM shots JOIN games ON number = shots.game WHERE type IS NOT NULL"
                " GROUP BY player, type");
  while (row.Next()) {
    ShotCount& count = counts.emplace_back();
    const auto players = static_cast<std::int64_t>(setup_.players.size());
    count.player = static_cast<std::size_t>(row.Int(0, players - 1));
    count.type = ShotTypeFromName(row.Text());
    count.thrown = static_cast<int>(row.Int(0, std::numeric_limits<int>::max()));
    count.came_off = static_cast<int>(row.Int(0, count.thrown));
  }
  return counts;
}

std::string Store::RecordText(int number) const {
  Statement row(*this, "SELECT record FROM games WHERE number = ?");
  if (!row.Bind(number).Next()) {
    throw Error(ErrorKind::kUsage, path_.string(),
                fmt::format("there is no game {}; games are numbered from 0 to {}, and this one "
                            "may not have been played yet",
                            number, GameCount(setup_) - 1));
  }
  return row.Text();
}

}  // namespace skipstone
