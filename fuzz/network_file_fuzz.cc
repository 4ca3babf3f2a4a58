// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A file of a network: as it is, and with its hash repaired, which no mutation would get right.

#include <cmath>
#include <memory>

#include "fuzz.h"
#include "net/network.h"
#include "net/safetensors_hash.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  const std::string bytes(TextOf(data, size));
  AllowBadInput([&] { TensorFileFrom(bytes, "file"); });
  AllowBadInput([&] {
    const TensorFile file = TensorFileFrom(WithHash(bytes), "file");
    // Bytes, since a NaN is not equal to itself.
    const std::string written = BytesOf(file);
    Require(BytesOf(TensorFileFrom(written, "file")) == written, "a file survives");

    const auto network = std::make_shared<const Network>(Network::FromFile(file, "file"));
    Require(Network::FromFile(network->ToFile(), "file").tensors() == network->tensors(),
            "a network survives its file");
    const NetworkDefinition& definition = network->definition();
    const int left = definition.kind == NetworkKind::kNnX ? definition.stones_left : 2;
    const GameTerms terms = MakeTerms(Law::kFcv1);
    std::array<Board, 2> boards;
    boards[1].Put(0, {0.1, 0.2});
    boards[1].Put(8, {-0.4, -2.0});
    std::array<ScoreDistribution, 2> scores;
    MakeNetworkEvaluator(network, terms)->Evaluate(boards, {kStones - left, Team::k0}, scores);
    for (const ScoreDistribution& score : scores) {
      double sum = 0.0;
      for (const double p : score.probability) {
        Require(p >= 0.0 && p <= 1.0, "a probability");
        sum += p;
      }
      Require(std::abs(sum - 1.0) < 1e-9, "a distribution");
    }
    if (definition.kind != NetworkKind::kPvStones) return;
    std::vector<float> weights(kPolicyCells);
    MakePolicyValue(network, terms)->Policy(boards[1], {kStones - left, Team::k0}, 0.33, weights);
    for (const float weight : weights) Require(weight >= 0.0F && weight <= 1.0F, "a weight");
  });
  return 0;
}
