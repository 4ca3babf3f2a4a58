// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <span>

#include "learn/labels.h"
#include "net/definition.h"
#include "net/safetensors.h"

namespace skipstone {

// Labels as the trainer reads them (docs/networks.md): encoded positions and their scores, in the
// given order.
TensorFile DatasetOf(std::span<const Label> labels, const NetworkDefinition& definition,
                     const GameTerms& terms);

// Every so manieth state is for testing only. A state and its perturbed relatives come from the
// same end and so are on the same side (see StatesOf in backward.h).
inline constexpr std::uint32_t kTestEvery = 20;
inline bool IsForTesting(std::uint32_t state) { return state % kTestEvery == 0; }

// How well an evaluator judges labelled positions.
struct Judgement {
  int positions = 0;
  double mean_absolute_error = 0.0;    // of the expected score, in points
  double cross_entropy = 0.0;          // of the labels under the evaluator's judgement, in nats
  double cross_entropy_of_mean = 0.0;  // under the labels' own mean: knowing nothing of a position
  double entropy = 0.0;                // of the labels: what perfect judgement has
  double mean_squared_error = 0.0;     // over the seventeen probabilities, summed

  // 0 for knowing nothing, 1 for knowing all: (CE_mean - CE) / (CE_mean - H).
  double Explained() const {
    return (cross_entropy_of_mean - cross_entropy) / (cross_entropy_of_mean - entropy);
  }
};
Judgement Judge(std::span<const Label> labels, Evaluator& evaluator);

}  // namespace skipstone
