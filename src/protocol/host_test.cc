// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/host.h"

#include <gtest/gtest.h>

#include "protocol/dc2_host.h"
#include "protocol/dc3_host.h"

namespace skipstone {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

Dc3Config Config() {
  Dc3Config config;
  config.match.rules = MakeRules(RulesPreset::kDc3);
  config.match.rules.ends = 1;
  for (std::size_t team = 0; team < 2; ++team) {
    config.match.players[team] = SameForAll(DefaultSizes(ExecutionModel::kDc3));
    config.match.seeds[team] = {1U, 2U, 3U, 4U};
  }
  config.game_for_clients = Json::parse(ToJson(config.match).dump());
  return config;
}

Dc3Identity Identity() { return {"id", "2026-11-15T19:44:41+00:00", ""}; }

std::vector<std::string> Heard(Host& host, Team team) {
  std::vector<std::string> heard;
  for (Host::Message& message : host.TakeMessages()) {
    if (message.to == team) heard.push_back(std::move(message.text));
  }
  return heard;
}

// Team 1 breaks the protocol; team 0 has not introduced itself yet. It still hears that it has won.
TEST(Host, WhoIsOnlyGreetedStillHearsOfItsWin) {
  Dc3Host host(Config(), Identity(), nullptr);
  host.Connected(Team::k0, seconds(0));
  host.Connected(Team::k1, seconds(0));
  host.Received(Team::k1, "nonsense", seconds(1));
  EXPECT_TRUE(host.over());
  EXPECT_FALSE(host.finished());
  EXPECT_EQ(Heard(host, Team::k0).size(), 1U);  // dc
  host.Received(Team::k0, R"({"cmd":"dc_ok","name":"a"})", seconds(2));
  const std::vector<std::string> heard = Heard(host, Team::k0);
  ASSERT_EQ(heard.size(), 4U);
  EXPECT_EQ(Json::parse(heard[0])["cmd"], "is_ready");
  EXPECT_EQ(Json::parse(heard[1])["cmd"], "new_game");
  const Json result = Json::parse(heard[2])["state"]["game_result"];
  EXPECT_EQ(result, (Json{{"winner", "team0"}, {"reason", "concede"}}));
  EXPECT_EQ(Json::parse(heard[3])["cmd"], "game_over");
  host.Received(Team::k0, R"({"cmd":"ready_ok","player_order":[0,1,2,3]})", seconds(2));
  host.Received(Team::k0, "whatever", seconds(2));
  EXPECT_TRUE(Heard(host, Team::k0).empty());
  host.Disconnected(Team::k0, seconds(3));
  host.Disconnected(Team::k1, seconds(3));
  EXPECT_TRUE(host.finished());
}

TEST(Host, WhoComesWhenAllIsOverHearsOfIt) {
  Dc3Host host(Config(), Identity(), nullptr);
  host.Connected(Team::k1, seconds(0));
  host.Disconnected(Team::k1, seconds(1));
  EXPECT_TRUE(host.over());
  EXPECT_FALSE(host.finished());
  host.Connected(Team::k0, seconds(5));
  host.Received(Team::k0, R"({"cmd":"dc_ok","name":"a"})", seconds(5));
  const std::vector<std::string> heard = Heard(host, Team::k0);
  ASSERT_EQ(heard.size(), 5U);
  EXPECT_EQ(Json::parse(heard[4])["cmd"], "game_over");
  host.Tick(seconds(10));
  EXPECT_FALSE(host.finished());
  ASSERT_TRUE(host.deadline());
  host.Tick(*host.deadline());
  EXPECT_TRUE(host.finished());
}

TEST(Host, OnDigitalCurling2Too) {
  Dc2Host host({});
  host.Connected(Team::k0, seconds(0));
  host.Received(Team::k0, "HELLO", seconds(1));
  host.Connected(Team::k1, seconds(2));
  const std::vector<std::string> heard = Heard(host, Team::k1);
  EXPECT_EQ(heard, (std::vector<std::string>{"CONNECTED", "CONCEDE First", "TOTALSCORE 0 0",
                                             "GAMEOVER WIN", "DISCONNECT"}));
}

TEST(Host, WhoeverKeepsTheRecordHearsOfEveryTurn) {
  Dc3Host host(Config(), Identity(), nullptr);
  std::vector<std::size_t> moves;
  bool over = false;
  host.Watch([&](const RecordedGame& game) {
    moves.push_back(game.moves().size());
    over = game.game().over();
  });
  for (const Team team : {Team::k0, Team::k1}) {
    host.Connected(team, seconds(1));
    host.Received(team, R"({"cmd":"dc_ok","name":"a"})", seconds(1));
    host.Received(team, R"({"cmd":"ready_ok","player_order":[0,1,2,3]})", seconds(1));
  }
  host.Received(Team::k0,
                R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0,"y":1},"rotation":"cw"}})",
                seconds(2));
  EXPECT_FALSE(over);
  host.Disconnected(Team::k1, seconds(3));
  EXPECT_TRUE(over);
  EXPECT_EQ(moves, (std::vector<std::size_t>{0, 1, 1}));
}

TEST(Host, NobodyIsWaitedForForEver) {
  Dc3Host dc3(Config(), Identity(), nullptr);
  Dc2Host dc2({});
  EXPECT_FALSE(dc3.deadline());
  dc3.Connected(Team::k1, seconds(0));
  dc3.Received(Team::k1, R"({"cmd":"dc_ok","name":"a"})", seconds(0));
  dc3.Received(Team::k1, R"({"cmd":"ready_ok","player_order":[0,1,2,3]})", seconds(0));
  dc2.Connected(Team::k0, seconds(0));
  dc2.Received(Team::k0, "LOGIN a b", seconds(0));
  dc2.Received(Team::k0, "READYOK", seconds(0));
  for (Host* host : {static_cast<Host*>(&dc3), static_cast<Host*>(&dc2)}) {
    ASSERT_TRUE(host->deadline());
    EXPECT_EQ(*host->deadline(), hours(1));
    host->Tick(*host->deadline());
    ASSERT_TRUE(host->over());
    EXPECT_EQ(host->record().result.reason, Reason::kHang);
    EXPECT_NE(host->complaint().find("it did not come"), std::string::npos);
  }
  EXPECT_EQ(dc3.record().result.winner, Team::k1);
  EXPECT_EQ(dc2.record().result.winner, Team::k0);
}

}  // namespace
}  // namespace skipstone
