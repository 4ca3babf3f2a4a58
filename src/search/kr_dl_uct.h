// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <string>

#include "search/tree.h"

namespace skipstone {

// How many actions a node has for its visits: so many times their root.
inline constexpr double kWidenAsPaper = 1.0;                // sqrt(sum of n) < |A|
inline constexpr double kWidenAsCode = 3.1622776601683795;  // its authors': sum < 0.1 |A|^2
inline constexpr double kWidenMore = 5.0;

struct KrDlUctOptions {
  // Algorithm 1 to the letter; otherwise with what docs/search.md, "Beyond the paper", changes.
  static KrDlUctOptions Paper() {
    return {.actions = 20,
            .samples = 3,
            .growth = kWidenAsCode,
            .even = false,
            .exact = true,
            .blank = 0.0};
  }

  std::string network = "shipped";  // by spec, see MakePolicyValue in net/network.h
  double ucb = 0.1;                 // C, of exploration
  int actions = 10;                 // k: first actions of a node, drawn from the policy
  int explore = 0;                  // the generator's candidates that the root tries, too
  int samples = 1;                  // throws that are tried for the least covered one
  double growth = kWidenMore;
  bool even = true;    // a visit goes to the least visited outcome near the call, not to its own
  bool exact = false;  // first actions are thrown as called, else with an error like all others
  double blank = kForeseenBlanks;
};

// KR-DL-UCT of Lee et al. 2018.
std::unique_ptr<Tree> MakeKrDlUctTree(const GameTerms& terms, const KrDlUctOptions& options);
SearchKind KrDlUctKind();

}  // namespace skipstone
