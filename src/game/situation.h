// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "game/game.h"
#include "game/game_terms.h"

namespace skipstone {

// A position file: a moment of a game, with all that judging it needs (docs/formats.md).
struct Situation {
  GameTerms terms;  // all throw alike
  Game game;

  bool operator==(const Situation&) const = default;
};

std::uint64_t HashOf(const Situation& situation);

// Defaults: ice "fcv1", rules "dc3" (on dc2: "dc2"), execution "dc3" (on dc2: "gat"), ends and
// clocks of the rules, end 0, hammer 1, score [0, 0], no stones; shot: the earliest that
// allows the stones. Refuses unknown fields and stones that cannot lie where they are said to.
Situation SituationFromJson(const Field& field);
JsonOut ToJson(const Situation& situation);

}  // namespace skipstone
