// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <memory>

#include "base/files.h"
#include "cli/learn.h"
#include "cli/verbs.h"
#include "learn/learned_win_table.h"
#include "learn/run_folder.h"
#include "match/table_of_games.h"
#include "options/game_options.h"
#include "options/learn_world.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct Options {
  GameOptions game;
  LearnedWinTableSetup setup;
  std::string folder;
  std::string out;
  int threads = 0;
};

void RunLearnWinTable(const Options& options) {
  LearnedWinTableSetup setup = options.setup;
  const GameTerms terms = TermsFrom(options.game);
  setup.terms = terms;
  const std::string folder =
      options.folder.empty() ? "learn-wintable-" + options.game.ice : options.folder;
  const std::string out = options.out.empty() ? folder + "/wintable.json" : options.out;
  const LearnWorld world = MakeLearnWorld(options.threads);
  std::optional<WinTable> table = LearnWinTable(folder, setup, world);
  if (!table) return SayLearningStopped(folder);
  // Of the program that played, which may be long ago.
  const JsonOut provenance =
      WorkFile::HeaderOf(std::filesystem::path(folder) / "ends-left-1").at("provenance");
  table->set_origin({.ice = std::string(LawName(terms.ice.law)),
                     .execution = TextOf(terms.sizes()),
                     .rules = std::string(PresetName(terms.rules.preset)),
                     .players = {setup.player},
                     .games = 0,
                     .ends = setup.PlannedEnds(),
                     .command = provenance["command"],
                     .commit = provenance["commit"]});
  WriteFile(out, FileText(*table));
  fmt::print("{}\n", out);
}

}  // namespace

void AddLearnWinTable(Verb& learn) {
  const auto options = std::make_shared<Options>();
  Verb* verb = learn.add_subcommand(
      "wintable",
      "Learn what a lead is worth from ends played for the win, from the last end back");
  AddLearningGame(*verb, options->game);
  verb->add_option("--player", options->setup.player, "the search that plays")
      ->capture_default_str();
  verb->add_option("--ends", options->setup.ends, "ends left, up to so many")
      ->check(Range(1, 16))
      ->capture_default_str();
  verb->add_option("--leads", options->setup.leads, "from so many points behind to so many ahead")
      ->check(Range(0, 16))
      ->capture_default_str();
  verb->add_option("--each", options->setup.each, "ends played in each situation")
      ->check(Range(1, 100'000))
      ->capture_default_str();
  verb->add_option("--seed", options->setup.seed, "of the ends")
      ->check(IsSeed())
      ->capture_default_str();
  AddThreads(*verb, options->threads);
  verb->add_option("--folder", options->folder,
                   "of the run; one that is there goes on [learn-wintable-ICE]");
  verb->add_option("--out", options->out, "the table [wintable.json in the folder]");
  AddExample(*verb,
             "./skipstone learn wintable --player kr-uct:playouts=20 --ends 2 --leads 1 --each 4 "
             "--folder wintable-demo");
  verb->callback([options] { RunLearnWinTable(*options); });
}

}  // namespace skipstone
