// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "protocol/dc3_host.h"

namespace skipstone {
namespace {

// A match that starts where a golden turn does.
class GoldenHost : public Dc3Host {
 public:
  GoldenHost(const Dc3Config& config, const Game& start)
      : Dc3Host(config, {"id", "2026-11-15T19:44:41+00:00", ""}, nullptr), start_(start) {}

 private:
  Game Start(const Rules& /*rules*/) override { return start_; }

  Game start_;
};

Dc3Config ConfigOf(const Field& turn) {
  Dc3Config config;
  config.match.rules = Dc3RulesFromSetting(turn.At("setting"));
  config.match.sheet_width_m = turn.At("setting").At("sheet_width").Number(1.0, 10.0);
  for (std::size_t team = 0; team < 2; ++team) {
    // No error: the golden move is what was thrown.
    config.match.players[team] = SameForAll(DefaultSizes(ExecutionModel::kNone));
    config.match.seeds[team] = {1U, 2U, 3U, 4U};
  }
  config.game_for_clients = Json::parse(ToJson(config.match).dump());
  return config;
}

// Same stones, each within 1e-5 m.
bool SameStones(const Json& a, const Json& b) {
  for (const char* team : {"team0", "team1"}) {
    for (std::size_t i = 0; i < 8; ++i) {
      const Json& p = a.at(team).at(i);
      const Json& q = b.at(team).at(i);
      if (p.is_null() != q.is_null()) return false;
      if (p.is_null()) continue;
      const double dx = p["position"]["x"].get<double>() - q["position"]["x"].get<double>();
      const double dy = p["position"]["y"].get<double>() - q["position"]["y"].get<double>();
      if (std::hypot(dx, dy) > 1e-5) return false;
    }
  }
  return true;
}

// The update that the host sends when the golden move arrives in the golden time.
Json UpdateAfter(const Json& turn) {
  const Field field(turn, "");
  const Dc3Config config = ConfigOf(field);
  const Game before = Dc3StateFromJson(field.At("before"), config.match.rules, Law::kFcv1).game;
  GoldenHost host(config, before);
  HostTime now{};
  for (const Team team : {Team::k0, Team::k1}) {
    host.Connected(team, now);
    host.Received(team, R"({"cmd":"dc_ok","name":"a"})", now);
    host.Received(team, R"({"cmd":"ready_ok","player_order":[0,1,2,3]})", now);
  }
  host.TakeMessages();
  const Team mover = before.to_move();
  host.Written(mover, now);
  now += std::chrono::milliseconds(Dc3DurationFromJson(field.At("thinking_time_used")));
  host.Received(mover, Json{{"cmd", "move"}, {"move", turn["move"]}}.dump(), now);
  for (const Host::Message& message : host.TakeMessages()) {
    Json heard = Json::parse(message.text);
    if (heard["cmd"] == "update") return heard;
  }
  return {};
}

TEST(Dc3Rules, TheGoldenTurnsPassThroughTheHost) {
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/dc3_dev_rules.jsonl");
  int turns = 0;
  for (std::string text; std::getline(in, text); ++turns) {
    const Json turn = Json::parse(text);
    const Json update = UpdateAfter(turn);
    ASSERT_TRUE(update.is_object()) << turn["id"];
    const Json& last = update["last_move"];
    Json after = update["state"];
    Json expected = turn["after"];
    EXPECT_TRUE(SameStones(after["stones"], expected["stones"])) << turn["id"];
    EXPECT_TRUE(SameStones(last["trajectory"]["finish"], turn["stones_at_end_of_shot"]))
        << turn["id"];
    EXPECT_EQ(last["free_guard_zone_foul"], turn["free_guard_zone_foul"]) << turn["id"];
    after.erase("stones");
    expected.erase("stones");
    EXPECT_EQ(after, expected) << turn["id"];
  }
  EXPECT_EQ(turns, 300);
}

}  // namespace
}  // namespace skipstone
