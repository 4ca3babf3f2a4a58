// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

// For tests: what a picture shows at a place.

#include <cairo.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "picture/sheet_picture.h"

namespace skipstone {

// A pixel of a PNG as red, green and blue bytes.
inline std::array<int, 3> PixelOf(const std::string& png, double x, double y) {
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

inline bool IsColour(std::array<int, 3> pixel, const Colour& colour) {
  const double channels[] = {colour.red, colour.green, colour.blue};
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(pixel[i] - 255.0 * channels[i]) > 1.0) return false;
  }
  return true;
}

}  // namespace skipstone
