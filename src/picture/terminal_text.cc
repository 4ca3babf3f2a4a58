// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/terminal_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace skipstone {
namespace {

int Byte(double value) {
  return static_cast<int>(std::lround(255.0 * std::clamp(value, 0.0, 1.0)));
}

// The nearest of xterm's colours: a cube of 6 x 6 x 6 and 24 greys.
int XtermColour(const Colour& colour) {
  const auto level = [](int i) { return i == 0 ? 0.0 : (55.0 + 40.0 * i) / 255.0; };
  const auto nearest = [&level](double value) {
    int best = 0;
    for (int i = 1; i < 6; ++i) {
      if (std::abs(level(i) - value) < std::abs(level(best) - value)) best = i;
    }
    return best;
  };
  const int r = nearest(colour.red);
  const int g = nearest(colour.green);
  const int b = nearest(colour.blue);
  const double mean = (colour.red + colour.green + colour.blue) / 3.0;
  const int step = std::clamp(static_cast<int>(std::lround((255.0 * mean - 8.0) / 10.0)), 0, 23);
  const double grey = (8.0 + 10.0 * step) / 255.0;
  return SquaredDistance(colour, {grey, grey, grey}) <
                 SquaredDistance(colour, {level(r), level(g), level(b)})
             ? 232 + step
             : 16 + 36 * r + 6 * g + b;
}

std::string Escape(int target, const Colour& colour, Palette palette) {
  if (palette == Palette::k256) return fmt::format("\x1b[{};5;{}m", target, XtermColour(colour));
  return fmt::format("\x1b[{};2;{};{};{}m", target, Byte(colour.red), Byte(colour.green),
                     Byte(colour.blue));
}

// The length of the escape sequence or character that a text begins with, and its width in columns.
struct Piece {
  std::size_t bytes = 1;
  int width = 1;
};

Piece FirstPiece(std::string_view text) {
  if (text.substr(0, 2) == "\x1b[") {
    const std::size_t end = text.find_first_not_of("0123456789;?", 2);
    return {end == std::string_view::npos ? text.size() : end + 1, 0};
  }
  const auto is_continuation = [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
  };
  Piece piece;
  while (piece.bytes < text.size() && is_continuation(text[piece.bytes])) ++piece.bytes;
  return piece;
}

}  // namespace

double SquaredDistance(const Colour& a, const Colour& b) {
  const double red = a.red - b.red;
  const double green = a.green - b.green;
  const double blue = a.blue - b.blue;
  return red * red + green * green + blue * blue;
}

std::string Foreground(const Colour& colour, Palette palette) {
  return Escape(38, colour, palette);
}

std::string Background(const Colour& colour, Palette palette) {
  return Escape(48, colour, palette);
}

int TextWidth(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Piece piece = FirstPiece(text);
    width += piece.width;
    text.remove_prefix(piece.bytes);
  }
  return width;
}

std::string FittedText(std::string_view text, int columns) {
  const bool too_wide = TextWidth(text) > columns;
  int room = columns - (too_wide ? 1 : 0);
  std::string fitted;
  while (!text.empty()) {
    const Piece piece = FirstPiece(text);
    // Escape sequences stay: the last one may end a colour.
    if (piece.width <= room) {
      fitted += text.substr(0, piece.bytes);
      room -= piece.width;
      if (too_wide && piece.width > 0 && room == 0) fitted += "…";
    }
    text.remove_prefix(piece.bytes);
  }
  if (room > 0) fitted.append(static_cast<std::size_t>(room), ' ');
  return fitted;
}

}  // namespace skipstone
