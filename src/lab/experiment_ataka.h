// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <string>

#include "lab/run.h"
#include "options/game_options.h"
#include "value/evaluator.h"

namespace skipstone {

class Verb;

// The measurements of `experiment ataka`, by file.
void AddAtakaLabels(Verb& ataka);     // labels, two-stages
void AddAtakaPositions(Verb& ataka);  // positions, judge
void AddAtakaRegret(Verb& ataka);

// What they have in common.
struct AtakaOptions : RunOptions {
  GameOptions game;
  std::string network = "shipped";
  std::uint64_t seed = 1;
};
// --ice, --rules, --execution, --seed, --threads and --out.
void AddAtakaOptions(Verb& verb, AtakaOptions& options, const std::string& out_help);
void AddNetworkOption(Verb& verb, AtakaOptions& options);

// Of a verb of `ataka`; in ataka-ICE without a folder of its own.
Run AtakaRun(const std::string& verb, const AtakaOptions& options);

}  // namespace skipstone
