// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// `skipstone simulate`, as a user runs it.

#include "verbs.h"

namespace skipstone {
namespace {

TEST_F(Verbs, SimulateAnswersInOrderOnAnyNumberOfThreads) {
  const std::vector<std::string> lines = GoldenLines("dc2_dev_real.jsonl", 60);
  const std::string file = Write("shots.jsonl", Join(lines));
  const Ran one = Skipstone("simulate --ice dc2 --threads 1 " + file);
  const Ran four = Skipstone("simulate --ice dc2 --threads 4 < " + file);
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(one.out, four.out);
  EXPECT_EQ(one.err, "");
  const std::vector<std::string> answers = LinesOf(one.out);
  ASSERT_EQ(answers.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json line = Json::parse(lines[i]);
    const Json answer = Json::parse(answers[i]);
    EXPECT_EQ(answer["id"], line["id"]);
    EXPECT_EQ(answer["result"]["stones"].size(), line["result"]["stones"].size());
  }
}

TEST_F(Verbs, SimulateReportsBadLinesWithTheirNumberAndGoesOn) {
  const std::string good = GoldenLines("dc2_dev_free.jsonl", 1)[0];
  const auto with = [&good](const char* pointer, const Json& value) {
    Json json = Json::parse(good);
    json[Json::json_pointer(pointer)] = value;
    return json.dump();
  };
  const Json stone = {{"team", 0}, {"idx", 0}, {"x", 2.0}, {"y", 5.0}};
  Json near = stone;
  near["idx"] = 1;
  near["y"] = 5.2;
  Json touching = near;
  touching["y"] = 5.287;
  std::string nan = good;
  nan.replace(nan.find("\"vx\": "), 6, "\"vx\": NaN, \"was\": ");
  const std::vector<std::string> lines = {good,
                                          "not JSON",
                                          R"({"id":1})",
                                          nan,
                                          with("/stones", {stone, stone}),
                                          with("/stones", {stone, near}),
                                          with("/shot/rotation", "left"),
                                          with("/thrown/team", "0"),
                                          "{\"id\":\"" + std::string(2 << 20, 'x') + "\"}",
                                          "",
                                          with("/stones", {stone, touching}),
                                          good};
  const std::string file = Write("mixed.jsonl", Join(lines));
  const Ran run = Skipstone("simulate --ice dc2 " + file);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(LinesOf(run.out).size(), 3U);
  for (const char* message : {":2: ", ":3: stones: missing", ":4: shot.vx: not valid JSON",
                              ":5: stones[1]: team 0 idx 0 is there twice",
                              ":6: stones[1]: overlaps stones[0] by more than 15 mm",
                              ":7: shot.rotation: expected \"cw\" or \"ccw\"",
                              ":8: thrown.team: expected team 0 (red) or 1", ":9: longer than",
                              "8 bad lines skipped, 3 shots answered"}) {
    EXPECT_TRUE(Contains(run.err, message)) << message << "\n" << run.err.substr(0, 3000);
  }
  const Ran strict = Skipstone("simulate --strict --ice dc2 " + file);
  EXPECT_EQ(strict.exit_code, 4);
  EXPECT_EQ(LinesOf(strict.out).size(), 1U);
  EXPECT_TRUE(Contains(strict.err, "mixed.jsonl:2: not valid JSON")) << strict.err;
}

TEST_F(Verbs, SimulateAddsPathsContactsAndAnglesOnRequest) {
  const std::string file = Write("s.jsonl", Join(GoldenLines("fcv1_dev_cluster.jsonl", 3)));
  const Ran run = Skipstone("simulate --paths 0.5 --contacts --angles " + file);
  ASSERT_EQ(run.exit_code, 0);
  for (const std::string& text : LinesOf(run.out)) {
    const Json answer = Json::parse(text);
    EXPECT_EQ(answer["hits"].size(), answer["contacts"].get<std::size_t>());
    ASSERT_FALSE(answer["paths"].empty());
    for (const Json& path : answer["paths"]) {
      double before = -1.0;
      for (const Json& point : path["points"]) {
        EXPECT_GT(point[0].get<double>(), before);
        before = point[0];
      }
      for (const Json& stone : answer["result"]["stones"]) {
        EXPECT_TRUE(stone.contains("angle"));
        if (stone["team"] != path["team"] || stone["idx"] != path["idx"]) continue;
        EXPECT_EQ(path["points"].back()[1], stone["x"]);
        EXPECT_EQ(path["points"].back()[2], stone["y"]);
      }
    }
  }
}

TEST_F(Verbs, SimulateAnswersALineBeforeTheNextIsWritten) {
  Conversation talk({"simulate", "--ice", "dc2", "--threads", "3"});
  for (const std::string& line : GoldenLines("dc2_dev_free.jsonl", 3)) {
    talk.Say(line);
    EXPECT_EQ(Json::parse(talk.Hear())["id"], Json::parse(line)["id"]);
  }
  talk.CloseInput();
  EXPECT_EQ(talk.Wait(), 0);
}

TEST_F(Verbs, StrictStopsThoughTheWriterWaits) {
  Conversation talk({"simulate", "--strict"});
  talk.Say("rubbish");
  EXPECT_EQ(talk.Wait(), 4);
}

TEST_F(Verbs, CtrlCEndsASimulationThatWaits) {
  Conversation talk({"simulate", "--ice", "dc2"});
  talk.Say(GoldenLines("dc2_dev_free.jsonl", 1)[0]);
  EXPECT_NE(talk.Hear(), "");
  talk.Signal(SIGINT);
  EXPECT_EQ(talk.Wait(), 0);
}

TEST_F(Verbs, SimulateGivesTheGoldenAnswersHoweverLinesEnd) {
  const std::vector<std::string> lines = GoldenLines("dc2_dev_real.jsonl", 30);
  const std::string file = Write("shots.jsonl", Join(lines));
  const Ran run = Skipstone("simulate --ice dc2 " + file);
  const std::vector<Json> answers = JsonLines(run.out);
  ASSERT_EQ(answers.size(), lines.size()) << run.err;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json line = Json::parse(lines[i]);
    const Json& result = answers[i].at("result");
    ExpectStones(result.at("stones"), line.at("result").at("stones"), line.at("id"));
    EXPECT_EQ(ByName(result.at("removed")), ByName(line.at("result").at("removed")));
  }
  EXPECT_EQ(Skipstone("simulate - --ice dc2 < " + file).out, run.out);
  const std::string simulate = kBinary + " simulate --ice dc2";
  EXPECT_EQ(Shell("sed 's/$/\\r/' " + file + " | " + simulate).out, run.out);
  EXPECT_EQ(Shell("head -c -1 " + file + " | " + simulate).out, run.out);
}

TEST_F(Verbs, SimulateEchoesIds) {
  const std::vector<std::string> ids = {R"("a")", R"("é \"\\ \u0001")",  "7", "-3",
                                        "1.5",    "18446744073709551615"};
  std::vector<std::string> lines = {std::string("{") + kDraw + "}"};
  for (const std::string& id : ids) lines.push_back("{\"id\":" + id + "," + kDraw + "}");
  const Ran run = Skipstone("simulate --ice dc2 " + Write("ids.jsonl", Join(lines)));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::vector<Json> answers = JsonLines(run.out);
  ASSERT_EQ(answers.size(), lines.size());
  EXPECT_TRUE(answers[0].at("id").is_null());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(answers[i + 1].at("id"), Json::parse(ids[i]));
    EXPECT_EQ(answers[i + 1].at("result"), answers[0].at("result"));
  }
}

struct BadLine {
  std::string line;
  std::string report;  // how the message about it goes on after "FILE:LINE: "
};

std::vector<BadLine> BadLines() {
  const auto with = [](const std::string& stones, const std::string& vx,
                       const std::string& rotation, const std::string& more = "") {
    return R"({"id":"bad","stones":)" + stones + R"(,"thrown":{"team":0,"idx":1},"shot":{"vx":)" +
           vx + R"(,"vy":-29.5,"rotation":)" + rotation + "}" + more + "}";
  };
  const auto stones = [](const std::string& first, const std::string& second) {
    return "[{\"team\":0,\"idx\":0," + first + "},{" + second + "}]";
  };
  return {
      {"frobnicate", "not valid JSON"},
      {"{", "not valid JSON"},
      {std::string("{\"id\":1,") + kDraw + "} x", "not valid JSON"},
      {"[1,2]", "expected an object"},
      {R"({"id":"bad","thrown":{"team":0,"idx":0},"shot":{"vx":0,"vy":-29,"rotation":"cw"}})",
       "stones: missing"},
      {R"({"id":"bad","stones":[],"thrown":{"team":0},"shot":{"vx":0,"vy":-29,"rotation":"cw"}})",
       "thrown.idx: missing"},
      {with("[]", "NaN", "\"cw\""), "shot.vx: not valid JSON"},
      {with("[]", "1e999", "\"cw\""), "shot.vx: not valid JSON"},
      {with("[]", "\"1\"", "\"cw\""), "shot.vx: expected a finite number"},
      {with("[]", "501", "\"cw\""), "shot.vx: expected a number from -500 to 500"},
      {with("[]", "0", "\"left\""), "shot.rotation: expected \"cw\" or \"ccw\", got \"left\""},
      {with("[]", "0", "1"), "shot.rotation: expected a string"},
      {with("{}", "0", "\"cw\""), "stones: expected an array"},
      {with(stones(R"("x":2,"y":5)", R"("team":0,"idx":0,"x":3,"y":5)"), "0", "\"cw\""),
       "stones[1]: team 0 idx 0 is there twice"},
      {with(stones(R"("x":2,"y":5)", R"("team":0,"idx":1,"x":3,"y":5)"), "0", "\"cw\""),
       "thrown: team 0 idx 1 already lies"},
      {with(stones(R"("x":2,"y":5)", R"("team":1,"idx":0,"x":2.274,"y":5)"), "0", "\"cw\""),
       "stones[1]: overlaps stones[0] by more than 15 mm"},
      {with(stones(R"("x":2,"y":5)", R"("team":2,"idx":0,"x":3,"y":5)"), "0", "\"cw\""),
       "stones[1].team: expected"},
      {with(stones(R"("x":2,"y":5)", R"("team":1,"idx":8,"x":3,"y":5)"), "0", "\"cw\""),
       "stones[1].idx: expected"},
      {with(stones(R"("x":2,"y":5)", R"("team":1,"idx":0,"x":null,"y":5)"), "0", "\"cw\""),
       "stones[1].x: expected"},
      {with(stones(R"("x":2000,"y":5)", R"("team":1,"idx":0,"x":3,"y":5)"), "0", "\"cw\""),
       "stones[0].x: expected"},
      {with("[]", "0", "\"cw\"", ",\"four_rock_rule\":1"),
       "four_rock_rule: expected true or false"},
      {with("[]", "0", "\"cw\"", ",\"pad\":\"" + std::string(1 << 20, 'a') + "\""), "longer than"},
  };
}

TEST_F(Verbs, SimulateReportsEachKindOfBadLineByFileLineAndField) {
  const std::vector<BadLine> bad = BadLines();
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < bad.size(); ++i) {
    lines.push_back("{\"id\":" + std::to_string(i) + "," + kDraw + "}");
    lines.push_back(bad[i].line);
  }
  lines.push_back(std::string("{\"id\":\"last\",") + kDraw + "}");
  const std::string file = Write("shots.jsonl", Join(lines));
  const Ran run = Skipstone("simulate --ice dc2 --threads 4 " + file);
  EXPECT_EQ(run.exit_code, 0);
  const std::vector<Json> answers = JsonLines(run.out);
  ASSERT_EQ(answers.size(), bad.size() + 1);
  for (std::size_t i = 0; i < bad.size(); ++i) EXPECT_EQ(answers[i].at("id"), i);
  EXPECT_EQ(answers.back().at("id"), "last");
  const std::vector<std::string> reports = LinesOf(run.err);
  ASSERT_EQ(reports.size(), bad.size() + 1) << run.err;
  for (std::size_t i = 0; i < bad.size(); ++i) {
    const std::string start =
        "skipstone: " + file + ":" + std::to_string(2 * i + 2) + ": " + bad[i].report;
    EXPECT_EQ(reports[i].substr(0, start.size()), start) << reports[i];
    EXPECT_LT(reports[i].size(), 500U) << "a report quotes a piece of the line, not all of it";
  }
}

TEST_F(Verbs, StrictSimulateAnswersNothingAfterTheFirstBadLine) {
  std::vector<std::string> lines;
  for (int i = 0; i < 40; ++i) lines.push_back("{\"id\":" + std::to_string(i) + "," + kDraw + "}");
  lines[3] = "{}";
  lines[20] = "rubbish";
  const std::string file = Write("shots.jsonl", Join(lines));
  for (const char* threads : {"1", "4"}) {
    const Ran run =
        Skipstone(std::string("simulate --strict --ice dc2 --threads ") + threads + " < " + file);
    EXPECT_EQ(run.exit_code, 4);
    EXPECT_EQ(LinesOf(run.out).size(), 3U) << "threads " << threads;
    EXPECT_EQ(LinesOf(run.err).size(), 1U) << run.err;
    EXPECT_TRUE(Contains(run.err, "standard input:4: stones: missing")) << run.err;
  }
}

TEST_F(Verbs, SimulatePathsRunFromStartToRest) {
  const double kInterval = 0.5;
  for (const std::string ice : {"dc2", "fcv1"}) {
    const std::vector<std::string> lines = GoldenLines(ice + "_dev_real.jsonl", 4);
    const Ran run = Skipstone("simulate --paths 0.5 --ice " + ice + " " + Write("s", Join(lines)));
    const std::vector<Json> answers = JsonLines(run.out);
    ASSERT_EQ(answers.size(), lines.size()) << run.err;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Json line = Json::parse(lines[i]);
      const auto before = ByName(line.at("stones"));
      const auto after = ByName(answers[i].at("result").at("stones"));
      const auto paths = ByName(answers[i].at("paths"));
      const std::pair<int, int> thrown = {line.at("thrown").at("team"),
                                          line.at("thrown").at("idx")};
      ASSERT_EQ(paths.count(thrown), 1U);
      EXPECT_GT(paths.at(thrown).at("points").size(), 4U);
      for (const auto& [name, path] : paths) {
        const Json& points = path.at("points");
        ASSERT_GE(points.size(), 2U);
        for (std::size_t p = 1; p < points.size(); ++p) {
          const double step = points[p][0].get<double>() - points[p - 1][0].get<double>();
          EXPECT_GT(step, 0.0);
          if (p + 1 < points.size()) {
            EXPECT_NEAR(std::remainder(points[p][0].get<double>(), kInterval), 0.0, 1e-9);
          }
          EXPECT_LE(step, kInterval + 1e-9) << "a stone in motion has a point every half second";
        }
        if (name != thrown) {
          EXPECT_EQ(points.front()[1].get<float>(), before.at(name).at("x").get<float>());
        }
        if (after.count(name) != 0) {
          EXPECT_EQ(points.back()[1], after.at(name).at("x"));
          EXPECT_EQ(points.back()[2], after.at(name).at("y"));
        }
      }
      for (const auto& [name, stone] : after) {
        if (paths.count(name) == 0) {
          EXPECT_EQ(stone.at("x").get<float>(), before.at(name).at("x").get<float>());
        }
      }
    }
  }
}

TEST_F(Verbs, SimulateAddsNothingUnasked) {
  const std::string line = GoldenLines("dc2_dev_cluster.jsonl", 1)[0];
  const std::string command = "simulate --ice dc2 " + Write("s", line);
  const Json plain = JsonLines(Skipstone(command).out).at(0);
  const Json full = JsonLines(Skipstone(command + " --contacts --angles").out).at(0);
  EXPECT_FALSE(plain.contains("hits"));
  EXPECT_FALSE(plain.contains("paths"));
  EXPECT_EQ(plain.at("contacts"), full.at("contacts"));
  ASSERT_GT(full.at("contacts").get<std::size_t>(), 0U);
  ASSERT_EQ(full.at("hits").size(), full.at("contacts").get<std::size_t>());
  double last = 0.0;
  for (const Json& hit : full.at("hits")) {
    EXPECT_NE(hit.at("a"), hit.at("b"));
    EXPECT_GE(hit.at("t").get<double>(), last);
    EXPECT_NEAR(hit.at("t").get<double>(), 0.001 * hit.at("step").get<int>(), 1e-9);
    last = hit.at("t");
  }
  EXPECT_EQ(full.at("hits")[0].at("b"), Json::parse(line).at("thrown")) << "the thrown stone hits";
  const auto stones = ByName(full.at("result").at("stones"));
  EXPECT_NE(stones.at({1, 4}).at("angle"), 0.0) << "the thrown stone turned";
  EXPECT_EQ(stones.at({0, 0}).at("angle"), 0.0) << "a stone at rest did not";
  EXPECT_FALSE(plain.at("result").at("stones")[0].contains("angle"));
}

TEST_F(Verbs, SimulateHonoursTheFourRockRule) {
  // Golden lines in which a guard was taken out.
  int fouls = 0;
  for (const std::string& text : GoldenLines("dc2_dev_real.jsonl", 1000)) {
    const Json line = Json::parse(text);
    const Json& after = line.at("result").at("stones");
    if (!line.value("four_rock_rule", false) || fouls == 3) continue;
    if (after != line.at("stones") || after.size() != 1) continue;
    Json free = line;
    free["four_rock_rule"] = false;
    const Ran run =
        Skipstone("simulate --ice dc2 " + Write("s", line.dump() + "\n" + free.dump() + "\n"));
    const std::vector<Json> answers = JsonLines(run.out);
    ASSERT_EQ(answers.size(), 2U) << run.err;
    EXPECT_FALSE(answers[1].contains("free_guard_zone_foul"));
    const Json& free_result = answers[1].at("result");
    if (free_result.at("removed") == answers[0].at("result").at("removed")) continue;
    ++fouls;
    EXPECT_EQ(answers[0].at("free_guard_zone_foul"), true);
    ExpectStones(answers[0].at("result").at("stones"), line.at("stones"), line.at("id"));
    EXPECT_EQ(answers[0].at("result").at("removed"), Json::array({line.at("thrown")}));
    EXPECT_EQ(ByName(free_result.at("removed")).count({after[0].at("team"), after[0].at("idx")}),
              1U)
        << "without the rule the guard is gone: " << line.at("id");
  }
  EXPECT_EQ(fouls, 3);
}

TEST_F(Verbs, SimulateHonoursTheSheetWidth) {
  for (const std::string& text : GoldenLines("fcv1_dev_free.jsonl", 200)) {
    Json line = Json::parse(text);
    line.erase("path");
    const Json& stones = line.at("result").at("stones");
    if (stones.empty() || std::abs(stones[0].at("x").get<double>()) < 0.7) continue;
    const double x = std::abs(stones[0].at("x").get<double>());
    Json wide = line;
    Json narrow = line;
    wide["sheet_width"] = 2.0 * (x + 0.145 + 0.05);
    narrow["sheet_width"] = 2.0 * (x + 0.145 - 0.05);
    const std::vector<Json> answers =
        JsonLines(Skipstone("simulate " + Write("s", wide.dump() + "\n" + narrow.dump())).out);
    ASSERT_EQ(answers.size(), 2U);
    ExpectStones(answers[0].at("result").at("stones"), stones, line.at("id"));
    EXPECT_EQ(answers[1].at("result").at("removed"), Json::array({line.at("thrown")}));
    return;
  }
  FAIL() << "no golden draw stops far from the centre line";
}

TEST_F(Verbs, SimulateRepeatsNumbersExactly) {
  // Stones that nothing touches: the throw goes out over the side line.
  const std::map<std::string, std::string> throws = {
      {"dc2", R"({"vx":9.0,"vy":-20.0,"rotation":"cw"})"},
      {"fcv1", R"({"vx":1.0,"vy":2.0,"rotation":"cw"})"}};
  for (const auto& [ice, shot] : throws) {
    std::vector<std::string> lines;
    for (const std::string& text : GoldenLines(ice + "_dev_real.jsonl", 1000)) {
      Json line = Json::parse(text);
      if (line.at("stones").size() < 4) continue;
      line["shot"] = Json::parse(shot);
      line["four_rock_rule"] = false;
      lines.push_back(line.dump());
      if (lines.size() == 10) break;
    }
    const std::string command = "simulate --ice " + ice + " ";
    const std::vector<Json> answers = JsonLines(Skipstone(command + Write("s", Join(lines))).out);
    ASSERT_EQ(answers.size(), lines.size());
    std::vector<std::string> again;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      Json line = Json::parse(lines[i]);
      ExpectStones(answers[i].at("result").at("stones"), line.at("stones"), line.at("id"));
      line["stones"] = answers[i].at("result").at("stones");
      again.push_back(line.dump());
    }
    EXPECT_EQ(JsonLines(Skipstone(command + Write("s", Join(again))).out), answers)
        << "an answer can be read back";
  }
}

TEST_F(Verbs, AClosedOutputEndsSimulate) {
  const auto until_closed = [](bool ignore_sigpipe) {
    Conversation talk({"simulate", "--ice", "dc2", kGolden + "dc2_dev_real.jsonl"}, ignore_sigpipe);
    EXPECT_NE(talk.Hear(), "");
    talk.CloseOutput();
    return talk.Wait();
  };
  EXPECT_EQ(until_closed(false), 128 + SIGPIPE);
  EXPECT_EQ(until_closed(true), 3);
}

}  // namespace
}  // namespace skipstone
