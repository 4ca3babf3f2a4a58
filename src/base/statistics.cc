// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/statistics.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "base/error.h"

namespace skipstone {
namespace {

// Below it the chi-square distribution is no good approximation (Cochran 1954).
constexpr double kLeastExpected = 5.0;

}  // namespace

double MeanEstimate::HalfInterval() const {
  if (!standard_error) return 0.0;
  const boost::math::students_t distribution(count - 1.0);
  return boost::math::quantile(distribution, 0.975) * *standard_error;
}

std::optional<double> MeanEstimate::PValue() const {
  if (!standard_error) return std::nullopt;
  if (*standard_error == 0.0) {
    return mean == 0.0 ? std::nullopt : std::optional(mean > 0.0 ? 0.0 : 1.0);
  }
  const boost::math::students_t distribution(count - 1.0);
  return boost::math::cdf(boost::math::complement(distribution, mean / *standard_error));
}

double StandardErrorOf(std::span<const double> values, double mean) {
  SKIPSTONE_CHECK(values.size() >= 2);
  const auto count = static_cast<double>(values.size());
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (count - 1.0) / count);
}

std::optional<MeanEstimate> MeanOf(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  MeanEstimate result;
  result.count = static_cast<int>(values.size());
  for (const double value : values) result.mean += value / result.count;
  if (values.size() > 1) result.standard_error = StandardErrorOf(values, result.mean);
  return result;
}

std::optional<MeanEstimate> MeanDifferenceOf(std::span<const double> a, std::span<const double> b) {
  SKIPSTONE_CHECK(a.size() == b.size());
  std::vector<double> differences(a.begin(), a.end());
  for (std::size_t i = 0; i < b.size(); ++i) differences[i] -= b[i];
  return MeanOf(differences);
}

double StandardErrorOfSums(double sum, double squares, double count) {
  const double mean = sum / count;
  return std::sqrt(std::max(0.0, squares / count - mean * mean) / count);
}

double ShareErrorOf(double share, int count) { return std::sqrt(share * (1.0 - share) / count); }

double ShareHalfInterval(double share, int count) {
  // What has happened every time so far may yet fail once: in at most 3 / N of all trials, with
  // 95 % certainty.
  if (share <= 0.0 || share >= 1.0) return std::min(1.0, 3.0 / count);
  return kNormal95 * ShareErrorOf(share, count);
}

double QuantileOf(std::span<const double> sorted, double share) {
  if (sorted.empty()) return 0.0;
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

double MedianOf(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

TwoSampleTest CompareCounts(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  SKIPSTONE_CHECK(a.size() == b.size());
  struct Bin {
    double a = 0.0;
    double b = 0.0;
    double Sum() const { return a + b; }
  };
  Bin all;
  for (std::size_t i = 0; i < a.size(); ++i) {
    all.a += static_cast<double>(a[i]);
    all.b += static_cast<double>(b[i]);
  }
  SKIPSTONE_CHECK(all.a > 0.0 && all.b > 0.0);
  const double smaller_part = std::min(all.a, all.b) / all.Sum();
  const auto rare = [&](const Bin& bin) { return bin.Sum() * smaller_part < kLeastExpected; };
  std::vector<Bin> bins;
  Bin pool;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Bin bin{static_cast<double>(a[i]), static_cast<double>(b[i])};
    if (rare(bin)) {
      pool.a += bin.a;
      pool.b += bin.b;
    } else {
      bins.push_back(bin);
    }
  }
  if (pool.Sum() > 0.0) {
    if (rare(pool) && !bins.empty()) {
      // Still too few: they join the smallest of the others.
      Bin& least = *std::min_element(bins.begin(), bins.end(),
                                     [](const Bin& x, const Bin& y) { return x.Sum() < y.Sum(); });
      least.a += pool.a;
      least.b += pool.b;
    } else {
      bins.push_back(pool);
    }
  }
  TwoSampleTest test;
  test.degrees = static_cast<int>(bins.size()) - 1;
  if (test.degrees <= 0) return test;
  for (const Bin& bin : bins) {
    const double expected_a = bin.Sum() * all.a / all.Sum();
    const double expected_b = bin.Sum() * all.b / all.Sum();
    test.statistic += (bin.a - expected_a) * (bin.a - expected_a) / expected_a +
                      (bin.b - expected_b) * (bin.b - expected_b) / expected_b;
  }
  const boost::math::chi_squared distribution(test.degrees);
  test.p = boost::math::cdf(boost::math::complement(distribution, test.statistic));
  return test;
}

}  // namespace skipstone
