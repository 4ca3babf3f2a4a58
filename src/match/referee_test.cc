// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/referee.h"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <stdexcept>
#include <vector>

namespace skipstone {
namespace {

// Draws until its third stone, then does what it is here for.
class TestPlayer : public Player {
 public:
  TestPlayer(const PlayerSetup& setup, std::function<Move()> deed)
      : law_(setup.terms.ice.law), deed_(std::move(deed)) {}

  Move Call(const Game& game) override {
    return game.shot / 2 < 2 ? Move(TeeDraw(law_, Handle::kCw)) : deed_();
  }

 private:
  Law law_;
  std::function<Move()> deed_;
};

void AddTestKind(const char* name, const std::function<Move()>& deed) {
  AddPlayerKind({name, "for tests", {}, [deed](const PlayerSetup& setup, SpecOptions&) {
                   return std::make_unique<TestPlayer>(setup, deed);
                 }});
}

// A clock that goes only while the player "slow" thinks.
std::chrono::milliseconds slept{0};

class Referee : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    AddTestKind("thrower", []() -> Move { throw std::runtime_error("broken"); });
    AddTestKind("nan", [] { return Release{kNan, 0.0, Handle::kCw}; });
    AddTestKind("nan-angle", [] { return Release{2.4, kNan, Handle::kCw}; });
    AddTestKind("too-fast", [] { return Release{1e6, 0.0, Handle::kCw}; });
    AddTestKind("brink", [] { return Release{2.4, kMaxAngle_rad, Handle::kCw}; });
    AddTestKind("conceder", [] { return Concede{}; });
    AddTestKind("slow", [] {
      slept += std::chrono::milliseconds(20);
      return Release{2.4, 0.0, Handle::kCw};
    });
  }

  static GameSetup Between(const std::string& a, const std::string& b, std::uint64_t seed = 5) {
    GameSetup setup;
    setup.header.terms = MakeTerms(Law::kFcv1);
    setup.header.terms.rules.ends = 2;
    setup.header.engine = "event";
    setup.header.seed = seed;
    setup.header.players = {a, b};
    return setup;
  }

  // Whatever the result, the record survives its text and replays.
  static GameRecord Played(const GameSetup& setup) {
    const std::optional<GameRecord> record = PlayGame(setup);
    EXPECT_TRUE(record.has_value());
    const GameRecord again = RecordFromText(RecordToText(*record), "g.jsonl");
    EXPECT_EQ(again, *record);
    EXPECT_EQ(Replay(again), std::nullopt);
    return *record;
  }
};

// Thinking takes whatever time it takes, and clocks and hashes with it.
GameRecord WithoutTimes(GameRecord record) {
  for (RecordMove& move : record.moves) {
    move.used_ms = 0;
    move.clock_ms = {};
    move.game_hash = 0;
  }
  return record;
}

TEST_F(Referee, PlaysAGameToItsEnd) {
  const GameRecord record = Played(Between("draw", "random"));
  EXPECT_GE(record.moves.size(), 32U);
  EXPECT_EQ(record.moves.size() % kStones, 0U);
  EXPECT_EQ(record.result.reason, Reason::kScore);
  EXPECT_EQ(record.result.winner, record.score[0] > record.score[1] ? Team::k0 : Team::k1);
}

TEST_F(Referee, TheSameSeedPlaysTheSameGame) {
  const GameRecord first = Played(Between("random", "draw"));
  EXPECT_EQ(WithoutTimes(first), WithoutTimes(Played(Between("random", "draw"))));
  EXPECT_NE(first.moves[0].called, Played(Between("random", "draw", 6)).moves[0].called);
  GameSetup other_game = Between("random", "draw");
  other_game.header.game = 1;
  EXPECT_NE(first.moves[0].called, Played(other_game).moves[0].called);
}

TEST_F(Referee, PlayersOfOneStreamChooseAlikeAndOthersDoNot) {
  const auto first_calls = [](std::array<std::uint32_t, 2> streams) {
    GameSetup setup = Between("random", "random");
    setup.player_streams = streams;
    return Played(setup);
  };
  const GameRecord as_is = first_calls({0, 1});
  const GameRecord swapped = first_calls({1, 0});
  EXPECT_NE(as_is.moves[0].called, swapped.moves[0].called);
  EXPECT_EQ(as_is.moves[0].called, first_calls({0, 0}).moves[0].called);
}

TEST_F(Referee, WhoCannotGoOnLoses) {
  const std::pair<const char*, Reason> losers[] = {{"thrower", Reason::kCrash},
                                                   {"nan", Reason::kNonsense},
                                                   {"nan-angle", Reason::kNonsense},
                                                   {"too-fast", Reason::kNonsense},
                                                   {"conceder", Reason::kConcede}};
  for (const auto& [player, reason] : losers) {
    const GameRecord as_first = Played(Between(player, "draw"));
    EXPECT_EQ(as_first.result, (GameResult{Team::k1, reason})) << player;
    const std::size_t concession = reason == Reason::kConcede ? 1 : 0;
    EXPECT_EQ(as_first.moves.size(), 4 + concession) << player;
    const GameRecord as_second = Played(Between("draw", player));
    EXPECT_EQ(as_second.result, (GameResult{Team::k0, reason})) << player;
    EXPECT_EQ(as_second.moves.size(), 5 + concession) << player;
  }
}

// The call itself can be thrown; with its error it may be just beyond what can.
TEST_F(Referee, ACallOnTheBrinkEndsNoMatch) {
  std::array<int, 2> seen{};
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const GameRecord record = Played(Between("brink", "draw", seed));
    ++seen[record.result.reason == Reason::kNonsense ? 1 : 0];
  }
  EXPECT_GT(seen[1], 0) << "seeds that carry it beyond";
}

TEST_F(Referee, WhoOverrunsTheClockLosesByTime) {
  GameSetup setup = Between("slow", "draw");
  setup.clock = Clock([] { return slept; });
  setup.header.terms.rules.thinking_time_ms = {50, 1};
  const GameRecord record = Played(setup);
  EXPECT_EQ(record.result, (GameResult{Team::k1, Reason::kTimeLimit}));
  EXPECT_EQ(record.moves.back().clock_ms[0], 0);
  EXPECT_TRUE(std::holds_alternative<OutOfTime>(record.moves.back().called));
  // Each call was charged what it took, and nothing else; draws take no time on this clock.
  EXPECT_EQ(record.moves.size(), 9U) << "two draws, two calls of 20 ms, and one too late";
  for (const RecordMove& move : record.moves) {
    EXPECT_EQ(move.used_ms, move.team == Team::k0 && move.shot >= 4 ? 20 : 0) << move.shot;
  }
  setup.header.terms.rules.thinking_time_ms = {12 * 20 + 1, 1};
  EXPECT_EQ(Played(setup).result.reason, Reason::kScore);
}

// What a player thinks by is the clock that its calls are charged by.
TEST_F(Referee, PlayersThinkByTheSameClock) {
  static Clock given;
  AddPlayerKind({"watchmaker", "for tests", {}, [](const PlayerSetup& setup, SpecOptions&) {
                   given = setup.clock;
                   return std::make_unique<TestPlayer>(setup, [] { return Concede{}; });
                 }});
  GameSetup setup = Between("watchmaker", "draw");
  setup.clock = Clock([] { return std::chrono::hours(77); });
  Played(setup);
  EXPECT_EQ(given.Now(), std::chrono::hours(77));
}

TEST_F(Referee, AWatcherSeesEveryTurn) {
  int asked = 0;
  int played = 0;
  Watcher watcher;
  watcher.path_interval_s = 0.1;
  watcher.to_move = [&](const Game& game) {
    EXPECT_EQ(asked++, played);
    EXPECT_FALSE(game.over());
  };
  watcher.played = [&](const TurnReport& report) {
    EXPECT_EQ(++played, asked);
    EXPECT_EQ(report.move.shot, report.before.shot);
    EXPECT_EQ(report.move.board, report.result.thrown.outcome.board);
    ASSERT_NE(report.recording, nullptr);
    const int slot = report.before.position().turn.slot();
    EXPECT_FALSE(report.recording->paths[static_cast<std::size_t>(slot)].empty());
  };
  const auto record = PlayGame(Between("draw", "draw"), watcher);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->moves.size(), static_cast<std::size_t>(played));
}

TEST_F(Referee, StopsBetweenTurnsWithoutARecord) {
  int asked = 0;
  Watcher watcher;
  watcher.to_move = [&](const Game&) { ++asked; };
  EXPECT_FALSE(PlayGame(Between("draw", "draw"), watcher, [&] { return asked == 3; }).has_value());
  EXPECT_EQ(asked, 3);
}

TEST_F(Referee, AnUnknownPlayerIsAnErrorOfUsage) {
  EXPECT_THROW(PlayGame(Between("draw", "nobody")), Error);
}

// A player knows a seed of its own; with it, no error of a throw can be foreseen.
TEST_F(Referee, GivesPlayersNoSeedThatTellsErrors) {
  static std::vector<std::uint64_t> seeds;
  AddPlayerKind({"spy", "for tests", {}, [](const PlayerSetup& setup, SpecOptions&) {
                   seeds.push_back(setup.seed);
                   return std::make_unique<TestPlayer>(setup, [] { return Concede{}; });
                 }});
  const GameSetup setup = Between("spy", "spy");
  const auto record = PlayGame(setup);
  ASSERT_EQ(seeds.size(), 2U);
  EXPECT_NE(seeds[0], seeds[1]);
  const auto execution = MakeExecution({}, Law::kFcv1);
  const RecordMove& move = record->moves.front();
  const int slot = SlotOf(move.team, 0);
  const auto thrown_with = [&](std::uint64_t seed) {
    RandomStream stream = ExecutionStream(seed, setup.header.game, move.end, slot);
    return execution->Sample(std::get<Release>(move.called), stream);
  };
  EXPECT_EQ(thrown_with(*setup.header.seed), *move.thrown);
  for (const std::uint64_t seed : seeds) EXPECT_NE(thrown_with(seed), *move.thrown);
}

}  // namespace
}  // namespace skipstone
