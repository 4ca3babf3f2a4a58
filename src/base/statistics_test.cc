// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace skipstone {
namespace {

using Counts = std::vector<std::int64_t>;
using Values = std::vector<double>;

TEST(MeanEstimate, HasStudentsInterval) {
  const MeanEstimate mean = MeanOf(Values{1.0, 2.0, 3.0, 4.0, 5.0}).value();
  EXPECT_EQ(mean.count, 5);
  EXPECT_DOUBLE_EQ(mean.mean, 3.0);
  EXPECT_NEAR(*mean.standard_error, std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(mean.HalfInterval(), 2.776445105 * std::sqrt(0.5), 1e-8);
}

TEST(MeanEstimate, SaysNothingOfWhatItDoesNotKnow) {
  EXPECT_FALSE(MeanOf({}));
  const MeanEstimate one = MeanOf(Values{2.0}).value();
  EXPECT_EQ(one.mean, 2.0);
  EXPECT_FALSE(one.standard_error);
  EXPECT_FALSE(one.PValue());
  EXPECT_EQ(one.HalfInterval(), 0.0);
  EXPECT_FALSE(MeanOf(Values{0.0, 0.0})->PValue());
  EXPECT_EQ(*MeanOf(Values{1.0, 1.0})->PValue(), 0.0);
  EXPECT_EQ(*MeanOf(Values{-1.0, -1.0})->PValue(), 1.0);
}

TEST(MeanEstimate, TailsOfStudentsTAreTheTabulatedOnes) {
  // Differences with a given t: mean m and unit standard deviation.
  const auto p_of = [](double t, std::size_t n) {
    std::vector<double> values(n, 0.0);
    const double half = std::sqrt(0.5 * (double(n) - 1.0));
    values[0] = half;
    values[1] = -half;
    for (double& v : values) v += t / std::sqrt(double(n));
    return *MeanOf(values)->PValue();
  };
  EXPECT_NEAR(p_of(1.812461, 11), 0.05, 1e-6);
  EXPECT_NEAR(p_of(2.763769, 11), 0.01, 1e-6);
  EXPECT_NEAR(p_of(1.658824, 111), 0.05, 1e-6);
  EXPECT_NEAR(p_of(-1.812461, 11), 0.95, 1e-6);
}

TEST(Statistics, SumsTellTheStandardErrorOfManyValues) {
  // 100 each of 1 and 3: a variance of 1.
  EXPECT_NEAR(StandardErrorOfSums(400.0, 1000.0, 200.0), std::sqrt(1.0 / 200.0), 1e-12);
  EXPECT_EQ(StandardErrorOfSums(200.0, 200.0, 200.0), 0.0);
}

TEST(Statistics, DifferencesGoValueByValue) {
  const MeanEstimate difference = *MeanDifferenceOf(Values{3.0, 5.0}, Values{1.0, 2.0});
  EXPECT_DOUBLE_EQ(difference.mean, 2.5);
  EXPECT_NEAR(*difference.standard_error, 0.5, 1e-12);
}

TEST(Statistics, AShareHasTheNormalInterval) {
  EXPECT_NEAR(ShareHalfInterval(0.5, 100), 0.098, 1e-12);
  // Nothing but wins: at most 3 in 100 of the games to come are lost.
  EXPECT_DOUBLE_EQ(ShareHalfInterval(1.0, 100), 0.03);
  EXPECT_DOUBLE_EQ(ShareHalfInterval(0.0, 2), 1.0);
}

TEST(Statistics, QuantilesGoByNearestRank) {
  const Values sorted = {1.0, 2.0, 3.0, 4.0};
  EXPECT_EQ(QuantileOf(sorted, 0.5), 2.0);
  EXPECT_EQ(QuantileOf(sorted, 0.51), 3.0);
  EXPECT_EQ(QuantileOf(sorted, 0.0), 1.0);
  EXPECT_EQ(QuantileOf(sorted, 1.0), 4.0);
  EXPECT_EQ(QuantileOf({}, 0.5), 0.0);
  EXPECT_EQ(MedianOf({3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(MedianOf({4.0, 1.0, 2.0, 3.0}), 2.5);
  EXPECT_EQ(MedianOf({}), 0.0);
}

TEST(CompareCounts, HasTheKnownPValues) {
  // A table of two by two: 10, 20 against 20, 10 has chi-square 20/3, whose p at one degree of
  // freedom is erfc(sqrt(10/3)).
  const TwoSampleTest test = CompareCounts(Counts{10, 20}, Counts{20, 10});
  EXPECT_EQ(test.degrees, 1);
  EXPECT_NEAR(test.statistic, 20.0 / 3.0, 1e-12);
  EXPECT_NEAR(test.p, std::erfc(std::sqrt(10.0 / 3.0)), 1e-12);
  // At two degrees of freedom p = exp(-chi-square / 2).
  const TwoSampleTest three = CompareCounts(Counts{30, 40, 30}, Counts{40, 30, 30});
  EXPECT_EQ(three.degrees, 2);
  EXPECT_NEAR(three.p, std::exp(-0.5 * three.statistic), 1e-12);
  EXPECT_NEAR(CompareCounts(Counts{10, 20}, Counts{100, 200}).p, 1.0, 1e-12);
}

TEST(CompareCounts, PoolsRareBins) {
  // Three bins of which the smaller sample should have fewer than five each, but seven together.
  const TwoSampleTest pooled = CompareCounts(Counts{100, 3, 2, 2}, Counts{1000, 30, 20, 20});
  EXPECT_EQ(pooled.degrees, 1);
  EXPECT_NEAR(pooled.statistic, 0.0, 1e-12);
  // Too few even together: nothing is left to test.
  const TwoSampleTest none = CompareCounts(Counts{100, 1, 0}, Counts{1000, 0, 1});
  EXPECT_EQ(none.degrees, 0);
  EXPECT_EQ(none.p, 1.0);
  EXPECT_EQ(CompareCounts(Counts{0, 100}, Counts{0, 1000}).degrees, 0);
  // One sample never scores what the other does often.
  EXPECT_LT(CompareCounts(Counts{100, 0, 100}, Counts{1000, 1000, 0}).p, 1e-9);
}

}  // namespace
}  // namespace skipstone
