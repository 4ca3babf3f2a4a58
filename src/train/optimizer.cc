// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "train/optimizer.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace skipstone {
namespace {

constexpr double kFirstDecay = 0.9;
constexpr double kSecondDecay = 0.999;
constexpr float kEpsilon = 1e-8F;
constexpr double kAverageDecay = 0.999;

}  // namespace

Optimizer Optimizer::From(std::vector<Tensor> weights) {
  Optimizer optimizer{std::move(weights), {}, {}, {}};
  optimizer.averages = optimizer.weights;
  optimizer.first_moments = optimizer.weights;
  for (Tensor& tensor : optimizer.first_moments) {
    std::fill(tensor.values.begin(), tensor.values.end(), 0.0F);
  }
  optimizer.second_moments = optimizer.first_moments;
  return optimizer;
}

void Optimizer::Step(std::int64_t step, double learning_rate, double weight_decay,
                     const std::vector<std::vector<float>>& gradients) {
  SKIPSTONE_CHECK(gradients.size() == weights.size());
  const double t = static_cast<double>(step);
  const float first_correction = static_cast<float>(1.0 / (1.0 - std::pow(kFirstDecay, t + 1.0)));
  const float second_correction = static_cast<float>(1.0 / (1.0 - std::pow(kSecondDecay, t + 1.0)));
  const float rate = static_cast<float>(learning_rate);
  // At first the average follows closely: the first weights are random and worth nothing.
  const float average_share =
      static_cast<float>(1.0 - std::min(kAverageDecay, (1.0 + t) / (10.0 + t)));
  constexpr float kFirst = static_cast<float>(1.0 - kFirstDecay);
  constexpr float kSecond = static_cast<float>(1.0 - kSecondDecay);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    // A bias does not decay.
    const float decay = weights[i].shape.size() < 2 ? 0.0F : static_cast<float>(weight_decay);
    float* __restrict w = weights[i].values.data();
    float* __restrict m = first_moments[i].values.data();
    float* __restrict v = second_moments[i].values.data();
    float* __restrict average = averages[i].values.data();
    const float* __restrict g = gradients[i].data();
    const std::size_t size = weights[i].values.size();
    SKIPSTONE_CHECK(gradients[i].size() == size);
    for (std::size_t k = 0; k < size; ++k) {
      m[k] += kFirst * (g[k] - m[k]);
      v[k] += kSecond * (g[k] * g[k] - v[k]);
      const float move = m[k] * first_correction / (std::sqrt(v[k] * second_correction) + kEpsilon);
      w[k] -= rate * (move + decay * w[k]);
      average[k] += average_share * (w[k] - average[k]);
    }
  }
}

}  // namespace skipstone
