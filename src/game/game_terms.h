// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>

#include "game/execution.h"
#include "game/rules.h"
#include "ice/engine.h"

namespace skipstone {

inline std::array<TeamSizes, 2> SameForBoth(const ExecutionSizes& sizes) {
  return {SameForAll(sizes), SameForAll(sizes)};
}

// What a game is played by: all that stays the same from its first stone to its last.
struct GameTerms {
  Ice ice;
  Rules rules;
  std::array<TeamSizes, 2> execution;  // by team and player

  GameTerms() = default;
  // No aggregate: {ice, rules, sizes} would be terms by which one player of eight throws so.
  GameTerms(const Ice& on, const Rules& by, const std::array<TeamSizes, 2>& sizes)
      : ice(on), rules(by), execution(sizes) {}
  // All eight throw alike.
  GameTerms(const Ice& on, const Rules& by, const ExecutionSizes& sizes)
      : GameTerms(on, by, SameForBoth(sizes)) {}

  // How everybody throws, where all eight throw alike; a programmer's error where they do not.
  const ExecutionSizes& sizes() const;
  // How the stone is thrown whose turn it is.
  const ExecutionSizes& sizes(const Turn& turn) const;

  bool operator==(const GameTerms&) const = default;
};

// What is usual on an ice, where nobody says otherwise: on fcv1 the rules and errors of Digital
// Curling 3, on dc2 those of Digital Curling 2.
RulesPreset UsualRules(Law law);
ExecutionSizes UsualExecution(Law law);

// Terms by which all eight throw alike; the removal rule goes with the rules.
GameTerms MakeTerms(Law law, RulesPreset preset, const ExecutionSizes& sizes);
GameTerms MakeTerms(Law law);  // the ice's usual ones

}  // namespace skipstone
