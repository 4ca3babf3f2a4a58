// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/policy_sample.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "net/features.h"

namespace skipstone {
namespace {

SampledEnd SomeEnd() {
  SampledEnd end;
  end.number = 7;
  end.points = -2;
  for (int shot = 0; shot < kStones; ++shot) {
    PolicySample& sample = end.samples[static_cast<std::size_t>(shot)];
    sample.position.turn = {shot, Team::k1};
    if (shot > 0) sample.position.board.Put(SlotOf(Team::k0, 0), {0.25, -1.5});
    std::vector<PolicySample::Share> shares = {{3, 1.0F}, {2000, 3.0F}};
    sample.SetShares(shares);
    sample.scores[1] = 0.75;
    sample.scores[-1] = 0.25;
    sample.stake[3] = -0.5F;
  }
  return end;
}

TEST(PolicySample, BytesComeBack) {
  const SampledEnd end = SomeEnd();
  const std::string bytes = ToBytes(end);
  EXPECT_EQ(bytes.size(), SampledEndSize());
  EXPECT_EQ(SampledEndFrom(bytes), end);
  EXPECT_EQ(end.samples[0].shares[0], (PolicySample::Share{2000, 0.75F}));
}

TEST(PolicySample, BytesOfNoEndAreRefused) {
  SampledEnd end = SomeEnd();
  end.samples[3].shares[1].cell = kPolicyCells;
  EXPECT_THROW(SampledEndFrom(ToBytes(end)), Error);
  end = SomeEnd();
  end.points = 9;
  EXPECT_THROW(SampledEndFrom(ToBytes(end)), Error);
  end = SomeEnd();
  end.samples[2].scores[0] = std::nan("");
  EXPECT_THROW(SampledEndFrom(ToBytes(end)), Error);
  end = SomeEnd();
  end.samples[0].stake[15] = std::nanf("");
  EXPECT_THROW(SampledEndFrom(ToBytes(end)), Error);
  end = SomeEnd();
  end.samples[2].position.turn.shot = 5;
  EXPECT_THROW(SampledEndFrom(ToBytes(end)), Error);
}

TEST(PolicySample, SeldomCellsAreLeftOut) {
  std::vector<PolicySample::Share> shares;
  for (std::uint16_t cell = 0; cell < 100; ++cell) {
    shares.push_back({cell, static_cast<float>(cell + 1)});
  }
  PolicySample sample;
  sample.SetShares(shares);
  double sum = 0.0;
  for (const PolicySample::Share& share : sample.shares) sum += double{share.part};
  EXPECT_NEAR(sum, 1.0, 1e-6);
  EXPECT_EQ(sample.shares[0].cell, 99);
  EXPECT_EQ(sample.shares.back().cell, 100 - PolicySample::kMostShares);
}

TEST(PolicySample, ASearchSharesByItsDensities) {
  const PolicyCells cells(DefaultIce(Law::kFcv1), 4.0);
  const int a = PolicyCells::CellAt({16, 15, Handle::kCw});
  const int b = PolicyCells::CellAt({10, 28, Handle::kCcw});
  SearchResult result;
  result.best = cells.ReleaseOf(a);
  result.samples = {{cells.ReleaseOf(a), 5.0, 0.0, 8.0},
                    {cells.ReleaseOf(b), 2.0, 0.0, 4.0},
                    {cells.ReleaseOf(b), 2.0, 0.0, 4.0}};
  PolicySample sample;
  SetSearched(result, cells, 1.0, sample);
  EXPECT_NEAR(sample.shares[0].part, 0.5, 1e-6);
  SetSearched(result, cells, 0.5, sample);
  EXPECT_EQ(sample.shares[0].cell, a);
  EXPECT_NEAR(sample.shares[0].part, 64.0 / (64.0 + 16.0 + 16.0), 1e-6);
  EXPECT_EQ(sample.shares[1].cell, b);
  // Calls are drawn by the same weights.
  RandomStream random({.seed = 1, .purpose = Purpose::kTest});
  int drawn = 0;
  constexpr int kDraws = 3000;
  for (int i = 0; i < kDraws; ++i) {
    drawn += DrawCall(result, 0.5, random) == cells.ReleaseOf(a) ? 1 : 0;
  }
  EXPECT_NEAR(drawn, kDraws * 2.0 / 3.0, 110.0);
}

// Part of a cell in a target; 0 if it has none.
double PartOf(const PolicySample& sample, int cell) {
  for (const PolicySample::Share& share : sample.shares) {
    if (share.cell == cell && share.part > 0.0F) return double{share.part};
  }
  return 0.0;
}

TEST(PolicySample, AnImprovedPolicyGoesByValues) {
  const PolicyCells cells(DefaultIce(Law::kFcv1), 4.0);
  auto execution = MakeExecution(DefaultSizes(ExecutionModel::kDc3), Law::kFcv1);
  const ErrorShape shape = execution->shape();
  PolicyImprovement improvement(std::move(execution), shape);
  const int a = PolicyCells::CellAt({16, 15, Handle::kCw});
  const int b = PolicyCells::CellAt({10, 10, Handle::kCw});
  const int untried = PolicyCells::CellAt({22, 10, Handle::kCcw});
  const int seldom = PolicyCells::CellAt({5, 12, Handle::kCcw});
  std::vector<float> policy(kPolicyCells);
  policy[static_cast<std::size_t>(a)] = 1.0F;
  policy[static_cast<std::size_t>(b)] = 0.5F;
  policy[static_cast<std::size_t>(untried)] = 0.5F;
  SearchResult result;
  PolicySample sample;
  const auto improve = [&](double of_a, double of_b, double of_seldom, double per_point) {
    result.samples = {{cells.ReleaseOf(a), 300.0, of_a, 0.0},
                      {cells.ReleaseOf(b), 50.0, of_b, 0.0},
                      {cells.ReleaseOf(seldom), 1.0, of_seldom, 0.0}};
    improvement.Set(result, cells, policy, per_point, sample);
  };
  // As good as each other: whatever the visits, the policy stays.
  improve(0.3, 0.3, 0.3, 1.0);
  EXPECT_NEAR(PartOf(sample, a), 0.5, 0.001);
  EXPECT_NEAR(PartOf(sample, b), 0.25, 0.001);
  EXPECT_NEAR(PartOf(sample, untried), 0.25, 0.001);
  // What is better gains, what was not tried stays in between; in units of a point.
  for (const double unit : {1.0, 0.1}) {
    improve(0.3 * unit, 0.5 * unit, 0.3 * unit, unit);
    EXPECT_GT(PartOf(sample, b), 2.0 * PartOf(sample, untried));
    EXPECT_GT(PartOf(sample, untried), 0.6 * PartOf(sample, a));
  }
  // However far apart.
  improve(-60.0, 60.0, 0.0, 1.0);
  EXPECT_NEAR(PartOf(sample, b), 1.0, 1e-6);
  // A throw nearby tells of the call, too, if the kernel is the error's.
  const int untold = PolicyCells::CellAt({17, 15, Handle::kCw});
  policy[static_cast<std::size_t>(untold)] = 0.5F;
  const auto part_of_untold = [&](PolicyImprovement& by, double nearby) {
    result.samples = {{cells.ReleaseOf(a), 300.0, nearby, 0.0},
                      {cells.ReleaseOf(b), 300.0, 0.0, 0.0},
                      {cells.ReleaseOf(untold), 1.0, 0.0, 0.0}};
    by.Set(result, cells, policy, 1.0, sample);
    return PartOf(sample, untold) / PartOf(sample, untried);
  };
  PolicyImprovement alone(MakeExecution(DefaultSizes(ExecutionModel::kDc3), Law::kFcv1),
                          ErrorShape::kPoint);
  EXPECT_GT(part_of_untold(improvement, 0.2), 1.2 * part_of_untold(alone, 0.2));
  policy[static_cast<std::size_t>(untold)] = 0.0F;
  // A single throw tells little, but what was never proposed can come in by it.
  improve(0.3, 0.3, 2.3, 1.0);
  EXPECT_GT(PartOf(sample, seldom), 0.005);
  EXPECT_LT(PartOf(sample, seldom), 0.05);
}

TEST(PolicySample, TheTrainerSeesPositionsCellsAndScores) {
  const SampledEnd end = SomeEnd();
  const GameTerms terms = MakeTerms(Law::kFcv1);
  const TensorFile file = PolicyDatasetOf(end.samples, terms, false);
  EXPECT_EQ(file.At("stones", {16, 16, kStoneFeatures}).values.size(), 16U * 16 * kStoneFeatures);
  EXPECT_EQ(file.At("globals", {16, kGlobalFeatures}).values.size(), 16U * kGlobalFeatures);
  const auto knowing = PolicyDatasetOf(end.samples, terms, true);
  const auto& globals = knowing.At("globals", {16, kMostGlobalFeatures}).values;
  EXPECT_EQ(globals[kMostGlobalFeatures + kGlobalFeatures + 3], end.samples[1].stake[3]);
  EXPECT_EQ(file.At("target", {16, 17}).values[9], 0.75F);
  EXPECT_EQ(file.At("policy_cells", {16, 32}).values[32], 2000.0F);
  EXPECT_EQ(file.At("policy_weights", {16, 32}).values[33], 0.25F);
}

}  // namespace
}  // namespace skipstone
