// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <span>

#include "search/tree.h"

namespace skipstone {

struct KrUctOptions {
  // Algorithm 1 to the letter, with the paper's constants; otherwise with what docs/search.md,
  // "Beyond the paper", changes.
  static KrUctOptions Paper() {
    return {.ucb = kUcbConstant,
            .lcb = kLcbConstant,
            .growth = 1.0,
            .admit = false,
            .even = false,
            .roll_out_shots = kRollOutShots};
  }

  double ucb = 0.5;        // of exploration
  double lcb = 0.5;        // of the final choice, which is the search's
  int samples = 10;        // k: outcomes that are tried for the least covered one
  double nearness = 0.02;  // tau: of their kernel weight, at least
  // Without widening no outcome is added to those at the start: for comparisons with plain UCB.
  bool widen = true;
  double growth = 4.0;  // a node has so many times the root of its visits in actions
  bool admit = true;    // the generator's candidates come one by one
  bool even = true;     // a visit goes to the least visited outcome near the call, not to its own
  int roll_out_shots = kStones;
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
  virtual KrUctLook Look(int node) const = 0;
};
std::unique_ptr<KrUctTree> MakeKrUctTree(const GameTerms& terms, const KrUctOptions& options);
SearchKind KrUctKind();

}  // namespace skipstone
