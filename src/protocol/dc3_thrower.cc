// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_thrower.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/error.h"
#include "base/float32.h"
#include "protocol/dc3_messages.h"

namespace skipstone {
namespace {

template <typename T>
std::string TextOf(const T& generator) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << generator;
  return out.str();
}

ExecutionSizes InFloat32(ExecutionSizes sizes) {
  for (double* size : {&sizes.max_speed_mps, &sizes.speed_error_mps, &sizes.angle_error_rad}) {
    *size = *size > kSmallestSize ? RoundToFloat32(*size) : 0.0;
  }
  return sizes;
}

// A distribution must have a width, even if there is no error.
float Spread(double error) { return error > 0.0 ? static_cast<float>(error) : 1.0F; }

}  // namespace

Dc3Thrower::Dc3Thrower(const ExecutionSizes& sizes, std::uint32_t seed)
    : sizes_(InFloat32(sizes)),
      seed_(seed),
      engine_(seed),
      speed_(0.0F, Spread(sizes_.speed_error_mps)),
      angle_(0.0F, Spread(sizes_.angle_error_rad)) {
  SKIPSTONE_CHECK(sizes.model == ExecutionModel::kDc3 || sizes.model == ExecutionModel::kNone);
}

Release Dc3Thrower::Throw(const Release& called) {
  if (sizes_.model == ExecutionModel::kNone) return called;
  const Vec2 velocity = VelocityToOwnFrame(Law::kFcv1, called);
  const auto x = static_cast<float>(velocity.x);
  const auto y = static_cast<float>(velocity.y);
  const auto draw = [this](std::normal_distribution<float>& errors, double size) {
    const float drawn = errors(engine_);
    return size > 0.0 ? drawn : 0.0F;
  };
  // The limit comes before the error.
  const float speed = std::min(std::hypot(x, y), static_cast<float>(sizes_.max_speed_mps)) +
                      draw(speed_, sizes_.speed_error_mps);
  const float angle = std::atan2(y, x) + draw(angle_, sizes_.angle_error_rad);
  return ReleaseFromOwnFrame(Law::kFcv1, {speed * std::cos(angle), speed * std::sin(angle)},
                             called.handle);
}

JsonOut Dc3Thrower::FactoryToJson() const { return Dc3ThrowerToJson(sizes_, seed_); }

JsonOut Dc3Thrower::ToJson() const {
  const JsonOut factory = FactoryToJson();
  if (sizes_.model == ExecutionModel::kNone) return {{"type", "identical"}, {"factory", factory}};
  return {{"type", "normal_dist"},
          {"factory", factory},
          {"engine_data", TextOf(engine_)},
          {"speed_dist_data", TextOf(speed_)},
          {"angle_dist_data", TextOf(angle_)}};
}

}  // namespace skipstone
