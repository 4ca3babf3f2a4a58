// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <vector>

#include "net/safetensors.h"

namespace skipstone {

// AdamW (Loshchilov and Hutter 2019) and the moving average of the weights it leaves behind. All
// tensors of a list are in the network's order.
struct Optimizer {
  std::vector<Tensor> weights;
  std::vector<Tensor> first_moments;
  std::vector<Tensor> second_moments;
  std::vector<Tensor> averages;

  // From zero moments.
  static Optimizer From(std::vector<Tensor> weights);

  // The step is counted from 0.
  void Step(std::int64_t step, double learning_rate, double weight_decay,
            const std::vector<std::vector<float>>& gradients);
};

}  // namespace skipstone
