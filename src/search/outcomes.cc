// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/outcomes.h"

#include <algorithm>
#include <limits>

#include "base/exact_math.h"

namespace skipstone {
namespace {

// Of a call's outcomes, those of a smaller kernel weight are not gone down into for its sake.
constexpr double kNear = 0.1;

}  // namespace

void Outcomes::Clear() {
  total_visits_ = total_sum_ = total_density_ = 0.0;
  release_.clear();
  child_.clear();
  for (std::vector<float>* part : {&u_, &w_, &scale_, &handle_}) part->clear();
  for (std::vector<double>* part : {&n_, &sum_, &density_, &weighted_sum_}) part->clear();
}

std::size_t Outcomes::Add(const Execution& execution, const Release& release) {
  const KernelPoint point = KernelPointOf(execution, release);
  release_.push_back(release);
  child_.push_back(-1);
  u_.push_back(point.u);
  w_.push_back(point.w);
  scale_.push_back(point.scale);
  handle_.push_back(point.handle);
  n_.push_back(0.0);
  sum_.push_back(0.0);
  KernelSums sums;
  if (total_visits_ > 0.0) {
    sums = SumKernel(execution.shape(), point, points(), n_.data(), sum_.data());
  }
  density_.push_back(sums.weight);
  weighted_sum_.push_back(sums.value);
  total_density_ += sums.weight;
  return size() - 1;
}

void Outcomes::BackUp(ErrorShape shape, std::size_t b, double value, std::vector<float>& kernels) {
  n_[b] += 1.0;
  sum_[b] += value;
  total_visits_ += 1.0;
  total_sum_ += value;
  kernels.resize(size());
  KernelsOf(shape, points(), Point(b), kernels.data());
  total_density_ +=
      AddKernels(kernels.data(), size(), value, density_.data(), weighted_sum_.data());
}

std::size_t Outcomes::Select(double constant) const {
  const double log_density = ExactLog(std::max(1.0, total_density_));
  return BestUcb(density_.data(), weighted_sum_.data(), size(), constant, log_density);
}

std::size_t Outcomes::LeastVisitedNear(ErrorShape shape, std::size_t action,
                                       std::vector<float>& kernels) const {
  kernels.resize(size());
  KernelsOf(shape, points(), Point(action), kernels.data());
  std::size_t least = action;
  for (std::size_t b = 0; b < size(); ++b) {
    if (!(kernels[b] > kNear) || child_[b] < 0) continue;
    if (child_[least] < 0 || n_[b] < n_[least]) least = b;
  }
  return least;
}

Release Outcomes::LeastCovered(const Execution& execution, std::size_t action,
                               std::span<const Release> throws, double nearness) const {
  if (throws.size() == 1) return throws[0];
  const KernelPoint called = Point(action);
  Release best = release_[action];
  double least = std::numeric_limits<double>::infinity();
  for (const Release& thrown : throws) {
    const KernelPoint point = KernelPointOf(execution, thrown);
    if (!(Kernel(execution.shape(), called, point) > nearness)) {
      if (least == std::numeric_limits<double>::infinity()) best = thrown;
      continue;
    }
    const double density =
        SumKernel(execution.shape(), point, points(), n_.data(), sum_.data()).weight;
    if (density < least) {
      least = density;
      best = thrown;
    }
  }
  return best;
}

const Release& Outcomes::MostVisited() const {
  const auto most = std::max_element(density_.begin(), density_.end());
  return release_[static_cast<std::size_t>(most - density_.begin())];
}

}  // namespace skipstone
