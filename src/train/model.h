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

// A network in libtorch, which works out the gradients. One object per thread, and one thread per
// object: libtorch's own threads stay out of it.
class Model {
 public:
  // Keeps references to the weights' values and sees when they change.
  Model(const NetworkDefinition& definition, std::vector<Tensor>& weights);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // The sum over the batch of each position's weight times its loss, times `scale`; the gradients
  // by the weights are written over what is there.
  double Gradients(const Batch& batch, Loss loss, double scale,
                   std::vector<std::vector<float>>& gradients);

  // The logarithms of the 17 probabilities of each position.
  void LogScores(const Batch& batch, std::span<float> log_scores);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// On each thread before its first model.
void PrepareThread();

}  // namespace skipstone
