// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <span>
#include <vector>

#include "net/definition.h"
#include "net/safetensors.h"
#include "train/dataset.h"
#include "train/job.h"

namespace skipstone {

// What a network of the kind pv-stones is told in two parts (Lee et al., eq. 12); others have no
// policy.
struct Losses {
  double value = 0.0;
  double policy = 0.0;

  double Total() const { return value + policy; }
  Losses& operator+=(const Losses& other) {
    value += other.value;
    policy += other.policy;
    return *this;
  }
};

// A network in libtorch, which works out the gradients. One object per thread, and one thread per
// object: libtorch's own threads stay out of it.
class Model {
 public:
  // Keeps references to the weights' values and sees when they change.
  Model(const NetworkDefinition& definition, std::vector<Tensor>& weights);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // The sums over the batch of each position's weight times its losses, times `scale`; the
  // gradients of their total by the weights are written over what is there.
  Losses Gradients(const Batch& batch, Loss loss, double scale,
                   std::vector<std::vector<float>>& gradients);

  // The logarithms of each position's 17 probabilities, and of pv-stones those of its kPolicyCells
  // cells.
  void LogOutputs(const Batch& batch, std::vector<float>& log_scores,
                  std::vector<float>& log_policy);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// On each thread before its first model.
void PrepareThread();

}  // namespace skipstone
