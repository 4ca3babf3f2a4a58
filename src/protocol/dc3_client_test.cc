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

}  // namespace
}  // namespace skipstone
