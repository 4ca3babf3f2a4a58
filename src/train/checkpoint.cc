// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "train/checkpoint.h"

#include <fmt/format.h>

#include <cstdlib>
#include <type_traits>

#include "base/error.h"

namespace skipstone {
namespace {

constexpr const char* kFormat = "skipstone-checkpoint 1";

// The lists of an optimizer with the prefixes that their tensors have in a checkpoint.
template <class Optimizer, class Do>
void ForEachList(Optimizer& optimizer, const Do& what) {
  what("weight:", optimizer.weights);
  what("first_moment:", optimizer.first_moments);
  what("second_moment:", optimizer.second_moments);
  what("average:", optimizer.averages);
}

// The numbers of a checkpoint with their names.
template <class Checkpoint, class Do>
void ForEachNumber(Checkpoint& checkpoint, const Do& what) {
  what("step", checkpoint.step);
  what("steps_before", checkpoint.steps_before);
  what("seconds", checkpoint.seconds);
  what("loss_sum", checkpoint.loss_sum.value);
  what("policy_loss_sum", checkpoint.loss_sum.policy);
  what("loss_steps", checkpoint.loss_steps);
  what("train_loss", checkpoint.train_loss.value);
  what("train_policy_loss", checkpoint.train_loss.policy);
}

}  // namespace

TensorFile FileOf(const Checkpoint& checkpoint) {
  TensorFile file{{{"format", kFormat}, {"job", checkpoint.job}}, {}};
  ForEachNumber(checkpoint, [&](const char* name, auto number) {
    file.metadata[name] = fmt::format("{}", number);
  });
  ForEachList(checkpoint.optimizer,
              [&](const std::string& prefix, const std::vector<Tensor>& tensors) {
                for (const Tensor& tensor : tensors) {
                  file.tensors.push_back({prefix + tensor.name, tensor.shape, tensor.values});
                }
              });
  return file;
}

TensorFile ReadCheckpointFile(const std::filesystem::path& path) {
  TensorFile file = ReadTensorFile(path);
  const auto format = file.metadata.find("format");
  if (format == file.metadata.end() || format->second != kFormat ||
      !file.metadata.contains("job")) {
    throw BadData(path.string(),
                  "expected a checkpoint of this program, got another file; let the job name "
                  "another one");
  }
  return file;
}

Checkpoint CheckpointFrom(const TensorFile& file, const NetworkDefinition& definition,
                          const std::filesystem::path& path) {
  Checkpoint checkpoint;
  checkpoint.job = file.metadata.at("job");
  ForEachNumber(checkpoint, [&](const char* name, auto& number) {
    const auto found = file.metadata.find(name);
    if (found == file.metadata.end()) return;  // older than policies: 0
    number = static_cast<std::remove_reference_t<decltype(number)>>(
        std::strtod(found->second.c_str(), nullptr));
  });
  try {
    ForEachList(checkpoint.optimizer, [&](const std::string& prefix, std::vector<Tensor>& tensors) {
      for (const TensorShape& shape : ShapesOf(definition)) {
        const Tensor& tensor = file.At(prefix + shape.name, shape.shape);
        tensors.push_back({shape.name, shape.shape, tensor.values});
      }
    });
  } catch (const Error& error) {
    throw Error(error.kind(), path.string(),
                fmt::format("expected a checkpoint of the job's definition, got one of another "
                            "network: {}",
                            error.what()));
  }
  return checkpoint;
}

}  // namespace skipstone
