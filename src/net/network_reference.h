// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

// For tests: networks computed the plain way, in double, and what to ask them.

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "net/features.h"
#include "net/network.h"

namespace skipstone {

inline const GameTerms kTerms = MakeTerms(Law::kFcv1);

inline std::vector<Board> RandomBoards(std::size_t count, std::uint64_t seed) {
  RandomStream random({.seed = seed});
  std::vector<Board> boards(count);
  for (std::size_t i = 1; i < count; ++i) {  // the first is empty
    for (int slot = 0; slot < kStones; ++slot) {
      if (i > 1 && random.Below(2) == 0) continue;  // the second is full
      boards[i].Put(slot, {random.Uniform(-2.2, 2.2), random.Uniform(-6.0, 1.9)});
    }
  }
  return boards;
}

// Biases too, which random networks lack.
inline std::shared_ptr<const Network> WithBiases(const NetworkDefinition& definition) {
  TensorFile file = Network::Random(definition, 5).ToFile();
  RandomStream random({.seed = 6});
  for (Tensor& tensor : file.tensors) {
    if (tensor.shape.size() != 1) continue;
    for (float& value : tensor.values) value = static_cast<float>(random.Uniform(-0.5, 0.5));
  }
  return std::make_shared<const Network>(Network::FromFile(file, "test"));
}

// out = relu(in * weights + bias), the plain way, in double.
inline std::vector<double> Through(const std::vector<double>& in, const Tensor& weights,
                                   const Tensor* bias, bool relu) {
  std::vector<double> out;
  const auto columns = static_cast<std::size_t>(weights.shape[1]);
  for (std::size_t row = 0; row < static_cast<std::size_t>(weights.shape[0]); ++row) {
    double sum = bias == nullptr ? 0.0 : bias->values[row];
    for (std::size_t k = 0; k < columns; ++k) sum += weights.values[row * columns + k] * in[k];
    out.push_back(relu ? std::max(sum, 0.0) : sum);
  }
  return out;
}

inline std::vector<double> Softmax(std::vector<double> values) {
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0.0;
  for (double& value : values) sum += value = std::exp(value - largest);
  for (double& value : values) value /= sum;
  return values;
}

// Through the hidden layers, whose tensors begin at `at`.
inline std::vector<double> LastHidden(const Network& network, std::vector<double> in,
                                      std::size_t at) {
  const std::vector<Tensor>& tensors = network.tensors();
  for (std::size_t i = 0; i < network.definition().hidden.size(); ++i, at += 2) {
    in = Through(in, tensors[at], &tensors[at + 1], true);
  }
  return in;
}

// Through the layer that `name` begins, then a softmax.
inline std::vector<double> Answer(const Network& network, const std::vector<double>& hidden,
                                  const std::string& name) {
  const std::vector<Tensor>& tensors = network.tensors();
  const auto weights = std::find_if(tensors.begin(), tensors.end(),
                                    [&](const Tensor& t) { return t.name == name + ".weight"; });
  return Softmax(Through(hidden, *weights, &*(weights + 1), false));
}

inline ScoreDistribution ScoresOf(const Network& network, const std::vector<double>& hidden) {
  const std::vector<double> answer = Answer(network, hidden, "scores");
  ScoreDistribution scores;
  std::copy(answer.begin(), answer.end(), scores.probability.begin());
  return scores;
}

// The last hidden layer of a network that sees stones.
inline std::vector<double> StonesReference(const Network& network, const StoneFeatures& features,
                                           const Board& board, const Turn& turn,
                                           const Stake& stake = {}) {
  std::vector<float> stones(kStones * kStoneFeatures);
  std::vector<float> globals(kGlobalFeatures);
  features.EncodeDense(board, turn, stones, globals);
  const std::vector<Tensor>& tensors = network.tensors();
  const auto width = static_cast<std::size_t>(network.definition().stone[1]);
  std::vector<double> in(2 * width, 0.0);
  for (int stone = 0; stone < board.count(); ++stone) {
    const auto from = stones.begin() + stone * kStoneFeatures;
    std::vector<double> row(from, from + kStoneFeatures);
    row = Through(row, tensors[0], nullptr, true);
    row = Through(row, tensors[1], &tensors[2], true);
    for (std::size_t i = 0; i < width; ++i) {
      in[i] += row[i] / 4.0;
      in[width + i] = std::max(in[width + i], row[i]);
    }
  }
  in.insert(in.end(), globals.begin(), globals.end());
  if (network.definition().stakes) in.insert(in.end(), stake.begin(), stake.end());
  return LastHidden(network, in, 3);
}

template <typename F>
Error ErrorOf(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return e;
  }
  return Error(ErrorKind::kInternal, "", "no error");
}

}  // namespace skipstone
