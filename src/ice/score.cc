// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/score.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace skipstone {

int Points(const double* xs, const double* ys, SlotSet present, const ScoringEdge& edge) {
  // Distances of the stones that count, infinite for the others. All slots alike, without
  // branches: this runs once per simulated throw.
  constexpr double kOut = std::numeric_limits<double>::infinity();
  std::array<double, kStones> distance;
  double nearest[2] = {kOut, kOut};
  for (int i = 0; i < kStones; ++i) {
    const double d = std::sqrt(xs[i] * xs[i] + ys[i] * ys[i]);
    const bool counts = (present & SlotBit(i)) != 0 &&
                        (d < edge.distance_m || (edge.inclusive && d == edge.distance_m));
    distance[static_cast<std::size_t>(i)] = counts ? d : kOut;
    nearest[i / kStonesPerTeam] = std::min(nearest[i / kStonesPerTeam], counts ? d : kOut);
  }
  int points = 0;
  for (int i = 0; i < kStonesPerTeam; ++i) {
    points += distance[static_cast<std::size_t>(i)] < nearest[1] ? 1 : 0;
    points -= distance[static_cast<std::size_t>(i + kStonesPerTeam)] < nearest[0] ? 1 : 0;
  }
  return points;
}

}  // namespace skipstone
