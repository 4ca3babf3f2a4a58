// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "train/checkpoint.h"
#include "train/crew.h"
#include "train/dataset.h"
#include "train/job.h"
#include "train/model.h"
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

  bool HasPolicy() const { return job_.definition.kind == NetworkKind::kPvStones; }
  void WriteCheckpoint();
  bool Resume();
  void CutCurve();
  void Step();
  void Report();
  void WriteNetwork();
  double Seconds() const;
  std::string Summary() const;

  TrainJob job_;
  Dataset data_;
  std::optional<TestSet> test_;
  Checkpoint state_;
  Sampler sampler_;
  std::optional<TestResult> test_result_;  // of the last report
  double seconds_before_ = 0.0;            // of the runs before this one
  Clock::time_point start_;
  std::string curve_;
  Crew crew_;
  std::vector<std::unique_ptr<Model>> models_;    // one per thread
  std::vector<std::unique_ptr<Model>> averaged_;  // of the averaged weights
  // By piece of a batch.
  std::vector<std::vector<std::vector<float>>> gradients_;
  std::vector<Losses> losses_;
  std::vector<Batch> batches_;
};

}  // namespace skipstone
