// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "search/search.h"

namespace skipstone {

struct GridOptions {
  std::string evaluator = "shipped";  // by spec, see net/network.h
  bool whole = true;                  // throw the whole grid if time allows, else proposals
  int candidates = 4;                 // calls that replies are tried for
  // Tried at most for each of them; 0: one ply only. Unsaid: 24, or as many as the time allows.
  std::optional<int> replies = {};
  double blank = kForeseenBlanks;
};

// The player of Ataka et al.: one ply over the whole grid, judged by an evaluator and smoothed by
// the execution error (grid_ply.h); then, for the best few calls, what the opponent's best reply
// makes of their outcomes, as long as time allows. Limits of play-outs and nodes mean nothing to
// it; it thinks on one thread.
std::unique_ptr<Search> MakeGridSearch(const GameTerms& terms, const GridOptions& options);
SearchKind GridKind();

}  // namespace skipstone
