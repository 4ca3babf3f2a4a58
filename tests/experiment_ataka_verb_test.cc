// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The measurements of experiment ataka and bench labels, as a user runs them.

#include "net/network.h"
#include "verbs.h"

namespace skipstone {
namespace {

class AtakaExperiment : public Verbs {
 protected:
  Ran Run(const std::string& arguments) const {
    return Skipstone("experiment ataka " + arguments + " --out " + Path("out_folder"));
  }
  Json Result(const std::string& name) const {
    return Json::parse(ReadFile(Path("out_folder/" + name + ".json")));
  }
  std::string RandomNetwork() const {
    NetworkDefinition definition;
    definition.stone = {16, 16};
    definition.hidden = {16};
    WriteTensorFile(Path("network"), Network::Random(definition, 1).ToFile());
    return Path("network");
  }
};

TEST_F(AtakaExperiment, ChecksLabels) {
  const Ran run = Run("labels --states 4 --executions 5000 --player rule --seed 3");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out, "| states | 4 of 4 |")) << run.out;
  EXPECT_TRUE(Contains(ReadFile(Path("out_folder/labels.md")), run.out));
  const Json json = Result("labels");
  EXPECT_EQ(json.at("cases").size(), 4U);
  EXPECT_EQ(json.at("suspects"), 0);
  EXPECT_TRUE(Contains(json.at("provenance").at("command"), "--states 4 --executions 5000"));
}

TEST_F(AtakaExperiment, MakesPositionsAndJudgesANetworkByThem) {
  const std::string labels = Path("positions.labels");
  const std::string make = "experiment ataka positions --player rule --out " + labels;
  const Ran run = Skipstone(make + " --games 3");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(fs::exists(Path("positions.md")));
  const std::string bytes = ReadFile(labels);
  // The same again changes nothing; more games add to it; a torn record is made again.
  ASSERT_EQ(Skipstone(make + " --games 3").exit_code, 0);
  EXPECT_EQ(ReadFile(labels), bytes);
  WriteFile(labels, bytes.substr(0, bytes.size() - 10));
  ASSERT_EQ(Skipstone(make + " --games 4").exit_code, 0);
  EXPECT_EQ(Json::parse(ReadFile(Path("positions.json"))).at("positions"), 4);
  EXPECT_EQ(Skipstone(make + " --games 3 --seed 5").exit_code, 2);

  const Ran judged = Run("judge --labels " + labels + " --network network:file=" + RandomNetwork());
  ASSERT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_TRUE(Contains(judged.out, "at least 0.6")) << judged.out;
  const Json json = Result("judge");
  EXPECT_EQ(json.at("positions"), 4);
  EXPECT_GT(json.at("cross_entropy"), json.at("entropy"));
  int grouped = 0;
  for (const Json& group : json.at("by_contacts")) grouped += group.at("positions").get<int>();
  EXPECT_EQ(grouped, 4);
  EXPECT_EQ(Run("judge --ice dc2 --network random:seed=1 --labels " + labels).exit_code, 2);
  EXPECT_EQ(Run("judge --network random:seed=1 --labels " + Path("missing")).exit_code, 3);
  EXPECT_EQ(Run("judge --network random:seed=1 --labels " + Write("text", "{}\n")).exit_code, 4);
}

TEST_F(AtakaExperiment, ComparesTwoStagesWithTheWholeGrid) {
  const Ran run =
      Run("two-stages --states 3 --player rule --network network:file=" + RandomNetwork());
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out, "| all (at most 0.02) | 3 |")) << run.out;
  EXPECT_EQ(Result("two_stages").at("cases").size(), 3U);
}

TEST_F(AtakaExperiment, MeasuresRegretAndGoesOn) {
  const std::string arguments =
      "regret --cells 2 --errors 3 --quick --player rule --seconds 0.02 --network network:file=" +
      RandomNetwork();
  ASSERT_EQ(Run(arguments + " --positions 2").exit_code, 0);
  const std::string lines = ReadFile(Path("out_folder/regret.jsonl"));
  WriteFile(Path("out_folder/regret.jsonl"), lines + "{\"number\":2,\"posi");
  const Ran run = Run(arguments + " --positions 3");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out, "3 of 3 positions")) << run.out;
  EXPECT_TRUE(Contains(run.out, "95 % interval")) << run.out;
  EXPECT_EQ(ReadFile(Path("out_folder/regret.jsonl")).substr(0, lines.size()), lines);
  const Json json = Result("regret");
  EXPECT_EQ(json.at("positions"), 3);
  for (const Json& player : json.at("players")) EXPECT_GE(player.at("mean_regret"), 0.0);
  EXPECT_LE(json.at("difference").at("low"), json.at("difference").at("high"));
  // Another setup does not mix with it; a random network has no player.
  EXPECT_EQ(Run(arguments + " --positions 3 --seed 9").exit_code, 2);
  EXPECT_EQ(Run("regret --positions 2 --network random:seed=1").exit_code, 2);
}

TEST_F(AtakaExperiment, CtrlCLeavesWhatIsDone) {
  const Ran run = Interrupted({"experiment", "ataka", "labels", "--states", "100000", "--player",
                               "rule", "--out", Path("out_folder")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.err, "stopped")) << run.err;
  EXPECT_FALSE(Result("labels").at("whole").get<bool>());
}

TEST_F(AtakaExperiment, BenchCountsLabels) {
  const Ran run = Skipstone("bench labels --network random:seed=1 --seconds 0.001 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json bench = Json::parse(run.out);
  EXPECT_EQ(bench.at("whole_grid"), 18718);  // docs/search.md says so
  const Json& labels = bench.at("labels");
  EXPECT_EQ(labels.size(), 4U);
  for (const Json& kind : labels) {
    EXPECT_GT(kind.at("labels_per_second"), 0.0);
    EXPECT_GT(kind.at("throws_per_label"), 100.0);
    EXPECT_GT(kind.at("label_in_shots"), 100.0);
  }
  EXPECT_EQ(labels.at("one-stone").at("judged_per_label"), 0.0);
  EXPECT_GT(labels.at("two-stages").at("judged_per_label"), 100.0);
}

}  // namespace
}  // namespace skipstone
