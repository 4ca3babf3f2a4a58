// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/experiment.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/error.h"
#include "base/files.h"
#include "base/log_file.h"
#include "base/provenance.h"
#include "lab/verbs.h"
#include "options/verb.h"
#include "value/win_table.h"

namespace skipstone {
namespace {

// Times are of the whole experiment with its defaults, on two cores; "about": scaled up from the
// CPU time of a small part. The others were taken when the results were made (docs/results).
constexpr const char* kTables =
    R"(Paper, table or figure           experiment              on two cores
Yee et al. 2016
  Table 1                        yee-table1              2 hours
  Table 2                        yee-table2              about 11 minutes, after yee-table1
  Table 3                        yee-table3              1 second, after yee-table2
  Figure 2                       yee-figure2             1 second
Ataka et al. 2020
  the test set                   ataka positions         about 3 minutes
  a network's error on it        ataka judge             1 second
  Fig. 5                         ataka equity            1 second, after a tournament
  Fig. 8                         ataka curve             not measured, after learn backward
  Figs. 9 and 10                 ataka states            1 second
  regret with two stones left    ataka regret            about 15 minutes
  labels, checked                ataka labels            about 12 seconds
  what two stages lose           ataka two-stages        about 16 seconds
  a match of two players         strength                76 minutes for 400 games at 0.2 s a call
Lee et al. 2018
  kernel regression in a match   strength                about 10 minutes for 4,000 games of two ends
  Figure 3                       lee-figure3             about half an hour, after learn selfplay, twice
  Figure 4                       lee-figure4             about 25 minutes
  Table 1                        lee-table1              about 10 minutes
Ours
  best calls on no list          yee-lists               about 8 minutes, after yee-table2
  kr-uct before the last stone   yee-table1 --solved     about 20 minutes
  the last stone, solved         last-stone              about half a minute
  our clients at our servers     arenas                  about 7 minutes (dc3), 1 minute (dc2)
  clients that misbehave         hostile                 about 2 minutes for 10,000 sessions
docs/researcher.md says what each needs.)";

}  // namespace

std::string WinTableHash(Law law, const Rules& rules) {
  return HashOfTable(ShippedWinTable(law, rules.tie_break));
}

std::filesystem::path ResultFolder(const std::filesystem::path& folder) {
  MakeFolder(folder);
  return folder;
}

void WriteResult(const std::filesystem::path& folder, const std::string& name,
                 const std::string& title, const JsonOut& provenance, const std::string& markdown,
                 JsonOut json) {
  std::string text = fmt::format("# {}\n\n", title);
  for (const auto& [key, value] : provenance.items()) {
    text += fmt::format("- {}: `{}`\n", key, value.get<std::string>());
  }
  WriteFile(folder / (name + ".md"), text + "\n" + markdown);
  JsonOut out = {{"provenance", provenance}};
  out.update(json);
  WriteFile(folder / (name + ".json"), out.dump(1) + "\n");
  fmt::print(stderr, "wrote {}.md and {}.json\n", (folder / name).string(), name);
}

void AddExperiment(Verb& app) {
  Verb* verb = app.add_subcommand(
      "experiment", "Regenerate a published table on our ices, or measure a claim of ours");
  verb->require_subcommand(1);
  verb->footer(kTables);
  verb->preparse_callback([]() { Commit(); });
  AddYeeExperiments(*verb);
  AddLastStoneExperiment(*verb);
  AddArenaExperiments(*verb);
  AddAtakaExperiments(*verb);
  AddLeeExperiments(*verb);
  AddStrengthExperiment(*verb);
}

}  // namespace skipstone
