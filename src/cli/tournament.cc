// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/tournament.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/file_kind.h"
#include "base/stop.h"
#include "cli/verbs.h"
#include "match/store.h"
#include "match/tables.h"
#include "options/game_options.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct Options {
  std::vector<std::string> players;
  bool gauntlet = false;
  int games = 100;
  bool unpaired = false;
  GameOptions game;
  std::optional<double> time_s;
  std::uint64_t seed = 1;
  std::vector<double> sprt;
  std::string out;
  bool resume = false;
  int threads = 0;
  bool json = false;
  bool markdown = false;
  bool any_of_setup = false;  // whether any of the options above that make the setup was given
};

TournamentSetup SetupFrom(const Options& options) {
  TournamentSetup setup;
  setup.players = options.players;
  setup.gauntlet = options.gauntlet;
  setup.games = options.games;
  setup.paired = !options.unpaired;
  setup.terms = TermsFrom(options.game);
  setup.engine = options.game.engine;
  if (options.time_s) {
    // Extra ends keep their part of it.
    for (std::size_t team = 0; team < 2; ++team) {
      const auto time_ms = std::llround(1000.0 * *options.time_s);
      setup.terms.rules.extra_end_time_ms[team] = setup.terms.rules.extra_end_time_ms[team] *
                                                  time_ms /
                                                  setup.terms.rules.thinking_time_ms[team];
      setup.terms.rules.thinking_time_ms[team] = time_ms;
    }
  }
  setup.seed = options.seed;
  if (!options.sprt.empty()) setup.sprt = {options.sprt[0], options.sprt[1]};
  CheckSetup(setup);
  return setup;
}

Store OpenStore(const Options& options) {
  if (options.resume && std::filesystem::exists(options.out)) {
    if (options.players.empty() && options.any_of_setup) {
      throw Error(ErrorKind::kUsage, "",
                  "--resume takes the players and options from the store; give none of them, or "
                  "all of them again");
    }
    RefuseOtherKinds(options.out, {FileKind::kStore});
    Store store = Store::Open(options.out, Store::Access::kWrite);
    if (!options.players.empty()) {
      const std::string difference = SetupDifference(store.setup(), SetupFrom(options));
      if (!difference.empty()) {
        throw Error(ErrorKind::kUsage, options.out,
                    difference + "; --resume needs neither players nor options");
      }
    }
    CheckSetup(store.setup());
    return store;
  }
  if (options.resume && options.players.empty()) {
    throw Error(ErrorKind::kEnvironment, options.out,
                "there is no such tournament to go on with; name the players to begin it");
  }
  return Store::Create(options.out, SetupFrom(options));
}

void RunVerb(const Options& options) {
  Store store = OpenStore(options);
  const bool over =
      PlayTournament(store, {"tournament", ThreadsFrom(options.threads), StopRequested});
  const Tables tables = MakeTables(store.setup(), store.Games());
  std::vector<Rating> ratings;
  for (const PlayerRow& player : tables.players) ratings.push_back(player.rating);
  store.SaveRatings(ratings);
  if (options.json) {
    JsonOut out = ToJson(tables);
    out["setup"] = ToJson(store.setup());
    out["runs"] = ToJson(store.Runs());
    fmt::print("{}\n", out.dump());
  } else {
    fmt::print("{}",
               Render(tables, options.markdown ? TableFormat::kMarkdown : TableFormat::kText));
  }
  std::fflush(stdout);  // before what is said about it
  if (over) {
    fmt::print(
        stderr,
        "{} games are in {}. Look closer with: ./skipstone stats {}, or ./skipstone replay {} "
        "--game 0\n",
        tables.games, options.out, options.out, options.out);
  } else {
    fmt::print(
        stderr,
        "Stopped with {} of {} games. Go on with: ./skipstone tournament --resume --out {}\n",
        tables.games, tables.planned, options.out);
  }
}

}  // namespace

void AddTournament(Verb& app) {
  Verb* verb = app.add_subcommand(
      "tournament", "Play many games between players and say who is stronger; can be resumed");
  const auto options = std::make_shared<Options>();
  std::vector<VerbOption*> of_setup = {
      verb->add_option("players", options->players,
                       "two or more, one may stand twice, " + PlayersHelp()),
      verb->add_flag("--gauntlet", options->gauntlet,
                     "the first player against each other one, instead of all against all"),
      verb->add_option("--games", options->games, "of each pairing")
          ->check(Range(1, 1'000'000))
          ->capture_default_str(),
      verb->add_flag("--unpaired", options->unpaired,
                     "errors of its own for each game; without it, games come in pairs with the "
                     "same errors and the sides swapped"),
      verb->add_option("--time", options->time_s, "seconds a side may think in a game [the rules']")
          ->check(IsNumber())
          ->check(Range(0.001, 1e6)),
      verb->add_option("--seed", options->seed, "the same seed plays the same games")
          ->check(IsSeed())
          ->capture_default_str(),
      verb->add_option("--sprt", options->sprt,
                       "ELO0 ELO1: stop once the first of two players is known to be stronger by "
                       "the one or the other")
          ->check(IsNumber())
          ->expected(2)};
  for (VerbOption* option : AddGameOptions(*verb, options->game)) of_setup.push_back(option);
  verb->add_option("--out", options->out, "the file with the games, an SQLite database")
      ->required();
  verb->add_flag("--resume", options->resume,
                 "go on with the tournament in --out, or begin it if there is none");
  AddThreads(*verb, options->threads);
  VerbOption* json = verb->add_flag("--json", options->json, "for programs");
  verb->add_flag("--markdown", options->markdown, "the tables as Markdown")->excludes(json);
  AddExample(*verb,
             "./skipstone tournament draw random --games 20 --ends 2 --seed 7 --out games.db");
  verb->callback([options, of_setup] {
    for (const VerbOption* option : of_setup) {
      options->any_of_setup = options->any_of_setup || option->count() > 0;
    }
    RunVerb(*options);
  });
}

}  // namespace skipstone
