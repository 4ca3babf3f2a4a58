// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/dataset.h"

#include <algorithm>
#include <cmath>

#include "net/features.h"

namespace skipstone {

TensorFile DatasetOf(std::span<const Label> labels, const NetworkDefinition& definition,
                     const GameTerms& terms) {
  const auto count = static_cast<std::int64_t>(labels.size());
  Tensor target{"target", {count, kScores}, {}};
  for (const Label& label : labels) {
    for (const double p : label.scores.probability) target.values.push_back(static_cast<float>(p));
  }
  TensorFile file;
  if (definition.kind == NetworkKind::kNnX) {
    const std::size_t size = static_cast<std::size_t>(kStones * definition.inputs_per_stone);
    Tensor inputs{"inputs", {count, static_cast<std::int64_t>(size)}, {}};
    inputs.values.resize(labels.size() * size);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      EncodeNnX(labels[i].position.board, labels[i].position.turn,
                ScoringEdgeOf(terms.ice.sheet, terms.rules), definition.inputs_per_stone,
                std::span(inputs.values).subspan(i * size, size));
    }
    file.tensors.push_back(std::move(inputs));
  } else {
    const StoneFeatures features(terms);
    constexpr std::size_t kSize = kStones * kStoneFeatures;
    Tensor stones{"stones", {count, kStones, kStoneFeatures}, {}};
    Tensor globals{"globals", {count, kGlobalFeatures}, {}};
    stones.values.resize(labels.size() * kSize);
    globals.values.resize(labels.size() * kGlobalFeatures);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      features.EncodeDense(labels[i].position.board, labels[i].position.turn,
                           std::span(stones.values).subspan(i * kSize, kSize),
                           std::span(globals.values).subspan(i * kGlobalFeatures, kGlobalFeatures));
    }
    file.tensors.push_back(std::move(stones));
    file.tensors.push_back(std::move(globals));
  }
  file.tensors.push_back(std::move(target));
  return file;
}

Judgement Judge(std::span<const Label> labels, Evaluator& evaluator) {
  // A probability that a network calls impossible: float32 may round it to zero.
  constexpr double kLeast = 1e-12;
  Judgement judgement;
  ScoreDistribution mean;
  for (const Label& label : labels) {
    for (std::size_t i = 0; i < kScores; ++i) {
      mean.probability[i] += label.scores.probability[i] / static_cast<double>(labels.size());
    }
  }
  for (const Label& label : labels) {
    ScoreDistribution judged;
    evaluator.Evaluate({&label.position.board, 1}, label.position.turn, {&judged, 1});
    judgement.mean_absolute_error += std::abs(judged.Mean() - label.scores.Mean());
    for (std::size_t i = 0; i < kScores; ++i) {
      const double p = label.scores.probability[i];
      const double off = judged.probability[i] - p;
      judgement.mean_squared_error += off * off;
      if (p <= 0.0) continue;
      judgement.cross_entropy -= p * std::log(std::max(kLeast, judged.probability[i]));
      judgement.cross_entropy_of_mean -= p * std::log(std::max(kLeast, mean.probability[i]));
      judgement.entropy -= p * std::log(p);
    }
  }
  const double count = std::max(1.0, static_cast<double>(labels.size()));
  judgement.positions = static_cast<int>(labels.size());
  for (double* sum :
       {&judgement.mean_absolute_error, &judgement.cross_entropy, &judgement.cross_entropy_of_mean,
        &judgement.entropy, &judgement.mean_squared_error}) {
    *sum /= count;
  }
  return judgement;
}

}  // namespace skipstone
