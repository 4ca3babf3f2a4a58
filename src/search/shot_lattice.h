// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <span>

#include "game/end.h"
#include "search/smoothing.h"
#include "shots/aim.h"

namespace skipstone {

// All releases worth a try: weights from the lightest that passes the hog line to the speed cap (or
// peel weight), and all lines into the sheet. Rows stand close for draws, where a few centimetres
// count, and grow apart for hits, whose outcome depends on the line far more than on the weight.
// `fineness` times as many points as usual.
Lattice MakeShotLattice(const Ice& ice, const Execution& execution, double fineness = 1.0);

// The heaviest call: the cap, or peel weight if there is none or it lies far above.
double HeaviestCall(const Ice& ice, const ExecutionSizes& sizes);

// Which of a row's lines can change the score at all: the stone touches another or comes to rest in
// the house. Marks columns with 1 and returns the range they lie in.
class ReachableLines {
 public:
  ReachableLines(const Ice& ice, const Rules& rules) : ice_(ice), rules_(rules), aim_(ice.law) {}

  ColumnRange Mark(const Lattice& lattice, const Board& board, int row, Handle handle,
                   std::span<std::uint8_t> columns) const;

 private:
  Ice ice_;
  Rules rules_;
  Aim aim_;
};

}  // namespace skipstone
