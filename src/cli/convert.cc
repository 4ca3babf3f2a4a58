// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include "analysis/file_kind.h"
#include "analysis/moment.h"
#include "base/files.h"
#include "cli/verbs.h"
#include "options/verb.h"
#include "protocol/game_file.h"

namespace skipstone {

namespace {

// "record of 8 ends, 128 shots"
std::string WrittenText(const GameRecord& record, GameFormat format) {
  const auto count = [](std::size_t number, const char* thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
  };
  const auto shots = static_cast<std::size_t>(
      std::count_if(record.moves.begin(), record.moves.end(),
                    [](const RecordMove& move) { return move.thrown.has_value(); }));
  const std::size_t ends = record.moves.empty() ? 0 : record.moves.back().end + 1;
  std::string text =
      fmt::format("{} of {}, {}", KindText(format), count(ends, "end"), count(shots, "shot"));
  if (record.cut_off) text += "; the game was " + CutOffText(record);
  return text;
}

}  // namespace

void AddConvert(Verb& app) {
  Verb* verb = app.add_subcommand(
      "convert", "Turn a game from one file format into another: our records, .dcl, .dcl2");
  struct Options {
    std::string in;
    std::string out;
    std::string format;
  };
  const auto options = std::make_shared<Options>();
  verb->add_option("in", options->in, "a game in any of the formats; - is standard input")
      ->required();
  verb->add_option("out", options->out, "file to write, which must not exist; - is standard output")
      ->required();
  verb->add_option("--to", options->format,
                   "record, dcl or dcl2 [by the ending of out: .jsonl, .dcl or .dcl2]")
      ->check(IsMember({"record", "dcl", "dcl2"}));
  AddExample(*verb, "./skipstone convert docs/examples/game.jsonl game.dcl");
  verb->callback([options] {
    const bool to_stdout = options->out == "-";
    const GameFormat format = !options->format.empty() ? FormatFromName(options->format)
                              : to_stdout              ? GameFormat::kRecord
                                                       : FormatOfPath(options->out);
    const GameRecord record = ReadSingleGame(options->in);
    std::string text;
    try {
      text = GameFileText(record, format);
    } catch (const Error& e) {
      throw Error(e.kind(), InputName(options->in), e.what());
    }
    if (to_stdout) {
      fmt::print("{}", text);
    } else {
      WriteNewFile(options->out, text);
    }
    fmt::print(stderr, "wrote {}: {}\n", to_stdout ? "to standard output" : options->out,
               WrittenText(record, format));
  });
}

}  // namespace skipstone
