// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <optional>
#include <string>

#include "base/json.h"
#include "game/end.h"
#include "ice/engine.h"

namespace skipstone {

// The lines that `simulate` reads: one shot each, in the ice's own frame (docs/formats.md).
struct ShotLine {
  Json id;
  Ice ice;
  Position before;
  Release release;
  bool four_rock_rule = false;  // a free-guard-zone foul puts the stones back
};

// Refuses what cannot be simulated with an error that names the field.
ShotLine ShotLineFromJson(const Field& field, Law law);

// What to add to the answer.
struct ShotDetails {
  std::optional<double> path_interval_s;
  bool contacts = false;
  bool angles = false;

  bool any() const { return path_interval_s || contacts || angles; }
};

// Throws the stone and writes the answer line.
JsonOut SimulateLine(const ShotLine& line, Engine& engine, const ShotDetails& details);

}  // namespace skipstone
