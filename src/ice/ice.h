// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <string_view>

#include "base/json.h"
#include "ice/board.h"
#include "ice/release.h"
#include "ice/sheet.h"

namespace skipstone {

// How a stone slows down and curls.
enum class Law : std::uint8_t {
  kFcv1,  // Digital Curling 3 and 4
  kDc2,   // Digital Curling 2, the ice of the papers
};

// Which stones leave, while something moves and once all is at rest. All take a stone that touches
// a side line or is completely past the back line; they differ in when, and at the hog line.
enum class Removal : std::uint8_t {
  kDc3,      // side, back: before every step. Hog line: every stone, at rest
  kDc4,      // side: moving stones, at every step. Back: at rest. Hog: a throw that hit nothing
  kDc2,      // side, back: scanned in order of delivery up to the first awake stone. Hog: the throw
  kCurling,  // side, back: before every step. Hog: a throw that hit nothing
};

// An ice: a law of motion with its contact constants (both fixed by the law), its sheet and its
// removal rule.
struct Ice {
  Law law = Law::kFcv1;
  Removal removal = Removal::kDc3;
  Sheet sheet;

  bool operator==(const Ice&) const = default;
};

inline constexpr double kSheetWidth_m = 4.75;

// The tournament ices. fcv1 takes the removal rules dc3, dc4 and curling and any sheet width; dc2
// has only its own of each (throws kUsage otherwise).
Ice MakeIce(Law law, Removal removal, double sheet_width_m = kSheetWidth_m);
// fcv1 with dc3's removal, or dc2.
Ice DefaultIce(Law law);

std::string_view LawName(Law law);              // "fcv1", "dc2"
Law LawFromName(std::string_view name);         // throws kUsage
std::string_view RemovalName(Removal removal);  // "dc3", "dc4", "dc2", "curling"

std::uint64_t HashOf(const Ice& ice);
// {"law":"fcv1","removal":"dc3","sheet_width":4.75}
JsonOut ToJson(const Ice& ice);
Ice IceFromJson(const Field& field);
double SheetWidthFromJson(const Field& field);  // metres

// Between the house frame and the ice's own frame (docs/coordinates.md). Every float32 of the
// own frame survives the way to the house frame and back.
Vec2 PositionToOwnFrame(Law law, Vec2 house);
Vec2 PositionFromOwnFrame(Law law, Vec2 own);
// Two float32 members of an object, neither beyond `most`.
Vec2 PointFromJson(const Field& object, const char* x, const char* y, double most);
Vec2 VelocityToOwnFrame(Law law, const Release& release);
Release ReleaseFromOwnFrame(Law law, Vec2 velocity_mps, Handle handle);

}  // namespace skipstone
