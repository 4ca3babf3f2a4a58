// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/outcomes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/exact_math.h"

namespace skipstone {
namespace {

// Draws to the tee, so many errors of the weight too long, of either handle.
class OutcomesTest : public testing::Test {
 protected:
  Release At(double errors, Handle handle = Handle::kCw) const {
    return execution_->Thrown(TeeDraw(Law::kFcv1, handle), {errors, 0.0});
  }
  std::size_t Add(double errors, Handle handle = Handle::kCw) {
    return outcomes_.Add(*execution_, At(errors, handle));
  }
  void Visit(std::size_t outcome, double value) {
    outcomes_.BackUp(execution_->shape(), outcome, value, kernels_);
  }
  static double K(double errors) { return std::exp(-0.5 * errors * errors); }

  std::unique_ptr<const Execution> execution_ =
      MakeExecution(DefaultSizes(ExecutionModel::kDc3), Law::kFcv1);
  Outcomes outcomes_;
  std::vector<float> kernels_;
};

TEST_F(OutcomesTest, HearOfEachOtherAsTheKernelSays) {
  EXPECT_EQ(outcomes_.mean(), 0.0);
  const std::size_t a = Add(0.0);
  Visit(a, 3.0);
  Visit(a, 5.0);
  const std::size_t b = Add(1.0);  // hears of what was there
  Visit(b, -1.0);
  const std::size_t c = Add(2.0, Handle::kCcw);  // the other handle
  Visit(c, 7.0);
  EXPECT_EQ(outcomes_.total_visits(), 4.0);
  EXPECT_EQ(outcomes_.mean(), 3.5);
  EXPECT_EQ(outcomes_.visits(), (std::vector<double>{2.0, 1.0, 1.0}));
  EXPECT_EQ(outcomes_.sums(), (std::vector<double>{8.0, -1.0, 7.0}));
  EXPECT_NEAR(outcomes_.densities()[a], 2.0 + K(1.0), 1e-3);
  EXPECT_NEAR(outcomes_.densities()[b], 1.0 + 2.0 * K(1.0), 1e-3);
  EXPECT_NEAR(outcomes_.densities()[c], 1.0, 1e-6);
  EXPECT_NEAR(outcomes_.weighted_sums()[a], 8.0 - K(1.0), 1e-3);
  EXPECT_NEAR(outcomes_.weighted_sums()[b], -1.0 + 8.0 * K(1.0), 1e-2);
  EXPECT_NEAR(outcomes_.weighted_sums()[c], 7.0, 1e-6);
  EXPECT_EQ(outcomes_.MostVisited(), At(0.0));
  outcomes_.Clear();
  EXPECT_EQ(outcomes_.size(), 0U);
  EXPECT_EQ(outcomes_.total_visits(), 0.0);
  EXPECT_EQ(outcomes_.mean(), 0.0);
}

// Far apart each speaks for itself: W = n.
TEST_F(OutcomesTest, TheSelectedOneHasTheGreatestUpperBound) {
  const double values[] = {1.0, 0.4, 0.0};
  const int visits[] = {20, 4, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    Add(30.0 * static_cast<double>(i));
    for (int v = 0; v < visits[i]; ++v) Visit(i, values[i]);
  }
  for (const double constant : {0.0, 0.5, 2.0}) {
    std::size_t best = 0;
    double most = -1e9;
    for (std::size_t i = 0; i < 3; ++i) {
      const double bound = values[i] + constant * std::sqrt(ExactLog(25.0) / visits[i]);
      if (bound > most) {
        most = bound;
        best = i;
      }
    }
    EXPECT_EQ(outcomes_.Select(constant), best) << constant;
  }
  EXPECT_EQ(outcomes_.Select(0.0), 0U);
  EXPECT_EQ(outcomes_.Select(2.0), 2U);
  const std::size_t unknown = Add(500.0);
  EXPECT_EQ(outcomes_.Select(0.0), unknown) << "what nobody knows anything of comes first";
}

TEST_F(OutcomesTest, AVisitGoesToTheLeastVisitedOfThoseNear) {
  const std::size_t call = Add(0.0);
  const std::size_t near = Add(1.0);
  const std::size_t nearer = Add(-0.5);
  const std::size_t far = Add(3.0);  // K = 0.01
  const auto least = [&] {
    return outcomes_.LeastVisitedNear(execution_->shape(), call, kernels_);
  };
  EXPECT_EQ(least(), call) << "none leads anywhere yet";
  outcomes_.set_child(far, 1);
  EXPECT_EQ(least(), call);
  outcomes_.set_child(near, 2);
  EXPECT_EQ(least(), near) << "the only one that leads on";
  outcomes_.set_child(call, 3);
  outcomes_.set_child(nearer, 4);
  Visit(call, 0.0);
  Visit(nearer, 0.0);
  EXPECT_EQ(least(), near);
  Visit(near, 0.0);
  EXPECT_EQ(least(), call) << "of equals the call's own";
  Visit(near, 0.0);
  Visit(call, 0.0);
  EXPECT_EQ(least(), nearer);
}

TEST_F(OutcomesTest, ANewOneIsTheLeastCoveredThatIsNear) {
  const std::size_t call = Add(0.0);
  Visit(call, 0.0);
  Visit(Add(-1.0), 0.0);
  const std::vector<Release> throws = {At(-0.5), At(0.9), At(0.2), At(4.0)};
  const auto least = [&](double nearness) {
    return outcomes_.LeastCovered(*execution_, call, throws, nearness);
  };
  EXPECT_EQ(least(0.02), At(0.9)) << "at 4 errors nothing was tried, but K is below 0.02";
  EXPECT_EQ(least(0.0), At(4.0));
  EXPECT_EQ(least(0.9), At(0.2));
  EXPECT_EQ(least(1.0), throws.back()) << "none is near enough: the last will do";
  EXPECT_EQ(outcomes_.LeastCovered(*execution_, call, {throws.data(), 1}, 0.0), At(-0.5));
}

}  // namespace
}  // namespace skipstone
