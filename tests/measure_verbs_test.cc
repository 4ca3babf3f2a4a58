// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verbs that measure engines, as a user runs them.

#include <set>

#include "verbs.h"

namespace skipstone {
namespace {

TEST_F(Verbs, ParityFindsNoDifferenceBetweenAnEngineAndItself) {
  const Ran run = Skipstone(
      "parity --engine box2d --ice dc2 --case fuzz --seed 3 --shots 30 --json --picture " +
      Path("errors.svg"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json["shots"], 30);
  EXPECT_EQ(json["case"], "fuzz");
  EXPECT_EQ(json["seed"], 3);
  EXPECT_EQ(json["unexplained"], 0);
  std::vector<std::string> bands;
  for (const Json& row : json["rows"]) {
    bands.push_back(row["contacts"]);
    const Json& error = row["error"];
    EXPECT_EQ(error["max_mm"], 0.0);
    for (const char* what : {"same_stones", "same_score", "same_contacts"}) {
      EXPECT_EQ(error[what], 1.0) << row;
    }
    EXPECT_EQ(row.contains("floor"), row["shots"] > 0) << row;
  }
  EXPECT_EQ(bands, (std::vector<std::string>{"all", "0-1", "0", "1", "2-3", "4+"}));
  EXPECT_GT(json["rows"][0]["floor"]["max_mm"], 0.0);
  EXPECT_TRUE(Contains(ReadFile(Path("errors.svg")), "<svg"));

  // The worst shots can be thrown again.
  ASSERT_EQ(json["worst"].size(), 10U);
  std::string lines;
  for (const Json& worst : json["worst"]) lines += worst["line"].dump() + "\n";
  const Ran thrown = Skipstone("simulate --strict --ice dc2 " + Write("worst.jsonl", lines));
  EXPECT_EQ(thrown.exit_code, 0) << thrown.err;
  const std::vector<Json> answers = JsonLines(thrown.out);
  ASSERT_EQ(answers.size(), 10U);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i]["contacts"], json["worst"][i]["contacts"]) << answers[i]["id"];
  }
}

TEST_F(Verbs, ParityReadsAShotFile) {
  const std::string file = kGolden + "dc2_dev_cluster.jsonl";
  const Ran run =
      Skipstone("parity --engine box2d --ice dc2 --no-floor --shots 20 --json --file " + file);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json["file"], file);
  EXPECT_EQ(json["shots"], 20);
  EXPECT_EQ(json["worst"][0]["id"], "dc2_dev_cluster-0");
  EXPECT_FALSE(json.contains("case") || json.contains("unexplained"));
  EXPECT_FALSE(json["rows"][0].contains("floor"));
  const Ran text = Skipstone("parity --engine box2d --ice dc2 --shots 5 --file " + file);
  EXPECT_EQ(text.exit_code, 0) << text.err;
  for (const char* part : {"box2d against box2d on dc2: 5 shots", "floor", "median", "p99", "4+",
                           "unexplained: 0 of 5", "dc2_dev_cluster-0"}) {
    EXPECT_TRUE(Contains(text.out, part)) << part << "\n" << text.out;
  }
  const Ran bad = Skipstone("parity --engine box2d --ice dc2 --file " +
                            Write("bad.jsonl", std::string("{") + kDraw + "}\n{\"stones\":1}\n"));
  EXPECT_EQ(bad.exit_code, 4);
  EXPECT_TRUE(Contains(bad.err, "bad.jsonl:2: thrown: missing")) << bad.err;
}

TEST_F(Verbs, ParityRefusesWrongUseBeforeItWorks) {
  const std::vector<std::pair<std::string, std::string>> usage = {
      {"--case sweep", "sweep"},
      {"--engine box3d", "box3d"},
      {"--reference box3d --engine box2d", "box3d"},
      {"--ice water", "water"},
      {"--shots 0", "--shots"},
      {"--engine box2d --shots 1000000 --picture a.gif", "a.gif"},
      {"--file a.jsonl --seed 3", "--seed"}};
  for (const auto& [arguments, part] : usage) {
    const Ran run = Skipstone("parity " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments << "\n" << run.err;
    EXPECT_TRUE(Contains(run.err, part)) << arguments << "\n" << run.err;
    EXPECT_EQ(run.out, "") << arguments;
  }
  EXPECT_EQ(Skipstone("parity --engine box2d --file " + Path("missing.jsonl")).exit_code, 3);
}

TEST_F(Verbs, ParityReportsOnWhatWasDoneWhenStopped) {
  // A minute's work.
  Conversation talk({"parity", "--engine", "box2d", "--ice", "dc2", "--case", "hit1", "--shots",
                     "20000", "--json"});
  talk.Signal(SIGINT);
  const Json json = Json::parse(talk.Hear());
  EXPECT_LT(json["shots"], 20000);
  EXPECT_EQ(talk.Wait(), 0);
}

TEST_F(Verbs, BenchMeasuresEveryCase) {
  const Ran run = Skipstone("bench engines --ice dc2 --seconds 0.001 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json json = Json::parse(run.out);
  std::set<std::string> cases;
  for (const Json& entry : json["cases"]) {
    EXPECT_EQ(entry["ice"], "dc2");
    cases.insert(entry["case"]);
    const double slow = entry["box2d_shots_per_s"];
    const double fast = entry["event_shots_per_s"];
    EXPECT_GT(slow, 0.0) << entry;
    EXPECT_GT(fast, 0.0) << entry;
    EXPECT_NEAR(entry["ratio"], fast / slow, 1e-9 * fast / slow);
    EXPECT_GE(entry["event_best_shots_per_s"], fast);
    EXPECT_EQ(entry["contacts_per_shot"] == 0.0,
              Contains(entry["case"], "free") || Contains(entry["case"], "draw8"))
        << entry;
  }
  for (const char* name :
       {"free", "draw8", "real", "hit1", "hit4", "hit8", "hit12", "cluster", "draw8_batch",
        "real_batch", "draw8_boards", "real_boards", "draw8_scores", "real_scores"}) {
    EXPECT_EQ(cases.count(name), 1U) << name;
  }
  EXPECT_GT(json["two_threads"][0]["ratio"], 0.0);
  EXPECT_EQ(Skipstone("bench").exit_code, 2);
  EXPECT_EQ(Skipstone("bench engines --ice water").exit_code, 2);
  EXPECT_EQ(Skipstone("bench engines --seconds 0").exit_code, 2);
  EXPECT_EQ(Skipstone("bench engines --seconds nan").exit_code, 2);
}

}  // namespace
}  // namespace skipstone
