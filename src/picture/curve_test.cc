// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "picture/png_pixel.h"

namespace skipstone {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

CurvePicture Example() {
  CurvePicture picture;
  picture.caption = "A title\nand what it means";
  picture.x_axis = "steps";
  picture.y_axis = "loss";
  picture.curves = {{"train", {{0.0, 4.0}, {500.0, 2.0}, {1000.0, 1.0}}},
                    {"test", {{0.0, 3.0}, {1000.0, 3.0}}}};
  return picture;
}

bool HasCurveAt(const CurvePicture& picture, std::size_t curve, Vec2 point) {
  const CurveLayout layout = LayoutOf(picture);
  return IsColour(
      PixelOf(Render(picture, PictureFormat::kPng), layout.X_px(point.x), layout.Y_px(point.y)),
      CurveColour(curve));
}

TEST(CurvePicture, CurvesGoThroughTheirPoints) {
  const CurvePicture picture = Example();
  EXPECT_TRUE(HasCurveAt(picture, 0, {250.0, 3.0}) || HasCurveAt(picture, 1, {250.0, 3.0}));
  EXPECT_TRUE(HasCurveAt(picture, 0, {750.0, 1.5}));
  EXPECT_TRUE(HasCurveAt(picture, 1, {500.0, 3.0}));
  EXPECT_FALSE(HasCurveAt(picture, 0, {500.0, 3.0}));
}

TEST(CurvePicture, AHalvingIsAStraightLineOnALogarithmicAxis) {
  CurvePicture picture = Example();
  picture.log_y = true;
  EXPECT_TRUE(HasCurveAt(picture, 0, {250.0, std::sqrt(8.0)}));
  EXPECT_TRUE(HasCurveAt(picture, 0, {750.0, std::sqrt(2.0)}));
}

TEST(CurvePicture, WhatCannotBeShownLeavesAGap) {
  CurvePicture picture = Example();
  picture.curves = {
      {"gap", {{0.0, 1.0}, {100.0, 1.0}, {200.0, kNone}, {300.0, 1.0}, {400.0, 2.0}}}};
  EXPECT_TRUE(HasCurveAt(picture, 0, {50.0, 1.0}));
  EXPECT_FALSE(HasCurveAt(picture, 0, {200.0, 1.0}));
  picture.curves[0].points = {{0.0, 1.0}, {100.0, 1.0}, {200.0, 0.0}, {300.0, 1.5}, {400.0, 0.0}};
  picture.log_y = true;
  EXPECT_FALSE(HasCurveAt(picture, 0, {200.0, 1.0}));
  EXPECT_TRUE(HasCurveAt(picture, 0, {300.0, 1.5})) << "a point alone is a dot";
}

TEST(CurvePicture, TicksAreRoundAndInside) {
  CurvePicture picture = Example();
  CurveLayout layout = LayoutOf(picture);
  EXPECT_EQ(layout.x_ticks, (std::vector<double>{0, 200, 400, 600, 800, 1000}));
  EXPECT_EQ(layout.y_ticks, (std::vector<double>{1, 2, 3, 4}));
  picture.curves = {{"wide", {{0.0, 1e-6}, {1.0, 10.0}}}};
  picture.log_y = true;
  layout = LayoutOf(picture);
  ASSERT_EQ(layout.y_ticks.size(), 8U);
  EXPECT_NEAR(layout.y_ticks[0], 1e-6, 1e-12);
  picture.curves = {{"narrow", {{0.0, 1.2}, {1.0, 1.3}}}};
  layout = LayoutOf(picture);
  EXPECT_GE(layout.y_ticks.size(), 3U);
  for (const double tick : layout.y_ticks) {
    EXPECT_GE(layout.Y_px(tick), layout.top_px - 1e-6);
    EXPECT_LE(layout.Y_px(tick), layout.bottom_px + 1e-6);
  }
}

TEST(CurvePicture, TheLegendHidesNoCurve) {
  CurvePicture picture = Example();
  picture.curves = {{"low", {{0.0, 1.0}, {1000.0, 1.0}}}, {"high", {{0.0, 4.0}, {1000.0, 4.0}}}};
  for (const double x : {5.0, 500.0, 800.0, 900.0, 950.0, 995.0}) {
    EXPECT_TRUE(HasCurveAt(picture, 0, {x, 1.0})) << x;
    EXPECT_TRUE(HasCurveAt(picture, 1, {x, 4.0})) << x;
  }
  // Another row for more of them, and fewer columns for long names.
  const CurveLayout two = LayoutOf(picture);
  EXPECT_GT(two.legend_px, two.bottom_px);
  EXPECT_GT(two.height_px, two.legend_px);
  picture.curves.resize(9, picture.curves[0]);
  const CurveLayout nine = LayoutOf(picture);
  EXPECT_EQ(nine.legend_columns, 4);
  EXPECT_GT(nine.height_px, two.height_px);
  picture.curves[3].name = std::string(200, 'n');
  EXPECT_EQ(LayoutOf(picture).legend_columns, 1);
  EXPECT_GT(LayoutOf(picture).height_px, nine.height_px);
  EXPECT_NO_THROW(Render(picture, PictureFormat::kPng));
}

TEST(CurvePicture, RendersTheSameBytesInBothFormats) {
  CurvePicture picture = Example();
  for (const PictureFormat format : {PictureFormat::kSvg, PictureFormat::kPng}) {
    EXPECT_EQ(Render(picture, format), Render(picture, format));
  }
  EXPECT_EQ(Render(picture, PictureFormat::kSvg).rfind("<?xml", 0), 0U);
  picture.curves = {{"one", {{5.0, 0.0}}}};
  EXPECT_NO_THROW(Render(picture, PictureFormat::kSvg)) << "a single value";
  picture.log_y = true;
  EXPECT_NO_THROW(Render(picture, PictureFormat::kSvg)) << "nothing that can be shown";
  picture.curves.clear();
  EXPECT_NO_THROW(Render(picture, PictureFormat::kSvg)) << "nothing to show";
  picture.caption = "\xff";
  EXPECT_THROW(Render(picture, PictureFormat::kSvg), Error);
}

}  // namespace
}  // namespace skipstone
