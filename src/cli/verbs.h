// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <CLI/CLI.hpp>

namespace skipstone {

// Each verb adds itself to the command line and does its work in its callback; it reports failure
// by throwing Error. One file per verb.
void AddAnalyze(CLI::App& app);
void AddSimulate(CLI::App& app);
void AddTurn(CLI::App& app);
void AddReplay(CLI::App& app);
void AddPicture(CLI::App& app);
void AddTournament(CLI::App& app);
void AddStats(CLI::App& app);
void AddWintable(CLI::App& app);
void AddPlayout(CLI::App& app);
void AddMatch(CLI::App& app);
void AddParity(CLI::App& app);
void AddStress(CLI::App& app);
void AddBench(CLI::App& app);
void AddExperiment(CLI::App& app);
void AddLearn(CLI::App& app);
void AddCheckClient(CLI::App& app);
void AddCheckServer(CLI::App& app);
void AddConvert(CLI::App& app);
void AddDc2(CLI::App& app);
void AddDc2Server(CLI::App& app);
void AddDc3(CLI::App& app);
void AddDc3Server(CLI::App& app);
void AddDoctor(CLI::App& app);
void AddSignature(CLI::App& app);

// The part of a verb's help that shows a command to paste.
inline void AddExample(CLI::App& verb, const std::string& command) {
  verb.footer("Example:\n  " + command);
}

}  // namespace skipstone
