// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "train/trainer.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/stop.h"
#include "net/network.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCheckpointFormat = "skipstone-checkpoint 1";
constexpr const char* kNetworkFormat = "skipstone-network 1";
// A batch is worked on in pieces of this size whatever the number of threads, so that sums are
// always added in the same order.
constexpr std::size_t kPiece = 256;
constexpr std::chrono::seconds kPlainLineEvery{30};

Dataset ReadData(const NetworkDefinition& definition, const std::vector<fs::path>& paths) {
  Dataset data(definition);
  for (const fs::path& path : paths) data.AddFile(path);
  if (data.size() == 0) throw BadData(paths.front().string(), "no positions to learn from");
  data.NormaliseWeights();
  return data;
}

std::vector<Tensor> FirstWeights(const TrainJob& job) {
  if (!job.init) return Network::Random(job.definition, job.seed).tensors();
  const Network network = Network::Read(*job.init);
  if (network.definition() != job.definition) {
    throw BadData(job.init->string(),
                  fmt::format("the network is {}, but the job's definition {}",
                              ToJson(network.definition()).dump(), ToJson(job.definition).dump()));
  }
  return network.tensors();
}

// Freed memory is kept: libtorch asks for the same sizes in every step, and the system's pages
// would be cleared anew each time. Called once the data's files are freed.
void KeepFreedMemory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_TOP_PAD, 64 << 20);
}

// The lists of an optimizer with the prefixes that their tensors have in a checkpoint.
template <class Optimizer, class Do>
void ForEachList(Optimizer& optimizer, const Do& what) {
  what("weight:", optimizer.weights);
  what("first_moment:", optimizer.first_moments);
  what("second_moment:", optimizer.second_moments);
  what("average:", optimizer.averages);
}

// Exact: a checkpoint's numbers come back bit for bit.
std::string Exact(double value) { return fmt::format("{}", value); }

double NumberIn(const TensorFile& file, const char* key, const std::string& where) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end()) throw BadData(where, fmt::format("has no \"{}\"", key));
  return std::strtod(found->second.c_str(), nullptr);
}

}  // namespace

Trainer::Trainer(TrainJob job)
    : job_(std::move(job)),
      data_(ReadData(job_.definition, job_.data)),
      optimizer_(Optimizer::From(FirstWeights(job_))),
      sampler_(job_.seed, data_.size(), job_.batch),
      start_(Clock::now()),
      crew_(job_.threads) {
  Hasher hasher;
  hasher.AddInt(HashOf(job_));
  hasher.AddInt(data_.Hash());
  for (const Tensor& tensor : optimizer_.weights) {
    for (const float value : tensor.values) hasher.AddDouble(value);
  }
  if (job_.test) {
    Dataset test(job_.definition);
    test.AddFile(*job_.test);
    if (test.size() == 0) throw BadData(job_.test->string(), "no positions to test with");
    hasher.AddInt(test.Hash());
    test_.emplace(std::move(test));
  }
  hash_ = HashText(hasher.value());
  KeepFreedMemory();
  const bool resumed = ReadCheckpoint();
  CutCurve();
  fmt::print(stderr, "skipstone-train: {} positions, {} to test with, {} threads{}\n", data_.size(),
             test_ ? test_->data().size() : 0, crew_.threads(),
             resumed ? fmt::format(", going on from step {}", step_) : "");
  for (int i = 0; i < crew_.threads(); ++i) {
    models_.push_back(std::make_unique<Model>(job_.definition, optimizer_.weights));
    averaged_.push_back(std::make_unique<Model>(job_.definition, optimizer_.averages));
  }
  const std::size_t pieces = (static_cast<std::size_t>(job_.batch) + kPiece - 1) / kPiece;
  gradients_.resize(pieces);
  losses_.resize(pieces);
  batches_.resize(pieces);
}

std::map<std::string, std::string> Trainer::StateOf() const {
  std::map<std::string, std::string> state = {
      {"format", kCheckpointFormat},     {"job", hash_},
      {"step", std::to_string(step_)},   {"seconds", Exact(Seconds())},
      {"loss_sum", Exact(loss_sum_)},    {"loss_steps", std::to_string(loss_steps_)},
      {"train_loss", Exact(train_loss_)}};
  return state;
}

void Trainer::WriteCheckpoint() const {
  TensorFile file{StateOf(), {}};
  ForEachList(optimizer_, [&](const std::string& prefix, const std::vector<Tensor>& tensors) {
    for (const Tensor& tensor : tensors) {
      file.tensors.push_back({prefix + tensor.name, tensor.shape, tensor.values});
    }
  });
  WriteTensorFile(job_.checkpoint, file);
}

bool Trainer::ReadCheckpoint() {
  if (!fs::exists(job_.checkpoint)) return false;
  const std::string where = job_.checkpoint.string();
  const TensorFile file = ReadTensorFile(job_.checkpoint);
  const auto format = file.metadata.find("format");
  if (format == file.metadata.end() || format->second != kCheckpointFormat) {
    throw BadData(where, "is no checkpoint of this program; give the job another name for it");
  }
  const auto job = file.metadata.find("job");
  if (job == file.metadata.end() || job->second != hash_) {
    if (job_.fresh) return false;
    throw BadData(where,
                  "belongs to another job or other data; delete it, give the job another name for "
                  "it, or set \"fresh\": true to overwrite it");
  }
  ForEachList(optimizer_, [&](const std::string& prefix, std::vector<Tensor>& tensors) {
    for (Tensor& tensor : tensors) {
      tensor.values = file.At(prefix + tensor.name, tensor.shape).values;
    }
  });
  step_ = static_cast<std::int64_t>(NumberIn(file, "step", where));
  seconds_before_ = NumberIn(file, "seconds", where);
  loss_sum_ = NumberIn(file, "loss_sum", where);
  loss_steps_ = static_cast<std::int64_t>(NumberIn(file, "loss_steps", where));
  train_loss_ = NumberIn(file, "train_loss", where);
  if (step_ < 0 || step_ > job_.steps) throw BadData(where, "its step is not one of the job's");
  return true;
}

// What was reported after the checkpoint will be reported again.
void Trainer::CutCurve() {
  if (step_ > 0 && fs::exists(job_.curve)) {
    std::istringstream lines(ReadFile(job_.curve));
    for (std::string line; std::getline(lines, line);) {
      const Json json = ParseJson(line, job_.curve.string());
      if (Field(json, "").At("step").Int(0, job_.steps) <= step_) curve_ += line + "\n";
    }
  }
  WriteFile(job_.curve, curve_);
}

double Trainer::Seconds() const {
  return seconds_before_ + std::chrono::duration<double>(Clock::now() - start_).count();
}

std::string Trainer::Summary() const {
  std::string text =
      fmt::format("step {} of {}, train loss {:.5f}", step_, job_.steps, train_loss_);
  if (test_result_) {
    text += fmt::format(", test loss {:.5f}, mae {:.4f}, explained {:.4f}", test_result_->loss,
                        test_result_->mae, test_result_->explained);
  }
  return text;
}

bool Trainer::Run() {
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  const std::int64_t first = step_;
  start_ = Clock::now();
  auto next_checkpoint = start_ + std::chrono::duration<double>(job_.checkpoint_seconds);
  auto next_line = start_ + kPlainLineEvery;
  {
    Progress progress("train", "steps");
    while (step_ < job_.steps && !StopRequested()) {
      Step();
      if (step_ % job_.report_steps == 0 || step_ == job_.steps) {
        Report();
        progress.Clear();
        if (terminal) fmt::print(stderr, "{}\n", Summary());
      }
      const auto now = Clock::now();
      if (now >= next_checkpoint || step_ == job_.steps) {
        WriteCheckpoint();
        next_checkpoint = now + std::chrono::duration<double>(job_.checkpoint_seconds);
      }
      const double fraction =
          static_cast<double>(step_ - first) / static_cast<double>(job_.steps - first);
      progress.Update(static_cast<std::size_t>(step_ - first), fraction);
      if (!terminal && now >= next_line) {
        next_line = now + kPlainLineEvery;
        const double elapsed = std::chrono::duration<double>(now - start_).count();
        fmt::print(stderr, "{}, {} left\n", Summary(),
                   DurationText(elapsed * (1.0 - fraction) / fraction));
      }
    }
  }
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  if (step_ < job_.steps) {
    WriteCheckpoint();
    fmt::print(stderr, "skipstone-train: stopped at step {}; the same command goes on from there\n",
               step_);
    return false;
  }
  WriteNetwork();
  fmt::print(stderr, "skipstone-train: {}; {:.0f} positions/s\n", Summary(),
             static_cast<double>((step_ - first) * job_.batch) / elapsed);
  return true;
}

void Trainer::Step() {
  const std::span<const Pick> picks = sampler_.BatchAt(step_);
  crew_.Do(gradients_.size(), [&](int thread, std::size_t piece) {
    PrepareThread();
    const std::size_t begin = piece * kPiece;
    data_.Fill(picks.subspan(begin, std::min(kPiece, picks.size() - begin)), batches_[piece]);
    losses_[piece] = models_[static_cast<std::size_t>(thread)]->Gradients(
        batches_[piece], job_.loss, 1.0 / job_.batch, gradients_[piece]);
  });
  double loss = losses_[0];
  for (std::size_t piece = 1; piece < gradients_.size(); ++piece) {
    loss += losses_[piece];
    for (std::size_t i = 0; i < gradients_[0].size(); ++i) {
      std::transform(gradients_[0][i].begin(), gradients_[0][i].end(), gradients_[piece][i].begin(),
                     gradients_[0][i].begin(), std::plus<>());
    }
  }
  if (!std::isfinite(loss)) {
    throw BadData(job_.out.string(),
                  fmt::format("the loss of step {} is no number; lower the learning rate", step_));
  }
  optimizer_.Step(step_, LearningRateAt(job_, step_), job_.weight_decay, gradients_[0]);
  loss_sum_ += loss;
  ++loss_steps_;
  ++step_;
}

void Trainer::Report() {
  train_loss_ = loss_sum_ / static_cast<double>(loss_steps_);
  loss_sum_ = 0.0;
  loss_steps_ = 0;
  if (test_) test_result_ = test_->Measure(averaged_, job_.loss, crew_);
  JsonOut line;
  line["step"] = step_;
  line["seconds"] = std::round(Seconds() * 100.0) / 100.0;
  line["learning_rate"] = LearningRateAt(job_, step_ - 1);
  line["train_loss"] = train_loss_;
  line["test_loss"] = test_result_ ? JsonOut(test_result_->loss) : JsonOut();
  line["test_mae"] = test_result_ ? JsonOut(test_result_->mae) : JsonOut();
  line["test_explained"] = test_result_ ? JsonOut(test_result_->explained) : JsonOut();
  curve_ += line.dump() + "\n";
  WriteFile(job_.curve, curve_);
}

// The averaged weights, unless the last ones do better on the test.
void Trainer::WriteNetwork() {
  bool averaged = true;
  if (test_) {
    const TestResult last = test_->Measure(models_, job_.loss, crew_);
    test_result_ = test_->Measure(averaged_, job_.loss, crew_);
    if (last.loss < test_result_->loss) {
      averaged = false;
      test_result_ = last;
    }
  }
  TensorFile file{job_.metadata, averaged ? optimizer_.averages : optimizer_.weights};
  file.metadata["format"] = kNetworkFormat;
  file.metadata["definition"] = ToJson(job_.definition).dump();
  file.metadata["steps"] = std::to_string(step_);
  file.metadata["weights"] = averaged ? "averaged" : "last";
  std::string data;
  for (const fs::path& path : job_.data) {
    data += fmt::format("{}{} ({} bytes)", data.empty() ? "" : ", ", path.filename().string(),
                        fs::file_size(path));
  }
  file.metadata["data"] = data;
  file.metadata["train_loss"] = fmt::format("{:.6f}", train_loss_);
  if (test_result_) {
    file.metadata["test_loss"] = fmt::format("{:.6f}", test_result_->loss);
    file.metadata["test_mae"] = fmt::format("{:.6f}", test_result_->mae);
    file.metadata["test_explained"] = fmt::format("{:.6f}", test_result_->explained);
  }
  // What the player would refuse is not written.
  Network::FromFile(file, job_.out.string());
  WriteTensorFile(job_.out, file);
}

}  // namespace skipstone
