// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "search/search.h"

namespace skipstone {

// Releases of one handle, weights in rows and lines in columns, and what each is worth to the
// thrower (Yee et al. 2016, figure 2).
struct LandscapePatch {
  Handle handle = Handle::kCw;
  std::vector<double> speeds_mps;  // of the rows, ascending
  std::vector<double> angles_rad;  // of the columns, ascending and equally spaced
  std::vector<double> exact;       // thrown exactly so; row by row
  std::vector<double> called;      // the mean over the execution error, if this is called

  std::size_t Index(std::size_t row, std::size_t column) const {
    return row * angles_rad.size() + column;
  }
};

struct ShotLandscape {
  // By handle: every weight that passes the hog line up to the heaviest call, every line that
  // passes the house or a stone. Rows stand closer for draws, where a little weight decides more.
  std::array<LandscapePatch, 2> whole;
  LandscapePatch close_up;  // of the call
};

struct LandscapeSetting {
  int rows = 480;
  int columns = 360;
  int close_up_cells = 121;  // along each side
  // An outcome that is not the end's last is worth the mean of so many roll-outs.
  int rollouts = 8;
  int threads = 1;
};

// How far a close-up reaches from its call, in errors (of dc3, for an execution without).
inline constexpr double kCloseUpErrors = 6.0;

// Nothing if `go_on`, asked now and then with the part that is done, says no. The same for any
// number of threads.
std::optional<ShotLandscape> MakeShotLandscape(const GameTerms& terms, const SearchTask& task,
                                               const Release& call, const LandscapeSetting& setting,
                                               const std::function<bool(double)>& go_on);

// What an error of one unit does to a release: the sides of the parallelogram that the unit square
// of the two errors becomes, as changes of speed and angle.
struct ErrorSides {
  Release by_weight;  // the handle means nothing
  Release by_line;
};
// Of an execution without errors: dc3's.
ErrorSides ErrorSidesAt(const Execution& execution, Law law, const Release& call);

// The releases `errors` away from the call, as a closed curve.
std::vector<Release> ErrorEllipse(const ErrorSides& sides, const Release& call, double errors);

}  // namespace skipstone
