// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_client.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "protocol/dc3_host.h"

namespace skipstone {
namespace {

Dc3Match Match(int ends) {
  Dc3Match match;
  match.rules = MakeRules(RulesPreset::kDc3);
  match.rules.ends = ends;
  for (std::size_t team = 0; team < 2; ++team) {
    match.players[team] = SameForAll(DefaultSizes(ExecutionModel::kDc3));
    match.seeds[team] = {1U, 2U, 3U, 4U};
  }
  return match;
}

// Throws its stones away, and remembers how it was set up.
struct Thrower : Player {
  Move Call(const Game& /*game*/) override { return Release{1.0, 0.0, Handle::kCw}; }
};
PlayerSetup last_setup;

void AddThrower() {
  static const bool added = [] {
    AddPlayerKind({"dc3_thrower", "remembers", {}, [](const PlayerSetup& setup, SpecOptions&) {
                     last_setup = setup;
                     return std::make_unique<Thrower>();
                   }});
    return true;
  }();
  static_cast<void>(added);
}

// Four players that differ; ours throw in another order than they are listed in.
TEST(Dc3Client, TellsItsPlayerWhoThrowsWhen) {
  AddThrower();
  Dc3Match match = Match(1);
  for (std::size_t team = 0; team < 2; ++team) {
    for (std::size_t i = 0; i < kPlayers; ++i) {
      match.players[team][i].speed_error_mps = 0.001 * static_cast<double>(1 + 4 * team + i);
    }
  }
  for (const Team team : {Team::k0, Team::k1}) {
    Dc3Client client({.player = "dc3_thrower", .order = {3, 2, 1, 0}});
    client.Hear(ToLine(Dc3FromServer(Dc3Greeting{})));
    const auto answer = client.Hear(ToLine(Dc3FromServer(Dc3IsReady{team, match})));
    const auto ready = std::get<Dc3ReadyOk>(Dc3FromClientText(answer.value()));
    EXPECT_EQ(ready.player_order, (Dc3PlayerOrder{3, 2, 1, 0}));
    client.Hear(ToLine(Dc3FromServer(Dc3NewGame{{"a", "b"}})));
    Dc3Update update;
    update.state.game = NewGame(match.rules);
    update.next_team = Team::k0;
    client.Hear(ToLine(Dc3FromServer(update)));
    const auto own = static_cast<std::size_t>(Index(team));
    const RecordHeader& header = client.Follow().recorded().header();
    for (const auto& execution : {last_setup.terms.execution, header.terms.execution}) {
      for (std::size_t i = 0; i < kPlayers; ++i) {
        EXPECT_EQ(execution[own][i], match.players[own][3 - i]) << i;
        EXPECT_EQ(execution[1 - own][i], match.players[1 - own][i]) << i;
      }
    }
    EXPECT_EQ(last_setup.team, team);
  }
}

// As a server might end up beyond the match by mistake.
TEST(Dc3Client, RefusesAnEndThatTheMatchDoesNotHave) {
  struct Case {
    int end;
    int points;  // of team 0, in the only regular end
    bool taken;
  };
  for (const Case& c :
       {Case{1, 0, true}, Case{1, 2, false}, Case{2, 0, false}, Case{200, 0, false}}) {
    Dc3Client client({.player = "draw"});
    const Dc3Match match = Match(1);
    Dc3Update update;
    update.state.game = NewGame(match.rules);
    update.next_team = Team::k0;
    client.Hear(ToLine(Dc3FromServer(Dc3Greeting{})));
    client.Hear(ToLine(Dc3FromServer(Dc3IsReady{Team::k1, match})));
    client.Hear(ToLine(Dc3FromServer(Dc3NewGame{{"a", "b"}})));
    client.Hear(ToLine(Dc3FromServer(update)));
    Game& game = update.state.game;
    game.end = c.end;
    game.scores[0][0] = c.points;
    game.scores[1][0] = 0;
    try {
      client.Hear(ToLine(Dc3FromServer(update)));
      EXPECT_TRUE(c.taken) << c.end;
    } catch (const Error& e) {
      EXPECT_FALSE(c.taken) << e.what();
      EXPECT_EQ(e.kind(), ErrorKind::kBadData);
      EXPECT_EQ(std::string(e.what()).rfind("state.end: expected one of the match's 1 ends", 0), 0U)
          << e.what();
    }
  }
}

TEST(Dc3Client, TellsOfItsCallsAndIsFollowedAsItPlays) {
  Dc3Config config;
  config.match = Match(1);
  config.game_for_clients = Json::parse(ToJson(config.match).dump());
  Dc3Host host(config, {"id", "2026-11-15T19:44:41+00:00", ""}, nullptr);
  Dc3Client searcher({.player = "kr-uct:playouts=20,clock=off,last-stone=off"});
  Dc3Client opponent({.player = "draw"});
  std::vector<OwnCall> calls;
  const HostTime now{};
  for (const Team team : {Team::k0, Team::k1}) host.Connected(team, now);
  for (auto messages = host.TakeMessages(); !messages.empty(); messages = host.TakeMessages()) {
    for (const Host::Message& message : messages) {
      Dc3Client& client = message.to == Team::k0 ? searcher : opponent;
      if (const auto answer = client.Hear(message.text)) host.Received(message.to, *answer, now);
      const auto call = searcher.TakeCall();
      if (!call) continue;
      EXPECT_EQ(searcher.Follow().recorded().moves().size(),
                static_cast<std::size_t>(call->before.shot));
      calls.push_back(*call);
    }
  }
  ASSERT_TRUE(searcher.over());
  const GameRecord record = host.record();
  EXPECT_EQ(searcher.Follow().recorded().moves().size(), record.moves.size());
  ASSERT_EQ(calls.size(), 8U);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(calls[i].call, record.moves[2 * i].called);
    EXPECT_EQ(calls[i].before.clock_ms, record.header.terms.rules.thinking_time_ms);
    ASSERT_TRUE(calls[i].thought);
    EXPECT_EQ(calls[i].thought->currency, "points");
    EXPECT_GT(calls[i].thought->options.size(), 1U);
  }
}

// The clocks of an extra end are others: what the end's last stone took is not to be seen.
TEST(Dc3Client, AnExtraEndsClockIsNoTimeUsed) {
  AddThrower();
  Dc3Config config;
  config.match = Match(1);
  config.match.rules.thinking_time_ms = {219'000, 219'000};
  config.match.rules.extra_end_time_ms = {21'900, 31'900};
  config.game_for_clients = Json::parse(ToJson(config.match).dump());
  Dc3Host host(config, {"id", "2026-11-15T19:44:41+00:00", ""}, nullptr);
  std::array<std::unique_ptr<Dc3Client>, 2> clients;
  for (auto& client : clients) {
    client = std::make_unique<Dc3Client>(Dc3ClientSetting{.player = "dc3_thrower"});
  }
  HostTime now{};
  const auto in_extra_end = [&] {
    return clients[0]->game() != nullptr && clients[0]->game()->end == 1 &&
           clients[0]->game()->shot == 2;
  };
  for (const Team team : {Team::k0, Team::k1}) host.Connected(team, now);
  for (auto messages = host.TakeMessages(); !messages.empty() && !in_extra_end();
       messages = host.TakeMessages()) {
    for (const Host::Message& message : messages) {
      host.Written(message.to, now);
      const auto answer = clients[static_cast<std::size_t>(Index(message.to))]->Hear(message.text);
      if (clients[0]->game() != nullptr) now += std::chrono::milliseconds(250);
      if (answer) host.Received(message.to, *answer, now);
    }
  }
  ASSERT_TRUE(in_extra_end());
  const Game& game = *clients[0]->game();
  EXPECT_EQ(game.Total(Team::k0) - game.Total(Team::k1), 0);
  const std::vector<RecordMove>& moves = clients[0]->Follow().recorded().moves();
  ASSERT_EQ(moves.size(), 18U);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i == 15) {
      EXPECT_EQ(moves[i].used_ms, 0) << "the end's last";
    } else {
      EXPECT_TRUE(moves[i].used_ms >= 250 && moves[i].used_ms <= 500)
          << i << " " << moves[i].used_ms;
    }
  }
  EXPECT_EQ(moves[16].clock_ms[0], 21'900 - moves[16].used_ms) << "the extra end's own";
}

}  // namespace
}  // namespace skipstone
