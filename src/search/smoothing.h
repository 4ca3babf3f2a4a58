// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <span>
#include <vector>

#include "game/execution.h"

namespace skipstone {

// The distribution of one error of an execution model, tabulated: its mass between two points and
// its quantiles. Errors are in units of their scale.
class ErrorCurve {
 public:
  explicit ErrorCurve(const Execution& execution);

  double Cdf(double error) const;
  double Density(double error) const;
  double Quantile(double probability) const;
  // Beyond it lies less than a thousandth of the mass: kernels end there.
  double reach() const { return reach_; }

 private:
  double reach_;
  std::vector<double> cdf_;
  std::vector<double> density_;
};

// 1, 1, 2, 3, 5, ... for 1, 2, 3, 4, 5, ...
std::size_t Fibonacci(int index);

// Equally likely errors in both coordinates: a Fibonacci lattice, laid through the quantiles.
// Compared with a square lattice of as many nodes, no straight edge between two scores runs along
// its rows, so a score's probability comes out about ten times nearer.
std::vector<StandardPoint> ErrorNodes(const ErrorCurve& curve, int fibonacci_index);

// Where releases are tried: weights in rows, at any distance, and lines in columns.
struct Lattice {
  std::vector<double> speeds_mps;    // of the rows, ascending
  std::vector<double> speed_scales;  // the errors' scales for a call from this row
  std::vector<double> angle_scales;
  int callable_rows = 0;  // the rest only catch errors of the heaviest calls
  double first_angle_rad = 0.0;
  double angle_step_rad = 0.0;
  int columns = 0;

  int rows() const { return static_cast<int>(speeds_mps.size()); }
  std::size_t size() const { return speeds_mps.size() * static_cast<std::size_t>(columns); }
  std::size_t Index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
  double AngleOf(int column) const { return first_angle_rad + angle_step_rad * column; }
  // The weights a row stands for: from half way to the row before, to half way to the next.
  double LowEdge(int row) const;
  double HighEdge(int row) const;
};

// Columns of a row: [begin, end).
struct ColumnRange {
  int begin = 0;
  int end = 0;

  bool empty() const { return begin >= end; }
};

// The expectation over the execution error of a function that is constant on a lattice's cells and
// zero outside. First along the weights, whose error is the same for every line; then along the
// lines, with the error that the called weight has.
class LatticeSmoother {
 public:
  LatticeSmoother(const Lattice& lattice, const ErrorCurve& curve);

  const Lattice& lattice() const { return lattice_; }

  // `ranges` say where a row's values are not zero, one per row. `scratch` has a row's columns.
  void Smooth(std::span<const double> values, std::span<const ColumnRange> ranges,
              std::span<double> scratch, std::span<double> smoothed) const;

  // What a call from a cell gives each cell of the lattice: calls take(cell index, probability).
  template <typename Take>
  void ForEachThrown(int row, int column, Take take) const {
    const RowKernel& kernel = kernels_[static_cast<std::size_t>(row)];
    const int reach = static_cast<int>(kernel.by_column.size() / 2);
    for (std::size_t i = 0; i < kernel.by_row.size(); ++i) {
      for (int d = -reach; d <= reach; ++d) {
        if (column + d < 0 || column + d >= lattice_.columns) continue;
        take(lattice_.Index(kernel.first_row + static_cast<int>(i), column + d),
             kernel.by_row[i] * kernel.by_column[static_cast<std::size_t>(d + reach)]);
      }
    }
  }

 private:
  struct RowKernel {
    int first_row = 0;
    std::vector<double> by_row;
    std::vector<double> by_column;  // of odd length, the call's own column in the middle
  };

  Lattice lattice_;
  std::vector<RowKernel> kernels_;  // of the callable rows
};

}  // namespace skipstone
