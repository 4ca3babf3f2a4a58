// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/game_options.h"
#include "learn/learning_curve.h"
#include "learn/world.h"

namespace skipstone {

// The parts of `learn`: backward and labels are in learn.cc.
void AddSupervised(CLI::App& learn);
void AddSelfPlay(CLI::App& learn);
void AddLearnWinTable(CLI::App& learn);

// Ctrl-C, progress on the terminal, and skipstone-train as the trainer. 0 threads: one per core.
LearnWorld MakeLearnWorld(int threads);
void SayLearningStopped(const std::filesystem::path& folder);

// Draws losses over steps of training: a curve file as a picture of the same name, .svg.
struct LossLine {
  std::string name;
  std::function<std::optional<double>(const CurvePoint&)> loss;
};
void DrawLosses(const std::filesystem::path& curve, const std::string& caption,
                const std::string& unit, const std::vector<LossLine>& lines);

// --ice, --rules and --execution; --threads.
void AddLearningGame(CLI::App& verb, GameOptions& game);
void AddThreads(CLI::App& verb, int& threads);

}  // namespace skipstone
