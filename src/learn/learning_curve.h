// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace skipstone {

// What the trainer says of a network every so many steps (docs/networks.md). Without a test set
// there is nothing about it.
struct CurvePoint {
  int step = 0;
  double train_loss = 0.0;  // since the point before
  std::optional<double> test_loss;
  std::optional<double> test_mae;        // of the expected score, in points
  std::optional<double> test_explained;  // as Judgement::Explained
  // Of a network with two heads: the parts of the losses.
  std::optional<double> train_policy_loss;
  std::optional<double> train_value_loss;
  std::optional<double> test_policy_loss;
  std::optional<double> test_value_loss;
};

// A curve file, with steps rising; errors name its line. One without a point is refused.
std::vector<CurvePoint> ReadLearningCurve(const std::filesystem::path& path);

}  // namespace skipstone
