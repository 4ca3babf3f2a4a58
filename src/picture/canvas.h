// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cairo.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "picture/sheet_picture.h"

namespace skipstone {

// The content of a picture file that `paint` draws on white, in pixels from the top left corner.
// Equal drawings give equal bytes wherever cairo and the fonts are the same.
std::string RenderCanvas(int width_px, int height_px, PictureFormat format,
                         const std::function<void(cairo_t*)>& paint);

void SetColour(cairo_t* cairo, const Colour& colour, double alpha = 1.0);
void SetFont(cairo_t* cairo, double size_px, bool bold);
// Smaller where a line of text would be longer than the room.
void SetFontToFit(cairo_t* cairo, double size_px, bool bold, const std::string& line,
                  double room_px);

// Where a text stands, seen from the point it is given.
enum class TextAlign { kLeft, kCentre, kRight };
// `at` is on the base line.
void FillText(cairo_t* cairo, Vec2 at, const std::string& text, TextAlign align = TextAlign::kLeft);

void StrokeLine(cairo_t* cairo, Vec2 from, Vec2 to, double width_px);

inline constexpr Colour kSoftInk{0.36, 0.41, 0.46};
inline constexpr Colour kGridColour{0.86, 0.88, 0.9};
inline constexpr double kLineSpacing = 1.45;  // of a line's font size

std::vector<std::string> LinesOf(const std::string& text);

// The font sizes of a picture's caption: of its first line, which is bold, and of the others.
struct CaptionSizes {
  double title = 0.0;
  double text = 0.0;
};
// In the sizes' unit.
double CaptionHeight(const std::string& caption, const CaptionSizes& sizes);
// With the top left corner at `at`. A line that is longer than the room is set smaller.
void PaintCaption(cairo_t* cairo, Vec2 at, const std::string& caption, const CaptionSizes& sizes_px,
                  double room_px = std::numeric_limits<double>::infinity());

// A sheet as Render draws it, with the top left corner at the origin; for pictures that have more
// than a sheet.
void PaintSheet(cairo_t* cairo, const SheetPicture& picture, int width_px);

}  // namespace skipstone
