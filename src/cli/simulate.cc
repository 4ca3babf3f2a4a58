// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <memory>

#include "cli/stream.h"
#include "cli/verbs.h"
#include "game/reading.h"
#include "game/shot_line.h"
#include "options/verb.h"

namespace skipstone {

void AddSimulate(Verb& app) {
  Verb* verb = app.add_subcommand(
      "simulate", "Throw stones: reads shots as JSON lines, writes where the stones stop");
  struct Options {
    StreamOptions stream;
    ShotDetails details;
  };
  const auto options = std::make_shared<Options>();
  AddStreamOptions(*verb, options->stream);
  verb->add_option("--paths", options->details.path_interval_s,
                   "also write the stones' paths, a point every DT seconds")
      ->type_name("DT")
      ->check(Range(0.001, 1000.0));
  verb->add_flag("--contacts", options->details.contacts, "also list the contacts");
  verb->add_flag("--angles", options->details.angles, "also write the stones' final angles");
  AddExample(*verb, "./skipstone simulate tests/golden/dc2_dev_free.jsonl --ice dc2");
  verb->callback([options] {
    const Law law = LawFromName(options->stream.ice);
    StreamLines(options->stream, "simulate", "shots",
                [&](const Field& field, EngineCache& engines) {
                  const ShotLine line = ShotLineFromJson(field, law);
                  engines.hint = FrameHint(line.ice, line.before.board, &line.release);
                  return SimulateLine(line, engines.For(line.ice), options->details);
                });
  });
}

}  // namespace skipstone
