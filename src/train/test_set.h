// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <vector>

#include "train/crew.h"
#include "train/dataset.h"
#include "train/job.h"
#include "train/model.h"

namespace skipstone {

// How well a network does on positions it has not learned from.
struct TestResult {
  double loss = 0.0;           // with the policy's
  double cross_entropy = 0.0;  // of the scores
  double mae = 0.0;            // mean absolute error of the expected score, in points
  double explained = 0.0;      // 0: no better than the mean of all targets, 1: perfect
  // Of pv-stones: the policy's cross-entropy, and how often the target's best cell is its first,
  // and among its first five.
  double policy_loss = 0.0;
  double top_1 = 0.0;
  double top_5 = 0.0;
};

// The test positions, and what their targets allow.
class TestSet {
 public:
  explicit TestSet(Dataset data);

  const Dataset& data() const { return data_; }
  // A model per thread of the crew, all with the same weights.
  TestResult Measure(std::vector<std::unique_ptr<Model>>& models, Loss loss, Crew& crew) const;

 private:
  Dataset data_;
  double entropy_ = 0.0;       // mean, of the targets
  double mean_entropy_ = 0.0;  // of the mean target: the cross-entropy of who always says that
};

}  // namespace skipstone
