// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <map>
#include <memory>
#include <string>

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
JsonOut PlayTurnLine(const TurnLine& line, MatchWorld& world);

// The worlds of the matches whose lines come, each match's in their order.
class MatchWorlds {
 public:
  // Of the match that the line's field `match` names, and in which it is played. A match begins
  // with its first line, and again with each first stone of a first end.
  JsonOut Play(const Field& field, Law law);

 private:
  std::map<std::string, std::unique_ptr<MatchWorld>, std::less<>> worlds_;
};

}  // namespace skipstone
