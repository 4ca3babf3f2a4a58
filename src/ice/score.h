// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "ice/board.h"

namespace skipstone {

// Which stones count: those nearer to the tee than this, or just as near where it is inclusive.
struct ScoringEdge {
  double distance_m = 0.0;
  bool inclusive = false;
};

// Points of the end, if it were over: positive for team 0, negative for team 1, 0 for a blank. An
// exact tie of the best stones scores nothing.
int Points(const double* xs, const double* ys, SlotSet present, const ScoringEdge& edge);
inline int Points(const Board& board, const ScoringEdge& edge) {
  return Points(board.xs(), board.ys(), board.present(), edge);
}

}  // namespace skipstone
