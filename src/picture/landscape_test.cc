// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/landscape.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "picture/png_pixel.h"

namespace skipstone {
namespace {

// Four weights by five lines; the value grows with the cell's number.
LandscapePicture Example() {
  LandscapePicture picture;
  picture.caption = "A title\nand what it means";
  picture.exact_name = "exact";
  picture.called_name = "called";
  picture.value_name = "points";
  picture.low = -10.0;
  picture.high = 10.0;
  picture.weights = {{2.3, "tee"}};
  for (const char* title : {"left", "right"}) {
    LandscapePicture::Column column;
    column.title = title;
    column.speeds_mps = {2.2, 2.3, 2.6, 3.4};
    column.angles_rad = {-0.04, -0.02, 0.0, 0.02, 0.04};
    for (int i = 0; i < 20; ++i) {
      column.exact.push_back(i - 10.0);
      column.called.push_back(10.0 - i);
    }
    picture.columns.push_back(column);
  }
  return picture;
}

std::array<int, 3> PixelAt(const LandscapePicture& picture, const std::string& png,
                           std::size_t column, int row, const Release& release) {
  const Vec2 at = LayoutOf(picture).ToPixels(picture.columns[column], column, row, release);
  return PixelOf(png, at.x, at.y);
}

TEST(LandscapePicture, EveryCellHasTheColourOfItsValue) {
  const LandscapePicture picture = Example();
  const std::string png = Render(picture, PictureFormat::kPng);
  for (std::size_t c = 0; c < 2; ++c) {
    const LandscapePicture::Column& column = picture.columns[c];
    for (std::size_t row = 0; row < 3; ++row) {  // the heaviest has the panel's name on it
      for (std::size_t line = 0; line < 5; ++line) {
        const Release release{column.speeds_mps[row], column.angles_rad[line], Handle::kCw};
        const double value = column.exact[5 * row + line];
        EXPECT_TRUE(IsColour(PixelAt(picture, png, c, 0, release), ValueColour(picture, value)));
        EXPECT_TRUE(IsColour(PixelAt(picture, png, c, 1, release), ValueColour(picture, -value)));
      }
    }
  }
}

TEST(LandscapePicture, WeightsGoUpAndLinesGoRight) {
  const LandscapePicture picture = Example();
  const LandscapeLayout layout = LayoutOf(picture);
  const LandscapePicture::Column& column = picture.columns[0];
  const Vec2 light = layout.ToPixels(column, 0, 0, {2.2, -0.04, Handle::kCw});
  const Vec2 heavy = layout.ToPixels(column, 0, 0, {3.4, 0.04, Handle::kCw});
  EXPECT_LT(light.x, heavy.x);
  EXPECT_GT(light.y, heavy.y);
  // Half way between two cells is half way between their speeds.
  const double half = layout.ToPixels(column, 0, 0, {3.0, 0.0, Handle::kCw}).y;
  EXPECT_NEAR(half, layout.top_px[0] + 0.25 * layout.panel_height_px, 1e-6);
  // The panel's edges are half a cell beyond the outer centres.
  EXPECT_NEAR(light.x, layout.left_px[0] + 0.1 * layout.panel_width_px, 1e-6);
}

TEST(LandscapePicture, MarksAreDrawnWhereTheyBelong) {
  LandscapePicture picture = Example();
  const Release candidate{2.3, 0.02, Handle::kCw};
  picture.columns[1].candidates = {candidate, {9.0, 0.0, Handle::kCw}};
  const Release call{2.6, -0.02, Handle::kCw};
  picture.columns[0].call = call;
  const std::string png = Render(picture, PictureFormat::kPng);
  for (const int row : {0, 1}) {
    EXPECT_TRUE(IsColour(PixelAt(picture, png, 1, row, candidate), kCandidateColour));
    EXPECT_FALSE(IsColour(PixelAt(picture, png, 0, row, candidate), kCandidateColour));
  }
  // The middle of the cross is open, its arms are dark.
  const Vec2 at = LayoutOf(picture).ToPixels(picture.columns[0], 0, 0, call);
  EXPECT_TRUE(IsColour(PixelOf(png, at.x, at.y), ValueColour(picture, 1.0)));
  EXPECT_LT(PixelOf(png, at.x, at.y - 8.0)[0], 100);
}

TEST(LandscapePicture, TheScaleHasTwoEndsAndAMiddle) {
  LandscapePicture picture = Example();
  const auto light = [&](double value) {
    const Colour colour = ValueColour(picture, value);
    return colour.red + colour.green + colour.blue;
  };
  EXPECT_GT(light(0.0), 2.8);
  EXPECT_LT(light(-10.0), 1.0);
  EXPECT_LT(light(10.0), 1.0);
  EXPECT_EQ(light(99.0), light(10.0));
  picture.diverging = false;
  for (int value = -9; value <= 10; ++value) EXPECT_GT(light(value), light(value - 1));
}

TEST(LandscapePicture, RendersTheSameBytesInBothFormats) {
  LandscapePicture picture = Example();
  picture.percent = true;
  picture.columns[0].samples = {{2.4, 0.0, Handle::kCw}};
  picture.columns[0].error_curves = {
      {{2.3, 0.0, Handle::kCw}, {2.4, 0.01, Handle::kCw}, {2.3, 0.0, Handle::kCw}}};
  for (const PictureFormat format : {PictureFormat::kSvg, PictureFormat::kPng}) {
    EXPECT_EQ(Render(picture, format), Render(picture, format));
  }
  EXPECT_EQ(Render(picture, PictureFormat::kSvg).rfind("<?xml", 0), 0U);
  picture.caption = "\xff";
  EXPECT_THROW(Render(picture, PictureFormat::kSvg), Error);
}

}  // namespace
}  // namespace skipstone
