// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/release.h"

#include <fmt/format.h>

#include <cmath>

#include "base/exact_math.h"
#include "base/hash.h"

namespace skipstone {

Handle HandleFromJson(const Field& field) {
  const std::string& name = field.String();
  if (name == "cw") return Handle::kCw;
  if (name == "ccw") return Handle::kCcw;
  throw field.Bad(fmt::format("expected \"cw\" or \"ccw\", got {}", Quote(Json(name))));
}

Release ReleaseFromVelocity(Vec2 velocity_mps, Handle handle) {
  const auto [x, y] = velocity_mps;
  return {std::sqrt(x * x + y * y), ExactAtan2(x, y), handle};
}

Vec2 VelocityOf(const Release& release) {
  const SinCos line = ExactSinCos(release.angle_rad);
  return {release.speed_mps * line.sin, release.speed_mps * line.cos};
}

std::uint64_t HashOf(const Release& release) {
  Hasher hasher;
  hasher.AddDouble(release.speed_mps);
  hasher.AddDouble(release.angle_rad);
  hasher.AddInt(static_cast<std::uint64_t>(release.handle));
  return hasher.value();
}

JsonOut ToJson(const Release& release) {
  return {{"speed", release.speed_mps},
          {"angle", release.angle_rad},
          {"handle", HandleName(release.handle)}};
}

Release ReleaseFromJson(const Field& field) {
  return {field.At("speed").Number(-kMaxSpeed_mps, kMaxSpeed_mps),
          field.At("angle").Number(-kMaxAngle_rad, kMaxAngle_rad),
          HandleFromJson(field.At("handle"))};
}

}  // namespace skipstone
