// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc2_host.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "protocol/dc2_client.h"

namespace skipstone {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Dc2HostSetting Setting(int ends) {
  Dc2HostSetting setting;
  setting.terms.rules.ends = ends;
  setting.seed = 7;
  return setting;
}

Dc2HostSetting Exact(int ends) {
  Dc2HostSetting setting = Setting(ends);
  setting.terms.execution = SameForBoth(DefaultSizes(ExecutionModel::kNone));
  return setting;
}

Dc2ClientSetting ClientSetting(const std::string& id, const std::string& player) {
  Dc2ClientSetting setting;
  setting.id = id;
  setting.name = id;
  setting.player = player;
  return setting;
}

// A host and what its clients hear, on a clock that moves when told. Writing takes no time.
class Table {
 public:
  explicit Table(const Dc2HostSetting& setting) : host_(setting) {}

  void Connect(Team team) {
    host_.Connected(team, now_);
    Deliver();
  }
  void Send(Team team, const std::string& message) {
    host_.Received(team, message, now_);
    Deliver();
  }
  void Leave(Team team) {
    host_.Disconnected(team, now_);
    Deliver();
  }
  void Wait(HostTime time) {
    now_ += time;
    host_.Tick(now_);
    Deliver();
  }
  // Both logged in and ready.
  void Start() {
    Connect(Team::k0);
    Send(Team::k0, "LOGIN alpha secret alpha");
    Connect(Team::k1);
    Send(Team::k1, "LOGIN beta secret beta");
    Send(Team::k0, "READYOK");
    Send(Team::k1, "READYOK");
  }

  Dc2Host& host() { return host_; }
  HostTime now() const { return now_; }
  std::vector<std::string>& heard(Team team) {
    return heard_[static_cast<std::size_t>(Index(team))];
  }
  std::string Last(Team team) { return heard(team).empty() ? "" : heard(team).back(); }
  // What it has heard since, forgetting it.
  std::vector<std::string> TakeHeard(Team team) { return std::exchange(heard(team), {}); }
  std::size_t Count(Team team, const std::string& message) {
    return static_cast<std::size_t>(std::count(heard(team).begin(), heard(team).end(), message));
  }

  void ExpectLost(Team loser, Reason reason) {
    ASSERT_TRUE(host_.over());
    const GameRecord record = host_.record();
    EXPECT_EQ(record.result, (GameResult{Opponent(loser), reason}));
    EXPECT_EQ(Replay(record), std::nullopt);
    EXPECT_LE(Count(loser, "GAMEOVER LOSE"), 1U);
    EXPECT_EQ(Count(loser, "GAMEOVER WIN"), 0U);
  }
  void ExpectTold(Team winner) {
    EXPECT_EQ(Count(winner, "GAMEOVER WIN"), 1U);
    EXPECT_EQ(Count(winner, "DISCONNECT"), 1U);
    EXPECT_EQ(Last(winner), "DISCONNECT");
  }

 private:
  void Deliver() {
    for (Host::Message& message : host_.TakeMessages()) {
      EXPECT_LT(message.text.size(), 1024U);
      heard(message.to).push_back(std::move(message.text));
    }
    for (const Team team : {Team::k0, Team::k1}) host_.Written(team, now_);
  }

  Dc2Host host_;
  HostTime now_ = seconds(1000);
  std::array<std::vector<std::string>, 2> heard_;
};

struct Played {
  GameRecord record;
  std::string log;
  std::array<std::unique_ptr<Dc2Client>, 2> clients;
  std::array<std::vector<std::string>, 2> heard;
};

// A whole game; every answer takes some milliseconds.
Played PlayGame(const Dc2HostSetting& setting, const std::array<Dc2ClientSetting, 2>& clients) {
  Table table(setting);
  Played played;
  std::array<std::size_t, 2> next{};
  for (const Team team : {Team::k0, Team::k1}) {
    const auto i = static_cast<std::size_t>(Index(team));
    played.clients[i] = std::make_unique<Dc2Client>(clients[i]);
    table.Connect(team);
  }
  for (bool busy = true; busy;) {
    busy = false;
    for (const Team team : {Team::k0, Team::k1}) {
      const auto i = static_cast<std::size_t>(Index(team));
      while (next[i] < table.heard(team).size()) {
        busy = true;
        for (const std::string& answer : played.clients[i]->Hear(table.heard(team)[next[i]++])) {
          table.Wait(milliseconds(3));
          table.Send(team, answer);
        }
      }
    }
    played.log += table.host().TakeLog();
  }
  EXPECT_EQ(table.host().complaint(), "");
  EXPECT_TRUE(table.host().over());
  EXPECT_FALSE(table.host().finished());
  for (const Team team : {Team::k0, Team::k1}) table.Leave(team);
  EXPECT_TRUE(table.host().finished());
  played.record = table.host().record();
  played.heard = {table.heard(Team::k0), table.heard(Team::k1)};
  return played;
}

TEST(Dc2Host, TwoClientsPlayAWholeGame) {
  const Played played =
      PlayGame(Setting(2), {ClientSetting("rule_1", "rule"), ClientSetting("draw_1", "draw")});
  const GameRecord& record = played.record;
  EXPECT_EQ(record.moves.size(), 32U);
  EXPECT_TRUE(record.result.reason == Reason::kScore || record.result.reason == Reason::kDraw);
  EXPECT_EQ(Replay(record), std::nullopt);
  EXPECT_EQ(record.header.players, (std::array<std::string, 2>{"rule_1", "draw_1"}));
  EXPECT_EQ(record.moves[30].clock_ms[0], 219000 - 16 * 3);

  for (const auto& client : played.clients) {
    EXPECT_TRUE(client->over() && client->dismissed());
    EXPECT_EQ(client->warnings(), std::vector<std::string>());
    ASSERT_TRUE(client->record());
    const GameRecord& theirs = *client->record();
    EXPECT_EQ(Replay(theirs), std::nullopt);
    EXPECT_EQ(theirs.header, record.header);
    EXPECT_EQ(theirs.result, record.result);
    EXPECT_EQ(theirs.score, record.score);
    ASSERT_EQ(theirs.moves.size(), record.moves.size());
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
      EXPECT_EQ(theirs.moves[i].thrown, record.moves[i].thrown) << i;
      EXPECT_EQ(theirs.moves[i].board, record.moves[i].board) << i;
    }
  }
  EXPECT_EQ(played.clients[0]->record()->moves[0].called, record.moves[0].called);
  // The log kept on the way is that of the whole game.
  EXPECT_EQ(played.log, DclText(record));
  EXPECT_EQ(RecordFromDcl(played.log, "log"), record);
}

TEST(Dc2Host, SameSeedSameGame) {
  const std::array<Dc2ClientSetting, 2> clients = {ClientSetting("a", "draw"),
                                                   ClientSetting("a", "draw")};
  const GameRecord record = PlayGame(Setting(1), clients).record;
  EXPECT_EQ(PlayGame(Setting(1), clients).record, record);
  Dc2HostSetting other = Setting(1);
  other.game = 1;
  EXPECT_NE(PlayGame(other, clients).record.moves[0].thrown, record.moves[0].thrown);
}

TEST(Dc2Host, TiedGamesAreDrawnOrGoOn) {
  // Nobody's stone reaches the house.
  Table table(Exact(1));
  table.Start();
  for (int shot = 0; shot < kStones; ++shot) {
    table.Send(shot % 2 == 0 ? Team::k0 : Team::k1, "BESTSHOT 0 -10 0");
  }
  ASSERT_TRUE(table.host().over());
  EXPECT_EQ(table.host().record().result, (GameResult{std::nullopt, Reason::kDraw}));
  for (const Team team : {Team::k0, Team::k1}) {
    // A blank end keeps the hammer, were there another.
    EXPECT_EQ(std::vector<std::string>(table.heard(team).end() - 5, table.heard(team).end()),
              (std::vector<std::string>{"SETSTATE 0 1 1 0", "SCORE 0", "TOTALSCORE 0 0",
                                        "GAMEOVER DRAW", "DISCONNECT"}));
  }

  Dc2HostSetting setting = Exact(1);
  setting.terms.rules.tie_break = TieBreak::kExtraEnds;
  setting.terms.rules.extra_end_time_ms = {28000, 28000};
  Table longer(setting);
  longer.Start();
  for (int shot = 0; shot < 2 * kStones; ++shot) {
    const Team team = shot % 2 == 0 ? Team::k0 : Team::k1;
    if (shot == kStones) {
      EXPECT_EQ(longer.Last(team), "GO 28000 28000");
      EXPECT_EQ(longer.Count(team, "SETSTATE 0 1 2 0"), 1U);
    }
    longer.Send(team,
                shot == 2 * kStones - 1 ? "BESTSHOT -0.985762 -29.559858 0" : "BESTSHOT 0 -10 0");
  }
  longer.ExpectLost(Team::k0, Reason::kScore);
  longer.ExpectTold(Team::k1);
  EXPECT_EQ(longer.Count(Team::k0, "TOTALSCORE 0 1"), 1U);
}

// The captured session, with throws without error for the numbers that are known.
TEST(Dc2Host, TellsWhatTheFieldsServerTells) {
  using List = std::vector<std::string>;
  std::string empty = "POSITION";
  for (int i = 0; i < 2 * kStones; ++i) empty += " 0.000000000";

  Table table(Exact(1));
  table.Connect(Team::k0);
  EXPECT_EQ(table.TakeHeard(Team::k0), List{"CONNECTED"});
  table.Send(Team::k0, "LOGIN alpha secret alpha");
  EXPECT_EQ(table.TakeHeard(Team::k0), (List{"LOGIN OK", "ISREADY"}));
  table.Connect(Team::k1);
  table.Send(Team::k1, "LOGIN beta secret");
  EXPECT_EQ(table.TakeHeard(Team::k1), (List{"CONNECTED", "LOGIN OK"})) << "First is asked first";
  table.Send(Team::k0, "READYOK");
  EXPECT_EQ(table.TakeHeard(Team::k0), List());
  EXPECT_EQ(table.TakeHeard(Team::k1), List{"ISREADY"});
  table.Send(Team::k1, "READYOK");
  const List start = {"NEWGAME alpha beta", empty, "SETSTATE 0 0 1 0"};
  EXPECT_EQ(table.TakeHeard(Team::k1), start);
  List first = start;
  first.push_back("GO 219000 219000");
  EXPECT_EQ(table.TakeHeard(Team::k0), first);

  table.Wait(milliseconds(120));
  table.Send(Team::k0, "BESTSHOT -1.414541 -28.604912 0");
  List told = table.TakeHeard(Team::k0);
  ASSERT_EQ(told.size(), 3U);
  const auto thrown = std::get<Dc2RunShot>(Dc2FromText(told[0])).release;
  EXPECT_EQ(thrown, std::get<Dc2RunShot>(Dc2FromText("RUNSHOT -1.414541 -28.604912 0")).release);
  const Vec2 stone = std::get<Dc2Position>(Dc2FromText(told[1])).stones[0].value();
  const Vec2 own = PositionToOwnFrame(Law::kDc2, stone);
  // That server rounds otherwise: it seems to be compiled for speed.
  EXPECT_NEAR(own.x, 1.826821, 1e-5);
  EXPECT_NEAR(own.y, 7.154101, 2e-3);
  EXPECT_EQ(told[2], "SETSTATE 1 0 1 1");
  told.push_back("GO 218880 219000");
  EXPECT_EQ(table.TakeHeard(Team::k1), told);

  for (int shot = 1; shot < kStones - 1; ++shot) {
    table.Send(shot % 2 == 0 ? Team::k0 : Team::k1, "BESTSHOT 0 -10 1");
  }
  table.TakeHeard(Team::k0);
  table.Send(Team::k1, "BESTSHOT -0.990740 -29.559774 0");
  told = table.TakeHeard(Team::k0);
  ASSERT_EQ(told.size(), 7U);
  // The finished end is still shown.
  const auto last = std::get<Dc2Position>(Dc2FromText(told[1]));
  EXPECT_TRUE(last.stones[0] && last.stones[15]);
  const Vec2 tee = PositionToOwnFrame(Law::kDc2, *last.stones[15]);
  EXPECT_NEAR(tee.x, 2.3694, 1e-4);
  EXPECT_NEAR(tee.y, 4.8795, 1e-4);
  EXPECT_EQ(
      List(told.begin() + 2, told.end()),
      (List{"SETSTATE 0 1 1 1", "SCORE -1", "TOTALSCORE 0 1", "GAMEOVER LOSE", "DISCONNECT"}));
  EXPECT_EQ(table.Count(Team::k1, "GAMEOVER WIN"), 1U);
}

TEST(Dc2Host, ClocksRunOutAfterTheirLastMillisecond) {
  Table table(Exact(1));
  table.Start();
  table.Wait(seconds(219));
  EXPECT_FALSE(table.host().over());
  table.Send(Team::k0, "BESTSHOT 0 -10 0");
  // 0 would mean no limit.
  EXPECT_EQ(table.Last(Team::k1), "GO 1 219000");
  table.Send(Team::k1, "BESTSHOT 0 -10 0");
  EXPECT_EQ(table.Last(Team::k0), "GO 1 219000");
  EXPECT_EQ(table.host().deadline(), table.now() + milliseconds(1));
  table.Wait(milliseconds(1));
  table.ExpectLost(Team::k0, Reason::kTimeLimit);
  table.ExpectTold(Team::k1);
  for (const Team team : {Team::k0, Team::k1}) {
    EXPECT_EQ(table.Count(team, "TIMEOUT alpha"), 1U);
    EXPECT_EQ(table.Count(team, "TOTALSCORE 0 0"), 1U);
  }
  // A late answer changes nothing.
  const std::size_t heard = table.heard(Team::k0).size();
  table.Send(Team::k0, "BESTSHOT 0 -10 0");
  EXPECT_EQ(table.heard(Team::k0).size(), heard);
}

TEST(Dc2Host, PlayersMayGiveUpInAnySpelling) {
  for (const char* spelling : {"CONCEDE", "CONCEED", "CONSEED", "concede"}) {
    Table table(Exact(1));
    table.Start();
    table.Send(Team::k0, "BESTSHOT 0 -10 0");
    table.Send(Team::k1, spelling);
    table.ExpectLost(Team::k1, Reason::kConcede);
    table.ExpectTold(Team::k0);
    EXPECT_EQ(table.Count(Team::k0, "CONCEDE beta"), 1U);
    EXPECT_EQ(table.host().complaint(), "");
    const std::string log = table.host().TakeLog();
    EXPECT_EQ(RecordFromDcl(log, "log"), table.host().record());
  }
}

// One step after the other of a session's beginning; enough of them to come to any stage.
const std::vector<std::pair<Team, std::string>>& Steps() {
  static const std::vector<std::pair<Team, std::string>> steps = {
      {Team::k0, "LOGIN alpha secret"},
      {Team::k1, "LOGIN beta secret"},
      {Team::k0, "READYOK"},
      {Team::k1, "READYOK"},
      {Team::k0, "BESTSHOT 0 -10 0"},
      {Team::k1, "BESTSHOT 0.1 -29.5 1"},
      {Team::k0, "BESTSHOT 0 -30 0"}};
  return steps;
}

void ConnectBothAndTake(Table& table, std::size_t steps) {
  table.Connect(Team::k0);
  table.Connect(Team::k1);
  for (std::size_t i = 0; i < steps; ++i) table.Send(Steps()[i].first, Steps()[i].second);
}

TEST(Dc2Host, WhoLeavesAtAnyStageLoses) {
  for (std::size_t steps = 0; steps <= Steps().size(); ++steps) {
    for (const Team loser : {Team::k0, Team::k1}) {
      SCOPED_TRACE(testing::Message() << steps << " steps, team " << Index(loser));
      Table table(Setting(1));
      ConnectBothAndTake(table, steps);
      ASSERT_FALSE(table.host().over()) << table.host().complaint();
      table.Leave(loser);
      table.ExpectLost(loser, Reason::kCrash);
      table.ExpectTold(Opponent(loser));
      EXPECT_NE(table.host().complaint(), "");
      table.Leave(Opponent(loser));
      table.ExpectLost(loser, Reason::kCrash);
      EXPECT_TRUE(table.host().finished());
      const std::string log = table.host().TakeLog();
      // Without a shot the log does not tell the number of ends.
      if (steps >= 5) {
        EXPECT_EQ(RecordFromDcl(log, "log"), table.host().record());
      }
    }
  }
  // Alone, before the other has come. For a while it still may.
  Table table(Setting(1));
  table.Connect(Team::k0);
  table.Leave(Team::k0);
  table.ExpectLost(Team::k0, Reason::kCrash);
  EXPECT_FALSE(table.host().finished());
  table.host().Tick(table.host().deadline().value());
  EXPECT_TRUE(table.host().finished());
}

TEST(Dc2Host, WhoKeepsSilentAtAnyStageLoses) {
  // Whom the host waits for after so many steps.
  const std::vector<Team> waits = {Team::k0, Team::k1, Team::k0, Team::k1, Team::k0, Team::k1};
  for (std::size_t steps = 0; steps < waits.size(); ++steps) {
    SCOPED_TRACE(testing::Message() << steps << " steps");
    Table table(Setting(1));
    ConnectBothAndTake(table, steps);
    for (int i = 0; i < 10 && !table.host().over(); ++i) {
      ASSERT_TRUE(table.host().deadline());
      table.Wait(*table.host().deadline() - table.now());
    }
    table.ExpectLost(waits[steps], steps < 4 ? Reason::kHang : Reason::kTimeLimit);
    table.ExpectTold(Opponent(waits[steps]));
    EXPECT_EQ(table.Count(Opponent(waits[steps]), steps == 0                 ? "TIMEOUT First"
                                                  : steps == 1               ? "TIMEOUT Second"
                                                  : waits[steps] == Team::k0 ? "TIMEOUT alpha"
                                                                             : "TIMEOUT beta"),
              1U);
    table.Wait(seconds(10));
    EXPECT_TRUE(table.host().finished());
  }
}

// Second's time to get ready begins when it is asked.
TEST(Dc2Host, WaitingForFirstIsNotSecondsTime) {
  Table table(Setting(1));
  table.Connect(Team::k0);
  table.Connect(Team::k1);
  table.Send(Team::k1, "LOGIN beta secret");
  table.Wait(seconds(29));
  table.Send(Team::k0, "LOGIN alpha secret");
  table.Wait(seconds(59));
  table.Send(Team::k0, "READYOK");
  EXPECT_EQ(table.Last(Team::k1), "ISREADY");
  table.Wait(seconds(59));
  table.Send(Team::k1, "READYOK");
  EXPECT_EQ(table.Last(Team::k0), "GO 219000 219000");
  EXPECT_FALSE(table.host().over());
}

TEST(Dc2Host, WhoBreaksTheProtocolLoses) {
  const std::vector<std::string> never = {"garbage",
                                          "\x01\xff\xfe",
                                          "BESTSHOT",
                                          "BESTSHOT nan -30 0",
                                          "BESTSHOT 0 -inf 0",
                                          "BESTSHOT 0 1e999 0",
                                          "BESTSHOT 0 -30 2",
                                          "GO 1 2",
                                          "GAMEOVER WIN",
                                          "SETORDER 0 1",
                                          "LOGIN OK",
                                          "LOGIN",
                                          "LOGOUT",
                                          std::string(kMostDc2Bytes + 1, 'x')};
  for (std::size_t steps = 0; steps <= Steps().size(); ++steps) {
    for (const Team loser : {Team::k0, Team::k1}) {
      std::vector<std::string> bad = never;
      // What would be in place elsewhere.
      const bool expected = steps < Steps().size() && Steps()[steps].first == loser;
      for (const char* message : {"LOGIN gamma secret", "READYOK", "BESTSHOT 0 -30 0", "CONCEDE"}) {
        const bool login = message[0] == 'L' && steps < (loser == Team::k0 ? 1U : 2U);
        const bool ready = message[0] == 'R' && expected && (steps == 2 || steps == 3);
        // First is asked as soon as it has introduced itself.
        const bool early = message[0] == 'R' && loser == Team::k0 && steps == 1;
        const bool move = message[0] != 'L' && message[0] != 'R' && steps >= 4 &&
                          (steps % 2 == 0) == (loser == Team::k0);
        if (!login && !ready && !early && !move) bad.push_back(message);
      }
      for (const std::string& message : bad) {
        SCOPED_TRACE(testing::Message()
                     << steps << " steps, team " << Index(loser) << ", " << message.substr(0, 40));
        Table table(Exact(1));
        ConnectBothAndTake(table, steps);
        table.Send(loser, message);
        table.ExpectLost(loser, Reason::kNonsense);
        table.ExpectTold(Opponent(loser));
        EXPECT_EQ(table.Count(loser, "GAMEOVER LOSE"), 1U);
        table.Send(loser, message);
        table.Leave(loser);
        table.ExpectLost(loser, Reason::kNonsense);
        table.ExpectTold(Opponent(loser));
      }
    }
  }
  Table table(Setting(1));
  table.Start();
  table.host().ReceivedTooMuch(Team::k1, table.now());
  table.Wait(milliseconds(1));
  table.ExpectLost(Team::k1, Reason::kNonsense);
  table.ExpectTold(Team::k0);
}

TEST(Dc2Host, NamesNobodyCouldWriteAreRefused) {
  for (const std::string& id :
       {std::string(65, 'a'), std::string("\xe3\x82\xab"), std::string("\x7f")}) {
    Table table(Setting(1));
    table.Connect(Team::k0);
    table.Send(Team::k0, "LOGIN " + id + " secret");
    EXPECT_EQ(table.heard(Team::k0)[1], "LOGIN NG");
    table.ExpectLost(Team::k0, Reason::kNonsense);
    EXPECT_FALSE(RecordToText(table.host().record()).empty());
  }
}

TEST(Dc2Host, EmptyMessagesArePadding) {
  Table table(Setting(1));
  table.Start();
  table.Send(Team::k1, "");
  table.Send(Team::k0, " \r\n");
  EXPECT_FALSE(table.host().over());
}

TEST(Dc2Host, AbsurdVelocitiesArePasses) {
  for (const char* call : {"BESTSHOT 0 -33.715 0", "BESTSHOT 0 33.715 1", "BESTSHOT 0 -499 0",
                           "BESTSHOT 499 -499 1", "BESTSHOT -499.99 -30 0"}) {
    SCOPED_TRACE(call);
    Table table(Setting(1));
    table.Start();
    table.Send(Team::k0, call);
    ASSERT_FALSE(table.host().over()) << table.host().complaint();
    const std::vector<std::string>& heard = table.heard(Team::k1);
    const auto thrown = std::get<Dc2RunShot>(Dc2FromText(heard[heard.size() - 4])).release;
    EXPECT_EQ(thrown.speed_mps, 0.0);
    EXPECT_EQ(heard[heard.size() - 2], "SETSTATE 1 0 1 1");
    table.Send(Team::k1, "CONCEDE");
    const GameRecord record = table.host().record();
    EXPECT_EQ(record.moves[0].board, Board());
    EXPECT_EQ(Replay(record), std::nullopt);
    EXPECT_EQ(RecordFromText(RecordToText(record), "record"), record);
  }
  // Backwards, and none at all, are throws like others; and just fast enough.
  for (const char* call :
       {"BESTSHOT 0 30 0", "BESTSHOT 0 0 0", "BESTSHOT 33.7 -0.001 0", "BESTSHOT 0 -33.7 0"}) {
    Table table(Setting(1));
    table.Start();
    table.Send(Team::k0, call);
    EXPECT_FALSE(table.host().over()) << call;
  }
}

}  // namespace
}  // namespace skipstone
