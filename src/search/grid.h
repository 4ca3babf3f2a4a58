// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <string>

#include "search/search.h"

namespace skipstone {

struct GridOptions {
  std::string evaluator = "shipped";  // by spec, see net/network.h
  bool whole = true;                  // throw the whole grid if time allows, else proposals
  int candidates = 4;                 // calls that replies are tried for
  int replies = 24;                   // tried at most for each of them; 0: one ply only
  // Evaluators judge ends played for points, in which nobody blanks who can score one. For the win
  // a blank is often worth more, and who could score one could, most often, have blanked instead:
  // in this part of the cases, 0 to 1.
  double blank = 0.8;
};

// The player of Ataka et al.: one ply over the whole grid, judged by an evaluator and smoothed by
// the execution error (grid_ply.h); then, for the best few calls, what the opponent's best reply
// makes of their outcomes, as long as time allows. Limits of play-outs and nodes mean nothing to
// it; it thinks on one thread.
std::unique_ptr<Search> MakeGridSearch(const SearchSetup& setup, const GridOptions& options);

}  // namespace skipstone
