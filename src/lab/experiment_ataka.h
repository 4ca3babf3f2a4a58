// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/work.h"
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

// The folder of the results: the given one, or ataka-ICE.
std::string FolderFrom(const AtakaOptions& options, std::string_view ice);
void SayStopped(const std::string& verb, const std::string& what);

// Where `verb` of `ataka` works.
Workshop ShopFor(const std::string& verb, const AtakaOptions& options);

}  // namespace skipstone
