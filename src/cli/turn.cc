// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <memory>
#include <string>
#include <variant>

#include "cli/stream.h"
#include "cli/verbs.h"
#include "game/reading.h"
#include "game/turn_line.h"
#include "options/verb.h"

namespace skipstone {
namespace {

std::string HintAt(const TurnLine& line) {
  return FrameHint(line.ice, line.before.game.board, std::get_if<Release>(&line.move));
}

void PlayMatches(StreamOptions options, Law law) {
  CheckMatchWorld(DefaultIce(law));
  if (options.engine != "box2d") {
    throw Error(ErrorKind::kUsage, "--engine",
                "expected box2d with --world match: only it has worlds");
  }
  options.threads = 1;
  MatchWorlds worlds;
  StreamLines(options, "turn", "turns", [&](const Field& field, EngineCache& engines) {
    JsonOut answer = worlds.Play(field, law);
    engines.hint = HintAt(TurnLineFromJson(field, law));
    return answer;
  });
}

}  // namespace

void AddTurn(Verb& app) {
  Verb* verb = app.add_subcommand(
      "turn", "Play whole turns by Digital Curling 3's rules: state and move in, state out");
  struct Options : StreamOptions {
    std::string world = "fresh";
  };
  const auto options = std::make_shared<Options>();
  AddStreamOptions(*verb, *options);
  verb->add_option(
          "--world", options->world,
          "Box2D's: fresh, a new one for each throw; match, one for all lines of a match (field "
          "\"match\"), as on the field's server, played one after the other")
      ->capture_default_str();
  AddExample(*verb, "./skipstone turn tests/golden/dc3_dev_rules.jsonl");
  verb->callback([options] {
    const Law law = LawFromName(options->ice);
    if (WorldFromName(options->world) == World::kMatch) return PlayMatches(*options, law);
    StreamLines(*options, "turn", "turns", [&](const Field& field, EngineCache& engines) {
      const TurnLine line = TurnLineFromJson(field, law);
      engines.hint = HintAt(line);
      return PlayTurnLine(line, engines.For(line.ice));
    });
  });
}

}  // namespace skipstone
