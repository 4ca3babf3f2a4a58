// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "base/json.h"
#include "game/rules.h"
#include "ice/ice.h"

namespace skipstone {

// The experiments of `experiment`: by paper, and our own.
void AddYeeExperiments(CLI::App& experiment);
void AddLastStoneExperiment(CLI::App& experiment);
void AddArenaExperiments(CLI::App& experiment);
void AddAtakaExperiments(CLI::App& experiment);
void AddStrengthExperiment(CLI::App& experiment);
void AddLeeExperiments(CLI::App& experiment);

// Parts of `experiment ataka`: its figures (experiment_ataka_figures.cc, which adds the equity
// table too).
void AddAtakaFigures(CLI::App& ataka);
void AddAtakaEquity(CLI::App& ataka);

// What every result says of how it came about: the command, the commit of the sources (if they are
// in a git checkout), the machine, the day.
JsonOut Provenance(const std::string& command);
// The hash of the win table by which players play for the win: with another one a player is another
// player.
std::string WinTableHash(Law law, const Rules& rules);
// The folder, made if need be.
std::filesystem::path ResultFolder(const std::filesystem::path& folder);
// NAME.md and NAME.json in the folder; the Markdown gets a title, the provenance, then the text.
void WriteResult(const std::filesystem::path& folder, const std::string& name,
                 const std::string& title, const JsonOut& provenance, const std::string& markdown,
                 JsonOut json);

}  // namespace skipstone
