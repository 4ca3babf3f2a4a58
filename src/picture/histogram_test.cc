// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "picture/png_pixel.h"

namespace skipstone {
namespace {

Histogram Example() {
  Histogram histogram;
  histogram.caption = "A title\nand what it means";
  histogram.axis = "mm";
  histogram.bars = {"bars", {1.05, 1.06, 1.07, 1.08, 120.0}};
  return histogram;
}

TEST(Histogram, EveryValueHasItsBin) {
  Histogram histogram = Example();
  histogram.bars.values = {0.0,  1e-9,   0.0101, 1.05,
                           9.99, 1.01e3, 1e9,    std::numeric_limits<double>::infinity()};
  const std::vector<std::size_t> counts = BinCounts(histogram, histogram.bars);
  ASSERT_EQ(counts.size(), 6U * kBinsPerDecade);
  EXPECT_EQ(counts[0], 3U);
  EXPECT_EQ(counts[2 * kBinsPerDecade], 1U);
  EXPECT_EQ(counts[3 * kBinsPerDecade - 1], 1U);
  EXPECT_EQ(counts[5 * kBinsPerDecade], 1U);
  EXPECT_EQ(counts.back(), 2U);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::size_t{0}), 8U);
}

TEST(Histogram, BarsStandWhereTheValuesAre) {
  const Histogram histogram = Example();
  const HistogramLayout layout = LayoutOf(histogram);
  EXPECT_EQ(layout.most, 4U);
  const std::string png = Render(histogram, PictureFormat::kPng);
  const auto in_bin = [&](std::size_t bin, double count) {
    const double x = 0.5 * (layout.BinLeft_px(bin) + layout.BinLeft_px(bin + 1));
    return IsColour(PixelOf(png, x, layout.Count_px(count)), kBarColour);
  };
  const std::size_t at_1 = 2 * kBinsPerDecade;
  const std::size_t at_120 = 4 * kBinsPerDecade;
  EXPECT_TRUE(in_bin(at_1, 0.5) && in_bin(at_1, 3.5));
  EXPECT_TRUE(in_bin(at_120, 0.5));
  EXPECT_FALSE(in_bin(at_120, 1.5));
  EXPECT_FALSE(in_bin(at_1 + 1, 0.5) || in_bin(at_1 - 1, 0.5));
}

TEST(Histogram, TheOutlineGoesAroundItsCounts) {
  Histogram histogram = Example();
  histogram.outline = {"outline", std::vector<double>(8, 1.05)};
  const HistogramLayout layout = LayoutOf(histogram);
  EXPECT_EQ(layout.most, 8U) << "the outline is higher than the bars";
  const std::string png = Render(histogram, PictureFormat::kPng);
  const std::size_t bin = 2 * kBinsPerDecade;
  const double middle = 0.5 * (layout.BinLeft_px(bin) + layout.BinLeft_px(bin + 1));
  EXPECT_TRUE(IsColour(PixelOf(png, middle, layout.Count_px(8)), kOutlineColour));
  EXPECT_TRUE(IsColour(PixelOf(png, layout.BinLeft_px(bin), layout.Count_px(6.5)), kOutlineColour));
  EXPECT_TRUE(IsColour(PixelOf(png, middle, layout.Count_px(2.5)), kBarColour));
  EXPECT_FALSE(IsColour(PixelOf(png, middle, layout.Count_px(6.5)), kBarColour));
}

TEST(Histogram, RendersTheSameBytesInBothFormats) {
  Histogram histogram = Example();
  for (const PictureFormat format : {PictureFormat::kSvg, PictureFormat::kPng}) {
    EXPECT_EQ(Render(histogram, format), Render(histogram, format));
  }
  EXPECT_EQ(Render(histogram, PictureFormat::kSvg).rfind("<?xml", 0), 0U);
  histogram.bars.values.clear();
  EXPECT_NO_THROW(Render(histogram, PictureFormat::kSvg)) << "nothing to show";
  histogram.caption = "\xff";
  EXPECT_THROW(Render(histogram, PictureFormat::kSvg), Error);
}

}  // namespace
}  // namespace skipstone
