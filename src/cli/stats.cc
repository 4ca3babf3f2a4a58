// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/stats.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/verbs.h"
#include "match/store.h"

namespace skipstone {

void AddStats(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "stats", "Print a tournament's tables again, and how its players do with and without hammer");
  struct Options {
    std::string file;
    std::string format = "text";
  };
  const auto options = std::make_shared<Options>();
  verb->add_option("file", options->file, "the games of a tournament, finished or not")->required();
  verb->add_option("--format", options->format, "text, json or markdown")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->capture_default_str();
  AddExample(*verb, "./skipstone stats games.db");
  verb->callback([options] {
    const Store store = Store::Open(options->file, Store::Access::kRead);
    const std::vector<GameSummary> games = store.Games();
    const Tables tables = MakeTables(store.setup(), games);
    const auto stats = MakeStats(store.setup(), games, store.ShotCounts());
    if (options->format == "json") {
      const JsonOut out = {{"setup", ToJson(store.setup())},
                           {"tables", ToJson(tables)},
                           {"stats", ToJson(tables.labels, stats)}};
      fmt::print("{}\n", out.dump());
      return;
    }
    const TableFormat format =
        options->format == "markdown" ? TableFormat::kMarkdown : TableFormat::kText;
    fmt::print("{}\n{}", Render(tables, format), Render(tables.labels, stats, format));
  });
}

}  // namespace skipstone
