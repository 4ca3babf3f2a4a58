// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace skipstone {
namespace {

RandomStream Stream(std::uint32_t index) {
  return RandomStream({.seed = 5, .purpose = Purpose::kTest, .index = index});
}

Release Near(const Release& called, RandomStream& random, double spread) {
  return {called.speed_mps * (1.0 + 0.004 * spread * random.Uniform(-1.0, 1.0)),
          called.angle_rad + 0.002 * spread * random.Uniform(-1.0, 1.0), called.handle};
}

TEST(Kernel, IsTheDensityOverItsLargest) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    for (const ExecutionModel model : {ExecutionModel::kDc3, ExecutionModel::kOlympic}) {
      const auto execution = MakeExecution(DefaultSizes(model), law);
      RandomStream random = Stream(static_cast<std::uint32_t>(model));
      for (int i = 0; i < 1000; ++i) {
        const Release called =
            Near(TeeDraw(law, i % 2 == 0 ? Handle::kCw : Handle::kCcw), random, 5.0);
        const Release thrown = Near(called, random, 2.0);
        // The density is per area of standard coordinates, whose unit of the line is the thrown
        // speed's: the kernel is that of the releases themselves.
        const double unit =
            execution->ErrorPointOf(called).scale / execution->ErrorPointOf(thrown).scale;
        const double expected =
            execution->Density(called, thrown) / execution->Density(called, called) / unit;
        const float kernel = Kernel(execution->shape(), KernelPointOf(*execution, called),
                                    KernelPointOf(*execution, thrown));
        EXPECT_NEAR(kernel, expected, 2e-5);
      }
    }
  }
}

TEST(Kernel, TakesGatsLandingMapForLinear) {
  const auto execution = MakeExecution(DefaultSizes(ExecutionModel::kGat), Law::kDc2);
  RandomStream random = Stream(7);
  const Release called = TeeDraw(Law::kDc2, Handle::kCw);
  for (int i = 0; i < 1000; ++i) {
    const Release thrown = execution->Sample(called, random);
    const double expected = execution->Density(called, thrown) / execution->Density(called, called);
    EXPECT_NEAR(Kernel(execution->shape(), KernelPointOf(*execution, called),
                       KernelPointOf(*execution, thrown)),
                expected, 0.06);
  }
}

TEST(Kernel, IsOneAtTheCallAndZeroAcrossHandles) {
  for (const ExecutionModel model : {ExecutionModel::kNone, ExecutionModel::kDc3,
                                     ExecutionModel::kGat, ExecutionModel::kOlympic}) {
    const auto execution = MakeExecution(DefaultSizes(model), Law::kFcv1);
    Release release = TeeDraw(Law::kFcv1, Handle::kCw);
    const KernelPoint point = KernelPointOf(*execution, release);
    EXPECT_EQ(Kernel(execution->shape(), point, point), 1.0F);
    release.handle = Handle::kCcw;
    EXPECT_EQ(Kernel(execution->shape(), point, KernelPointOf(*execution, release)), 0.0F);
  }
}

TEST(Kernel, SumsAsOneByOne) {
  const auto execution = MakeExecution(DefaultSizes(ExecutionModel::kDc3), Law::kFcv1);
  RandomStream random = Stream(9);
  const Release called = TeeDraw(Law::kFcv1, Handle::kCw);
  for (const std::size_t count : {0, 1, 7, 16, 17, 100}) {
    std::vector<float> u, w, scale, handle, kernels(count);
    std::vector<double> weights, values, densities(count, 1.0), sums(count, 2.0);
    std::vector<KernelPoint> points;
    for (std::size_t i = 0; i < count; ++i) {
      Release release = Near(called, random, 3.0);
      release.handle = random.Below(4) == 0 ? Handle::kCcw : Handle::kCw;
      points.push_back(KernelPointOf(*execution, release));
      u.push_back(points[i].u);
      w.push_back(points[i].w);
      scale.push_back(points[i].scale);
      handle.push_back(points[i].handle);
      weights.push_back(random.Uniform(0.0, 10.0));
      values.push_back(random.Uniform(-10.0, 10.0));
    }
    const KernelPoints all{u.data(), w.data(), scale.data(), handle.data(), count};
    const KernelPoint at = KernelPointOf(*execution, called);
    const KernelSums total = SumKernel(ErrorShape::kNormal, at, all, weights.data(), values.data());
    KernelsOf(ErrorShape::kNormal, all, at, kernels.data());
    const double added = AddKernels(kernels.data(), count, 0.5, densities.data(), sums.data());
    double weight = 0.0, value = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const double k = Kernel(ErrorShape::kNormal, at, points[i]);
      weight += k * weights[i];
      value += k * values[i];
      const float back = Kernel(ErrorShape::kNormal, points[i], at);
      sum += back;
      EXPECT_EQ(kernels[i], back);
      EXPECT_EQ(densities[i], 1.0 + back);
      EXPECT_EQ(sums[i], 2.0 + 0.5 * back);
    }
    EXPECT_NEAR(total.weight, weight, 1e-11);
    EXPECT_NEAR(total.value, value, 1e-11);
    EXPECT_NEAR(added, sum, 1e-11);
  }
}

TEST(Kernel, FindsTheLargestBound) {
  RandomStream random = Stream(11);
  for (const std::size_t count : {1, 5, 16, 33}) {
    std::vector<double> densities, sums;
    for (std::size_t i = 0; i < count; ++i) {
      densities.push_back(random.Uniform(0.1, 9.0));
      sums.push_back(random.Uniform(-9.0, 9.0));
    }
    std::size_t best = 0;
    double most = -1e300;
    for (std::size_t i = 0; i < count; ++i) {
      const double bound = sums[i] / densities[i] + 0.7 * std::sqrt(2.0 / densities[i]);
      if (bound > most) {
        most = bound;
        best = i;
      }
    }
    EXPECT_EQ(BestUcb(densities.data(), sums.data(), count, 0.7, 2.0), best);
    // One that nothing is known of comes first.
    densities[count / 2] = 0.0;
    EXPECT_EQ(BestUcb(densities.data(), sums.data(), count, 0.7, 2.0), count / 2);
  }
}

}  // namespace
}  // namespace skipstone
