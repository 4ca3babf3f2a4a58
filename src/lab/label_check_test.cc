// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/label_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "lab/play_check.h"
#include "net/network.h"

namespace skipstone {
namespace {

GameTerms Fcv1() { return MakeTerms(Law::kFcv1); }

TEST(CheckLabels, FindsRightLabelsRightAndAWrongOneWrong) {
  LabelCheck check;
  check.terms = Fcv1();
  check.states = 6;
  check.executions = 20'000;
  check.player = "rule";
  const LabelCheckReport report = CheckLabels(check, {.threads = 2});
  EXPECT_TRUE(report.whole);
  EXPECT_EQ(report.cases.size(), 6U);
  EXPECT_EQ(report.suspects, 0);
  int counted = report.certain;
  for (const int count : report.p_values) counted += count;
  EXPECT_EQ(counted, 6);

  RandomStream random({.seed = 4});
  Labeller labeller(check.terms, check.labels, nullptr);
  // A state in which more than one score is likely.
  Label right;
  double likeliest = 1.0;
  while (likeliest > 0.8) {
    right = labeller.Make(RandomState(check.terms.ice, 1, random), 9);
    likeliest = *std::max_element(right.scores.probability.begin(), right.scores.probability.end());
  }
  EXPECT_GE(CheckLabel(right, 4096, 20'000, 3, labeller).test.degrees, 1);
  EXPECT_GT(CheckLabel(right, 4096, 20'000, 3, labeller).test.p, kLabelBar);
  // One execution in twenty that scores something else.
  Label wrong = right;
  for (double& p : wrong.scores.probability) p *= 0.95;
  wrong.scores[-2] += 0.05;
  EXPECT_LT(CheckLabel(wrong, 4096, 20'000, 3, labeller).test.p, kLabelBar);
  // The scores of a call two errors away.
  Label other = right;
  other.called.angle_rad += 2.0 * check.terms.sizes().angle_error_rad;
  other.called.speed_mps += 2.0 * check.terms.sizes().speed_error_mps;
  EXPECT_LT(CheckLabel(other, 4096, 20'000, 3, labeller).test.p, kLabelBar);
}

TEST(CheckLabels, StopsWhenTold) {
  LabelCheck check;
  check.terms = Fcv1();
  check.player = "rule";
  const LabelCheckReport report = CheckLabels(check, {.stop = [] { return true; }});
  EXPECT_FALSE(report.whole);
  EXPECT_TRUE(report.cases.empty());
}

TEST(TestPositions, GoOnWhereTheyWereStopped) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "test_positions";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  TestPositions positions;
  positions.terms = Fcv1();
  positions.player = "rule";
  positions.games = 4;
  positions.labels.executions = 500;
  positions.labels.last_stone = LabelSetting{}.last_stone;
  EXPECT_TRUE(MakeTestPositions(positions, folder / "whole", {}, {}));
  int asked = 0;
  const auto stop = [&asked] { return ++asked > 2; };
  EXPECT_FALSE(MakeTestPositions(positions, folder / "parts", {}, {.stop = stop}));
  EXPECT_EQ(ReadLabels(folder / "parts").size(), 2U);
  EXPECT_TRUE(MakeTestPositions(positions, folder / "parts", {}, {.threads = 2}));
  const std::vector<Label> labels = ReadLabels(folder / "parts");
  EXPECT_EQ(labels, ReadLabels(folder / "whole"));
  EXPECT_EQ(labels.size(), 4U);
  for (const Label& label : labels) EXPECT_EQ(label.position.turn.shot, kStones - 1);
  std::filesystem::remove_all(folder);
}

TEST(CompareStages, FindsTheSameLossWithAnyThreads) {
  StagesCheck check;
  check.terms = Fcv1();
  check.ply.fineness = 0.05;
  check.player = "rule";
  check.states = 3;
  check.evaluator = [&] { return MakeEvaluator("random:seed=1", check.terms); };
  const StagesReport one = CompareStages(check, {});
  const StagesReport two = CompareStages(check, {.threads = 2});
  ASSERT_TRUE(one.finished && two.finished);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(one.cases[i].stones_left, kLeastTwoStages + static_cast<int>(i));
    EXPECT_EQ(one.cases[i].loss, two.cases[i].loss);
    EXPECT_LT(std::abs(one.cases[i].loss), 1.0);
  }
}

TEST(RegretMeter, ItsBestIsNoWorseThanAnyPlayer) {
  RegretCheck check;
  check.terms = Fcv1();
  check.players = {"uct:playouts=30", "kr-uct:playouts=30"};
  check.seconds = 0.0;
  check.player = "rule";
  check.cells = 2;
  check.errors = 3;
  check.replies = LabelSetting{}.last_stone;
  check.evaluator = [&] { return MakeEvaluator("random:seed=1", check.terms); };
  RegretMeter meter(check);
  const auto never = [] { return false; };
  const auto result = meter.Measure(5, never);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->pool, 4);
  ASSERT_EQ(result->worths.size(), 2U);
  EXPECT_GE(result->RegretOf(0), 0.0);
  EXPECT_GE(result->RegretOf(1), 0.0);
  EXPECT_EQ(result->position.turn.shot, kStones - 2);
  // By play-outs it comes out the same again, and through JSON.
  const auto again = RegretMeter(check).Measure(5, never);
  EXPECT_EQ(again->worths, result->worths);
  const Json json = Json::parse(ToJson(*result).dump());
  const RegretCase read = RegretCaseFromJson(Field(json, "line"));
  EXPECT_EQ(read.worths, result->worths);
  EXPECT_EQ(read.calls, result->calls);
  EXPECT_EQ(read.position, result->position);
  EXPECT_FALSE(meter.Measure(5, [] { return true; }));
}

}  // namespace
}  // namespace skipstone
