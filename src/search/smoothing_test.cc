// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/smoothing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "search/local_cloud.h"

namespace skipstone {
namespace {

ErrorCurve CurveOf(const char* sizes) {
  return ErrorCurve(*MakeExecution(SizesFromText(sizes), Law::kFcv1));
}

TEST(ErrorCurve, KnownQuantiles) {
  const ErrorCurve normal = CurveOf("dc3");
  EXPECT_NEAR(normal.Quantile(0.5), 0.0, 1e-9);
  EXPECT_NEAR(normal.Quantile(0.975), 1.959964, 1e-4);
  EXPECT_NEAR(normal.Cdf(1.0) - normal.Cdf(-1.0), 0.6826895, 1e-5);
  EXPECT_NEAR(normal.Density(0.0), 0.3989423, 1e-6);
  const ErrorCurve student = CurveOf("olympic");
  EXPECT_NEAR(student.Quantile(0.95), 2.015048, 1e-4);
  EXPECT_NEAR(student.Quantile(0.995), 4.032143, 1e-3);
  for (const double p : {0.001, 0.1, 0.4, 0.9, 0.9999}) {
    EXPECT_NEAR(student.Cdf(student.Quantile(p)), p, 1e-9);
  }
}

TEST(ErrorNodes, AreEquallyLikelyInEveryDirection) {
  const std::vector<StandardPoint> nodes = ErrorNodes(CurveOf("dc3"), 19);
  ASSERT_EQ(nodes.size(), 4181U);
  for (int degrees = 0; degrees < 180; degrees += 15) {
    const double x = std::cos(degrees * 0.017453292519943295);
    const double y = std::sin(degrees * 0.017453292519943295);
    for (const double edge : {-1.0, 0.0, 0.5}) {
      int below = 0;
      for (const StandardPoint& node : nodes) below += node.u * x + node.w * y < edge ? 1 : 0;
      EXPECT_NEAR(below / 4181.0, 0.5 * std::erfc(-edge / std::sqrt(2.0)), 0.002) << degrees;
    }
  }
}

TEST(LatticeSmoother, IsTheSumOverThrows) {
  Lattice lattice;
  for (int i = 0; i < 12; ++i) {
    lattice.speeds_mps.push_back(2.0 + 0.01 * i * (1.0 + 0.1 * i));
    lattice.speed_scales.push_back(0.02);
    lattice.angle_scales.push_back(0.003 - 0.0001 * i);
  }
  lattice.callable_rows = 10;
  lattice.first_angle_rad = -0.02;
  lattice.angle_step_rad = 0.001;
  lattice.columns = 41;
  const LatticeSmoother smoother(lattice, CurveOf("olympic"));
  RandomStream random({.seed = 1, .purpose = Purpose::kTest});
  std::vector<double> values(lattice.size());
  for (double& value : values) value = random.Uniform(-1.0, 1.0);
  const std::vector<ColumnRange> ranges(12, {0, 41});
  std::vector<double> scratch(41);
  std::vector<double> smoothed(lattice.size());
  smoother.Smooth(values, ranges, scratch, smoothed);
  double middle_mass = 0.0;
  for (int row = 0; row < lattice.callable_rows; ++row) {
    for (int column = 0; column < lattice.columns; ++column) {
      double sum = 0.0;
      double mass = 0.0;
      smoother.ForEachThrown(row, column, [&](std::size_t cell, double probability) {
        sum += probability * values[cell];
        mass += probability;
      });
      EXPECT_NEAR(smoothed[lattice.Index(row, column)], sum, 1e-12);
      EXPECT_LE(mass, 1.0 + 1e-12);
      if (row == 5 && column == 20) middle_mass = mass;
    }
  }
  EXPECT_GT(middle_mass, 0.9);
}

// A strip of one point, two errors wide, off the centre: the best call is in its middle, and makes
// it with 68 %.
TEST(LocalCloud, FindsTheMiddleOfAStrip) {
  const ErrorCurve curve = CurveOf("dc3");
  LocalCloud cloud(curve, 17);
  for (const bool by_weight : {false, true}) {
    cloud.Place(17, {1.2, 1.2}, {1.0, 1.0});
    std::vector<std::int8_t> points(cloud.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const StandardPoint at = cloud.Throw(i);
      points[i] = std::abs((by_weight ? at.u : at.w) - 0.6) < 1.0 ? 1 : 0;
    }
    const LocalCloud::Best best = cloud.FindBest(points, UtilityOfPoints(), 10.0);
    EXPECT_NEAR(by_weight ? best.call.u : best.call.w, 0.6, 0.2001);
    EXPECT_NEAR(best.worth, 0.6827, 0.01);
    EXPECT_NEAR(best.scores[1], 0.6827, 0.01);
    EXPECT_LE(cloud.FindBest(points, UtilityOfPoints(), 0.1).call.u, 0.1);
  }
}

// Half the error in lines for heavier calls: then they are better.
TEST(LocalCloud, KnowsThatHeavierCallsMayBeSteadier) {
  const ErrorCurve curve = CurveOf("olympic");
  LocalCloud cloud(curve, 17);
  cloud.Place(17, {1.0, 1.0}, {1.0, 1.0});
  for (int call = 0; call < LocalCloud::kCalls; ++call) {
    cloud.SetLineScale(call, 1.0 - 0.25 * cloud.WeightOf(call));
  }
  std::vector<std::int8_t> points(cloud.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = std::abs(cloud.Throw(i).w) < 1.0 ? 1 : 0;
  }
  const LocalCloud::Best best = cloud.FindBest(points, UtilityOfPoints(), 10.0);
  EXPECT_GT(best.call.u, 0.5);
  EXPECT_NEAR(best.worth, curve.Cdf(1.0 / 0.75) - curve.Cdf(-1.0 / 0.75), 0.03);
}

}  // namespace
}  // namespace skipstone
