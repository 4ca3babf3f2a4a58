// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_messages.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/float32.h"

namespace skipstone {
namespace {

Rules RulesOf(const Json& update) {
  Rules rules = MakeRules(RulesPreset::kDc3);
  rules.ends = static_cast<int>(update["state"]["scores"]["team0"].size());
  return rules;
}

// Messages captured from the field's own server and clients.
TEST(Dc3Messages, CapturedOnesRoundTrip) {
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/dc3_messages.jsonl");
  int count = 0;
  for (std::string text; std::getline(in, text); ++count) {
    const Json line = Json::parse(text);
    const auto message = line["message"].get<std::string>();
    const Json parsed = Json::parse(message);
    std::string again;
    if (line["from"] == "client") {
      again = ToLine(Dc3FromClientText(message));
    } else {
      std::optional<Rules> rules;
      if (parsed["cmd"] == "update") rules = RulesOf(parsed);
      again = ToLine(Dc3FromServerText(message, rules));
    }
    // The server sorts its keys, and so do we; its clients need not.
    EXPECT_EQ(again, parsed.dump());
  }
  EXPECT_EQ(count, 13);
}

TEST(Dc3Messages, TrajectoriesRoundTrip) {
  Dc3Trajectory trajectory;
  trajectory.seconds_per_frame = static_cast<double>(0.1F);
  trajectory.start.board.Put(SlotOf(Team::k0, 0), PositionFromOwnFrame(Law::kFcv1, {0.0, 0.0}));
  const Vec2 next = PositionFromOwnFrame(Law::kFcv1, {0.012945269234478474, 0.23876380920410156});
  trajectory.frames = {
      {{.team = Team::k0, .index = 0, .position = next, .angle_rad = 0.15702667832374573}},
      {},
      {{Team::k0, 0, true, {}, 0.0}}};
  EXPECT_EQ(ToJson(trajectory)["frames"].dump(),
            R"([[{"index":0,"team":"team0","value":{"angle":0.15702667832374573,"position":)"
            R"({"x":0.012945269234478474,"y":0.23876380920410156}}}],[],)"
            R"([{"index":0,"team":"team0","value":null}]])");
  Dc3Update update;
  update.state.game = NewGame(MakeRules(RulesPreset::kDc3));
  update.state.game.shot = 1;
  update.next_team = Team::k1;
  update.last_move =
      Dc3LastMove{.actual = ReleaseFromOwnFrame(Law::kFcv1, {0.13F, 2.4F}, Handle::kCcw),
                  .trajectory = trajectory};
  const std::string line = ToLine(Dc3FromServer(update));
  // Clients have no use for the frames.
  update.last_move->trajectory->frames.clear();
  EXPECT_EQ(std::get<Dc3Update>(Dc3FromServerText(line, MakeRules(RulesPreset::kDc3))), update);
}

// The field's server holds velocities and angles in float32, and so they are printed.
TEST(Dc3Messages, NumbersAreFloat32) {
  std::uint32_t bits = 1;
  const auto number = [&bits](double low, double high) {
    bits = bits * 1664525U + 1013904223U;
    return RoundToFloat32(low + (high - low) * bits / 4294967296.0);
  };
  for (int i = 0; i < 1000; ++i) {
    const Vec2 velocity{number(-0.5, 0.5), number(1.0, 4.5)};
    const Move move = ReleaseFromOwnFrame(Law::kFcv1, velocity, Handle::kCw);
    const JsonOut json = Dc3MoveToJson(move, Law::kFcv1);
    EXPECT_EQ(json["velocity"]["x"].get<double>(), velocity.x);
    EXPECT_EQ(json["velocity"]["y"].get<double>(), velocity.y);
    const std::string line = ToLine(Dc3FromClient(Dc3MoveMessage{move}));
    EXPECT_EQ(std::get<Dc3MoveMessage>(Dc3FromClientText(line)).move, move);
  }
  Dc3Stones stones;
  stones.board.Put(0, {0.0, 0.0});
  stones.angles_rad[0] = 0.1;
  EXPECT_EQ(Dc3StoneToJson(stones, 0, Law::kFcv1)["angle"].get<double>(), double{0.1F});
}

Json CapturedUpdate() {
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/dc3_messages.jsonl");
  for (std::string text; std::getline(in, text);) {
    const Json message = Json::parse(Json::parse(text)["message"].get<std::string>());
    if (message["cmd"] == "update" && !message["last_move"].is_null()) return message;
  }
  return {};
}

// A frame for every step of a long throw: several megabytes.
TEST(Dc3Messages, ClientsReadLongTrajectories) {
  Json update = CapturedUpdate();
  const Rules rules = RulesOf(update);
  const Json& stones = update["state"]["stones"];
  Json frames = Json::array();
  const Json change = Json::parse(
      R"({"index":0,"team":"team0","value":{"angle":35.9032,"position":{"x":0.03,"y":34.3}}})");
  for (int i = 0; i < 25'000; ++i) frames.push_back({change, change});
  update["last_move"]["trajectory"] = {
      {"seconds_per_frame", 0.001}, {"start", stones}, {"finish", stones}, {"frames", frames}};
  const std::string line = update.dump();
  ASSERT_GT(line.size(), 2 * kMostDc3Bytes);
  ASSERT_LT(line.size(), kMostDc3FromServerBytes);
  std::vector<std::string> warnings;
  const auto read = std::get<Dc3Update>(Dc3FromServerText(line, rules, &warnings));
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(read.last_move->trajectory->finish.board, read.state.game.board);
}

// A game can be played by its states alone.
TEST(Dc3Messages, WhatClientsCanDoWithoutIsNoErrorButAWarning) {
  const Json update = CapturedUpdate();
  const Rules rules = RulesOf(update);
  const auto warning = [&](const char* pointer, const Json& value, bool has_move) {
    Json changed = update;
    changed[Json::json_pointer(pointer)] = value;
    std::vector<std::string> warnings;
    const auto read = std::get<Dc3Update>(Dc3FromServerText(changed.dump(), rules, &warnings));
    EXPECT_EQ(read.last_move.has_value(), has_move) << pointer;
    EXPECT_EQ(warnings.size(), 1U) << pointer;
    return warnings.empty() ? "" : warnings[0];
  };
  const auto expect = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(warning("/last_move/actual_move/velocity/y", 707.0, false), "velocity.y: expected");
  expect(warning("/last_move/actual_move/velocity/x", nullptr, false), "cannot be recorded");
  expect(warning("/last_move/actual_move/type", "sweep", false), "actual_move.type");
  expect(warning("/last_move", 7, false), "last_move");
  expect(warning("/last_move/trajectory", 7, true), "trajectory");
  expect(warning("/last_move/trajectory", Json::object(), true), "seconds_per_frame: missing");
}

TEST(Dc3Messages, LongNamesAreCut) {
  const std::string a(2000, 'a');
  const auto name = [](const std::string& text) {
    return std::get<Dc3Name>(Dc3FromClientText(Json({{"cmd", "dc_ok"}, {"name", text}}).dump()))
        .name;
  };
  EXPECT_EQ(name(a), a.substr(0, 1000));
  EXPECT_EQ(name(a.substr(0, 1000)), a.substr(0, 1000));
  // Between two characters: one of three bytes does not fit.
  EXPECT_EQ(name(a.substr(0, 998) + "\u30ab\u30ab"), a.substr(0, 998));
  EXPECT_EQ(name(a.substr(0, 997) + "\u30ab\u30ab"), a.substr(0, 997) + "\u30ab");
  const Json game = {{"cmd", "new_game"}, {"name", {{"team0", a}, {"team1", "b"}}}};
  EXPECT_EQ(std::get<Dc3NewGame>(Dc3FromServerText(game.dump(), {})).names[0], a.substr(0, 1000));
}

Dc3Match HalfKnown() {
  Dc3Match match;
  match.rules = MakeRules(RulesPreset::kDc3);
  match.sheet_width_m = 4.5;
  for (auto& team : match.players) team = SameForAll(SizesFromText("dc3:speed_error=0.01"));
  for (auto& team : match.seeds) team.fill(7);
  return match;
}

// Operators hide seeds, players, or more.
TEST(Dc3Messages, ClientsAssumeWhatIsHidden) {
  const Json game = Json::parse(ToJson(HalfKnown()).dump());
  const auto read = [&](const Json& patch, bool warned) {
    const Json message = {{"cmd", "is_ready"}, {"team", "team0"}, {"game", game.patch(patch)}};
    std::vector<std::string> warnings;
    const auto heard =
        std::get<Dc3IsReady>(Dc3FromServerText(message.dump(), std::nullopt, &warnings));
    EXPECT_EQ(warnings.size(), warned ? 1U : 0U) << patch;
    return heard.match;
  };
  const auto patch = [](const char* path, const char* op) {
    Json step = {{"op", op}, {"path", path}};
    if (step["op"] == "replace") step["value"] = nullptr;
    return Json::array({step});
  };
  const TeamSizes usual = SameForAll(DefaultSizes(ExecutionModel::kDc3));
  for (const char* op : {"remove", "replace"}) {
    Dc3Match expected = HalfKnown();
    expected.seeds[1][2].reset();
    EXPECT_EQ(read(patch("/players/team1/2/seed", op), false), expected);
    expected = HalfKnown();
    expected.players[1][2].speed_error_mps = 0.0076;
    EXPECT_EQ(read(patch("/players/team1/2/stddev_speed", op), true), expected);
    expected.seeds[1].fill(std::nullopt);
    expected.players[1] = usual;
    EXPECT_EQ(read(patch("/players/team1", op), true), expected);
    expected.seeds[0].fill(std::nullopt);
    expected.players[0] = usual;
    EXPECT_EQ(read(patch("/players", op), true), expected);
    EXPECT_EQ(read(patch("/simulator", op), true), HalfKnown());
    expected = HalfKnown();
    expected.sheet_width_m = 4.75;
    EXPECT_EQ(read(patch("/setting/sheet_width", op), true), expected);
    // A server's own configuration must have all.
    EXPECT_THROW(Dc3MatchFromJson(Field(game.patch(patch("/players", op)), "")), Error);
  }
}

// Programs with float32 print more digits than were written.
TEST(Dc3Messages, SizesAreTheShortestThatAreTheSameFloat32) {
  Json game = Json::parse(ToJson(HalfKnown()).dump());
  for (const char* team : {"team0", "team1"}) {
    for (Json& player : game["players"][team]) {
      player["stddev_speed"] = double{0.0076F};
      player["stddev_angle"] = double{0.0018F};
    }
  }
  EXPECT_EQ(Dc3MatchFromJson(Field(game, "")).players[0],
            SameForAll(DefaultSizes(ExecutionModel::kDc3)));
}

TEST(Dc3Messages, ClientsAreTakenAsTheFieldsServerTakesThem) {
  const auto release = [](const std::string& move) {
    return std::get<Release>(
        std::get<Dc3MoveMessage>(Dc3FromClientText(R"({"cmd":"move","move":)" + move + "}")).move);
  };
  EXPECT_EQ(release(R"({"type":"shot","velocity":{"x":0.1,"y":2.4},"rotation":"up"})").handle,
            Handle::kCcw);
  EXPECT_EQ(release(R"({"type":"shot","velocity":{"x":0.1,"y":2.4},"rotation":7})").handle,
            Handle::kCcw);
  // Absurd but finite: the player's limit follows.
  const Release fast =
      release(R"({"type":"shot","velocity":{"x":0,"y":1e308},"rotation":"cw","more":[1]})");
  EXPECT_EQ(fast.handle, Handle::kCw);
  EXPECT_NEAR(fast.angle_rad, 0.0, 1e-9);
  EXPECT_GT(fast.speed_mps, 100.0);
  EXPECT_LT(fast.speed_mps, kMaxSpeed_mps);
}

TEST(Dc3Messages, AnythingElseIsRefused) {
  for (const char* bad : {
           "",
           "{",
           "[]",
           "null",
           R"({"cmd":"hello"})",
           R"({"cmd":5})",
           R"({"cmd":"dc_ok"})",
           R"({"cmd":"dc_ok","name":5})",
           R"({"cmd":"ready_ok","player_order":[0,1,2]})",
           R"({"cmd":"ready_ok","player_order":[0,1,2,2]})",
           R"({"cmd":"ready_ok","player_order":[0,1,2,4]})",
           R"({"cmd":"move"})",
           R"({"cmd":"move","move":{"type":"pass"}})",
           R"({"cmd":"move","move":{"type":"shot","rotation":"cw"}})",
           R"({"cmd":"move","move":{"type":"shot","velocity":{"x":NaN,"y":2},"rotation":"cw"}})",
           R"({"cmd":"move","move":{"type":"shot","velocity":{"x":1e999,"y":2},"rotation":"cw"}})",
           R"({"cmd":"move","move":{"type":"shot","velocity":{"x":"1","y":2},"rotation":"cw"}})",
       }) {
    EXPECT_THROW(Dc3FromClientText(bad), Error) << bad;
  }
  EXPECT_THROW(Dc3FromClientText(std::string(kMostDc3Bytes + 1, ' ')), Error);
  EXPECT_THROW(Dc3FromServerText(R"({"cmd":"update"})", std::nullopt), Error);
  EXPECT_THROW(
      Dc3FromServerText(
          R"({"cmd":"dc","version":{"major":2,"minor":0},"game_id":"a","date_time":"b"})", {}),
      Error);
}

}  // namespace
}  // namespace skipstone
