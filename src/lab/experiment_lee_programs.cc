// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Figure 4 and Table 1 of Lee et al. 2018: its programs in long games.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>

#include "base/table.h"
#include "lab/experiment.h"
#include "lab/experiment_lee.h"
#include "options/verb.h"
#include "picture/curve.h"
#include "search/search.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

struct ProgramOptions : LeeOptions {
  std::string supervised;
  std::string selfplay;
  int ends = 8;
};

struct Program {
  std::string name;
  std::string spec;
  std::string paper;  // what it stands for there
};

// KR-DRL-MES is the first: the gauntlet's, and the row of each pairing it plays.
std::vector<Program> ProgramsOf(const ProgramOptions& options) {
  const auto with = [&](const std::string& network, const char* value) {
    return fmt::format("kr-dl-uct:network={},playouts={},value={}", network, options.simulations,
                       value);
  };
  return {{"kr-drl-mes", with(options.selfplay, "win"), "the paper's KR-DRL-MES"},
          {"kr-drl", with(options.selfplay, "points"), "the paper's KR-DRL"},
          {"grid", "grid:replies=0,whole=off",
           "the reference program of learn supervised, in the place of AyumuGAT'16"},
          {"kr-dl", with(options.supervised, "points"), "the paper's KR-DL"},
          {"kr-uct", "kr-uct:playouts=1600", "ours, in the place of the paper's KR-UCT"}};
}
constexpr const char* kPaperOrder = "KR-UCT < KR-DL < AyumuGAT'16 < KR-DRL < KR-DRL-MES";

struct PaperRow {
  const char* program;
  Tally first;
  Tally second;
  double percent;
  double error;
};
// Table 1; a game of AyumuGAT'17 is missing there, too.
constexpr std::array<PaperRow, 5> kPaperTable = {{
    {"GCCSGAT'17", {53, 25, 22}, {73, 19, 8}, 74.0, 6.22},
    {"AyumuGAT'16", {56, 8, 36}, {69, 8, 23}, 66.5, 6.69},
    {"AyumuGAT'17", {43, 15, 42}, {65, 17, 17}, 62.3, 6.87},
    {"JiritsukunGAT'16", {80, 4, 16}, {87, 7, 6}, 86.3, 4.88},
    {"JiritsukunGAT'17", {38, 12, 50}, {58, 18, 24}, 55.5, 7.04},
}};

using Grid = std::vector<std::vector<std::string>>;

void AddTable1Line(Grid& lines, const std::string& program, const Tally& first, const Tally& second,
                   const std::string& total) {
  std::vector<std::string> line = {program};
  for (const Tally& tally : {first, second}) {
    for (const int count : {tally.wins, tally.draws, tally.losses}) {
      line.push_back(fmt::format("{}", count));
    }
  }
  line.push_back(total);
  lines.push_back(std::move(line));
}

Grid Table1Heading(const std::string& programs) {
  return {{programs, "first: win", "draw", "lose", "second: win", "draw", "lose",
           "winning percentage"}};
}

std::string PaperTable1() {
  Grid lines = Table1Heading("the paper's");
  for (const PaperRow& row : kPaperTable) {
    AddTable1Line(lines, row.program, row.first, row.second,
                  fmt::format("{:.1f} ± {:.2f}", row.percent, row.error));
  }
  return RenderGrid(lines, TableFormat::kMarkdown);
}

JsonOut PaperTable1Json() {
  JsonOut rows = JsonOut::array();
  for (const PaperRow& row : kPaperTable) {
    JsonOut entry = {{"program", row.program}};
    for (const auto& [side, tally] : {std::pair("first", row.first), {"second", row.second}}) {
      entry[side] = {{"wins", tally.wins}, {"draws", tally.draws}, {"losses", tally.losses}};
    }
    entry["percent"] = row.percent;
    entry["percent_error"] = row.error;
    rows.push_back(std::move(entry));
  }
  return rows;
}

// What both verbs play.
struct Entrants {
  std::vector<Program> programs;
  std::vector<std::string> hashes;  // of supervised and selfplay, grid's network, the win table
  GameTerms terms;

  TournamentSetup Setup(const ProgramOptions& options, bool gauntlet) const {
    std::vector<std::string> players;
    for (const Program& program : programs) players.push_back(program.spec);
    return LeeSetup(options, terms, options.ends, players, gauntlet);
  }
  fs::path RoundRobin(const Run& run) const {
    return MatchPath(run.folder(), "lee-figure4", hashes);
  }
  fs::path Gauntlet(const Run& run) const { return MatchPath(run.folder(), "lee-table1", hashes); }
  // The tables' own labels are specs.
  void Name(Tables& tables) const {
    for (std::size_t i = 0; i < programs.size(); ++i) tables.labels[i] = programs[i].name;
  }
  std::string PlayersText() const {
    std::string text;
    for (const Program& program : programs) {
      text += fmt::format("- {} ({}): `{}`\n", program.name, program.paper, program.spec);
    }
    return text;
  }
  JsonOut PlayersJson() const {
    JsonOut players = JsonOut::array();
    for (const Program& program : programs) {
      players.push_back(
          {{"program", program.name}, {"player", program.spec}, {"paper", program.paper}});
    }
    return players;
  }
};

Entrants EntrantsOf(const ProgramOptions& options) {
  Entrants entrants{ProgramsOf(options), {}, TermsFrom(options.game)};
  for (const std::string& network : {options.supervised, options.selfplay}) {
    entrants.hashes.push_back(CheckedNetwork(network, entrants.terms));
  }
  // Throws if there is none of grid's; without one it would lose every game.
  entrants.hashes.push_back(NetworkBehind("grid", entrants.terms.ice.law));
  entrants.hashes.push_back(WinTableHash(entrants.terms.ice.law, entrants.terms.rules));
  return entrants;
}

// ---- Figure 4 ----

// Places in the list of players, the strongest first.
std::vector<std::size_t> ByElo(const Tables& tables) {
  std::vector<std::size_t> order(tables.players.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return tables.players[a].rating.elo > tables.players[b].rating.elo;
  });
  return order;
}

Tally TallyOf(const Tables& tables, std::size_t row, std::size_t column) {
  for (const PairingRow& pairing : tables.pairings) {
    const Tally total = pairing.total();
    if (pairing.row == row && pairing.column == column) return total;
    if (pairing.row == column && pairing.column == row) {
      return {total.losses, total.draws, total.wins};
    }
  }
  return {};
}

std::string RatingsMarkdown(const Tables& tables, const std::vector<std::size_t>& order) {
  Grid ratings = {{"program", "Elo", "games", "won %"}};
  Grid cross = {{"won % against"}};
  for (const std::size_t column : order) cross[0].push_back(tables.labels[column]);
  for (const std::size_t row : order) {
    const PlayerRow& player = tables.players[row];
    ratings.push_back({tables.labels[row],
                       fmt::format("{:+.0f} ± {:.0f}", player.rating.elo, player.rating.error),
                       fmt::format("{}", player.tally.games()), WonText(player.tally)});
    cross.push_back({tables.labels[row]});
    for (const std::size_t column : order) {
      cross.back().push_back(row == column ? "" : WonText(TallyOf(tables, row, column)));
    }
  }
  return RenderGrid(ratings, TableFormat::kMarkdown) + "\n" +
         RenderGrid(cross, TableFormat::kMarkdown);
}

// A dot for each program, and a line over its interval.
CurvePicture DrawRatings(const Tables& tables, const std::vector<std::size_t>& order,
                         const ProgramOptions& options) {
  constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
  CurvePicture picture;
  picture.caption = fmt::format(
      "Elo of the programs (Lee et al. 2018, Fig. 4)\n"
      "{} games of {} ends a pairing, 95 % intervals\nthe paper's order: {}",
      options.games, options.ends, kPaperOrder);
  picture.x_axis = "place";
  picture.y_axis = "Elo";
  for (std::size_t place = 0; place < order.size(); ++place) {
    const Rating& rating = tables.players[order[place]].rating;
    const auto x = static_cast<double>(place + 1);
    picture.curves.push_back({tables.labels[order[place]],
                              {{x, rating.elo - rating.error},
                               {x, rating.elo + rating.error},
                               {x, kGap},
                               {x, rating.elo}}});
  }
  return picture;
}

void RunFigure4(const ProgramOptions& options) {
  const Entrants entrants = EntrantsOf(options);
  const TournamentSetup setup = entrants.Setup(options, false);
  const Run run = LeeRun("lee-figure4", options);
  LeeMatch match = PlayMatch(entrants.RoundRobin(run), setup, run.shop());
  entrants.Name(match.tables);
  const std::vector<std::size_t> order = ByElo(match.tables);
  std::string ours;
  for (auto place = order.rbegin(); place != order.rend(); ++place) {
    ours += (ours.empty() ? "" : " < ") + match.tables.labels[*place];
  }
  const std::string text = fmt::format(
      "{} of {} {}, all against all. ±: half of the 95 % interval. {}\n\n{}\nOur order: {}\\\nThe "
      "paper's: {}\n\nThe paper shows its ratings in a plot only; what KR-DRL-MES won is in its "
      "Table 1:\n\n{}\n![ratings](lee-figure4.png)\n\nWho played:\n\n{}",
      match.tables.games, match.tables.planned, GamesText(entrants.terms, options.ends),
      OtherLossesText({ToJson(match.tables)}), RatingsMarkdown(match.tables, order), ours,
      kPaperOrder, PaperTable1(), entrants.PlayersText());
  run.Write("lee-figure4", "Lee et al. 2018, Figure 4", text,
            {{"whole", match.whole},
             {"store", entrants.RoundRobin(run).filename().string()},
             {"hashes", {{"supervised", entrants.hashes[0]}, {"selfplay", entrants.hashes[1]}}},
             {"programs", entrants.PlayersJson()},
             {"ends", options.ends},
             {"order", ours},
             {"tables", ToJson(match.tables)},
             {"paper", {{"order", kPaperOrder}, {"table1", PaperTable1Json()}}}},
            {{"lee-figure4.png",
              Render(DrawRatings(match.tables, order, options), PictureFormat::kPng)}});
  if (!match.whole) run.SayStopped();
}

// ---- Table 1 ----

void RunTable1(const ProgramOptions& options) {
  const Entrants entrants = EntrantsOf(options);
  const Run run = LeeRun("lee-table1", options);
  const bool played = fs::exists(entrants.RoundRobin(run));
  const TournamentSetup setup = entrants.Setup(options, !played);
  const fs::path path = played ? entrants.RoundRobin(run) : entrants.Gauntlet(run);
  LeeMatch match = played ? ReadMatch(path, setup) : PlayMatch(path, setup, run.shop());
  entrants.Name(match.tables);
  Grid lines = Table1Heading("ours");
  JsonOut rows = JsonOut::array();
  int games = 0;
  const JsonOut tables = ToJson(match.tables);
  for (std::size_t i = 0; i < match.tables.pairings.size(); ++i) {
    const PairingRow& row = match.tables.pairings[i];
    if (row.row != 0) continue;
    AddTable1Line(lines, match.tables.labels[row.column], row.first, row.second,
                  WonText(row.total()));
    games += row.total().games();
    rows.push_back(tables.at("pairings")[i]);
  }
  const std::string text = fmt::format(
      "kr-drl-mes against each other program, {} of {} {}. Winning percentage ± half of the 95 % "
      "interval. {} The games are in `{}`.\n\n{}\n{}\nOf the paper's opponents only AyumuGAT'16, "
      "its reference program, has a counterpart here: grid, from which learn supervised "
      "learns.\n\nWho played:\n\n{}",
      games, std::ssize(rows) * options.games, GamesText(entrants.terms, options.ends),
      OtherLossesText({ToJson(match.tables)}), path.filename().string(),
      RenderGrid(lines, TableFormat::kMarkdown), PaperTable1(), entrants.PlayersText());
  run.Write("lee-table1", "Lee et al. 2018, Table 1", text,
            {{"whole", match.whole},
             {"store", path.filename().string()},
             {"hashes", {{"supervised", entrants.hashes[0]}, {"selfplay", entrants.hashes[1]}}},
             {"programs", entrants.PlayersJson()},
             {"ends", options.ends},
             {"games", games},
             {"rows", rows},
             {"paper", PaperTable1Json()}});
  if (match.whole) return;
  if (!played) return run.SayStopped();
  fmt::print(stderr,
             "skipstone: experiment: lee-figure4 has played a part of the games; go on with it, "
             "then make this table again\n");
}

Verb* AddPrograms(Verb& experiment, const std::string& name, const std::string& what,
                  const std::shared_ptr<ProgramOptions>& options) {
  options->games = 200;
  Verb* verb = experiment.add_subcommand(name, what);
  verb->add_option("--supervised", options->supervised,
                   "the network of supervised learning: kr-dl's")
      ->required()
      ->check(ExistingFile());
  verb->add_option("--selfplay", options->selfplay,
                   "the network after self-play: kr-drl's and kr-drl-mes's")
      ->required()
      ->check(ExistingFile());
  verb->add_option("--ends", options->ends, "of a game")
      ->check(Range(1, 255))
      ->capture_default_str();
  AddLeeOptions(*verb, *options);
  AddExample(*verb,
             fmt::format("./skipstone experiment {0} --supervised {1} --selfplay {1} --games "
                         "2 --ends 1 --simulations 20 --out lee-demo",
                         name, "tests/golden/trainer_pv_network.safetensors"));
  return verb;
}

}  // namespace

void AddLeePrograms(Verb& experiment) {
  const auto figure = std::make_shared<ProgramOptions>();
  AddPrograms(experiment, "lee-figure4",
              "Elo of kr-uct, kr-dl, grid, kr-drl and kr-drl-mes, all against all", figure)
      ->callback([figure] { RunFigure4(*figure); });
  const auto table = std::make_shared<ProgramOptions>();
  AddPrograms(experiment, "lee-table1",
              "kr-drl-mes against each other program, from lee-figure4's games if there are any",
              table)
      ->callback([table] { RunTable1(*table); });
}

}  // namespace skipstone
