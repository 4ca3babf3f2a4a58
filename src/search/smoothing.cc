// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/smoothing.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace skipstone {
namespace {

// Nodes of the table per unit of the error, and how far it goes: a t with 5 degrees of freedom has
// 2e-8 of its mass beyond.
constexpr int kPerUnit = 64;
constexpr int kFar = 60;

}  // namespace

ErrorCurve::ErrorCurve(const Execution& execution) {
  constexpr int kCells = 2 * kFar * kPerUnit;
  constexpr double kStep = 1.0 / kPerUnit;
  cdf_.resize(kCells + 1);
  density_.resize(kCells + 1);
  for (int i = 0; i <= kCells; ++i) {
    density_[static_cast<std::size_t>(i)] = execution.ErrorDensity(i * kStep - kFar);
  }
  double sum = 0.0;
  for (int i = 0; i < kCells; ++i) {  // Simpson's rule
    const double x = i * kStep - kFar;
    sum += kStep / 6.0 *
           (execution.ErrorDensity(x) + 4.0 * execution.ErrorDensity(x + 0.5 * kStep) +
            execution.ErrorDensity(x + kStep));
    cdf_[static_cast<std::size_t>(i) + 1] = sum;
  }
  for (double& value : cdf_) value /= sum;
  reach_ = Quantile(1.0 - 5e-4);
}

double ErrorCurve::Cdf(double error) const {
  const double x = (error + kFar) * kPerUnit;
  if (!(x > 0.0)) return 0.0;
  if (x >= static_cast<double>(cdf_.size() - 1)) return 1.0;
  const auto i = static_cast<std::size_t>(x);
  const double part = x - static_cast<double>(i);
  return cdf_[i] + part * (cdf_[i + 1] - cdf_[i]);
}

double ErrorCurve::Density(double error) const {
  const double x = (error + kFar) * kPerUnit;
  if (!(x > 0.0) || x >= static_cast<double>(density_.size() - 1)) return 0.0;
  const auto i = static_cast<std::size_t>(x);
  const double part = x - static_cast<double>(i);
  return density_[i] + part * (density_[i + 1] - density_[i]);
}

double ErrorCurve::Quantile(double probability) const {
  const auto above = std::upper_bound(cdf_.begin(), cdf_.end(), probability);
  if (above == cdf_.begin()) return -kFar;
  if (above == cdf_.end()) return kFar;
  const double low = *(above - 1);
  const auto i = static_cast<double>(above - 1 - cdf_.begin());
  return (i + (probability - low) / (*above - low)) / kPerUnit - kFar;
}

std::size_t Fibonacci(int index) {
  std::size_t before = 0;
  std::size_t number = 1;
  for (int i = 1; i < index; ++i) {
    before += number;
    std::swap(before, number);
  }
  return number;
}

std::vector<StandardPoint> ErrorNodes(const ErrorCurve& curve, int fibonacci_index) {
  const std::size_t count = Fibonacci(fibonacci_index);
  const std::size_t before = Fibonacci(fibonacci_index - 1);
  std::vector<double> quantiles(count);
  for (std::size_t i = 0; i < count; ++i) {
    quantiles[i] = curve.Quantile((static_cast<double>(i) + 0.5) / static_cast<double>(count));
  }
  std::vector<StandardPoint> nodes(count);
  for (std::size_t i = 0; i < count; ++i) {
    nodes[i] = {quantiles[i], quantiles[i * before % count]};
  }
  return nodes;
}

double Lattice::LowEdge(int row) const {
  const auto i = static_cast<std::size_t>(row);
  const std::size_t other = i > 0 ? i - 1 : 1;
  return speeds_mps[i] - 0.5 * std::abs(speeds_mps[i] - speeds_mps[other]);
}

double Lattice::HighEdge(int row) const {
  const auto i = static_cast<std::size_t>(row);
  const std::size_t other = i + 1 < speeds_mps.size() ? i + 1 : i - 1;
  return speeds_mps[i] + 0.5 * std::abs(speeds_mps[i] - speeds_mps[other]);
}

LatticeSmoother::LatticeSmoother(const Lattice& lattice, const ErrorCurve& curve)
    : lattice_(lattice) {
  SKIPSTONE_CHECK(lattice.rows() >= 2 && lattice.callable_rows <= lattice.rows());
  for (int row = 0; row < lattice.callable_rows; ++row) {
    const auto i = static_cast<std::size_t>(row);
    RowKernel kernel;
    const double speed = lattice.speeds_mps[i];
    const double reach = curve.reach() * lattice.speed_scales[i];
    int last = row;
    kernel.first_row = row;
    while (kernel.first_row > 0 && lattice.LowEdge(kernel.first_row) > speed - reach) {
      --kernel.first_row;
    }
    while (last + 1 < lattice.rows() && lattice.HighEdge(last) < speed + reach) ++last;
    for (int r = kernel.first_row; r <= last; ++r) {
      kernel.by_row.push_back(curve.Cdf((lattice.HighEdge(r) - speed) / lattice.speed_scales[i]) -
                              curve.Cdf((lattice.LowEdge(r) - speed) / lattice.speed_scales[i]));
    }
    const double unit = lattice.angle_step_rad / lattice.angle_scales[i];
    const int columns = std::min(
        lattice.columns, static_cast<int>(std::ceil(std::min(1e6, curve.reach() / unit - 0.5))));
    for (int d = -std::max(0, columns); d <= std::max(0, columns); ++d) {
      kernel.by_column.push_back(curve.Cdf((d + 0.5) * unit) - curve.Cdf((d - 0.5) * unit));
    }
    kernels_.push_back(std::move(kernel));
  }
}

void LatticeSmoother::Smooth(std::span<const double> values, std::span<const ColumnRange> ranges,
                             std::span<double> scratch, std::span<double> smoothed) const {
  const auto columns = static_cast<std::size_t>(lattice_.columns);
  SKIPSTONE_CHECK(values.size() == lattice_.size() && smoothed.size() == lattice_.size() &&
                  scratch.size() == columns &&
                  ranges.size() == static_cast<std::size_t>(lattice_.rows()));
  std::fill(smoothed.begin(), smoothed.end(), 0.0);
  for (int row = 0; row < lattice_.callable_rows; ++row) {
    const RowKernel& kernel = kernels_[static_cast<std::size_t>(row)];
    std::fill(scratch.begin(), scratch.end(), 0.0);
    ColumnRange all{lattice_.columns, 0};
    for (std::size_t i = 0; i < kernel.by_row.size(); ++i) {
      const std::size_t from = static_cast<std::size_t>(kernel.first_row) + i;
      const ColumnRange& range = ranges[from];
      if (range.empty()) continue;
      all = {std::min(all.begin, range.begin), std::max(all.end, range.end)};
      const double weight = kernel.by_row[i];
      const double* in = values.data() + from * columns;
      for (int c = range.begin; c < range.end; ++c) scratch[c] += weight * in[c];
    }
    if (all.empty()) continue;
    const int reach = static_cast<int>(kernel.by_column.size() / 2);
    double* out = smoothed.data() + static_cast<std::size_t>(row) * columns;
    // Spread what is there: most of a row is zero, and a spread has no branches inside.
    for (int c = all.begin; c < all.end; ++c) {
      const double value = scratch[c];
      if (value == 0.0) continue;
      const int begin = std::max(0, c - reach);
      const int end = std::min(lattice_.columns, c + reach + 1);
      const double* by_column = kernel.by_column.data() + (begin - c + reach);
      for (int to = begin; to < end; ++to) out[to] += value * by_column[to - begin];
    }
  }
}

}  // namespace skipstone
