// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "learn/learning_curve.h"

namespace skipstone {

class Verb;

// The parts of `learn`: backward and labels are in learn.cc.
void AddSupervised(Verb& learn);
void AddSelfPlay(Verb& learn);
void AddLearnWinTable(Verb& learn);

// Draws losses over steps of training: a curve file as a picture of the same name, .svg.
struct LossLine {
  std::string name;
  std::function<std::optional<double>(const CurvePoint&)> loss;
};
void DrawLosses(const std::filesystem::path& curve, const std::string& caption,
                const std::string& unit, const std::vector<LossLine>& lines);

}  // namespace skipstone
