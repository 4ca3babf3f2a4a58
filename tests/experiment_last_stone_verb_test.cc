// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verb experiment last-stone, as a user runs it.

#include "verbs.h"

namespace skipstone {
namespace {

class LastStoneExperiment : public Verbs {
 protected:
  Ran Run(const std::string& arguments) const {
    return Skipstone("experiment last-stone " + arguments);
  }
  Json Result(const std::string& folder) const {
    return Json::parse(ReadFile(Path(folder) + "/last_stone.json"));
  }
};

TEST_F(LastStoneExperiment, MeasuresAndWritesWhatItFound) {
  const Ran run = Run("--ice dc2 --positions 3 --sampled 1 --timed 1 --seed 7 --out " + Path("a"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out, "| positions | 3 of 3 |")) << run.out;
  EXPECT_TRUE(Contains(run.out, "above 60 ms")) << run.out;
  const std::string markdown = ReadFile(Path("a/last_stone.md"));
  EXPECT_TRUE(Contains(markdown, run.out)) << markdown;
  EXPECT_TRUE(Contains(markdown,
                       "`./skipstone experiment last-stone --ice dc2 --positions 3 --sampled 1 "
                       "--timed 1 --seed 7 --out "))
      << markdown;
  const Json json = Result("a");
  EXPECT_TRUE(json.at("whole").get<bool>());
  EXPECT_EQ(json.at("execution").at("model"), "gat");
  ASSERT_EQ(json.at("cases").size(), 3U);
  EXPECT_TRUE(json.at("cases")[0].contains("sampled_worth"));
  EXPECT_FALSE(json.at("cases")[1].contains("sampled_worth"));
  EXPECT_LT(json.at("worst_sampling_difference"), 0.02);
  EXPECT_GE(json.at("times_with_8_stones").at("positions"), 1);
  EXPECT_EQ(json.at("timed")[0].at("stones"), 8);

  // Threads change nothing but the times.
  ASSERT_EQ(
      Run("--ice dc2 --positions 3 --sampled 0 --timed 1 --seed 7 --threads 2 --out " + Path("b"))
          .exit_code,
      0);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(Result("b").at("cases")[i].at("best"), json.at("cases")[i].at("best"));
    EXPECT_EQ(Result("b").at("cases")[i].at("brute_gain"), json.at("cases")[i].at("brute_gain"));
  }
}

TEST_F(LastStoneExperiment, CtrlCLeavesWhatIsDone) {
  const Ran run = Interrupted(
      {"experiment", "last-stone", "--positions", "100000", "--sampled", "0", "--out", Path("c")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.err, "stopped")) << run.err;
  EXPECT_TRUE(Contains(run.out, "stopped early")) << run.out;
  const Json json = Result("c");
  EXPECT_FALSE(json.at("whole").get<bool>());
  EXPECT_LT(json.at("cases").size(), 100000U);
  EXPECT_EQ(json.at("cases").size(), json.at("positions"));
}

TEST_F(LastStoneExperiment, WrongUseHasItsExitCodes) {
  EXPECT_EQ(Run("--ice water").exit_code, 2);
  EXPECT_EQ(Run("--positions -1").exit_code, 2);
  EXPECT_EQ(Run("--execution dc9 --positions 1").exit_code, 2);
  EXPECT_EQ(Run("--positions 0 --timed 0 --out " + Write("file", "") + "/folder").exit_code, 3);
}

}  // namespace
}  // namespace skipstone
