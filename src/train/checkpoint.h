// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "net/definition.h"
#include "net/safetensors.h"
#include "train/model.h"
#include "train/optimizer.h"

namespace skipstone {

// All that decides how a job goes on.
struct Checkpoint {
  std::string job;  // hash of the job and its data
  Optimizer optimizer;
  std::int64_t step = 0;
  std::int64_t steps_before = 0;  // of the jobs that this one continues
  double seconds = 0.0;           // of work, those of the jobs before not counted
  // Since the last report.
  Losses loss_sum;
  std::int64_t loss_steps = 0;
  // Of the last report.
  Losses train_loss;
};

// Exact: its numbers come back bit for bit.
TensorFile FileOf(const Checkpoint& checkpoint);

// Throws BadData, which names the path, for a file that is no checkpoint.
TensorFile ReadCheckpointFile(const std::filesystem::path& path);
// The same for the checkpoint of another network.
Checkpoint CheckpointFrom(const TensorFile& file, const NetworkDefinition& definition,
                          const std::filesystem::path& path);

}  // namespace skipstone
