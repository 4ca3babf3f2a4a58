// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "search/smoothing.h"
#include "value/score_distribution.h"

namespace skipstone {

// A small grid of throws around a call, in units of its errors, from which the worth of all calls
// nearby follows. Every row is shifted against the others by a multiple of the golden ratio:
// without that, an edge between two scores that runs along the columns (as those of hits do) would
// be found only to half a column by all rows together.
class LocalGrid {
 public:
  static constexpr int kRows = 25;     // of throws, by weight
  static constexpr int kColumns = 25;  // by line
  static constexpr int kCalls = 13;    // looked at, on each axis
  static constexpr int kThrows = kRows * kColumns;

  // For calls up to `half` away from the centre, whose errors have the given scale.
  void Place(const ErrorCurve& curve, const StandardPoint& half, const StandardPoint& scale);

  // The throw's place, from the centre.
  StandardPoint Throw(int index) const;

  struct Best {
    StandardPoint call;  // from the centre
    double worth = 0.0;
    ScoreDistribution scores;
  };
  // The best call, given every throw's points.
  Best FindBest(const ErrorCurve& curve, std::span<const std::int8_t> points,
                const Utility& utility);

 private:
  double RowAt(int row) const { return (row - (kRows - 1) / 2) * step_.u; }
  double ColumnAt(int row, int column) const;
  double CallAt(int index, double half) const {
    return half * (index - (kCalls - 1) / 2) / ((kCalls - 1) / 2);
  }
  void ColumnWeights(const ErrorCurve& curve, int row, double call,
                     std::array<double, kColumns>& weights) const;

  StandardPoint half_;
  StandardPoint scale_;
  StandardPoint step_;
  std::array<std::array<double, kRows>, kCalls> row_weights_{};
};

}  // namespace skipstone
