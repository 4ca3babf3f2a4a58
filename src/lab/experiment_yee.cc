// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

#include "analysis/landscape_picture.h"
#include "base/error.h"
#include "base/provenance.h"
#include "lab/experiment.h"
#include "lab/run.h"
#include "lab/yee_lists.h"
#include "lab/yee_tables.h"
#include "options/game_options.h"
#include "options/verb.h"
#include "search/last_stone.h"

namespace skipstone {
namespace {

struct Options : RunOptions {
  std::string ice = "fcv1";
  YeeChoices choices;
  int states = 1000;
};

Run RunOf(const std::string& experiment, const Options& options) {
  return Run(experiment, options, "yee-" + options.ice);
}

OneEndSetup SetupOf(const Options& options) {
  YeeChoices choices = options.choices;
  choices.law = LawFromName(options.ice);
  if (choices.games % 2 != 0 || choices.rival_games % 2 != 0) {
    throw Error(ErrorKind::kUsage, "--games", "expected even numbers: games come in pairs");
  }
  OneEndSetup setup = YeeSetup(choices);
  setup.hammer_states = options.states;
  return setup;
}

void RunTable1(const Options& options) {
  const OneEndSetup setup = SetupOf(options);
  const Run run = RunOf("yee-table1", options);
  const OneEndGames played = PlayOneEndGames(setup, run.folder() / "games.jsonl", run.shop());
  const YeeTable1 table = MakeYeeTable1(setup, played.games);
  const std::string note = fmt::format(
      "{} of one-end games on {}, execution olympic. Points per game of the row against the "
      "column, ± "
      "standard error (games); bold: p < 0.05, upper-tailed t-test over pairs of games.\n\n",
      played.whole ? "All" : "A part", options.ice);
  run.Write("table1", options.choices.solved ? "Before the last stone" : "Yee et al. 2016, Table 1",
            note + Markdown(table),
            {{"setup", ToJson(setup)}, {"whole", played.whole}, {"cells", ToJson(table)}});
  if (!played.whole) run.SayStopped();
}

std::vector<OneEndGame> GamesIn(const Run& run, const OneEndSetup& setup) {
  const std::filesystem::path path = run.folder() / "games.jsonl";
  if (!std::filesystem::exists(path)) {
    throw Error(ErrorKind::kUsage, path.string(),
                "expected the games of yee-table1 there; play them first, with the same options");
  }
  return ReadOneEndGames(setup, path);
}

void RunTables23(const Options& options, bool table2) {
  const std::string name = table2 ? "table2" : "table3";
  const OneEndSetup setup = SetupOf(options);
  const Run run = RunOf("yee-" + name, options);
  const std::vector<HammerState> states =
      ValueHammerShots(setup, GamesIn(run, setup), run.folder() / "hammer.jsonl", run.shop());
  if (states.empty())
    throw Error(ErrorKind::kUsage, "--states", "expected some hammer states, got none");
  std::string text =
      "Expected points of the hammer shots that the columns call in states the rows reached, "
      "worked "
      "out over the execution error, ± standard error over states.\n\n";
  JsonOut tables = JsonOut::array();
  if (table2) {
    const HammerTable table = MakeYeeTable2(setup, states);
    text += Markdown(table);
    tables.push_back(ToJson(table));
  } else {
    for (const HammerTable& table : MakeYeeTable3(setup, states)) {
      text += Markdown(table) + "\n";
      tables.push_back(ToJson(table));
    }
  }
  const std::size_t uct = setup.searches.size() - 1;
  JsonOut gains;
  if (!table2) {
    const std::vector<ReachedGain> reached = ReachedGains(setup, states);
    text += Markdown(reached);
    gains["reached by kr-uct over reached by its rival"] = ToJson(reached);
  }
  for (const auto& [gain_of, column, other] :
       {std::tuple("kr-uct over uct", std::size_t{0}, uct),
        std::tuple("last-stone over kr-uct", setup.searches.size(), std::size_t{0})}) {
    const auto gain = HammerGain(states, column, other);
    const auto p = gain ? gain->PValue() : std::nullopt;
    if (!p) continue;
    text += fmt::format("\n{}: {:+.4f} ± {:.4f} points, p = {:.2g} (paired, {} states)\n", gain_of,
                        gain->mean, *gain->standard_error, *p, states.size());
    gains[gain_of] = {{"mean", gain->mean}, {"standard_error", *gain->standard_error}, {"p", *p}};
  }
  run.Write(name, table2 ? "Yee et al. 2016, Table 2" : "Yee et al. 2016, Table 3", text,
            {{"setup", ToJson(setup)}, {"tables", tables}, {"gains", gains}});
  if (run.shop().stop()) run.SayStopped();
}

// Why the rivals reach the better states: are those of kr-uct the ones whose best call no list has?
void RunLists(const Options& options) {
  const OneEndSetup setup = SetupOf(options);
  const Run run = RunOf("yee-lists", options);
  const std::vector<OneEndGame> games = GamesIn(run, setup);
  const std::vector<HammerState> states =
      ValueHammerShots(setup, games, run.folder() / "hammer.jsonl", run.shop());
  const std::vector<OffState> off =
      MeasureLists(setup, games, run.folder() / "lists.jsonl", run.shop());
  const std::vector<ListRow> rows = MakeListRows(setup, states, off);
  run.Write(
      "lists", "Best calls that are on no list",
      "Hammer states whose best call (the last stone, solved) is more than one error of the "
      "listed call away from every call of the list that the searches have, ± standard error; "
      "and how much less uct's call, of that list, is worth than the best one.\n\n" +
          Markdown(rows),
      {{"setup", ToJson(setup)}, {"rows", ToJson(rows)}});
  if (run.shop().stop()) run.SayStopped();
}

struct FigureOptions : RunOptions {
  std::string position = "docs/examples/yee_figure2.json";
  int samples = 300;
  std::uint64_t seed = 2016;
};

// The landscape of a hammer shot, with the throws that uct and kr-uct tried.
void RunFigure2(const FigureOptions& options) {
  const Moment moment = MomentOf(ReadPosition(ProjectFile(options.position)), options.position);
  if (moment.game.shot != kStones - 1) {
    throw Error(ErrorKind::kUsage, options.position,
                fmt::format("expected a position before the end's last stone, got shot {}",
                            moment.game.shot));
  }
  const Run run("yee-figure2", options);
  const GameTerms& terms = moment.terms;
  SearchTask task;
  task.position = moment.game.position();
  task.seed = options.seed;
  LastStone last_stone(terms.ice, terms.rules, terms.sizes(task.position.turn));
  std::string text = fmt::format(
      "The hammer shot of `{}`: what each release is worth, and the throws that the searches tried "
      "in {} samples.\n\n| search | call | estimated | worth |\n|---|---|---:|---:|\n",
      options.position, options.samples);
  JsonOut calls = JsonOut::array();
  std::vector<RunPicture> pictures;
  const auto add = [&](const std::string& name, const std::string& call, const Release& release,
                       double estimated, double worth) {
    text += fmt::format("| {} | {} | {:+.3f} | {:+.3f} |\n", name, call, estimated, worth);
    calls.push_back({{"search", name},
                     {"call", call},
                     {"release", ToJson(release)},
                     {"estimated", estimated},
                     {"worth", worth}});
  };
  for (const auto& [name, how] : {std::pair("uct", ""), std::pair("kr-uct", "paper=on,")}) {
    const std::string spec =
        fmt::format("{}:{}playouts={},last-stone=off", name, how, options.samples);
    SpecifiedSearch search = MakeSearch(spec, terms);
    const SearchResult result = search.search->Run(task, search.limits);
    const AnalysisReport report(moment, Currency::kPoints, spec);
    const auto landscape =
        MakeShotLandscape(terms, task, result.best, {}, [&](double) { return !run.shop().stop(); });
    if (!landscape) return;
    pictures.push_back(
        {fmt::format("figure2-{}.png", name),
         Render(DrawLandscape(*landscape, terms, moment, result, report, Currency::kPoints),
                PictureFormat::kPng)});
    add(name, report.NameOf(result.best), result.best, result.ranked[0].value,
        last_stone.ScoresOf(task.position, result.best).Mean());
  }
  const LastStoneAnswer solved = last_stone.Solve(task.position, task.utility);
  add("last-stone", AnalysisReport(moment, Currency::kPoints, "last-stone").NameOf(solved.best),
      solved.best, solved.worth, solved.worth);
  run.Write("figure2", "Yee et al. 2016, Figure 2", text, {{"calls", calls}}, pictures);
}

Verb* AddCommon(Verb& experiment, const std::string& name, const std::string& what,
                const std::shared_ptr<Options>& options) {
  Verb* verb = experiment.add_subcommand(name, what);
  verb->add_option("--ice", options->ice, "fcv1 or dc2")
      ->check(IsMember({"fcv1", "dc2"}))
      ->capture_default_str();
  verb->add_option("--games", options->choices.games, "of each pairing of kr-uct")
      ->check(Range(2, 1'000'000))
      ->capture_default_str();
  verb->add_option("--rival-games", options->choices.rival_games, "of each other pairing")
      ->check(Range(2, 1'000'000))
      ->capture_default_str();
  verb->add_option("--playouts", options->choices.playouts, "per call")
      ->check(Range(1, 10'000'000))
      ->capture_default_str();
  verb->add_option("--states", options->states,
                   "hammer states kept of each pairing, for tables 2 and 3")
      ->check(Range(0, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seed", options->choices.seed, "of errors and searches")
      ->check(IsSeed())
      ->capture_default_str();
  verb->add_flag("--ours", options->choices.ours, "kr-uct as it is here, not as published");
  AddRunOptions(*verb, *options, "the folder of games and results [yee-ICE]");
  return verb;
}

}  // namespace

void AddYeeExperiments(Verb& experiment) {
  const auto one = std::make_shared<Options>();
  Verb* table1 = AddCommon(experiment, "yee-table1",
                           "One-end games between kr-uct and its rivals (resumable)", one);
  AddExample(*table1,
             "./skipstone experiment yee-table1 --games 4 --rival-games 2 --playouts 20 --states 4 "
             "--out yee-demo");
  table1->add_flag("--solved", one->choices.solved,
                   "what is gained before the last stone: kr-uct against pw only, both solve it");
  table1->callback([one] { RunTable1(*one); });
  const auto two = std::make_shared<Options>();
  Verb* table2 =
      AddCommon(experiment, "yee-table2",
                "What the searches' hammer shots are worth, by who reached the state", two);
  AddExample(*table2,
             "./skipstone experiment yee-table1 --games 4 --rival-games 2 --playouts 20 --states 4 "
             "--out yee-demo && ./skipstone experiment yee-table2 --games 4 --rival-games 2 "
             "--playouts 20 --states 4 --out yee-demo");
  table2->callback([two] { RunTables23(*two, true); });
  const auto three = std::make_shared<Options>();
  Verb* table3 = AddCommon(experiment, "yee-table3",
                           "The same, by the matches in which the states were reached", three);
  AddExample(*table3,
             "./skipstone experiment yee-table1 --games 4 --rival-games 2 --playouts 20 --states 4 "
             "--out yee-demo && ./skipstone experiment yee-table3 --games 4 --rival-games 2 "
             "--playouts 20 --states 4 --out yee-demo");
  table3->callback([three] { RunTables23(*three, false); });
  const auto lists = std::make_shared<Options>();
  Verb* list_verb = AddCommon(experiment, "yee-lists",
                              "How many of these states have their best call on no list", lists);
  AddExample(*list_verb,
             "./skipstone experiment yee-table1 --games 4 --rival-games 2 --playouts 20 --states 4 "
             "--out yee-demo && ./skipstone experiment yee-lists --games 4 --rival-games 2 "
             "--playouts 20 --states 4 --out yee-demo");
  list_verb->callback([lists] { RunLists(*lists); });
  const auto figure = std::make_shared<FigureOptions>();
  figure->folder = "yee-figure2";
  Verb* figure2 = experiment.add_subcommand(
      "yee-figure2", "The landscape of a hammer shot, with the throws that uct and kr-uct tried");
  figure2->add_option("position", figure->position, "position file")->capture_default_str();
  figure2->add_option("--samples", figure->samples, "of each search")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  figure2->add_option("--seed", figure->seed, "of the searches")
      ->check(IsSeed())
      ->capture_default_str();
  AddOut(*figure2, *figure, "the folder of pictures and results");
  AddExample(*figure2, "./skipstone experiment yee-figure2 --out yee-demo");
  figure2->callback([figure] { RunFigure2(*figure); });
}

}  // namespace skipstone
