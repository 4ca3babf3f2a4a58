// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <memory>
#include <string>

#include "base/files.h"
#include "cli/verbs.h"
#include "protocol/game_file.h"

namespace skipstone {

void AddConvert(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "convert", "Turn a game from one file format into another: our records, .dcl, .dcl2");
  struct Options {
    std::string in;
    std::string out;
    std::string format;
  };
  const auto options = std::make_shared<Options>();
  verb->add_option("in", options->in, "a game in any of the formats")->required();
  verb->add_option("out", options->out, "file to write; - is standard output")->required();
  verb->add_option("--to", options->format, "record, dcl or dcl2 [by the extension of out]");
  AddExample(*verb, "./skipstone convert docs/examples/game.jsonl game.dcl");
  verb->callback([options] {
    const GameFormat format =
        options->format.empty() ? FormatOfPath(options->out) : FormatFromName(options->format);
    const GameRecord record = ReadGameFile(options->in);
    std::string text;
    try {
      text = GameFileText(record, format);
    } catch (const Error& e) {
      throw Error(e.kind(), options->in, e.what());
    }
    if (options->out == "-") {
      fmt::print("{}", text);
    } else {
      WriteFile(options->out, text);
    }
  });
}

}  // namespace skipstone
