// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "net/features.h"
#include "net/safetensors.h"
#include "search/kernel.h"
#include "search/search.h"
#include "shots/policy_cells.h"
#include "value/evaluator.h"

namespace skipstone {

// A position to learn a policy and a value from (Lee et al. 2018).
struct PolicySample {
  // The policy's target: a cell and its part. What is seldom is left out.
  static constexpr std::size_t kMostShares = 32;
  struct Share {
    std::uint16_t cell = 0;
    float part = 0.0F;

    bool operator==(const Share&) const = default;
  };

  Position position;                        // places to float32
  Stake stake{};                            // what its end was played for; zeros: for points
  std::array<Share, kMostShares> shares{};  // the largest first; filled up with zeros
  ScoreDistribution scores;                 // the value's target, of the team to throw; to float32

  void SetShares(std::vector<Share>& shares_of_any_sum);  // sorts and cuts
  void SetCell(int cell);                                 // the one that was called

  bool operator==(const PolicySample&) const = default;
};

// pi of section 5.2: each throw that was tried adds W^(1/temperature) to its cell.
void SetSearched(const SearchResult& result, const PolicyCells& cells, double temperature,
                 PolicySample& sample);
// What a search has found of a policy, as a better policy: the proposal of each cell, times what
// its value says.
//   pi(c) ~ p(c) exp( W / (W + w0) (E - v) / b )
// with W and E of kernel regression for the throw of the cell that most is known of, the one of the
// largest W; v is the mean of E over cells that were tried, by p and W / (W + w0). Cells that were
// not tried count as v; those that were, as having been proposed at least a little. Where calls are
// as good as each other, which throw a search has visited most is chance: visits would teach that,
// this leaves the policy nearly as it was.
class PolicyImprovement {
 public:
  // `shape` is the kernel's: a point where actions speak for themselves.
  PolicyImprovement(std::unique_ptr<const Execution> execution, ErrorShape shape)
      : execution_(std::move(execution)), shape_(shape) {}

  // `policy` is up to a factor; `per_point` is the utility's.
  void Set(const SearchResult& result, const PolicyCells& cells, std::span<const float> policy,
           double per_point, PolicySample& sample);

 private:
  std::unique_ptr<const Execution> execution_;
  ErrorShape shape_;
  std::vector<float> u_, w_, scale_, handle_;
  std::vector<double> visits_, sums_;
};
// The call of a self-play shot, drawn by the weights of SetSearched.
Release DrawCall(const SearchResult& result, double temperature, RandomStream& random);

// The samples of an end in order of its shots, all of them: the unit that files hold, so that
// positions of an end are there together or not at all.
struct SampledEnd {
  std::uint32_t number = 0;
  int points = 0;  // of the hammer team, which is team 1
  std::array<PolicySample, kStones> samples;

  bool operator==(const SampledEnd&) const = default;
};
// An end's bytes in a file of fixed-size records (base/work.h).
std::size_t SampledEndSize();
std::string ToBytes(const SampledEnd& end);
SampledEnd SampledEndFrom(std::string_view record);  // throws BadData

// Samples as the trainer reads them (docs/networks.md), in the given order; with their stakes for a
// network that knows them.
TensorFile PolicyDatasetOf(std::span<const PolicySample> samples, const GameTerms& terms,
                           bool stakes);

}  // namespace skipstone
