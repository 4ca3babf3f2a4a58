// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/state_picture.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "ice/ice.h"
#include "picture/png_pixel.h"

namespace skipstone {
namespace {

StatePicture Example() {
  StatePicture picture;
  picture.caption = "A title\nand what it means";
  picture.axis = "points";
  picture.sheet.sheet = DefaultIce(Law::kFcv1).sheet;
  picture.sheet.board.Put(SlotOf(Team::k0, 0), {0.6, 0.6});
  picture.sheet.board.Put(SlotOf(Team::k1, 0), {-0.6, -1.8});
  for (StatePicture::Series& series : picture.series) series.probabilities.assign(17, 0.0);
  picture.series[0].name = "label";
  picture.series[0].probabilities[9] = 0.75;
  picture.series[0].probabilities[8] = 0.25;
  picture.series[1].name = "network";
  picture.series[1].probabilities[9] = 0.4;
  picture.series[1].probabilities[7] = 0.6;
  return picture;
}

TEST(StatePicture, BarsStandInPairsOverTheirScores) {
  const StatePicture picture = Example();
  const StateLayout layout = LayoutOf(picture);
  EXPECT_DOUBLE_EQ(layout.most, 0.8);
  const std::string png = Render(picture, PictureFormat::kPng);
  const auto has_bar = [&](std::size_t score, std::size_t series, double probability) {
    const double x =
        0.5 * (layout.BarLeft_px(score, series) + layout.BarLeft_px(score, series + 1));
    return IsColour(PixelOf(png, x, layout.Probability_px(probability)), kSeriesColours[series]);
  };
  EXPECT_TRUE(has_bar(9, 0, 0.05) && has_bar(9, 0, 0.73));
  EXPECT_FALSE(has_bar(9, 0, 0.78));
  EXPECT_TRUE(has_bar(9, 1, 0.38));
  EXPECT_FALSE(has_bar(9, 1, 0.43));
  EXPECT_TRUE(has_bar(8, 0, 0.23));
  EXPECT_FALSE(has_bar(8, 1, 0.03));
  EXPECT_FALSE(has_bar(7, 0, 0.03));
  EXPECT_TRUE(has_bar(7, 1, 0.57));
  EXPECT_FALSE(has_bar(0, 0, 0.03) || has_bar(16, 1, 0.03));
}

TEST(StatePicture, TheSheetIsBesideThem) {
  const StatePicture picture = Example();
  const StateLayout layout = LayoutOf(picture);
  EXPECT_LT(layout.sheet_left_px + layout.sheet_width_px, layout.left_px);
  EXPECT_LT(layout.bottom_px, layout.height_px);
  const PictureLayout sheet = LayoutOf(picture.sheet, layout.sheet_width_px);
  const std::string png = Render(picture, PictureFormat::kPng);
  const auto at = [&](Vec2 place) {
    const Vec2 p = sheet.ToPixels(place);
    return PixelOf(png, layout.sheet_left_px + p.x, layout.sheet_top_px + p.y);
  };
  // Beside the number on the stone.
  EXPECT_TRUE(IsColour(at({0.6 + 0.085, 0.6}), kTeamColours[0]));
  EXPECT_TRUE(IsColour(at({-0.6 + 0.085, -1.8}), kTeamColours[1]));
  EXPECT_TRUE(IsColour(at({1.5, -5.0}), kIceColour));
}

TEST(StatePicture, RendersTheSameBytesInBothFormats) {
  StatePicture picture = Example();
  for (const PictureFormat format : {PictureFormat::kSvg, PictureFormat::kPng}) {
    EXPECT_EQ(Render(picture, format), Render(picture, format));
  }
  EXPECT_EQ(Render(picture, PictureFormat::kSvg).rfind("<?xml", 0), 0U);
  for (StatePicture::Series& series : picture.series) series.probabilities.assign(17, 0.0);
  EXPECT_NO_THROW(Render(picture, PictureFormat::kSvg)) << "nothing to show";
  picture.caption = "\xff";
  EXPECT_THROW(Render(picture, PictureFormat::kSvg), Error);
}

}  // namespace
}  // namespace skipstone
