// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace skipstone {

enum class NetworkKind : std::uint8_t {
  kStoneSet,  // "stones", ours: a permutation-invariant network over the stones, one for all shots
  kNnX,  // "nn-x", Ataka et al.: the stones sorted by distance, one network per number of stones
         // left
  kPvStones,  // "pv-stones", Lee et al. 2018 with the layers of `stones`: which shot, and the
              // scores
};
std::string_view NetworkKindName(NetworkKind kind);
// Any kind but nn-x: it sees a position as a set of stones (net/features.h).
constexpr bool SeesStones(NetworkKind kind) { return kind != NetworkKind::kNnX; }

// What a network looks like; its weights are tensors of these shapes (docs/networks.md).
//
// stones: each stone on the sheet goes through two layers of widths `stone`, the results are
// pooled by sum (over 4) and by maximum, and with the position's own features go through layers
// of widths `hidden`, then to 17 scores.
//   stone.0.weight [stone[0], kStoneFeatures]   no bias: the features hold a one for each owner
//   stone.1.weight [stone[1], stone[0]]  stone.1.bias [stone[1]]
//   hidden.0.weight [hidden[0], 2 stone[1] + kGlobalFeatures]  hidden.0.bias [hidden[0]]
//   hidden.1.weight [hidden[1], hidden[0]] ...
//   scores.weight [17, hidden.back()]  scores.bias [17]
// nn-x: inputs [16 x inputs_per_stone] through layers of widths `hidden`, then to 17 scores; the
//   same names hidden.N and scores.
// pv-stones: as stones, but its scores are those of the side to throw (BetweenViews), and beside
// them it has a policy, the cells of shots/policy_cells.h:
//   policy.weight [kPolicyCells, hidden.back()]  policy.bias [kPolicyCells]
// With `stakes` the position's own features go on with those of what the end is played for.
// A ReLU follows every layer but scores and policy, which have a softmax. Widths are multiples
// of 16.
struct NetworkDefinition {
  NetworkKind kind = NetworkKind::kStoneSet;
  int feature_version = 1;  // of the kind's encoding; another one is refused
  std::vector<int> stone = {64, 96};
  std::vector<int> hidden = {256, 256};
  bool stakes = false;       // pv-stones
  int inputs_per_stone = 7;  // nn-x: 7, or 5 as in the paper's earlier model
  int stones_left = 1;       // nn-x: x

  bool operator==(const NetworkDefinition&) const = default;
};

// How many features of the position itself a network that sees stones has.
int GlobalFeaturesOf(const NetworkDefinition& definition);

// The shapes of its tensors, in the order of a file.
struct TensorShape {
  std::string name;
  std::vector<std::int64_t> shape;
};
std::vector<TensorShape> ShapesOf(const NetworkDefinition& definition);

JsonOut ToJson(const NetworkDefinition& definition);
// Refuses other versions and widths beyond reason (16 to 4096).
NetworkDefinition NetworkDefinitionFromJson(const Field& field);

}  // namespace skipstone
