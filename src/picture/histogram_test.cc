// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/histogram.h"

#include <cairo.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <string_view>

#include "base/error.h"

namespace skipstone {
namespace {

// A pixel of a PNG as red, green and blue bytes.
std::array<int, 3> PixelOf(const std::string& png, double x, double y) {
  std::string_view rest = png;
  const auto read = [](void* closure, unsigned char* data, unsigned int size) {
    auto& source = *static_cast<std::string_view*>(closure);
    if (source.size() < size) return CAIRO_STATUS_READ_ERROR;
    std::memcpy(data, source.data(), size);
    source.remove_prefix(size);
    return CAIRO_STATUS_SUCCESS;
  };
  cairo_surface_t* surface = cairo_image_surface_create_from_png_stream(read, &rest);
  EXPECT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
  std::uint32_t pixel = 0;
  std::memcpy(&pixel,
              cairo_image_surface_get_data(surface) +
                  static_cast<int>(y) * cairo_image_surface_get_stride(surface) +
                  4 * static_cast<int>(x),
              sizeof pixel);
  cairo_surface_destroy(surface);
  return {static_cast<int>(pixel >> 16 & 255), static_cast<int>(pixel >> 8 & 255),
          static_cast<int>(pixel & 255)};
}

bool IsColour(std::array<int, 3> pixel, const Colour& colour) {
  const double channels[] = {colour.red, colour.green, colour.blue};
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(pixel[i] - 255.0 * channels[i]) > 1.0) return false;
  }
  return true;
}

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
