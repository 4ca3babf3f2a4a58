// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "ice/engine.h"

namespace skipstone {

enum class PictureFormat : std::uint8_t { kSvg, kPng };

// By the file's extension, .svg or .png; throws kUsage for others.
PictureFormat FormatOfFile(const std::filesystem::path& path);

// A throw as a picture shows it.
struct DrawnShot {
  Outcome outcome;
  // Finely recorded paths keep their corners at impacts; the drawing thins them out.
  Recording recording;
};

// The house end of a sheet as the thrower sees it: +y up, +x to the right. Team 0 is red, team 1
// yellow, and a stone's number counts its team's deliveries from 1.
//
// With a shot, the stones lie as they do afterwards; a stone that moved leaves a faint copy behind
// and a path. A cross marks where a stone left the sheet. After a foul the path of a stone that was
// put back ends in a faint copy.
struct SheetPicture {
  Sheet sheet;
  Board board;  // before the shot, if there is one
  std::optional<DrawnShot> shot;
  std::string caption;  // UTF-8, below the sheet; lines after the first are set smaller
};

inline constexpr int kPictureWidth_px = 600;
inline constexpr int kMinPictureWidth_px = 100;
inline constexpr int kMaxPictureWidth_px = 8000;

// The picture's file content. The width must be within the limits above; the height follows from
// the sheet. Equal pictures give equal bytes wherever cairo and the fonts are the same.
std::string Render(const SheetPicture& picture, PictureFormat format,
                   int width_px = kPictureWidth_px);

// Where a picture has what, in pixels from the top left corner.
struct PictureLayout {
  int width_px = 0;
  int height_px = 0;        // with the caption
  int sheet_height_px = 0;  // without it
  double scale_pxpm = 0.0;  // the same along both axes
  Vec2 tee_px;

  Vec2 ToPixels(Vec2 house) const {
    return {tee_px.x + scale_pxpm * house.x, tee_px.y - scale_pxpm * house.y};
  }
};
PictureLayout LayoutOf(const SheetPicture& picture, int width_px = kPictureWidth_px);

struct Colour {
  double red = 0.0;
  double green = 0.0;
  double blue = 0.0;
};

// The colours that carry meaning.
inline constexpr Colour kIceColour{0.965, 0.98, 0.992};
inline constexpr Colour kOuterRingColour{0.51, 0.705, 0.878};  // 12-foot; the 8-foot is white
inline constexpr Colour kInnerRingColour{0.945, 0.6, 0.57};    // 4-foot; the button is white
inline constexpr Colour kTeamColours[2] = {{0.816, 0.106, 0.157}, {0.98, 0.8, 0.098}};
// Of paths: yellow itself would drown on ice.
inline constexpr Colour kPathColours[2] = {{0.7, 0.04, 0.1}, {0.74, 0.5, 0.0}};
inline constexpr Colour kLineColour{0.3, 0.36, 0.42};
inline constexpr Colour kHogLineColour{0.75, 0.2, 0.22};
inline constexpr Colour kInk{0.12, 0.14, 0.17};

}  // namespace skipstone
