// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "net/definition.h"

namespace skipstone {

enum class Loss : std::uint8_t {
  kCrossEntropy,  // with the target's distribution
  kMse,           // Ataka et al.: the 17 squared differences of probabilities, summed
};

// What to train, as the job file says it; its paths are relative to the file's folder.
struct TrainJob {
  NetworkDefinition definition;
  std::vector<std::filesystem::path> data;
  std::optional<std::filesystem::path> test;
  std::optional<std::filesystem::path> init;  // start from these weights
  // Or from the checkpoint of an earlier job: its weights, averages, moments and steps.
  std::optional<std::filesystem::path> continued;
  std::filesystem::path out;
  std::filesystem::path checkpoint;
  std::filesystem::path curve;
  std::int64_t steps = 20000;
  int batch = 512;
  double learning_rate = 1e-3;  // after the warm-up
  double final_learning_rate = 1e-5;
  double weight_decay = 1e-4;
  std::uint64_t seed = 1;
  Loss loss = Loss::kCrossEntropy;
  int threads = 2;  // the result does not depend on them
  double checkpoint_seconds = 10.0;
  std::int64_t report_steps = 500;
  bool fresh = false;  // another job's checkpoint is overwritten instead of refused
  std::map<std::string, std::string> metadata;
};

// Throws BadData that names the field.
TrainJob ReadTrainJob(const std::filesystem::path& path);

// Of all that decides what comes out, but for the data's content.
std::uint64_t HashOf(const TrainJob& job);

// A short rise, which a job that continues another does without, then half a cosine down to the
// final rate.
double LearningRateAt(const TrainJob& job, std::int64_t step);

}  // namespace skipstone
