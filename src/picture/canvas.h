// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cairo.h>

#include <functional>
#include <string>

#include "picture/sheet_picture.h"

namespace skipstone {

// The content of a picture file that `paint` draws on white, in pixels from the top left corner.
// Equal drawings give equal bytes wherever cairo and the fonts are the same.
std::string RenderCanvas(int width_px, int height_px, PictureFormat format,
                         const std::function<void(cairo_t*)>& paint);

void SetColour(cairo_t* cairo, const Colour& colour, double alpha = 1.0);
void SetFont(cairo_t* cairo, double size_px, bool bold);

// Where a text stands, seen from the point it is given.
enum class TextAlign { kLeft, kCentre, kRight };
// `at` is on the base line.
void FillText(cairo_t* cairo, Vec2 at, const std::string& text, TextAlign align = TextAlign::kLeft);

}  // namespace skipstone
