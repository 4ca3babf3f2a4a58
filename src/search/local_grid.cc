// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/local_grid.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace skipstone {
namespace {

// How far beyond the outermost call errors are covered; what lies farther counts as the edge.
constexpr double kCovered = 3.2;

}  // namespace

void LocalGrid::Place(const ErrorCurve& curve, const StandardPoint& half,
                      const StandardPoint& scale) {
  half_ = half;
  scale_ = scale;
  step_ = {(half.u + kCovered * scale.u) * 2.0 / (kRows - 1),
           (half.w + kCovered * scale.w) * 2.0 / (kColumns - 1)};
  for (int call = 0; call < kCalls; ++call) {
    const double at = CallAt(call, half_.u);
    double before = 0.0;
    for (int row = 0; row < kRows; ++row) {
      const double edge =
          row + 1 < kRows ? curve.Cdf((RowAt(row) + 0.5 * step_.u - at) / scale_.u) : 1.0;
      row_weights_[static_cast<std::size_t>(call)][static_cast<std::size_t>(row)] = edge - before;
      before = edge;
    }
  }
}

double LocalGrid::ColumnAt(int row, int column) const {
  constexpr double kGoldenRatio = 0.61803398874989484820;
  const double turned = row * kGoldenRatio;
  return (column - (kColumns - 1) / 2 + (turned - std::floor(turned)) - 0.5) * step_.w;
}

StandardPoint LocalGrid::Throw(int index) const {
  const int row = index / kColumns;
  return {RowAt(row), ColumnAt(row, index % kColumns)};
}

void LocalGrid::ColumnWeights(const ErrorCurve& curve, int row, double call,
                              std::array<double, kColumns>& weights) const {
  double before = 0.0;
  for (int column = 0; column < kColumns; ++column) {
    const double edge = column + 1 < kColumns
                            ? curve.Cdf((ColumnAt(row, column) + 0.5 * step_.w - call) / scale_.w)
                            : 1.0;
    weights[static_cast<std::size_t>(column)] = edge - before;
    before = edge;
  }
}

LocalGrid::Best LocalGrid::FindBest(const ErrorCurve& curve, std::span<const std::int8_t> points,
                                    const Utility& utility) {
  SKIPSTONE_CHECK(points.size() == static_cast<std::size_t>(kThrows));
  std::array<double, kColumns> weights;
  std::array<std::array<double, kCalls>, kCalls> worth{};  // by weight, by line
  for (int row = 0; row < kRows; ++row) {
    const std::int8_t* in = points.data() + row * kColumns;
    const bool constant = std::all_of(in, in + kColumns, [in](int p) { return p == in[0]; });
    for (int line = 0; line < kCalls; ++line) {
      double sum = 0.0;
      if (constant) {
        sum = utility[in[0]];
      } else {
        ColumnWeights(curve, row, CallAt(line, half_.w), weights);
        for (int c = 0; c < kColumns; ++c) {
          sum += weights[static_cast<std::size_t>(c)] * utility[in[c]];
        }
      }
      for (int weight = 0; weight < kCalls; ++weight) {
        worth[static_cast<std::size_t>(weight)][static_cast<std::size_t>(line)] +=
            sum * row_weights_[static_cast<std::size_t>(weight)][static_cast<std::size_t>(row)];
      }
    }
  }
  // Of calls equally good up to rounding, the one nearest to the middle.
  int best_weight = (kCalls - 1) / 2;
  int best_line = (kCalls - 1) / 2;
  const auto at = [&worth](int weight, int line) {
    return worth[static_cast<std::size_t>(weight)][static_cast<std::size_t>(line)];
  };
  for (int weight = 0; weight < kCalls; ++weight) {
    for (int line = 0; line < kCalls; ++line) {
      if (at(weight, line) > at(best_weight, best_line) + 1e-9 * utility.per_point) {
        best_weight = weight;
        best_line = line;
      }
    }
  }
  Best best{
      {CallAt(best_weight, half_.u), CallAt(best_line, half_.w)}, at(best_weight, best_line), {}};
  for (int row = 0; row < kRows; ++row) {
    ColumnWeights(curve, row, best.call.w, weights);
    const double by_row =
        row_weights_[static_cast<std::size_t>(best_weight)][static_cast<std::size_t>(row)];
    for (int c = 0; c < kColumns; ++c) {
      best.scores[points[static_cast<std::size_t>(row * kColumns + c)]] +=
          by_row * weights[static_cast<std::size_t>(c)];
    }
  }
  return best;
}

}  // namespace skipstone
