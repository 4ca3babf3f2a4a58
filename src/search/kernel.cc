// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/kernel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

// The loops below are compiled for several CPUs and vectorise. Each element's operations are the
// same in all of them, and so is the order of sums: results do not depend on the CPU.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SKIPSTONE_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SKIPSTONE_CLONES
#endif

namespace skipstone {
namespace {

constexpr std::size_t kLanes = 16;

// exp(x) for x <= 0, to about 1e-7; 0 below -80.
inline float ExpNegative(float x) {
  const float y = (x > -80.0F ? x : -80.0F) * 1.44269504F;
  const auto whole = static_cast<std::int32_t>(y);  // towards zero: the rest is in (-1, 0]
  const float rest = (y - static_cast<float>(whole)) * 0.693147181F;
  const float series =
      1.0F +
      rest * (1.0F +
              rest * (0.5F +
                      rest * (0.166666667F +
                              rest * (0.0416666667F +
                                      rest * (0.00833333333F +
                                              rest * (0.00138888889F + rest * 0.000198412698F))))));
  const float power = std::bit_cast<float>((whole + 127) << 23);
  return x > -80.0F ? power * series : 0.0F;
}

template <ErrorShape kShape>
inline float Shape(float du, float dw) {
  if constexpr (kShape == ErrorShape::kPoint) {
    return du == 0.0F && dw == 0.0F ? 1.0F : 0.0F;
  } else if constexpr (kShape == ErrorShape::kNormal) {
    return ExpNegative(-0.5F * (du * du + dw * dw));
  } else {
    const float both = (1.0F + du * du * 0.2F) * (1.0F + dw * dw * 0.2F);
    return 1.0F / (both * both * both);
  }
}

template <ErrorShape kShape>
inline float Value(float u, float w, float scale, float handle, float thrown_u, float thrown_w,
                   float thrown_handle) {
  const float k = Shape<kShape>(thrown_u - u, (thrown_w - w) * scale);
  return handle == thrown_handle ? k : 0.0F;
}

template <ErrorShape kShape>
inline __attribute__((always_inline)) KernelSums SumOf(const KernelPoint& called,
                                                       const KernelPoints& points,
                                                       const double* weights,
                                                       const double* values) {
  std::array<double, kLanes> weight{};
  std::array<double, kLanes> value{};
  std::array<float, kLanes> kernel;
  std::size_t i = 0;
  for (; i + kLanes <= points.count; i += kLanes) {
    for (std::size_t j = 0; j < kLanes; ++j) {
      kernel[j] = Value<kShape>(called.u, called.w, called.scale, called.handle, points.u[i + j],
                                points.w[i + j], points.handle[i + j]);
    }
    for (std::size_t j = 0; j < kLanes; ++j) weight[j] += kernel[j] * weights[i + j];
    for (std::size_t j = 0; j < kLanes; ++j) value[j] += kernel[j] * values[i + j];
  }
  for (std::size_t j = 0; i < points.count; ++i, ++j) {
    const float k = Value<kShape>(called.u, called.w, called.scale, called.handle, points.u[i],
                                  points.w[i], points.handle[i]);
    weight[j] += k * weights[i];
    value[j] += k * values[i];
  }
  KernelSums sums;
  for (std::size_t j = 0; j < kLanes; ++j) {
    sums.weight += weight[j];
    sums.value += value[j];
  }
  return sums;
}

template <ErrorShape kShape>
inline __attribute__((always_inline)) void KernelsFor(const KernelPoints& points,
                                                      const KernelPoint& thrown, float* kernels) {
  for (std::size_t i = 0; i < points.count; ++i) {
    kernels[i] = Value<kShape>(points.u[i], points.w[i], points.scale[i], points.handle[i],
                               thrown.u, thrown.w, thrown.handle);
  }
}

}  // namespace

KernelPoint KernelPointOf(const Execution& execution, const Release& release) {
  const ErrorPoint point = execution.ErrorPointOf(release);
  return {static_cast<float>(point.u), static_cast<float>(point.w), static_cast<float>(point.scale),
          release.handle == Handle::kCw ? 0.0F : 1.0F};
}

float Kernel(ErrorShape shape, const KernelPoint& called, const KernelPoint& thrown) {
  float kernel = 0.0F;
  KernelsOf(shape, {&called.u, &called.w, &called.scale, &called.handle, 1}, thrown, &kernel);
  return kernel;
}

SKIPSTONE_CLONES
KernelSums SumKernel(ErrorShape shape, const KernelPoint& called, const KernelPoints& points,
                     const double* weights, const double* values) {
  switch (shape) {
    case ErrorShape::kPoint:
      return SumOf<ErrorShape::kPoint>(called, points, weights, values);
    case ErrorShape::kNormal:
      return SumOf<ErrorShape::kNormal>(called, points, weights, values);
    case ErrorShape::kStudentT5:
      break;
  }
  return SumOf<ErrorShape::kStudentT5>(called, points, weights, values);
}

SKIPSTONE_CLONES
void KernelsOf(ErrorShape shape, const KernelPoints& points, const KernelPoint& thrown,
               float* kernels) {
  switch (shape) {
    case ErrorShape::kPoint:
      return KernelsFor<ErrorShape::kPoint>(points, thrown, kernels);
    case ErrorShape::kNormal:
      return KernelsFor<ErrorShape::kNormal>(points, thrown, kernels);
    case ErrorShape::kStudentT5:
      return KernelsFor<ErrorShape::kStudentT5>(points, thrown, kernels);
  }
}

SKIPSTONE_CLONES
double AddKernels(const float* kernels, std::size_t count, double value, double* densities,
                  double* sums) {
  std::array<double, kLanes> total{};
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::size_t j = 0; j < kLanes; ++j) {
      const double k = kernels[i + j];
      densities[i + j] += k;
      sums[i + j] += k * value;
      total[j] += k;
    }
  }
  for (std::size_t j = 0; i < count; ++i, ++j) {
    const double k = kernels[i];
    densities[i] += k;
    sums[i] += k * value;
    total[j] += k;
  }
  double sum = 0.0;
  for (std::size_t j = 0; j < kLanes; ++j) sum += total[j];
  return sum;
}

SKIPSTONE_CLONES
std::size_t BestUcb(const double* densities, const double* sums, std::size_t count, double constant,
                    double log_total) {
  std::array<double, kLanes> bounds;
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; i += kLanes) {
    const std::size_t lanes = std::min(kLanes, count - i);
    // v + C sqrt(L / W) with one division: 1 / W goes into both.
    for (std::size_t j = 0; j < lanes; ++j) {
      const double inverse = 1.0 / densities[i + j];
      bounds[j] = sums[i + j] * inverse + constant * std::sqrt(log_total * inverse);
    }
    for (std::size_t j = 0; j < lanes; ++j) {
      if (!(densities[i + j] > 0.0)) return i + j;
      if (bounds[j] > most) {
        most = bounds[j];
        best = i + j;
      }
    }
  }
  return best;
}

}  // namespace skipstone
