// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/shot_line.h"

#include <gtest/gtest.h>

#include <fstream>

namespace skipstone {
namespace {

constexpr const char* kGood =
    R"({"id":"a","stones":[{"team":0,"idx":1,"x":0.5,"y":36},{"team":1,"idx":0,"x":-0.5,"y":36}],)"
    R"("thrown":{"team":0,"idx":4},"shot":{"vx":-0.13,"vy":2.4,"rotation":"cw"}})";

Json With(const char* pointer, const Json& value) {
  Json json = Json::parse(kGood);
  json[Json::json_pointer(pointer)] = value;
  return json;
}

std::string ErrorOf(const Json& json, Law law = Law::kFcv1) {
  try {
    ShotLineFromJson(Field(json, ""), law);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kBadData);
    return e.what();
  }
  return "";
}

TEST(ShotLine, ErrorsNameTheField) {
  EXPECT_EQ(ErrorOf(Json::parse(kGood)), "");
  EXPECT_EQ(ErrorOf(With("/stones/1/x", "a")), "stones[1].x: expected a finite number, got \"a\"");
  EXPECT_EQ(ErrorOf(With("/stones/1/x", nullptr)),
            "stones[1].x: expected a finite number, got null");
  EXPECT_EQ(ErrorOf(With("/stones/1/y", 1e9)),
            "stones[1].y: expected a number from -1000 to 1000, got 1000000000");
  EXPECT_EQ(ErrorOf(With("/stones/1/team", 0.5)),
            "stones[1].team: expected team 0 (red) or 1 (yellow), got 0.5");
  EXPECT_EQ(ErrorOf(With("/stones/1", {{"team", 0}, {"idx", 1}, {"x", 0}, {"y", 37}})),
            "stones[1]: team 0 idx 1 is there twice, first as stones[0]");
  EXPECT_EQ(ErrorOf(With("/stones/1/x", 0.24)), "stones[1]: overlaps stones[0] by more than 15 mm");
  EXPECT_EQ(ErrorOf(With("/stones/1/x", 0.213)), "") << "3 mm are accepted";
  EXPECT_EQ(ErrorOf(With("/thrown/idx", 1)), "thrown: team 0 idx 1 already lies on the sheet");
  EXPECT_EQ(ErrorOf(With("/shot/rotation", "left")),
            "shot.rotation: expected \"cw\" or \"ccw\", got \"left\"");
  EXPECT_EQ(ErrorOf(With("/shot/vy", 1e30)),
            "shot.vy: expected a number from -500 to 500, got 1e+30");
  EXPECT_EQ(ErrorOf(With("/four_rock_rule", 1)), "four_rock_rule: expected true or false, got 1");
  EXPECT_EQ(ErrorOf(With("/sheet_width", 0)),
            "sheet_width: expected a number from 1 to 100, got 0");
  EXPECT_EQ(ErrorOf(With("/id", Json::array())), "id: expected a string or a number");
  Json missing = Json::parse(kGood);
  missing.erase("shot");
  EXPECT_EQ(ErrorOf(missing), "shot: missing");
  EXPECT_EQ(ErrorOf(Json::array()), "expected an object, got an array");
}

TEST(ShotLine, AnswersInTheOwnFrameWithTheId) {
  for (const Json& id : {Json("x"), Json(17), Json(nullptr)}) {
    const Json json = With("/id", id);
    const ShotLine line = ShotLineFromJson(Field(json, ""), Law::kFcv1);
    const auto engine = MakeEngine("box2d", line.ice);
    const JsonOut answer = SimulateLine(line, *engine, {});
    EXPECT_EQ(Json(answer["id"]), id);
    EXPECT_EQ(answer["result"]["stones"].size() + answer["result"]["removed"].size(), 3U);
    EXPECT_EQ(answer["result"]["stones"][0]["x"], 0.5);
    EXPECT_FALSE(answer.contains("paths"));
    EXPECT_FALSE(answer.contains("free_guard_zone_foul"));
  }
}

// All golden dc2 shots through the line format, the free guard zone included.
TEST(ShotLine, GoldenDc2WithTheFourRockRule) {
  int with_rule = 0;
  int fouls = 0;
  for (const char* file : {"dc2_dev_free.jsonl", "dc2_dev_real.jsonl"}) {
    std::ifstream in(std::string(SKIPSTONE_SOURCE_DIR "/tests/golden/") + file);
    ASSERT_TRUE(in.is_open());
    const auto engine = MakeEngine("box2d", DefaultIce(Law::kDc2));
    for (std::string text; std::getline(in, text);) {
      const Json json = Json::parse(text);
      if (!json.value("four_rock_rule", false)) continue;
      ++with_rule;
      const ShotLine line = ShotLineFromJson(Field(json, ""), Law::kDc2);
      const JsonOut answer = SimulateLine(line, *engine, {});
      fouls += answer["free_guard_zone_foul"].get<bool>() ? 1 : 0;
      std::map<std::pair<int, int>, std::pair<float, float>> expected;
      std::map<std::pair<int, int>, std::pair<float, float>> got;
      for (const Json& s : json["result"]["stones"]) {
        expected[{s["team"], s["idx"]}] = {s["x"].get<float>(), s["y"].get<float>()};
      }
      for (const JsonOut& s : answer["result"]["stones"]) {
        got[{s["team"], s["idx"]}] = {s["x"].get<float>(), s["y"].get<float>()};
      }
      EXPECT_EQ(got, expected) << json["id"];
      EXPECT_EQ(answer["result"]["removed"].size(), json["result"]["removed"].size());
    }
  }
  EXPECT_EQ(with_rule, 45 + 252);
  EXPECT_GT(fouls, 0);
}

}  // namespace
}  // namespace skipstone
