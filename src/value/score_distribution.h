// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>

#include "ice/engine.h"

namespace skipstone {

// An end is worth -8 to +8 points.
inline constexpr int kMostPoints = 8;
inline constexpr int kScores = 2 * kMostPoints + 1;

// Points as `Points` and `EndScore` count them (positive for team 0), seen by the hammer team.
constexpr int HammerPoints(int points, Team hammer) {
  return hammer == Team::k0 ? points : -points;
}

// How likely an end's scores are, from the hammer team's view.
struct ScoreDistribution {
  std::array<double, kScores> probability{};  // of -8, ..., +8

  double& operator[](int points) {
    return probability[static_cast<std::size_t>(points + kMostPoints)];
  }
  double operator[](int points) const {
    return probability[static_cast<std::size_t>(points + kMostPoints)];
  }
  double Mean() const;  // in points

  bool operator==(const ScoreDistribution&) const = default;
};

// From the hammer team's view to that of the side to throw, and back.
ScoreDistribution BetweenViews(const ScoreDistribution& scores, const Turn& turn);

// What each score of an end is worth to the hammer team; the other team wants the opposite.
struct Utility {
  std::array<double, kScores> worth{};
  // What a point is worth, roughly: constants that were tuned for points are multiplied by it.
  double per_point = 1.0;

  double operator[](int points) const {
    return worth[static_cast<std::size_t>(points + kMostPoints)];
  }
  double Of(const ScoreDistribution& scores) const;

  bool operator==(const Utility&) const = default;
};

// A point is worth a point.
Utility UtilityOfPoints();

// Networks judge ends played for points, in which nobody blanks who can score one. For the win a
// blank is often worth more, and who could score one could, most often, have blanked instead: in
// this part of the cases.
inline constexpr double kForeseenBlanks = 0.8;
// So of `blank` of the scores of one that a network foretells the hammer team makes a blank if it
// likes that better: what then comes out, and what the scores as they were foretold are worth.
ScoreDistribution Foreseen(ScoreDistribution foretold, const Utility& utility, double blank);
Utility Foreseen(Utility utility, double blank);

}  // namespace skipstone
