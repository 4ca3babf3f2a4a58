// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "picture/sheet_picture.h"

namespace skipstone {

// What a terminal can show: 24-bit colours, or the 256 of xterm.
enum class Palette : std::uint8_t { kTrueColour, k256 };

// Escape sequences that set the colour of what follows; kPlainText ends it.
std::string Foreground(const Colour& colour, Palette palette);
std::string Background(const Colour& colour, Palette palette);
inline constexpr const char* kBoldText = "\x1b[1m";
inline constexpr const char* kPlainText = "\x1b[0m";

// Of the two points in the cube of colours.
double SquaredDistance(const Colour& a, const Colour& b);

// Columns that a UTF-8 text without wide characters takes; escape sequences take none.
int TextWidth(std::string_view text);
// The text in exactly this many columns: filled with spaces, or cut with an ellipsis.
std::string FittedText(std::string_view text, int columns);

}  // namespace skipstone
