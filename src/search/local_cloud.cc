// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/local_cloud.h"

#include <cmath>

#include "base/error.h"

namespace skipstone {
namespace {

// How much wider than calls and errors together the throws are spread: the wings of the outermost
// calls' errors then carry no large weights.
constexpr double kWider = 1.15;

constexpr int kMiddle = (LocalCloud::kCalls - 1) / 2;

}  // namespace

LocalCloud::LocalCloud(const ErrorCurve& curve, int most_index) : curve_(curve) {
  const std::size_t most = Fibonacci(most_index);
  quantiles_.reserve(most);
  by_weight_.reserve(most);
  by_line_.reserve(most);
}

void LocalCloud::Place(int fibonacci_index, const StandardPoint& half, const StandardPoint& scale) {
  const std::size_t size = Fibonacci(fibonacci_index);
  SKIPSTONE_CHECK(size <= quantiles_.capacity());
  const bool resized = size != size_;
  if (resized) {
    size_ = size;
    before_ = Fibonacci(fibonacci_index - 1);
    quantiles_.resize(size);
    by_weight_.resize(size);
    by_line_.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      quantiles_[i] = curve_.Quantile((static_cast<double>(i) + 0.5) / static_cast<double>(size));
    }
  }
  // Most clouds of a position differ in their centre only.
  const bool other_weights = resized || half.u != half_.u || scale.u != scale_.u;
  const bool other_lines = resized || half.w != half_.w || scale.w != scale_.w;
  half_ = half;
  scale_ = scale;
  line_scales_.fill(1.0);
  same_line_scale_ = true;
  const auto spread = [](double reach, double unit) {
    return kWider * std::sqrt(unit * unit + 0.5 * reach * reach);
  };
  spread_ = {spread(half.u, scale.u), spread(half.w, scale.w)};
  const auto weigh = [&](double wide, double reach, double unit, std::vector<Weights>& weights) {
    for (std::size_t i = 0; i < size_; ++i) {
      const double spread_density = curve_.Density(quantiles_[i]) / wide;
      for (int call = 0; call < kCalls; ++call) {
        const double error = (quantiles_[i] * wide - CallAt(call, reach)) / unit;
        weights[i][static_cast<std::size_t>(call)] = curve_.Density(error) / unit / spread_density;
      }
    }
  };
  if (other_weights) weigh(spread_.u, half.u, scale.u, by_weight_);
  if (other_lines) weigh(spread_.w, half.w, scale.w, by_line_);
}

void LocalCloud::SetLineScale(int call, double times) {
  line_scales_[static_cast<std::size_t>(call)] = times;
  same_line_scale_ = same_line_scale_ && times == 1.0;
}

double LocalCloud::LineWeight(std::size_t throw_index, int weight, int line) const {
  const std::size_t i = Partner(throw_index);
  if (same_line_scale_) return by_line_[i][static_cast<std::size_t>(line)];
  const double unit = scale_.w * line_scales_[static_cast<std::size_t>(weight)];
  return curve_.Density((quantiles_[i] * spread_.w - CallAt(line, half_.w)) / unit) / unit /
         (curve_.Density(quantiles_[i]) / spread_.w);
}

StandardPoint LocalCloud::Throw(std::size_t index) const {
  return {spread_.u * quantiles_[index], spread_.w * quantiles_[Partner(index)]};
}

LocalCloud::Best LocalCloud::FindBest(std::span<const std::int8_t> points, const Utility& utility,
                                      double most_u) const {
  SKIPSTONE_CHECK(points.size() == size_);
  const auto scores_of = [&](int weight, int line) {
    ScoreDistribution scores;
    double sum = 0.0;
    for (std::size_t i = 0; i < size_; ++i) {
      const double w =
          by_weight_[i][static_cast<std::size_t>(weight)] * LineWeight(i, weight, line);
      scores[points[i]] += w;
      sum += w;
    }
    for (double& p : scores.probability) p /= sum;
    return scores;
  };
  // The weights add up to one only nearly; worth is counted from its middle, where that matters
  // less.
  const double base = utility.Of(scores_of(kMiddle, kMiddle));
  std::array<Weights, kCalls> worth{};  // by weight, by line
  for (std::size_t i = 0; i < size_; ++i) {
    const double value = utility[points[i]] - base;
    Weights by_line = by_line_[Partner(i)];
    for (std::size_t weight = 0; weight < kCalls; ++weight) {
      const double part = value * by_weight_[i][weight];
      if (!same_line_scale_) {
        for (int line = 0; line < kCalls; ++line) {
          by_line[static_cast<std::size_t>(line)] = LineWeight(i, static_cast<int>(weight), line);
        }
      }
      for (std::size_t line = 0; line < kCalls; ++line) worth[weight][line] += part * by_line[line];
    }
  }
  // Of calls equally good, the one in the middle.
  int best_weight = kMiddle;
  int best_line = kMiddle;
  const auto at = [&worth](int weight, int line) {
    return worth[static_cast<std::size_t>(weight)][static_cast<std::size_t>(line)];
  };
  const double tie = 1e-6 * utility.per_point * static_cast<double>(size_);
  for (int weight = 0; weight < kCalls && CallAt(weight, half_.u) <= most_u; ++weight) {
    for (int line = 0; line < kCalls; ++line) {
      if (at(weight, line) > at(best_weight, best_line) + tie) {
        best_weight = weight;
        best_line = line;
      }
    }
  }
  Best best;
  best.call = {CallAt(best_weight, half_.u), CallAt(best_line, half_.w)};
  best.worth = base + at(best_weight, best_line) / static_cast<double>(size_);
  best.scores = scores_of(best_weight, best_line);
  return best;
}

}  // namespace skipstone
