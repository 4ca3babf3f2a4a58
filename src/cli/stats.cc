// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/stats.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "analysis/file_kind.h"
#include "base/table.h"
#include "cli/verbs.h"
#include "match/store.h"
#include "options/verb.h"

namespace skipstone {

void AddStats(Verb& app) {
  Verb* verb = app.add_subcommand(
      "stats", "Print a tournament's tables again, and how its players do with and without hammer");
  struct Options {
    std::string file;
    bool json = false;
    bool markdown = false;
  };
  const auto options = std::make_shared<Options>();
  verb->add_option("file", options->file, "the games of a tournament, finished or not")->required();
  VerbOption* json = verb->add_flag("--json", options->json, "for programs");
  verb->add_flag("--markdown", options->markdown, "tables as Markdown")->excludes(json);
  AddExample(*verb, "./skipstone stats games.db");
  verb->callback([options] {
    RefuseOtherKinds(options->file, {FileKind::kStore});
    const Store store = Store::Open(options->file, Store::Access::kRead);
    const std::vector<GameSummary> games = store.Games();
    const Tables tables = MakeTables(store.setup(), games);
    const auto stats = MakeStats(store.setup(), games, store.ShotCounts());
    if (options->json) {
      const JsonOut out = {{"setup", ToJson(store.setup())},
                           {"runs", ToJson(store.Runs())},
                           {"tables", ToJson(tables)},
                           {"stats", ToJson(tables.labels, stats)}};
      fmt::print("{}\n", out.dump());
      return;
    }
    const TableFormat format = options->markdown ? TableFormat::kMarkdown : TableFormat::kText;
    fmt::print("{}\n{}", Render(tables, format), Render(tables.labels, stats, format));
  });
}

}  // namespace skipstone
