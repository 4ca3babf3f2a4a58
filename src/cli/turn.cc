// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <memory>

#include "cli/stream.h"
#include "cli/verbs.h"
#include "game/turn_line.h"

namespace skipstone {

void AddTurn(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "turn", "Play whole turns by Digital Curling 3's rules: state and move in, state out");
  const auto options = std::make_shared<StreamOptions>();
  AddStreamOptions(*verb, *options);
  AddExample(*verb, "./skipstone turn tests/golden/dc3_dev_rules.jsonl");
  verb->callback([options] {
    const Law law = LawFromName(options->ice);
    StreamLines(*options, "turn", "turns", [&](const Field& field, EngineCache& engines) {
      const TurnLine line = TurnLineFromJson(field, law);
      return PlayTurnLine(line, engines.For(line.ice));
    });
  });
}

}  // namespace skipstone
