// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/tournament.h"

#include <gtest/gtest.h>
#include <signal.h>  // NOLINT: POSIX has more in it than C
#include <stdlib.h>  // NOLINT: POSIX has more in it than C
#include <unistd.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "match/store.h"
#include "match/tables.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

// Draws to the button until it has thrown three stones, then misbehaves.
class Troublemaker : public Player {
 public:
  Troublemaker(const PlayerSetup& setup, std::function<Move()> trouble)
      : law_(setup.terms.ice.law), trouble_(std::move(trouble)) {}

  Move Call(const Game& /*game*/) override {
    return ++calls_ <= 3 ? TeeDraw(law_, Handle::kCw) : trouble_();
  }

 private:
  Law law_;
  std::function<Move()> trouble_;
  int calls_ = 0;
};

void AddTroublemakers() {
  static bool added = false;
  if (added) return;
  added = true;
  const std::vector<std::pair<std::string, std::function<Move()>>> troubles = {
      {"test-abort", []() -> Move { ::abort(); }},
      {"test-segv",
       []() -> Move {
         ::raise(SIGSEGV);
         return Concede{};
       }},
      {"test-exit", []() -> Move { ::_exit(0); }},
      {"test-throw", []() -> Move { throw std::runtime_error("no idea"); }},
      {"test-hang",
       []() -> Move {
         while (true) ::pause();
       }},
      {"test-nan",
       []() -> Move {
         return Release{std::numeric_limits<double>::quiet_NaN(), 0.0, Handle::kCw};
       }},
      {"test-concede", []() -> Move { return Concede{}; }},
  };
  for (const auto& [name, trouble] : troubles) {
    AddPlayerKind(
        {name, "for tests", {}, [trouble = trouble](const PlayerSetup& setup, SpecOptions&) {
           return std::make_unique<Troublemaker>(setup, trouble);
         }});
  }
}

class Tournaments : public testing::Test {
 protected:
  Tournaments() {
    AddTroublemakers();
    std::string pattern = (fs::temp_directory_path() / "skipstone-tournament-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Tournaments() override { fs::remove_all(folder_); }

  static TournamentSetup PlayersOf(std::vector<std::string> players, int games) {
    TournamentSetup setup;
    setup.players = std::move(players);
    setup.games = games;
    setup.terms = MakeTerms(Law::kFcv1);
    setup.terms.rules.ends = 1;
    setup.engine = "event";
    setup.seed = 11;
    return setup;
  }

  // A new store, played to its end.
  Store Played(const TournamentSetup& setup, int workers = 2) {
    CheckSetup(setup);
    Store store = Store::Create(folder_ / (std::to_string(++stores_) + ".db"), setup);
    EXPECT_TRUE(PlayTournament(store, {.threads = workers}));
    return store;
  }

  static void ExpectSoundRecords(const Store& store) {
    int moves = 0;
    for (const GameSummary& game : store.Games()) {
      const std::string name = "game " + std::to_string(game.fixture.number);
      const GameRecord record = RecordFromText(store.RecordText(game.fixture.number), name);
      EXPECT_EQ(Replay(record).value_or("no difference"), "no difference") << name;
      EXPECT_EQ(record.result, game.result);
      EXPECT_EQ(record.score, game.score);
      std::array<int, 2> total{};
      for (const PlayedEnd& end : game.ends) {
        for (std::size_t team = 0; team < 2; ++team) total[team] += end.points[team];
      }
      EXPECT_EQ(total, record.score) << name;
      EXPECT_GE(record.moves.size(), 16 * game.ends.size()) << name;
      for (const RecordMove& move : record.moves) moves += move.thrown ? 1 : 0;
    }
    for (const ShotCount& count : store.ShotCounts()) moves -= count.thrown;
    EXPECT_EQ(moves, 0) << "every throw is a shot of the store";
  }

  static std::string Results(const Store& store) {
    std::string text;
    for (const GameSummary& game : store.Games()) {
      text += std::to_string(game.fixture.number) + ": ";
      text += std::string(ReasonName(game.result.reason));
      for (const PlayedEnd& end : game.ends) {
        text += " " + std::to_string(end.points[0]) + "-" + std::to_string(end.points[1]);
      }
      text += "\n";
    }
    return text;
  }

  fs::path folder_;
  int stores_ = 0;
};

TEST_F(Tournaments, PlaysAllGamesHoweverManyWorkers) {
  const TournamentSetup setup = PlayersOf({"draw", "random", "random"}, 4);
  const Store store = Played(setup, 3);
  ASSERT_EQ(store.Games().size(), 12U);
  ExpectSoundRecords(store);
  EXPECT_EQ(Results(Played(setup, 1)), Results(store));
  TournamentSetup other = setup;
  other.seed = 12;
  EXPECT_NE(Results(Played(other)), Results(store));
}

TEST_F(Tournaments, WhoCannotGoOnLosesWithTheReasonAndPlayGoesOn) {
  const std::vector<std::pair<std::string, Reason>> players = {
      {"test-abort", Reason::kCrash},  {"test-segv", Reason::kCrash},
      {"test-exit", Reason::kCrash},   {"test-throw", Reason::kCrash},
      {"test-nan", Reason::kNonsense}, {"test-concede", Reason::kConcede}};
  std::vector<std::string> names = {"draw"};
  for (const auto& [name, reason] : players) names.push_back(name);
  TournamentSetup setup = PlayersOf(names, 2);
  setup.gauntlet = true;
  const Store store = Played(setup);
  const auto games = store.Games();
  ASSERT_EQ(games.size(), 12U);
  for (const GameSummary& game : games) {
    const std::size_t trouble = std::max(game.fixture.players[0], game.fixture.players[1]);
    EXPECT_EQ(game.result.reason, players[trouble - 1].second) << names[trouble];
    EXPECT_EQ(PointsOf(game.fixture, game.result, 0), 1.0) << names[trouble];
    // Three stones each, and one more of the opponent who was first.
    const GameRecord record = RecordFromText(store.RecordText(game.fixture.number), "record");
    const bool draw_first = game.fixture.players[0] == 0;
    const std::size_t conceded = game.result.reason == Reason::kConcede ? 1 : 0;
    EXPECT_EQ(record.moves.size(), (draw_first ? 7U : 6U) + conceded) << names[trouble];
  }
  ExpectSoundRecords(store);
}

TEST_F(Tournaments, WhoHangsLoses) {
  TournamentSetup setup = PlayersOf({"test-hang", "draw"}, 2);
  setup.terms.rules.thinking_time_ms = {500, 500};
  const Store store = Played(setup);
  const auto games = store.Games();
  ASSERT_EQ(games.size(), 2U);
  for (const GameSummary& game : games) {
    EXPECT_EQ(game.result.reason, Reason::kHang);
    EXPECT_EQ(PointsOf(game.fixture, game.result, 1), 1.0);
  }
  ExpectSoundRecords(store);
}

// A player that fails when it is made, or is let go.
class Fragile : public Player {
 public:
  Fragile(const PlayerSetup& setup, std::function<void()> last_words)
      : law_(setup.terms.ice.law), last_words_(std::move(last_words)) {}
  ~Fragile() override { last_words_(); }
  Move Call(const Game& /*game*/) override { return TeeDraw(law_, Handle::kCw); }

 private:
  Law law_;
  std::function<void()> last_words_;
};

TEST_F(Tournaments, WhoCannotBeMadeLosesToo) {
  const auto add = [](const char* name, const std::function<void()>& made,
                      const std::function<void()>& let_go) {
    AddPlayerKind({name, "for tests", {}, [=](const PlayerSetup& setup, SpecOptions&) {
                     made();
                     return std::make_unique<Fragile>(setup, let_go);
                   }});
  };
  add(
      "test-born-dead", [] { ::abort(); }, [] {});
  add(
      "test-born-bad", [] { throw std::runtime_error("no model"); }, [] {});
  add(
      "test-dies-last", [] {}, [] { ::abort(); });
  TournamentSetup setup =
      PlayersOf({"draw", "test-born-dead", "test-born-bad", "test-dies-last"}, 2);
  setup.gauntlet = true;
  const Store store = Played(setup);
  ASSERT_EQ(store.Games().size(), 6U);
  for (const GameSummary& game : store.Games()) {
    const std::size_t other = std::max(game.fixture.players[0], game.fixture.players[1]);
    if (other == 3) {
      EXPECT_EQ(game.result.reason, Reason::kScore) << "its game was over";
    } else {
      EXPECT_EQ(game.result.reason, Reason::kCrash) << other;
      EXPECT_EQ(PointsOf(game.fixture, game.result, 0), 1.0) << other;
    }
  }
  ExpectSoundRecords(store);
}

TEST_F(Tournaments, ABadSpecIsRefusedBeforeTheFirstGame) {
  EXPECT_THROW(CheckSetup(PlayersOf({"draw", "skip"}, 2)), Error);
  EXPECT_THROW(CheckSetup(PlayersOf({"draw", "greedy:depth=3"}, 2)), Error);
  EXPECT_NO_THROW(CheckSetup(PlayersOf({"draw", "greedy:samples=3"}, 2)));
}

TEST_F(Tournaments, AWorkerThatDiesTakesNoOtherGameAlong) {
  // One worker, which has several games ahead when the player crashes.
  TournamentSetup setup = PlayersOf({"random", "random", "test-abort"}, 20);
  const Store store = Played(setup, 1);
  ASSERT_EQ(store.Games().size(), 60U);
  int crashes = 0;
  for (const GameSummary& game : store.Games()) {
    const bool troubled = game.fixture.players[0] == 2 || game.fixture.players[1] == 2;
    EXPECT_EQ(game.result.reason == Reason::kCrash, troubled) << game.fixture.number;
    crashes += troubled ? 1 : 0;
  }
  EXPECT_EQ(crashes, 40);
}

TEST_F(Tournaments, PairedAPlayerAgainstItselfIsExactlyEven) {
  TournamentSetup setup = PlayersOf({"random", "random"}, 20);
  setup.terms.rules.ends = 2;
  const Store store = Played(setup);
  const auto games = store.Games();
  ASSERT_EQ(games.size(), 20U);
  bool any_points = false;
  for (std::size_t i = 0; i < games.size(); i += 2) {
    EXPECT_EQ(games[i].score, games[i + 1].score);
    EXPECT_EQ(games[i].ends, games[i + 1].ends);
    any_points = any_points || games[i].score != std::array{0, 0};
  }
  EXPECT_TRUE(any_points);
  const Tables tables = MakeTables(setup, games);
  EXPECT_EQ(tables.pairings[0].difference->mean, 0.0);
  EXPECT_EQ(*tables.pairings[0].difference->standard_error, 0.0);
  EXPECT_EQ(tables.players[0].rating.elo, 0.0);
  setup.paired = false;
  const auto unpaired = Played(setup).Games();
  bool differ = false;
  for (std::size_t i = 0; i < unpaired.size(); i += 2) {
    differ = differ || unpaired[i].ends != unpaired[i + 1].ends;
  }
  EXPECT_TRUE(differ) << "unpaired games should have errors of their own";
}

TEST_F(Tournaments, StoppedAndResumedItIsTheSame) {
  const TournamentSetup setup = PlayersOf({"draw", "random"}, 60);
  const std::string expected = Results(Played(setup));
  const fs::path path = folder_ / "stopped.db";
  Store::Create(path, setup);
  int runs = 0;
  bool over = false;
  while (!over && runs < 1000) {
    Store store = Store::Open(path, Store::Access::kWrite);
    const std::size_t before = store.Games().size();
    // Asked once for each round of handing out games and taking results.
    const auto stop = [asked = 0]() mutable { return asked++ >= 8; };
    over = PlayTournament(store, {.threads = 2, .stop = stop});
    EXPECT_GE(store.Games().size(), before);
    ++runs;
  }
  EXPECT_GT(runs, 1);
  EXPECT_EQ(Results(Store::Open(path, Store::Access::kRead)), expected);
}

TEST_F(Tournaments, TheSequentialTestStopsAtTheSameGame) {
  TournamentSetup setup = PlayersOf({"draw", "random"}, 400);
  setup.sprt = {0.0, 200.0};
  const Store one = Played(setup, 1);
  const Store three = Played(setup, 3);
  EXPECT_EQ(Results(one), Results(three));
  const Tables tables = MakeTables(setup, one.Games());
  EXPECT_EQ(tables.sprt->decision, Sprt::Decision::kElo1);
  EXPECT_LT(tables.games, 400);
  EXPECT_EQ(tables.sprt->games, tables.games) << "later games are no part of the test";
}

TEST_F(Tournaments, GamesOnTheOtherIceAndEngine) {
  TournamentSetup setup = PlayersOf({"draw", "random"}, 2);
  setup.terms = MakeTerms(Law::kDc2);
  setup.terms.rules.ends = 1;
  setup.engine = "box2d";
  ExpectSoundRecords(Played(setup));
}

}  // namespace
}  // namespace skipstone
