// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <string>

#include "search/tree.h"

namespace skipstone {

struct KrDlUctOptions {
  std::string network = "shipped";  // by spec, see MakePolicyValue in net/network.h
  double ucb = 0.1;                 // C, of exploration
  int actions = 20;                 // k: first actions of a node, drawn from the policy
  int samples = 3;                  // throws that are tried for the least covered one
  double growth = 1.0;              // a node has so many times the root of its visits in actions
  bool even = false;  // a visit goes to the least visited outcome near the call, not to its own
};
// `growth` by the paper's test, sqrt(sum of n) < |A|, and by its authors' code, sum < 0.1 |A|^2.
inline constexpr double kWidenAsPaper = 1.0;
inline constexpr double kWidenAsCode = 3.1622776601683795;

// KR-DL-UCT of Lee et al. 2018.
std::unique_ptr<Tree> MakeKrDlUctTree(const SearchSetup& setup, const KrDlUctOptions& options);

}  // namespace skipstone
