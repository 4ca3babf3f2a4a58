// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/grid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "shots/aim.h"

namespace skipstone {
namespace {

struct GridCase {
  Law law;
  ExecutionModel model;
};

class GridTest : public testing::TestWithParam<GridCase> {};

INSTANTIATE_TEST_SUITE_P(Models, GridTest,
                         testing::Values(GridCase{Law::kFcv1, ExecutionModel::kDc3},
                                         GridCase{Law::kFcv1, ExecutionModel::kOlympic},
                                         GridCase{Law::kFcv1, ExecutionModel::kNone},
                                         GridCase{Law::kDc2, ExecutionModel::kGat},
                                         GridCase{Law::kDc2, ExecutionModel::kDc3}));

TEST_P(GridTest, AtakasSettingHas18000Candidates) {
  const Ice ice = DefaultIce(GetParam().law);
  const auto execution = MakeExecution(DefaultSizes(GetParam().model), ice.law);
  EXPECT_EQ(ShotGrid(*execution, ice).size(), 18000U);
}

TEST_P(GridTest, IsALatticeInStandardCoordinates) {
  const Ice ice = DefaultIce(GetParam().law);
  const auto execution = MakeExecution(DefaultSizes(GetParam().model), ice.law);
  const ShotGrid grid(*execution, ice, {.rows = 20, .columns = 12, .past_back_m = 5.0});
  std::size_t index = 0;
  for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
    const StandardPoint origin = execution->ToStandard(grid.At(handle, 0, 0));
    for (int row = 0; row < grid.rows(); ++row) {
      for (int column = 0; column < grid.columns(); ++column, ++index) {
        const Release release = grid.At(handle, row, column);
        EXPECT_EQ(release, grid[index]);
        EXPECT_EQ(release.handle, handle);
        const StandardPoint point = execution->ToStandard(release);
        EXPECT_NEAR(point.u - origin.u, row * grid.spacing(handle).u, 1e-6);
        EXPECT_NEAR(point.w - origin.w, column * grid.spacing(handle).w, 1e-6);
      }
    }
  }
  EXPECT_EQ(index, grid.size());
}

// No draw into the play area, nor a hit that would stop within reach, lies outside of the grid.
TEST_P(GridTest, CoversThePlayAreaAndBeyond) {
  const Ice ice = DefaultIce(GetParam().law);
  const auto execution = MakeExecution(DefaultSizes(GetParam().model), ice.law);
  const GridSetting setting;
  const ShotGrid grid(*execution, ice, setting);
  const Aim aim(ice.law);
  RandomStream random({.seed = 7, .purpose = Purpose::kTest});
  for (int i = 0; i < 1000; ++i) {
    const Handle handle = i % 2 == 0 ? Handle::kCw : Handle::kCcw;
    const Vec2 spot{
        random.Uniform(-ice.sheet.half_width_m, ice.sheet.half_width_m),
        random.Uniform(ice.sheet.hog_line_y_m, ice.sheet.back_line_y_m + setting.past_back_m)};
    const StandardPoint point = execution->ToStandard(aim.DrawTo(spot, handle));
    const StandardPoint low = grid.Point(handle, 0, 0);
    const StandardPoint high = grid.Point(handle, grid.rows() - 1, grid.columns() - 1);
    EXPECT_GE(point.u, low.u - 0.5 * grid.spacing(handle).u);
    EXPECT_LE(point.u, high.u + 0.5 * grid.spacing(handle).u);
    EXPECT_GE(point.w, low.w - 0.5 * grid.spacing(handle).w);
    EXPECT_LE(point.w, high.w + 0.5 * grid.spacing(handle).w);
  }
}

}  // namespace
}  // namespace skipstone
