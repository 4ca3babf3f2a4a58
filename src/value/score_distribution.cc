// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "value/score_distribution.h"

#include <algorithm>

namespace skipstone {

double ScoreDistribution::Mean() const { return UtilityOfPoints().Of(*this); }

ScoreDistribution BetweenViews(const ScoreDistribution& scores, const Turn& turn) {
  ScoreDistribution seen = scores;
  if (turn.thrower() != turn.hammer) {
    std::reverse(seen.probability.begin(), seen.probability.end());
  }
  return seen;
}

double Utility::Of(const ScoreDistribution& scores) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < worth.size(); ++i) sum += worth[i] * scores.probability[i];
  return sum;
}

ScoreDistribution Foreseen(ScoreDistribution foretold, const Utility& utility, double blank) {
  const double blanks = utility[0] > utility[1] ? blank * foretold[1] : 0.0;
  foretold[0] += blanks;
  foretold[1] -= blanks;
  return foretold;
}

Utility Foreseen(Utility utility, double blank) {
  double& one = utility.worth[kMostPoints + 1];
  one += blank * std::max(0.0, utility[0] - one);
  return utility;
}

Utility UtilityOfPoints() {
  Utility utility;
  for (int points = -kMostPoints; points <= kMostPoints; ++points) {
    utility.worth[static_cast<std::size_t>(points + kMostPoints)] = points;
  }
  return utility;
}

}  // namespace skipstone
