// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skipstone {

// What samples say of what they were drawn from. For reports: its values may differ in their last
// bits from machine to machine, so nothing that decides a game asks for more than a comparison.

// A mean of independent values, and how sure it is.
struct MeanEstimate {
  int count = 0;
  double mean = 0.0;
  std::optional<double> standard_error;  // of two values or more

  // Half of the mean's 95 % interval, by Student's t; 0 where there is no standard error.
  double HalfInterval() const;
  // The probability that chance alone makes a mean of 0 as large: the upper-tailed t-test. Nothing
  // without a standard error, or if all values are 0.
  std::optional<double> PValue() const;
};
std::optional<MeanEstimate> MeanOf(std::span<const double> values);  // nothing without values
// Of a's less b's, value by value; both have as many.
std::optional<MeanEstimate> MeanDifferenceOf(std::span<const double> a, std::span<const double> b);
// The standard error of the mean of two values or more; `mean` is their own.
double StandardErrorOf(std::span<const double> values, double mean);

// Of the mean of many values that were added up, and their squares.
double StandardErrorOfSums(double sum, double squares, double count);

inline constexpr double kNormal95 = 1.96;  // half of a 95 % interval, in standard errors
// Of a share of `count` trials: its standard error, and half of its 95 % interval.
double ShareErrorOf(double share, int count);
double ShareHalfInterval(double share, int count);

// The nearest rank: the smallest value that at least this share of all values does not exceed; 0
// without values.
double QuantileOf(std::span<const double> sorted, double share);
// The value in the middle, or the mean of the two there; 0 without values.
double MedianOf(std::vector<double> values);

// Whether two sets of counts over the same bins may come from one distribution: the two-sample
// chi-square test. Bins that either sample should have fewer than five of are pooled into one.
struct TwoSampleTest {
  double statistic = 0.0;
  int degrees = 0;  // of freedom; 0 if a single bin is left, which says nothing
  double p = 1.0;   // of a statistic at least as large, if they do
};
TwoSampleTest CompareCounts(std::span<const std::int64_t> a, std::span<const std::int64_t> b);

}  // namespace skipstone
