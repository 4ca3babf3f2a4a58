// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "train/test_set.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "shots/policy_cells.h"
#include "value/score_distribution.h"

namespace skipstone {
namespace {

constexpr std::size_t kPiece = 512;  // positions at a time

template <class Numbers>
double EntropyOf(const Numbers& distribution) {
  double entropy = 0.0;
  for (const double p : distribution) entropy -= p > 0.0 ? p * std::log(p) : 0.0;
  return entropy;
}

// Adds what a position's policy gives.
void AddPolicy(const Batch& batch, std::size_t row, std::span<const float> log_policy,
               TestResult& sum) {
  const auto first = static_cast<std::size_t>(batch.first_cells[row]);
  const auto last = static_cast<std::size_t>(batch.first_cells[row + 1]);
  std::size_t best = first;
  for (std::size_t i = first; i < last; ++i) {
    sum.policy_loss -= double{batch.cell_weights[i]} *
                       double{log_policy[static_cast<std::size_t>(batch.cells[i])]};
    if (batch.cell_weights[i] > batch.cell_weights[best]) best = i;
  }
  const float own = log_policy[static_cast<std::size_t>(batch.cells[best])];
  const auto before =
      std::count_if(log_policy.begin(), log_policy.end(), [&](float other) { return other > own; });
  sum.top_1 += before < 1 ? 1.0 : 0.0;
  sum.top_5 += before < 5 ? 1.0 : 0.0;
}

}  // namespace

TestSet::TestSet(Dataset data) : data_(std::move(data)) {
  SKIPSTONE_CHECK(data_.size() > 0);
  const double rows = static_cast<double>(data_.size());
  std::array<double, kScores> mean{};
  for (std::size_t row = 0; row < data_.size(); ++row) {
    const std::span<const float> target = data_.Target(row);
    entropy_ += EntropyOf(target) / rows;
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += target[i] / rows;
  }
  mean_entropy_ = EntropyOf(mean);
}

TestResult TestSet::Measure(std::vector<std::unique_ptr<Model>>& models, Loss loss,
                            Crew& crew) const {
  const std::size_t pieces = (data_.size() + kPiece - 1) / kPiece;
  // Kept apart, then added in order: the sums do not depend on who was faster.
  std::vector<TestResult> sums(pieces);
  crew.Do(pieces, [&](int thread, std::size_t piece) {
    const std::size_t first = piece * kPiece;
    std::vector<Pick> picks(std::min(kPiece, data_.size() - first));
    for (std::size_t i = 0; i < picks.size(); ++i) picks[i].row = first + i;
    Batch batch;
    data_.Fill(picks, batch);
    std::vector<float> log_scores;
    std::vector<float> log_policy;
    models[static_cast<std::size_t>(thread)]->LogOutputs(batch, log_scores, log_policy);
    TestResult& sum = sums[piece];
    for (std::size_t row = 0; row < picks.size(); ++row) {
      double squares = 0.0;
      double error = 0.0;
      for (std::size_t i = 0; i < kScores; ++i) {
        const double log_score = log_scores[row * kScores + i];
        const double target = batch.targets[row * kScores + i];
        const double difference = std::exp(log_score) - target;
        sum.cross_entropy -= target * log_score;
        squares += difference * difference;
        error += difference * (static_cast<double>(i) - kMostPoints);
      }
      sum.loss += squares;
      sum.mae += std::abs(error);
      if (log_policy.empty()) continue;
      AddPolicy(batch, row, std::span(log_policy).subspan(row * kPolicyCells, kPolicyCells), sum);
    }
  });
  TestResult result;
  for (const TestResult& sum : sums) {
    result.loss += sum.loss;
    result.cross_entropy += sum.cross_entropy;
    result.mae += sum.mae;
    result.policy_loss += sum.policy_loss;
    result.top_1 += sum.top_1;
    result.top_5 += sum.top_5;
  }
  const double rows = static_cast<double>(data_.size());
  result.cross_entropy /= rows;
  result.mae /= rows;
  result.policy_loss /= rows;
  result.top_1 /= rows;
  result.top_5 /= rows;
  result.loss = loss == Loss::kMse ? result.loss / rows : result.cross_entropy + result.policy_loss;
  result.explained = (mean_entropy_ - result.cross_entropy) / (mean_entropy_ - entropy_);
  return result;
}

}  // namespace skipstone
