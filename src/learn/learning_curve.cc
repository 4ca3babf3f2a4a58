// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/learning_curve.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/json.h"

namespace skipstone {

std::vector<CurvePoint> ReadLearningCurve(const std::filesystem::path& path) {
  constexpr std::int64_t kMostSteps = 1'000'000'000;
  std::vector<CurvePoint> curve;
  LineReader reader(path.string());
  while (const auto line = reader.Next()) {
    const std::string where = fmt::format("{}:{}", path.string(), line->number);
    if (line->too_long) throw BadData(where, "expected a point of a curve, got a line too long");
    if (line->text.empty()) continue;
    const Json json = ParseJson(line->text, where);
    const Field field(json, where);
    const auto number = [&](const char* name) -> std::optional<double> {
      const auto found = field.Find(name);
      return found ? std::optional(found->Number()) : std::nullopt;
    };
    CurvePoint point;
    point.step = static_cast<int>(
        field.At("step").Int(curve.empty() ? 0 : curve.back().step + 1, kMostSteps));
    point.train_loss = field.At("train_loss").Number();
    point.test_loss = number("test_loss");
    point.test_mae = number("test_mae");
    point.test_explained = number("test_explained");
    point.train_policy_loss = number("train_policy_loss");
    point.train_value_loss = number("train_value_loss");
    point.test_policy_loss = number("test_policy_loss");
    point.test_value_loss = number("test_value_loss");
    curve.push_back(point);
  }
  if (curve.empty()) throw BadData(path.string(), "expected points of a curve, got none");
  return curve;
}

}  // namespace skipstone
