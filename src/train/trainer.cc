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

Checkpoint FirstState(const TrainJob& job) {
  Checkpoint state;
  if (!job.continued) {
    state.optimizer = Optimizer::From(FirstWeights(job));
    return state;
  }
  Checkpoint earlier =
      CheckpointFrom(ReadCheckpointFile(*job.continued), job.definition, *job.continued);
  state.optimizer = std::move(earlier.optimizer);
  state.steps_before = earlier.steps_before + earlier.step;
  return state;
}

// Freed memory is kept: libtorch asks for the same sizes in every step, and the system's pages
// would be cleared anew each time. Called once the data's files are freed.
void KeepFreedMemory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_TOP_PAD, 64 << 20);
}

// What a network is judged by, under the names of curves and networks.
std::vector<std::pair<std::string, double>> FiguresOf(const TestResult& result, bool policy) {
  std::vector<std::pair<std::string, double>> figures = {
      {"test_loss", result.loss}, {"test_mae", result.mae}, {"test_explained", result.explained}};
  if (policy) {
    figures.insert(figures.end(), {{"test_value_loss", result.cross_entropy},
                                   {"test_policy_loss", result.policy_loss},
                                   {"test_top_1", result.top_1},
                                   {"test_top_5", result.top_5}});
  }
  return figures;
}

}  // namespace

Trainer::Trainer(TrainJob job)
    : job_(std::move(job)),
      data_(ReadData(job_.definition, job_.data)),
      state_(FirstState(job_)),
      sampler_(job_.seed, data_.size(), job_.batch),
      start_(Clock::now()),
      crew_(job_.threads) {
  Hasher hasher;
  hasher.AddInt(HashOf(job_));
  hasher.AddInt(data_.Hash());
  for (const Tensor& tensor : state_.optimizer.weights) {
    for (const float value : tensor.values) hasher.AddDouble(value);
  }
  if (job_.continued) hasher.AddInt(static_cast<std::uint64_t>(state_.steps_before));
  if (job_.test) {
    Dataset test(job_.definition);
    test.AddFile(*job_.test);
    if (test.size() == 0) throw BadData(job_.test->string(), "no positions to test with");
    hasher.AddInt(test.Hash());
    test_.emplace(std::move(test));
  }
  state_.job = HashText(hasher.value());
  KeepFreedMemory();
  const bool resumed = Resume();
  CutCurve();
  fmt::print(stderr, "skipstone-train: {} positions, {} to test with, {} threads{}\n", data_.size(),
             test_ ? test_->data().size() : 0, crew_.threads(),
             resumed          ? fmt::format(", going on from step {}", state_.step)
             : job_.continued ? fmt::format(", {} steps before", state_.steps_before)
                              : "");
  for (int i = 0; i < crew_.threads(); ++i) {
    models_.push_back(std::make_unique<Model>(job_.definition, state_.optimizer.weights));
    averaged_.push_back(std::make_unique<Model>(job_.definition, state_.optimizer.averages));
  }
  const std::size_t pieces = (static_cast<std::size_t>(job_.batch) + kPiece - 1) / kPiece;
  gradients_.resize(pieces);
  losses_.resize(pieces);
  batches_.resize(pieces);
}

void Trainer::WriteCheckpoint() {
  state_.seconds = Seconds();
  WriteTensorFile(job_.checkpoint, FileOf(state_));
}

bool Trainer::Resume() {
  if (!fs::exists(job_.checkpoint)) return false;
  const TensorFile file = ReadCheckpointFile(job_.checkpoint);
  if (file.metadata.at("job") != state_.job) {
    if (job_.fresh) return false;
    throw BadData(job_.checkpoint.string(),
                  "belongs to another job or other data; delete it, give the job another name for "
                  "it, or set \"fresh\": true to overwrite it");
  }
  state_ = CheckpointFrom(file, job_.definition, job_.checkpoint);
  if (state_.step < 0 || state_.step > job_.steps) {
    throw BadData(job_.checkpoint.string(), "its step is not one of the job's");
  }
  seconds_before_ = state_.seconds;
  return true;
}

// What was reported after the checkpoint will be reported again.
void Trainer::CutCurve() {
  if (state_.step > 0 && fs::exists(job_.curve)) {
    std::istringstream lines(ReadFile(job_.curve));
    for (std::string line; std::getline(lines, line);) {
      const Json json = ParseJson(line, job_.curve.string());
      if (Field(json, "").At("step").Int(0, job_.steps) <= state_.step) curve_ += line + "\n";
    }
  }
  WriteFile(job_.curve, curve_);
}

double Trainer::Seconds() const {
  return seconds_before_ + std::chrono::duration<double>(Clock::now() - start_).count();
}

std::string Trainer::Summary() const {
  std::string text = fmt::format("step {} of {}, train loss {:.5f}", state_.step, job_.steps,
                                 state_.train_loss.Total());
  if (test_result_) {
    text += fmt::format(", test loss {:.5f}, mae {:.4f}, explained {:.4f}", test_result_->loss,
                        test_result_->mae, test_result_->explained);
    if (HasPolicy()) {
      text += fmt::format(", policy loss {:.5f}, top 1 {:.4f}, top 5 {:.4f}",
                          test_result_->policy_loss, test_result_->top_1, test_result_->top_5);
    }
  }
  return text;
}

bool Trainer::Run() {
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  const std::int64_t first = state_.step;
  start_ = Clock::now();
  auto next_checkpoint = start_ + std::chrono::duration<double>(job_.checkpoint_seconds);
  auto next_line = start_ + kPlainLineEvery;
  {
    Progress progress("train", "steps");
    while (state_.step < job_.steps && !StopRequested()) {
      Step();
      if (state_.step % job_.report_steps == 0 || state_.step == job_.steps) {
        Report();
        progress.Clear();
        if (terminal) fmt::print(stderr, "{}\n", Summary());
      }
      const auto now = Clock::now();
      if (now >= next_checkpoint || state_.step == job_.steps) {
        WriteCheckpoint();
        next_checkpoint = now + std::chrono::duration<double>(job_.checkpoint_seconds);
      }
      const double fraction =
          static_cast<double>(state_.step - first) / static_cast<double>(job_.steps - first);
      progress.Update(static_cast<std::size_t>(state_.step - first), fraction);
      if (!terminal && now >= next_line) {
        next_line = now + kPlainLineEvery;
        const double elapsed = std::chrono::duration<double>(now - start_).count();
        fmt::print(stderr, "{}, {} left\n", Summary(),
                   DurationText(elapsed * (1.0 - fraction) / fraction));
      }
    }
  }
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  if (state_.step < job_.steps) {
    WriteCheckpoint();
    fmt::print(stderr, "skipstone-train: stopped at step {}; the same command goes on from there\n",
               state_.step);
    return false;
  }
  WriteNetwork();
  fmt::print(stderr, "skipstone-train: {}; {:.0f} positions/s\n", Summary(),
             static_cast<double>((state_.step - first) * job_.batch) / elapsed);
  return true;
}

void Trainer::Step() {
  const std::span<const Pick> picks = sampler_.BatchAt(state_.step);
  crew_.Do(gradients_.size(), [&](int thread, std::size_t piece) {
    PrepareThread();
    const std::size_t begin = piece * kPiece;
    data_.Fill(picks.subspan(begin, std::min(kPiece, picks.size() - begin)), batches_[piece]);
    losses_[piece] = models_[static_cast<std::size_t>(thread)]->Gradients(
        batches_[piece], job_.loss, 1.0 / job_.batch, gradients_[piece]);
  });
  Losses loss = losses_[0];
  for (std::size_t piece = 1; piece < gradients_.size(); ++piece) {
    loss += losses_[piece];
    for (std::size_t i = 0; i < gradients_[0].size(); ++i) {
      std::transform(gradients_[0][i].begin(), gradients_[0][i].end(), gradients_[piece][i].begin(),
                     gradients_[0][i].begin(), std::plus<>());
    }
  }
  if (!std::isfinite(loss.Total())) {
    throw BadData(
        job_.out.string(),
        fmt::format("the loss of step {} is no number; lower the learning rate", state_.step));
  }
  state_.optimizer.Step(state_.steps_before + state_.step, LearningRateAt(job_, state_.step),
                        job_.weight_decay, gradients_[0]);
  state_.loss_sum += loss;
  ++state_.loss_steps;
  ++state_.step;
}

void Trainer::Report() {
  const double steps = static_cast<double>(state_.loss_steps);
  state_.train_loss = {state_.loss_sum.value / steps, state_.loss_sum.policy / steps};
  state_.loss_sum = {};
  state_.loss_steps = 0;
  if (test_) test_result_ = test_->Measure(averaged_, job_.loss, crew_);
  JsonOut line;
  line["step"] = state_.step;
  line["seconds"] = std::round(Seconds() * 100.0) / 100.0;
  line["learning_rate"] = LearningRateAt(job_, state_.step - 1);
  line["train_loss"] = state_.train_loss.Total();
  if (HasPolicy()) {
    line["train_value_loss"] = state_.train_loss.value;
    line["train_policy_loss"] = state_.train_loss.policy;
  }
  for (const auto& [name, figure] : FiguresOf(test_result_.value_or(TestResult()), HasPolicy())) {
    line[name] = test_result_ ? JsonOut(figure) : JsonOut();
  }
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
  TensorFile file{job_.metadata, averaged ? state_.optimizer.averages : state_.optimizer.weights};
  file.metadata["format"] = kNetworkFormat;
  file.metadata["definition"] = ToJson(job_.definition).dump();
  file.metadata["steps"] = std::to_string(state_.steps_before + state_.step);
  file.metadata["weights"] = averaged ? "averaged" : "last";
  std::string data;
  for (const fs::path& path : job_.data) {
    data += fmt::format("{}{} ({} bytes)", data.empty() ? "" : ", ", path.filename().string(),
                        fs::file_size(path));
  }
  file.metadata["data"] = data;
  file.metadata["train_loss"] = fmt::format("{:.6f}", state_.train_loss.Total());
  if (HasPolicy()) {
    file.metadata["train_value_loss"] = fmt::format("{:.6f}", state_.train_loss.value);
    file.metadata["train_policy_loss"] = fmt::format("{:.6f}", state_.train_loss.policy);
  }
  if (test_result_) {
    for (const auto& [name, figure] : FiguresOf(*test_result_, HasPolicy())) {
      file.metadata[name] = fmt::format("{:.6f}", figure);
    }
  }
  // What the player would refuse is not written.
  Network::FromFile(file, job_.out.string());
  WriteTensorFile(job_.out, file);
}

}  // namespace skipstone
