// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "train/crew.h"
#include "train/dataset.h"
#include "train/job.h"
#include "train/model.h"
#include "train/optimizer.h"
#include "train/sampler.h"
#include "train/test_set.h"

namespace skipstone {

// Trains a network as a job says. All that decides how it goes on is in the checkpoint, and every
// file is written whole or not at all: after a kill at any moment the same job ends with the same
// bytes as if nothing had happened.
class Trainer {
 public:
  // Reads the data, and the checkpoint if there is one.
  explicit Trainer(TrainJob job);

  // False if it was told to stop (base/stop.h); then a checkpoint is written.
  bool Run();

 private:
  using Clock = std::chrono::steady_clock;

  std::map<std::string, std::string> StateOf() const;
  void WriteCheckpoint() const;
  bool ReadCheckpoint();
  void CutCurve();
  void Step();
  void Report();
  void WriteNetwork();
  double Seconds() const;
  std::string Summary() const;

  TrainJob job_;
  Dataset data_;
  std::optional<TestSet> test_;
  std::string hash_;  // of the job and its data
  Optimizer optimizer_;
  Sampler sampler_;
  std::int64_t step_ = 0;
  // Since the last report.
  double loss_sum_ = 0.0;
  std::int64_t loss_steps_ = 0;
  // Of the last report.
  double train_loss_ = 0.0;
  std::optional<TestResult> test_result_;
  double seconds_before_ = 0.0;  // of the runs before this one
  Clock::time_point start_;
  std::string curve_;
  Crew crew_;
  std::vector<std::unique_ptr<Model>> models_;    // one per thread
  std::vector<std::unique_ptr<Model>> averaged_;  // of the averaged weights
  // By piece of a batch.
  std::vector<std::vector<std::vector<float>>> gradients_;
  std::vector<double> losses_;
  std::vector<Batch> batches_;
};

}  // namespace skipstone
