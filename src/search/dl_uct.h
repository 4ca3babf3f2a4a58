// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <string>

#include "search/tree.h"

namespace skipstone {

struct DlUctOptions {
  std::string network = "shipped";  // by spec, see MakePolicyValue in net/network.h
  double puct = 1.0;                // C of exploration, in points
  int actions = 64;                 // the policy's likeliest; what is less likely is never tried
  double blank = kForeseenBlanks;   // as of kr-dl-uct
};

// DL-UCT, the rival in Lee et al. 2018: the policy's cells and nothing else.
std::unique_ptr<Tree> MakeDlUctTree(const GameTerms& terms, const DlUctOptions& options);
SearchKind DlUctKind();

}  // namespace skipstone
