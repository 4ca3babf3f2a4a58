// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "base/json.h"
#include "game/dc3_json.h"

namespace skipstone {

// The lines that `turn` reads: a whole turn of a Digital Curling 3 game, with the state as that
// protocol writes it (docs/formats.md).
struct TurnLine {
  Json id;
  Ice ice;
  Rules rules;
  Dc3State before;
  Move move;
  Milliseconds used_ms = 0;
};

TurnLine TurnLineFromJson(const Field& field, Law law);

// Plays the turn and writes the answer line.
JsonOut PlayTurnLine(const TurnLine& line, Engine& engine);

}  // namespace skipstone
