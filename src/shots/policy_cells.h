// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <bitset>

#include "ice/ice.h"
#include "ice/release.h"

namespace skipstone {

inline constexpr int kCellsAcross = 32;
inline constexpr int kCellsAlong = 32;
inline constexpr int kDrawRows = 25;  // the other seven are hits
inline constexpr int kPolicyCells = 2 * kCellsAcross * kCellsAlong;

// The shots that a policy of Lee et al. 2018 chooses from: where an undisturbed stone would stop,
// in 32 columns from side line to side line and 32 rows along the sheet, for each handle. A row is
// 9/32 m. The first 25 are draws and guards, to stop from 4.12 m in front of the tee on; the other
// seven are hits:
//   dc2   stop points from 8.88 m behind the tee to 10.88 m, the limit of its speeds;
//   fcv1  speeds from 2.6 m/s to the fastest in even steps, and the columns are where the stone
//         crosses the tee line. The stop points of dc2 would leave out all fast hits there.
// Nothing in between is needed: shots from there belong to the nearest row.
class PolicyCells {
 public:
  // `max_speed_mps` is the fastest release the thrower can make; 0 for no limit.
  explicit PolicyCells(const Ice& ice, double max_speed_mps = 0.0);

  // 2 (32 across + along) + handle.
  struct Place {
    int across;  // from the thrower's left
    int along;   // from the front
    Handle handle;
  };
  static constexpr int CellAt(const Place& place) {
    return 2 * (kCellsAlong * place.across + place.along) + static_cast<int>(place.handle);
  }
  static constexpr Place PlaceOf(int cell) {
    return {cell / (2 * kCellsAlong), cell / 2 % kCellsAlong, static_cast<Handle>(cell % 2)};
  }
  // The same shot on the mirrored sheet.
  static constexpr int Mirrored(int cell) {
    const Place place = PlaceOf(cell);
    return CellAt({kCellsAcross - 1 - place.across, place.along,
                   place.handle == Handle::kCw ? Handle::kCcw : Handle::kCw});
  }

  // A cell that no throw should be called from: its free path crosses a side line.
  bool Masked(int cell) const { return masked_[static_cast<std::size_t>(cell)]; }
  // To the middle of the cell.
  const Release& ReleaseOf(int cell) const { return releases_[static_cast<std::size_t>(cell)]; }
  // Of any release; one from beyond the cells, or from a masked one, has the nearest that is not.
  int CellOf(const Release& release) const;

 private:
  bool ByMetres(int along) const { return law_ == Law::kDc2 || along < kDrawRows; }
  int ColumnOf(double x_m) const;

  Law law_;
  double width_m_;
  double hits_from_mps_ = 0.0;  // fcv1: the slowest speed of the hits' rows
  double hit_step_mps_ = 0.0;
  double split_mps_ = 0.0;  // fcv1: what is faster is a hit
  std::array<Release, kPolicyCells> releases_;
  std::bitset<kPolicyCells> masked_;
};

}  // namespace skipstone
