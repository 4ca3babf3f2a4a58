// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/error_bank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace skipstone {
namespace {

constexpr int kSamples = 200000;

// In standard coordinates, relative to the call.
using Sorted = std::array<std::vector<double>, 2>;

template <typename Thrower>
Sorted Throws(const Thrower& thrower, const Execution& scale, const Release& called) {
  RandomStream random({.seed = 4, .purpose = Purpose::kTest});
  const StandardPoint centre = scale.ToStandard(called);
  Sorted throws;
  for (int i = 0; i < kSamples; ++i) {
    const StandardPoint point = scale.ToStandard(thrower.Sample(called, random));
    throws[0].push_back(point.u - centre.u);
    throws[1].push_back(point.w - centre.w);
  }
  for (auto& list : throws) std::sort(list.begin(), list.end());
  return throws;
}

double Mean(const std::vector<double>& list) {
  double sum = 0.0;
  for (const double x : list) sum += x;
  return sum / static_cast<double>(list.size());
}

double Deviation(const std::vector<double>& list) {
  double sum = 0.0;
  for (const double x : list) sum += x * x;
  return std::sqrt(sum / static_cast<double>(list.size()));
}

TEST(ErrorBank, HasTheModelsMomentsAndQuantiles) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    for (const ExecutionModel model :
         {ExecutionModel::kDc3, ExecutionModel::kOlympic, ExecutionModel::kGat}) {
      const ExecutionSizes sizes = DefaultSizes(model);
      const auto execution = MakeExecution(sizes, law);
      const ErrorBank bank(sizes, law);
      Release called = TeeDraw(law, Handle::kCcw);
      for (const double factor : {0.9, 1.0, 1.3}) {
        called.speed_mps = factor * TeeDraw(law, Handle::kCcw).speed_mps;
        const Sorted want = Throws(*execution, *execution, called);
        const Sorted got = Throws(bank, *execution, called);
        for (int axis = 0; axis < 2; ++axis) {
          SCOPED_TRACE(testing::Message() << ModelName(model) << " " << LawName(law) << " "
                                          << factor << " axis " << axis);
          EXPECT_NEAR(Mean(got[axis]), Mean(want[axis]), 0.02);
          EXPECT_NEAR(Deviation(got[axis]) / Deviation(want[axis]), 1.0, 0.02);
          for (const double part : {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99}) {
            const auto at = static_cast<std::size_t>(part * kSamples);
            EXPECT_NEAR(got[axis][at], want[axis][at], part < 0.05 || part > 0.95 ? 0.08 : 0.02);
          }
        }
      }
    }
  }
}

TEST(ErrorBank, ThrowsAtTheCapAndNeverBackwards) {
  for (const ExecutionModel model : {ExecutionModel::kDc3, ExecutionModel::kOlympic}) {
    const ErrorBank bank(DefaultSizes(model), Law::kFcv1);
    RandomStream a({.seed = 5, .purpose = Purpose::kTest});
    RandomStream b({.seed = 5, .purpose = Purpose::kTest});
    double mean = 0.0;
    for (int i = 0; i < 10000; ++i) {
      const Release thrown = bank.Sample({4.7, 0.01, Handle::kCw}, a);
      EXPECT_EQ(thrown, bank.Sample({4.0, 0.01, Handle::kCw}, b));
      mean += thrown.speed_mps / 10000;
      EXPECT_GE(bank.Sample({0.001, 0.0, Handle::kCw}, a).speed_mps, 0.0);
      bank.Sample({0.001, 0.0, Handle::kCw}, b);
    }
    EXPECT_NEAR(mean, 4.0, 0.001);
  }
  const ErrorBank none(DefaultSizes(ExecutionModel::kNone), Law::kFcv1);
  RandomStream random({.seed = 6, .purpose = Purpose::kTest});
  const Release call{4.7, 0.01, Handle::kCw};
  EXPECT_EQ(none.Sample(call, random), call);
}

}  // namespace
}  // namespace skipstone
