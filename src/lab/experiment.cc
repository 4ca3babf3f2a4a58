// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/experiment.h"

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

void AddExperiment(Verb& app) {
  Verb* verb = app.add_subcommand(
      "experiment", "Regenerate a published table on our ices, or measure a claim of ours");
  verb->require_subcommand(1);
  verb->footer(kTables);
  AddYeeExperiments(*verb);
  AddLastStoneExperiment(*verb);
  AddArenaExperiments(*verb);
  AddAtakaExperiments(*verb);
  AddLeeExperiments(*verb);
  AddStrengthExperiment(*verb);
}

}  // namespace skipstone
