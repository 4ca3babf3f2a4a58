// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <span>

#include "ice/score.h"
#include "value/evaluator.h"

namespace skipstone {

// What the network `stones` sees of a position. Version 1.
//
// Of each stone on the sheet, kFeaturesPerOwner numbers, which stand in the first half of its
// kStoneFeatures if it is the hammer team's, else in the second; the other half is zero:
//   0  1
//   1  x / 2 m                                   the only one that a mirror image negates
//   2  y / 4 m
//   3  distance to the tee / 4 m
//   4  1 / (1 + (distance / 0.6 m)^2)
//   5  whether it is in the house, as the rules count
//   6  whether it would score now
//   7  stones of its own team nearer to the tee, / 4
//   8  stones of the other team nearer to the tee, / 4
//   9  how well stones of its own team cover it: the largest of 1 - |dx| / 0.6 m over those at
//   least
//      0.2 m in front of it, at least 0
//  10  the same for stones of the other team
//  11  how near the nearest stone behind it (dy > 0) is: 1 - gap / 0.6 m from edge to edge, at
//  least
//      0 and at most 1
// Of the position (kGlobalFeatures):
//   0-15   which stone is next: a one at the number of stones left, minus one
//   16-24  the score as the stones lie, hammer team's view, clamped to -4..+4: a one at it plus 4
//   25     throws left under the free guard zone, / 5
//   26     whether ticks are forbidden for this throw
//   27 28  log2 of the errors of a tee draw in speed and in line, relative to dc3's own
//   29     whether an exact touch of the house counts (scoring_inclusive)
//   30 31  stones on the sheet of the hammer team and of the other, / 8
inline constexpr int kFeaturesPerOwner = 12;
inline constexpr int kStoneFeatures = 2 * kFeaturesPerOwner;
inline constexpr int kGlobalFeatures = 32;
// A network that knows stakes sees after them what the end is played for, hammer team's view: of
// each point from -7 to +8, how much more it is worth than the one before, relative to an average
// point; in an end for points 0. (worth / per_point - 1) / 2, at most 3.
inline constexpr int kStakeFeatures = 16;
inline constexpr int kMostGlobalFeatures = kGlobalFeatures + kStakeFeatures;
using Stake = std::array<float, kStakeFeatures>;
Stake StakeOf(const Utility& utility);

class StoneFeatures {
 public:
  explicit StoneFeatures(const GameTerms& terms);

  // What an encoded position is: the stones on the sheet, without the zero halves; the hammer
  // team's first.
  struct Encoded {
    int stones = 0;
    // By stone; whose it is, then its kFeaturesPerOwner features and zeros.
    std::array<bool, kStones> hammer_owned;
    alignas(64) std::array<std::array<float, 16>, kStones> features;
    alignas(64) std::array<float, kMostGlobalFeatures> globals{};  // with the stake untouched
  };
  void Encode(const Board& board, const Turn& turn, Encoded& encoded) const;

  // The same as a network learns from it: kStones x kStoneFeatures, empty places zero, then the
  // position's own.
  void EncodeDense(const Board& board, const Turn& turn, std::span<float> stones,
                   std::span<float> globals) const;

 private:
  Sheet sheet_;
  Rules rules_;
  ScoringEdge edge_;
  std::array<float, 2> noise_{};
};

// The inputs of Ataka et al.: the stones by their distance from the tee; of each x / 2 m, y / 4 m,
// owner (1 the hammer team's, -1 the other's), whether it is in the house, whether it is in play (0
// for the places of stones that are not), and in the seven-value form the distance / 4 m and
// whether a stone of the other team is nearer. Places of stones not in play are zeros.
void EncodeNnX(const Board& board, const Turn& turn, const ScoringEdge& edge, int inputs_per_stone,
               std::span<float> inputs);

}  // namespace skipstone
