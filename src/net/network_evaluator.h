// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "net/network.h"

namespace skipstone {

// Answers as the first does; throws kInternal, with the position, where a probability of the second
// differs by more than the tolerance. For searching bugs and for tests.
std::unique_ptr<Evaluator> MakeCheckEvaluator(std::unique_ptr<Evaluator> first,
                                              std::unique_ptr<Evaluator> second, double tolerance);

// A network that sees stones on positions as EncodeDense writes them, one after the other: what a
// trainer computes, computed here, in the network's own view. `kernel` empty: the fastest.
// `policies` may be empty; else pv-stones writes kPolicyCells for each position, none masked, the
// likeliest 1.
void RunDense(const Network& network, std::string_view kernel, std::span<const float> stones,
              std::span<const float> globals, std::span<ScoreDistribution> scores,
              std::span<float> policies = {});

}  // namespace skipstone
