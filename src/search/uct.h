// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>

#include "search/tree.h"

namespace skipstone {

// UCT and its rivals, as Yee et al. 2016 compare them with KR-UCT in section 4.4.
struct UctOptions {
  bool rave = false;   // actions also learn from where they were used below
  bool widen = false;  // progressive widening: actions come one by one, as the root of the visits
  double ucb = kUcbConstant;
  double beta = 1.0;  // of RAVE
};
std::unique_ptr<Tree> MakeUctTree(const GameTerms& terms, const UctOptions& options);

}  // namespace skipstone
