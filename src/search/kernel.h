// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "game/execution.h"

namespace skipstone {

// The kernel of Yee et al. 2016: K(a, b) is the execution model's density of throwing b when a is
// called, divided by that of throwing a itself, so that K(a, a) = 1 and sums of it count in visits.
// It is zero across handles. Not symmetric where the error depends on the call.

// A release as the kernel sees it; see ErrorPoint in game/execution.h. float32: eight at a time.
struct KernelPoint {
  float u = 0.0F;
  float w = 0.0F;
  float scale = 1.0F;  // of differences in w, if this is the call
  float handle = 0.0F;
};

KernelPoint KernelPointOf(const Execution& execution, const Release& release);
float Kernel(ErrorShape shape, const KernelPoint& called, const KernelPoint& thrown);

// Releases as the kernel sees them, by component.
struct KernelPoints {
  const float* u;
  const float* w;
  const float* scale;
  const float* handle;
  std::size_t count;
};

// The sums over all points b of K(called, b) weights[b], and of K(called, b) values[b]. Summed in a
// fixed order whatever the CPU.
struct KernelSums {
  double weight = 0.0;
  double value = 0.0;
};
KernelSums SumKernel(ErrorShape shape, const KernelPoint& called, const KernelPoints& points,
                     const double* weights, const double* values);

// kernel[a] = K(a, thrown) for all points a.
void KernelsOf(ErrorShape shape, const KernelPoints& points, const KernelPoint& thrown,
               float* kernels);

// densities[a] += kernels[a] and sums[a] += kernels[a] value, for all a; the sum of the kernels.
double AddKernels(const float* kernels, std::size_t count, double value, double* densities,
                  double* sums);

// The place of the largest sums[a] / densities[a] + constant sqrt(log_total / densities[a]); the
// first without any density, if there is one.
std::size_t BestUcb(const double* densities, const double* sums, std::size_t count, double constant,
                    double log_total);

}  // namespace skipstone
