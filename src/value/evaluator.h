// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <span>
#include <string_view>

#include "game/game_terms.h"
#include "ice/engine.h"
#include "shots/policy_cells.h"
#include "value/score_distribution.h"

namespace skipstone {

// Judges positions: how likely each score of the end is when both teams play on well, each for
// points. One object per thread.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  virtual std::string_view name() const = 0;

  // A batch of boards with the same turn to come, as one call's throws lead to. The turn's shot is
  // at most the end's last: an end that is over is counted, not judged. `scores` has a place for
  // each board; they are the hammer team's. Allocates nothing.
  virtual void Evaluate(std::span<const Board> boards, const Turn& turn,
                        std::span<ScoreDistribution> scores) = 0;
};

// Judges positions, and says which shots a strong player would call there (Lee et al. 2018).
class PolicyValue : public Evaluator {
 public:
  // Whether it judges by what the end is played for; if not, that is for points.
  virtual bool knows_stakes() const = 0;
  // From now on the end is played for this; at first for points.
  virtual void PlayFor(const Utility& utility) = 0;
  // How likely each cell is (shots/policy_cells.h), to the power of 1 / temperature and up to a
  // factor: the likeliest has 1, masked cells have 0. `weights` has kPolicyCells places. Costs five
  // times a judgement. Allocates nothing.
  virtual void Policy(const Board& board, const Turn& turn, double temperature,
                      std::span<float> weights) = 0;
};

}  // namespace skipstone
