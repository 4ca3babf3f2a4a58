// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "search/kernel.h"

namespace skipstone {

// What a node of kernel regression knows (Yee et al. 2016): the throws that were tried there, each
// of which is a call, too. With n_b visits of mean value v_b:
//   W(a) = sum over b of K(a, b) n_b                  (5)
//   E(a) = sum over b of K(a, b) v_b n_b / W(a)       (4)
// Both are kept incrementally. Values are those of the team to throw.
class Outcomes {
 public:
  // A node whose outcomes are so many learns nothing more from another one.
  static constexpr std::size_t kMost = 4096;

  std::size_t size() const { return release_.size(); }
  void Clear();  // keeps the memory

  const std::vector<Release>& releases() const { return release_; }
  const std::vector<double>& visits() const { return n_; }
  const std::vector<double>& sums() const { return sum_; }  // of values: n v
  const std::vector<double>& densities() const { return density_; }
  const std::vector<double>& weighted_sums() const { return weighted_sum_; }
  double total_visits() const { return total_visits_; }
  double mean() const { return total_visits_ > 0.0 ? total_sum_ / total_visits_ : 0.0; }
  int child(std::size_t i) const { return child_[i]; }  // -1 for none
  void set_child(std::size_t i, int child) { child_[i] = child; }

  // Adds one that has no visits of its own yet, but hears of the others. Returns its place.
  std::size_t Add(const Execution& execution, const Release& release);
  // A visit of `b` and its value. `kernels` is scratch.
  void BackUp(ErrorShape shape, std::size_t b, double value, std::vector<float>& kernels);

  // The largest E(a) + C sqrt(log(sum of W) / W(a)).
  std::size_t Select(double constant) const;
  // Of the outcomes that calling `action` may lead to and that have a child, the one visited least;
  // `action` itself if there is none.
  std::size_t LeastVisitedNear(ErrorShape shape, std::size_t action,
                               std::vector<float>& kernels) const;
  // Of some throws of a call, the one that is least covered by those there are; they must be as
  // near to it as K > `nearness`. If none is, the last will do.
  Release LeastCovered(const Execution& execution, std::size_t action,
                       std::span<const Release> throws, double nearness) const;
  // The call of the largest W.
  const Release& MostVisited() const;

 private:
  KernelPoints points() const {
    return {u_.data(), w_.data(), scale_.data(), handle_.data(), u_.size()};
  }
  KernelPoint Point(std::size_t i) const { return {u_[i], w_[i], scale_[i], handle_[i]}; }

  double total_visits_ = 0.0;
  double total_sum_ = 0.0;
  double total_density_ = 0.0;
  std::vector<Release> release_;
  std::vector<int> child_;
  std::vector<float> u_, w_, scale_, handle_;
  std::vector<double> n_;
  std::vector<double> sum_;
  std::vector<double> density_;
  std::vector<double> weighted_sum_;
};

}  // namespace skipstone
