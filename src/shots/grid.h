// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstddef>

#include "game/execution.h"

namespace skipstone {

// How fine a grid is, and how far it reaches.
struct GridSetting {
  int rows = 150;            // by weight
  int columns = 60;          // by line
  double past_back_m = 7.2;  // the heaviest release would stop so far behind the back line
};

// Ataka et al. 2020: 60 x 80 arrival points in the play area, 60 x 70 behind it, two handles:
// 18,000 candidates. Their points are spaced evenly where stones stop; ours in standard
// coordinates.
inline constexpr GridSetting kAtakaGrid{.rows = 150, .columns = 60, .past_back_m = 7.2};

// All releases on a lattice in the standard coordinates of an execution model, where its error has
// unit scale whatever the release: the value of a call is then the lattice of values, convolved
// with one kernel. It covers every draw into the play area and beyond, for both handles.
class ShotGrid {
 public:
  // The execution must outlive the grid.
  ShotGrid(const Execution& execution, const Ice& ice, const GridSetting& setting = kAtakaGrid);

  int rows() const { return setting_.rows; }
  int columns() const { return setting_.columns; }
  std::size_t size() const { return 2 * size_of_handle(); }
  std::size_t size_of_handle() const {
    return static_cast<std::size_t>(setting_.rows) * static_cast<std::size_t>(setting_.columns);
  }

  // Between neighbours, in units of the error: by weight (u) and by line (w).
  StandardPoint spacing(Handle handle) const { return Of(handle).spacing; }
  StandardPoint Point(Handle handle, int row, int column) const;
  Release At(Handle handle, int row, int column) const;
  // All clockwise releases, row by row, then all counter-clockwise ones.
  Release operator[](std::size_t index) const;

 private:
  struct Lattice {
    StandardPoint origin;
    StandardPoint spacing;
  };
  const Lattice& Of(Handle handle) const { return lattices_[static_cast<std::size_t>(handle)]; }

  const Execution& execution_;
  GridSetting setting_;
  std::array<Lattice, 2> lattices_;
};

}  // namespace skipstone
