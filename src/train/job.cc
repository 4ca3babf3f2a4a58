// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "train/job.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 10'000;
constexpr std::int64_t kMostWarmUpSteps = 500;

constexpr std::array kKeys = std::to_array<std::string_view>(
    {"definition",   "data",     "test",   "init",    "continue",           "out",
     "checkpoint",   "curve",    "steps",  "batch",   "learning_rate",      "final_learning_rate",
     "weight_decay", "seed",     "loss",   "threads", "checkpoint_seconds", "report_steps",
     "fresh",        "metadata", "comment"});

fs::path PathOf(const Field& field, const fs::path& folder) {
  if (field.String().empty()) throw field.Bad("expected the name of a file");
  return folder / field.String();
}

double NumberOr(const Field& job, const char* key, double fallback, double low, double high) {
  const auto field = job.Find(key);
  return field ? field->Number(low, high) : fallback;
}

std::int64_t IntOr(const Field& job, const char* key, std::int64_t fallback, std::int64_t low,
                   std::int64_t high) {
  const auto field = job.Find(key);
  return field ? field->Int(low, high) : fallback;
}

Loss LossOf(const Field& field) {
  if (field.String() == "cross-entropy") return Loss::kCrossEntropy;
  if (field.String() == "mse") return Loss::kMse;
  throw field.Bad("expected \"cross-entropy\" or \"mse\"");
}

}  // namespace

TrainJob ReadTrainJob(const fs::path& path) {
  const Json json = ParseJson(ReadFile(path), path.string());
  const Field field(json, "");
  if (!json.is_object()) throw BadData(path.string(), "expected a JSON object, the job");
  for (const auto& item : json.items()) {
    // A misspelt setting would train for hours with the default.
    if (std::find(kKeys.begin(), kKeys.end(), item.key()) == kKeys.end()) {
      throw BadData(path.string(), "a job has no setting " + Quote(Json(item.key())));
    }
  }
  const fs::path folder = path.parent_path();
  TrainJob job;
  job.definition = NetworkDefinitionFromJson(field.At("definition"));
  const Field data = field.At("data");
  const std::size_t files = data.Size(kMaxFiles);
  if (files == 0) throw data.Bad("expected at least one file");
  for (std::size_t i = 0; i < files; ++i) job.data.push_back(PathOf(data[i], folder));
  if (const auto test = field.Find("test")) job.test = PathOf(*test, folder);
  if (const auto init = field.Find("init")) job.init = PathOf(*init, folder);
  job.out = PathOf(field.At("out"), folder);
  job.checkpoint = PathOf(field.At("checkpoint"), folder);
  job.curve = PathOf(field.At("curve"), folder);
  if (const auto continued = field.Find("continue")) {
    job.continued = PathOf(*continued, folder);
    if (job.init) {
      throw continued->Bad(
          "expected either \"init\" or \"continue\", got both: a checkpoint has its own weights");
    }
    if (job.continued->lexically_normal() == job.checkpoint.lexically_normal()) {
      throw continued->Bad(
          "expected an earlier job's checkpoint, got this job's own; give \"checkpoint\" another "
          "name");
    }
  }
  job.steps = IntOr(field, "steps", job.steps, 1, 1'000'000'000);
  job.batch = static_cast<int>(IntOr(field, "batch", job.batch, 1, 1 << 20));
  job.learning_rate = NumberOr(field, "learning_rate", job.learning_rate, 0.0, 1.0);
  job.final_learning_rate =
      NumberOr(field, "final_learning_rate", job.final_learning_rate, 0.0, 1.0);
  job.weight_decay = NumberOr(field, "weight_decay", job.weight_decay, 0.0, 1.0);
  if (const auto seed = field.Find("seed")) job.seed = seed->Unsigned();
  if (const auto loss = field.Find("loss")) {
    job.loss = LossOf(*loss);
    if (job.loss == Loss::kMse && job.definition.kind == NetworkKind::kPvStones) {
      throw loss->Bad("expected \"cross-entropy\", the loss of pv-stones, got \"mse\"");
    }
  }
  job.threads = static_cast<int>(IntOr(field, "threads", job.threads, 1, 256));
  job.checkpoint_seconds =
      NumberOr(field, "checkpoint_seconds", job.checkpoint_seconds, 0.0, 86400.0);
  job.report_steps = IntOr(field, "report_steps", job.report_steps, 1, 1'000'000'000);
  if (const auto fresh = field.Find("fresh")) job.fresh = fresh->Bool();
  if (const auto metadata = field.Find("metadata")) {
    if (!metadata->is_object()) throw metadata->Bad("expected an object of strings");
    for (const auto& item : metadata->value().items()) {
      job.metadata[item.key()] = metadata->At(item.key().c_str()).String();
    }
  }
  return job;
}

std::uint64_t HashOf(const TrainJob& job) {
  Hasher hasher;
  hasher.AddText(ToJson(job.definition).dump());
  hasher.AddInt(job.data.size());
  // Names alone: a folder may be moved, and then goes on.
  for (const fs::path& data : job.data) hasher.AddText(data.filename().string());
  hasher.AddText(job.test ? job.test->filename().string() : "");
  hasher.AddText(job.init ? job.init->filename().string() : "");
  if (job.continued) hasher.AddText(job.continued->filename().string());
  hasher.AddInt(static_cast<std::uint64_t>(job.steps));
  hasher.AddInt(static_cast<std::uint64_t>(job.batch));
  hasher.AddDouble(job.learning_rate);
  hasher.AddDouble(job.final_learning_rate);
  hasher.AddDouble(job.weight_decay);
  hasher.AddInt(job.seed);
  hasher.AddInt(static_cast<std::uint64_t>(job.loss));
  hasher.AddInt(static_cast<std::uint64_t>(job.report_steps));
  return hasher.value();
}

double LearningRateAt(const TrainJob& job, std::int64_t step) {
  const std::int64_t warm_up =
      job.continued ? 0 : std::clamp<std::int64_t>(job.steps / 20, 1, kMostWarmUpSteps);
  if (step < warm_up) {
    return job.learning_rate * static_cast<double>(step + 1) / static_cast<double>(warm_up);
  }
  const double done = static_cast<double>(step - warm_up) /
                      static_cast<double>(std::max<std::int64_t>(1, job.steps - warm_up));
  return job.final_learning_rate + 0.5 * (job.learning_rate - job.final_learning_rate) *
                                       (1.0 + std::cos(std::numbers::pi * done));
}

}  // namespace skipstone
