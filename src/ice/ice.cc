// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/ice.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace skipstone {
namespace {

// The tee in each ice's own frame: the double values of the field's float32 constants.
constexpr double kFcv1TeeY = 38.405f;
constexpr double kDc2TeeX = 2.375f;
constexpr double kDc2TeeY = 4.88f;

constexpr Removal kRemovals[] = {Removal::kDc3, Removal::kDc4, Removal::kDc2, Removal::kCurling};

}  // namespace

Ice MakeIce(Law law, Removal removal, double sheet_width_m) {
  Ice ice{.law = law, .removal = removal, .sheet = {}};
  if (law == Law::kFcv1) {
    if (removal == Removal::kDc2) {
      throw Error(ErrorKind::kUsage, "", "ice fcv1 has the removal rules dc3, dc4, curling");
    }
    ice.sheet = {.release_y_m = -kFcv1TeeY,
                 .hog_line_y_m = double{32.004f} - kFcv1TeeY,
                 .back_line_y_m = double{40.234f} - kFcv1TeeY,
                 .half_width_m = sheet_width_m / 2.0,
                 .house_radius_m = double{1.829f},
                 .stone_radius_m = double{0.145f}};
    return ice;
  }
  if (removal != Removal::kDc2 || sheet_width_m != kSheetWidth_m) {
    throw Error(ErrorKind::kUsage, "",
                "ice dc2 has only its own removal rule and a sheet width of 4.75 m");
  }
  ice.sheet = {.release_y_m = kDc2TeeY - double{41.28f},
               .hog_line_y_m = kDc2TeeY - double{11.28f},
               .back_line_y_m = kDc2TeeY - double{3.05f},
               .half_width_m = kDc2TeeX,
               .house_radius_m = double{1.83f},
               .stone_radius_m = double{0.145f}};
  return ice;
}

Ice DefaultIce(Law law) { return MakeIce(law, law == Law::kFcv1 ? Removal::kDc3 : Removal::kDc2); }

std::string_view LawName(Law law) { return law == Law::kFcv1 ? "fcv1" : "dc2"; }

Law LawFromName(std::string_view name) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    if (name == LawName(law)) return law;
  }
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected the ice fcv1 or dc2, got {}", Quote(Json(name))));
}

std::string_view RemovalName(Removal removal) {
  switch (removal) {
    case Removal::kDc3:
      return "dc3";
    case Removal::kDc4:
      return "dc4";
    case Removal::kDc2:
      return "dc2";
    case Removal::kCurling:
      return "curling";
  }
  return "";
}

std::uint64_t HashOf(const Ice& ice) {
  Hasher hasher;
  hasher.AddInt(static_cast<std::uint64_t>(ice.law));
  hasher.AddInt(static_cast<std::uint64_t>(ice.removal));
  hasher.AddDouble(ice.sheet.half_width_m);
  return hasher.value();
}

JsonOut ToJson(const Ice& ice) {
  return {{"law", LawName(ice.law)},
          {"removal", RemovalName(ice.removal)},
          {"sheet_width", 2.0 * ice.sheet.half_width_m}};
}

Ice IceFromJson(const Field& field) {
  const std::string& removal_name = field.At("removal").String();
  const double width = SheetWidthFromJson(field.At("sheet_width"));
  for (const Removal removal : kRemovals) {
    if (RemovalName(removal) != removal_name) continue;
    try {
      return MakeIce(LawFromName(field.At("law").String()), removal, width);
    } catch (const Error& e) {
      if (e.kind() == ErrorKind::kBadData) throw;
      throw field.Bad(e.what());
    }
  }
  throw field.At("removal").Bad("expected dc3, dc4, dc2 or curling");
}

double SheetWidthFromJson(const Field& field) { return field.Number(1.0, 100.0); }

Vec2 PointFromJson(const Field& object, const char* x, const char* y, double most) {
  return {object.At(x).Float32(-most, most), object.At(y).Float32(-most, most)};
}

Vec2 PositionToOwnFrame(Law law, Vec2 house) {
  if (law == Law::kFcv1) return {house.x, house.y + kFcv1TeeY};
  return {house.x + kDc2TeeX, kDc2TeeY - house.y};
}

Vec2 PositionFromOwnFrame(Law law, Vec2 own) {
  if (law == Law::kFcv1) return {own.x, own.y - kFcv1TeeY};
  return {own.x - kDc2TeeX, kDc2TeeY - own.y};
}

Vec2 VelocityToOwnFrame(Law law, const Release& release) {
  const Vec2 velocity = VelocityOf(release);
  return law == Law::kFcv1 ? velocity : Vec2{velocity.x, -velocity.y};
}

Release ReleaseFromOwnFrame(Law law, Vec2 velocity_mps, Handle handle) {
  if (law == Law::kDc2) velocity_mps.y = -velocity_mps.y;
  return ReleaseFromVelocity(velocity_mps, handle);
}

}  // namespace skipstone
