// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <span>

#include "search/tree.h"

namespace skipstone {

struct KrUctOptions {
  double ucb = kUcbConstant;
  int samples = 10;        // k: outcomes that are tried for the least covered one
  double nearness = 0.02;  // tau: of their kernel weight, at least
  // Without widening no outcome is added to those at the start: for comparisons with plain UCB.
  bool widen = true;
};

// A look into a tree, for tests: equations 4 and 5 at a node.
struct KrUctLook {
  std::span<const Release> outcomes;
  std::span<const double> visits;
  std::span<const double> sums;           // of values
  std::span<const double> densities;      // W, kept incrementally
  std::span<const double> weighted_sums;  // the numerator of equation 4, kept incrementally
  Turn turn;
};

class KrUctTree : public SimulatedTree {
 public:
  using SimulatedTree::SimulatedTree;
  virtual KrUctLook Look(std::int64_t node) const = 0;
};
std::unique_ptr<KrUctTree> MakeKrUctTree(const SearchSetup& setup, const KrUctOptions& options);

}  // namespace skipstone
