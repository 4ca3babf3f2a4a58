// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/turn_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace skipstone {
namespace {

std::vector<Json> GoldenTurns() {
  std::vector<Json> turns;
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/dc3_dev_rules.jsonl");
  for (std::string text; std::getline(in, text);) turns.push_back(Json::parse(text));
  return turns;
}

// Same stones, each within 1e-5 m.
bool SameStones(const Json& a, const Json& b) {
  for (const char* team : {"team0", "team1"}) {
    for (std::size_t i = 0; i < 8; ++i) {
      const Json& p = a[team][i];
      const Json& q = b[team][i];
      if (p.is_null() != q.is_null()) return false;
      if (p.is_null()) continue;
      const double dx = p["position"]["x"].get<double>() - q["position"]["x"].get<double>();
      const double dy = p["position"]["y"].get<double>() - q["position"]["y"].get<double>();
      if (std::hypot(dx, dy) > 1e-5) return false;
    }
  }
  return true;
}

TEST(TurnLine, AllGoldenTurnsOfDc3) {
  const std::vector<Json> turns = GoldenTurns();
  ASSERT_EQ(turns.size(), 300U);
  int good = 0;
  for (const Json& json : turns) {
    const TurnLine line = TurnLineFromJson(Field(json, ""), Law::kFcv1);
    const auto engine = MakeEngine("box2d", line.ice);
    const Json answer = Json::parse(PlayTurnLine(line, *engine).dump());
    Json after = answer["after"];
    Json expected = json["after"];
    bool same = SameStones(after["stones"], expected["stones"]) &&
                SameStones(answer["stones_at_end_of_shot"], json["stones_at_end_of_shot"]) &&
                answer["free_guard_zone_foul"] == json["free_guard_zone_foul"];
    after.erase("stones");
    expected.erase("stones");
    same = same && after == expected;
    EXPECT_TRUE(same) << json["id"] << ": " << after.dump() << " expected " << expected.dump();
    good += same ? 1 : 0;
  }
  EXPECT_EQ(good, 300);
}

// Shots of whole matches as the field's server played them, extra end included.
class RealMatch : public testing::TestWithParam<const char*> {};

TEST_P(RealMatch, IsPlayedToTheLastBitInAWorldOfItsOwn) {
  MatchWorlds worlds;
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/dc3_real_matches.jsonl");
  int turns = 0;
  for (std::string text; std::getline(in, text);) {
    Json json = Json::parse(text);
    if (json["match"] != GetParam()) continue;
    ++turns;
    Json answer = Json::parse(worlds.Play(Field(json, ""), Law::kFcv1).dump());
    // What the move before a new set of clocks took is not known.
    for (Json* turn : {&json, &answer}) (*turn)["after"].erase("thinking_time_remaining");
    for (const char* part : {"id", "after", "free_guard_zone_foul", "stones_at_end_of_shot"}) {
      EXPECT_EQ(answer[part], json[part]) << json["id"];
    }
  }
  EXPECT_EQ(turns, std::string(GetParam()) == "match2" ? 80 : 64);
}

INSTANTIATE_TEST_SUITE_P(Golden, RealMatch,
                         testing::Values("match0", "match1", "match2", "match3", "match4",
                                         "match5"));

TEST(MatchWorlds, MatchesDoNotDisturbEachOther) {
  std::array<std::vector<Json>, 2> lines;
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/dc3_real_matches.jsonl");
  for (std::string text; std::getline(in, text);) {
    const Json json = Json::parse(text);
    if (json["before"]["end"] != 0 || json["before"]["shot"] >= 8) continue;
    if (json["match"] == "match0") lines[0].push_back(json);
    if (json["match"] == "match3") lines[1].push_back(json);
  }
  MatchWorlds together;
  std::array<MatchWorlds, 2> apart;
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t match = 0; match < 2; ++match) {
      const Field line(lines[match].at(i), "");
      EXPECT_EQ(together.Play(line, Law::kFcv1), apart[match].Play(line, Law::kFcv1));
    }
  }
}

TEST(MatchWorlds, ErrorsNameTheField) {
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/dc3_real_matches.jsonl");
  std::string text;
  std::getline(in, text);
  Json json = Json::parse(text);
  MatchWorlds worlds;
  const auto error = [&]() -> std::string {
    try {
      worlds.Play(Field(json, ""), Law::kFcv1);
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kBadData);
      return e.what();
    }
    return "";
  };
  json["move"] = {{"type", "shot"}, {"velocity", {{"x", 0.0}, {"y", 0.5}}}, {"rotation", "cw"}};
  EXPECT_EQ(error(), "");
  json["before"]["shot"] = 1;
  json["setting"]["sheet_width"] = 4.5;
  EXPECT_EQ(error(), "setting: expected the match's sheet width, got another than before");
  json["before"]["shot"] = 0;  // another match of that name begins
  EXPECT_EQ(error(), "");
  json["match"] = 3;
  EXPECT_EQ(error().rfind("match: ", 0), 0U);
  json.erase("match");
  EXPECT_EQ(error().rfind("match: missing", 0), 0U);
}

TEST(TurnLine, ErrorsNameTheField) {
  const Json good = GoldenTurns().front();
  const auto error_with = [&](const char* pointer, const Json& value) -> std::string {
    Json json = good;
    json[Json::json_pointer(pointer)] = value;
    try {
      TurnLineFromJson(Field(json, ""), Law::kFcv1);
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kBadData);
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error_with("/id", 3), "");
  EXPECT_EQ(error_with("/before/hammer", "team2"),
            "before.hammer: expected \"team0\" or \"team1\", got \"team2\"");
  EXPECT_EQ(error_with("/before/shot", 16),
            "before.shot: expected a whole number from 0 to 15, got 16");
  EXPECT_EQ(error_with("/before/game_result", {{"winner", nullptr}, {"reason", "draw"}}),
            "before.game_result: expected null: the game is already over");
  EXPECT_EQ(error_with("/before/stones/team0", Json::array()),
            "before.stones.team0: expected 8 elements");
  EXPECT_EQ(error_with("/before/scores/team1", Json::array()),
            "before.scores.team1: expected one element per end: 9, got 0");
  EXPECT_EQ(error_with("/move/type", "pass"), "move.type: expected \"shot\" or \"concede\"");
  EXPECT_EQ(error_with("/move/rotation", "CW"),
            "move.rotation: expected \"cw\" or \"ccw\", got \"CW\"");
  EXPECT_EQ(error_with("/thinking_time_used", -1),
            "thinking_time_used: expected a number from 0 to 1000000, got -1");
  EXPECT_EQ(error_with("/setting/max_end", 0),
            "setting.max_end: expected a whole number from 1 to 255, got 0");
}

}  // namespace
}  // namespace skipstone
