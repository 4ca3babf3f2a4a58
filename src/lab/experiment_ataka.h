// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/progress.h"
#include "options/game_options.h"
#include "value/evaluator.h"

namespace skipstone {

class Verb;

// The measurements of `experiment ataka`, by file.
void AddAtakaLabels(Verb& ataka);     // labels, two-stages
void AddAtakaPositions(Verb& ataka);  // positions, judge
void AddAtakaRegret(Verb& ataka);

// What they have in common.
struct AtakaOptions {
  GameOptions game;
  std::string network = "shipped";
  std::uint64_t seed = 1;
  int threads = 0;
  std::string folder;
};
// --ice, --rules, --execution, --seed, --threads and --out.
void AddAtakaOptions(Verb& verb, AtakaOptions& options, const std::string& out_help);
void AddNetworkOption(Verb& verb, AtakaOptions& options);

EvaluatorSetup EvaluatorSetupFrom(const GameOptions& options);
// The folder of the results: the given one, or ataka-ICE.
std::string FolderFrom(const AtakaOptions& options, std::string_view ice);
void SayStopped(const std::string& verb, const std::string& what);

// A line of progress for work that knows how much there is.
class WorkLine {
 public:
  WorkLine(const std::string& what, const std::string& unit) : progress_(what, unit) {}
  void operator()(std::size_t done, std::size_t planned) {
    progress_.Update(done, static_cast<double>(done) / static_cast<double>(planned));
  }

 private:
  Progress progress_;
};

}  // namespace skipstone
