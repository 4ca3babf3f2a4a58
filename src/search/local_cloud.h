// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/smoothing.h"
#include "value/score_distribution.h"

namespace skipstone {

// Throws around a call, in units of its errors, from which the worth of all calls nearby follows by
// importance weights: throws are spread wider than the error, and for each call weighted by how
// much more often that call leads to them than the spread does. All throws inform all calls, so a
// cloud tells calls apart that single estimates from as many throws would not.
class LocalCloud {
 public:
  static constexpr int kCalls = 13;  // looked at, on each axis

  // For clouds of at most this Fibonacci number of throws.
  LocalCloud(const ErrorCurve& curve, int most_index);

  // For calls up to `half` away from the centre, whose errors have the given scale.
  void Place(int fibonacci_index, const StandardPoint& half, const StandardPoint& scale);

  // Calls of another weight may err by another angle: so many times the centre's. After Place.
  double WeightOf(int call) const { return CallAt(call, half_.u); }
  void SetLineScale(int call, double times);

  std::size_t size() const { return size_; }
  // The throw's place, from the centre.
  StandardPoint Throw(std::size_t index) const;

  struct Best {
    StandardPoint call;  // from the centre
    double worth = 0.0;
    ScoreDistribution scores;
  };
  // The best call, given every throw's points, no heavier than `most_u` from the centre.
  Best FindBest(std::span<const std::int8_t> points, const Utility& utility, double most_u) const;

 private:
  using Weights = std::array<double, kCalls>;

  static double CallAt(int index, double half) {
    return half * (index - (kCalls - 1) / 2) / ((kCalls - 1) / 2);
  }
  double LineWeight(std::size_t throw_index, int weight, int line) const;
  std::size_t Partner(std::size_t index) const { return index * before_ % size_; }

  const ErrorCurve& curve_;
  StandardPoint half_;
  StandardPoint scale_;
  std::array<double, kCalls> line_scales_{};  // relative to the centre's, by call's weight
  bool same_line_scale_ = true;
  StandardPoint spread_;
  std::size_t size_ = 0;
  std::size_t before_ = 0;          // the Fibonacci number before the size
  std::vector<double> quantiles_;   // of both coordinates, in units of the spread
  std::vector<Weights> by_weight_;  // of a throw's weight, by call
  std::vector<Weights> by_line_;
};

}  // namespace skipstone
