// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>

#include "search/chance_tree.h"

namespace skipstone {

// UCT and its rivals, as Yee et al. 2016 compare them with KR-UCT in section 4.4.
struct UctOptions {
  bool rave = false;   // actions also learn from where they were used below
  bool widen = false;  // progressive widening: actions come one by one, as the root of the visits
  double ucb = kUcbConstant;
  double beta = 1.0;  // of RAVE
};

struct UctAction : ChanceAction {
  std::uint32_t description = 0;
  std::uint32_t listed_as = 0;  // place in the generator's list
  double rave_visits = 0.0;
  double rave_sum = 0.0;
};

std::unique_ptr<ChanceTree<UctAction>> MakeUctTree(const GameTerms& terms,
                                                   const UctOptions& options);
// "uct", "rave", "pw" or "rave-pw".
SearchKind UctKind(bool rave, bool widen);

}  // namespace skipstone
