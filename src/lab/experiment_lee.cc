// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Figure 3 of Lee et al. 2018: how networks get stronger while they learn from their own play. And
// what its figures and tables have in common.

#include "lab/experiment_lee.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/table.h"
#include "lab/experiment.h"
#include "learn/run_folder.h"
#include "learn/self_play.h"
#include "match/store.h"
#include "match/tournament.h"
#include "net/network.h"
#include "options/game_options.h"
#include "options/verb.h"
#include "picture/curve.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

void CheckSameSetup(const fs::path& path, const TournamentSetup& stored,
                    const TournamentSetup& asked) {
  const std::string difference = SetupDifference(stored, asked);
  if (difference.empty()) return;
  throw Error(ErrorKind::kUsage, path.string(), difference + "; or give another --out");
}

}  // namespace

void AddLeeOptions(Verb& verb, LeeOptions& options) {
  AddLearningGame(verb, options.game);
  verb.add_option("--games", options.games, "of a pairing, half of them as the first")
      ->check(Range(2, 1'000'000))
      ->capture_default_str();
  verb.add_option("--simulations", options.simulations, "of a shot, with a network")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  verb.add_option("--seed", options.seed, "the same seed plays the same games")
      ->check(IsSeed())
      ->capture_default_str();
  AddRunOptions(verb, options, "the folder of games and results [lee-ICE]");
}

Run LeeRun(const std::string& experiment, const LeeOptions& options) {
  return Run(experiment, options, "lee-" + options.game.ice);
}

std::string CheckedNetwork(const std::string& path, const GameTerms& terms) {
  if (path.find(',') != std::string::npos) {
    throw Error(ErrorKind::kUsage, path,
                "expected a path without a comma, which divides a player's options; rename it");
  }
  const Network network = Network::Read(path);
  if (network.definition().kind != NetworkKind::kPvStones) {
    throw Error(ErrorKind::kUsage, path,
                fmt::format("expected a policy-value network (pv-stones), got {}",
                            NetworkKindName(network.definition().kind)));
  }
  const auto ice = network.metadata().find("ice");
  if (ice != network.metadata().end() && ice->second != LawName(terms.ice.law)) {
    throw Error(ErrorKind::kUsage, path,
                fmt::format("expected a network that was learned on {}, as the games are, got one "
                            "of {}; give --ice {}",
                            LawName(terms.ice.law), ice->second, ice->second));
  }
  return HashOfNetwork(path);
}

fs::path MatchPath(const fs::path& folder, const std::string& name,
                   std::span<const std::string> hashes) {
  Hasher hasher;
  for (const std::string& hash : hashes) hasher.AddText(hash);
  return folder / fmt::format("{}-{}.db", name, HashText(hasher.value()).substr(0, 8));
}

TournamentSetup LeeSetup(const LeeOptions& options, const GameTerms& terms, int ends,
                         std::vector<std::string> players, bool gauntlet) {
  if (options.games % 2 != 0) {
    throw Error(ErrorKind::kUsage, "--games",
                fmt::format("expected an even number, as games are played in pairs with the sides "
                            "swapped, got {}",
                            options.games));
  }
  TournamentSetup setup;
  setup.players = std::move(players);
  setup.gauntlet = gauntlet;
  setup.games = options.games;
  setup.terms = terms;
  setup.terms.rules.ends = ends;
  setup.engine = options.game.engine;
  setup.seed = options.seed;
  CheckSetup(setup);
  return setup;
}

LeeMatch PlayMatch(const fs::path& path, const TournamentSetup& setup, const Workshop& shop) {
  Store store =
      fs::exists(path) ? Store::Open(path, Store::Access::kWrite) : Store::Create(path, setup);
  CheckSameSetup(path, store.setup(), setup);
  const bool whole = PlayTournament(store, shop);
  return {MakeTables(setup, store.Games()), whole};
}

LeeMatch ReadMatch(const fs::path& path, const TournamentSetup& setup) {
  const Store store = Store::Open(path, Store::Access::kRead);
  CheckSameSetup(path, store.setup(), setup);
  LeeMatch match{MakeTables(setup, store.Games())};
  match.whole = match.tables.games == match.tables.planned;
  return match;
}

std::string TallyText(const Tally& tally) {
  return fmt::format("{}/{}/{}", tally.wins, tally.draws, tally.losses);
}

std::string WonText(const Tally& tally) {
  const auto won = WinningPercentage(tally);
  return won ? fmt::format("{:.2f} ± {:.2f}", won->percent, won->error) : "-";
}

std::string GamesText(const GameTerms& terms, int ends) {
  return fmt::format(
      "games of {} end{} on {}, rules {}, execution {}; {}", ends, ends == 1 ? "" : "s",
      LawName(terms.ice.law), PresetName(terms.rules.preset), ModelName(terms.sizes().model),
      terms.rules.tie_break == TieBreak::kDraw ? "a draw counts half" : "a tie goes to extra ends");
}

std::string OtherLossesText(const std::vector<JsonOut>& matches) {
  std::string text;
  for (const Reason reason :
       {Reason::kTimeLimit, Reason::kCrash, Reason::kHang, Reason::kNonsense}) {
    int count = 0;
    for (const JsonOut& match : matches) {
      for (const JsonOut& player : match.at("players")) {
        count += player.at("losses").value(std::string(ReasonName(reason)), 0);
      }
    }
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, ReasonName(reason));
  }
  if (text.empty()) return "No game was lost by the clock or by a player's failure.";
  return fmt::format("Games lost otherwise than on the ice: {}.", text);
}

namespace {

// ---- Figure 3 ----

constexpr const char* kKrDlUct = "kr-dl-uct";
constexpr const char* kDlUct = "dl-uct";
constexpr int kCurveEnds = 2;

struct PaperPoint {
  std::int64_t positions;
  double percent;
};
// Section 6.5, of KR-DL-UCT; the plot's other points are not given as numbers.
constexpr std::array<PaperPoint, 2> kPaperPoints = {{{0, 53.23}, {5'000'000, 66.05}}};

struct CurveOptions : LeeOptions {
  std::string kr_dl_uct;
  std::string dl_uct;
  std::string start;
  int every = 10;
};

// A network of a run against the start.
struct LearnedPoint {
  std::string name;
  int generation = 0;
  std::int64_t positions = 0;
  std::string network = {};
  std::string hash = {};
  // The start with dl-uct is its own opponent: pairs of games come out even, so none is played.
  bool itself = false;
  fs::path store = {};
  TournamentSetup setup = {};
  Tally first = {};
  Tally second = {};
  JsonOut match = {};  // its tables

  Tally total() const {
    return {first.wins + second.wins, first.draws + second.draws, first.losses + second.losses};
  }
  std::optional<Percentage> Won() const {
    return itself ? Percentage{50.0, 0.0} : WinningPercentage(total());
  }
};

LearnedPoint KeptPoint(const JsonOut& json) {
  LearnedPoint point{json.at("search"), json.at("generation"), json.at("positions")};
  point.network = json.at("network");
  point.hash = json.at("hash");
  point.itself = json.at("itself");
  if (point.itself) return point;
  point.store = json.at("store").get<std::string>();
  point.match = json.at("match");
  const auto tally = [&](const char* side) {
    const JsonOut& of = point.match.at("pairings").at(0).at(side);
    return Tally{of.at("wins"), of.at("draws"), of.at("losses")};
  };
  point.first = tally("first");
  point.second = tally("second");
  return point;
}

// A run of self-play; without a folder, what the results have of it already, or its start alone.
struct LearnedRun {
  std::string name;    // of the search
  std::string search;  // with the run's own options
  fs::path folder;
  std::int64_t positions_of_generation = 0;
  std::vector<LearnedPoint> kept = {};  // of the results
};

// What all points of the results must have in common.
JsonOut GamesOf(const CurveOptions& options, const GameTerms& terms,
                const std::string& start_hash) {
  return {{"start", start_hash},
          {"simulations", options.simulations},
          {"seed", options.seed},
          {"games", options.games},
          {"ice", ToJson(terms.ice)},
          {"rules", ToJson(terms.rules)},
          {"execution", ToJson(terms.sizes())},
          {"win_table", WinTableHash(terms.ice.law, terms.rules)}};
}

// A run takes an hour and is too large to keep: its points stay in the results when it is gone.
std::vector<LearnedPoint> KeptPoints(const std::string& name, const fs::path& path,
                                     const JsonOut& games) {
  std::vector<LearnedPoint> kept;
  if (!fs::exists(path)) return kept;
  try {
    const JsonOut results = JsonOut::parse(ReadFile(path));
    for (const JsonOut& json : results.at("points")) {
      LearnedPoint point = KeptPoint(json);
      const bool whole = point.itself || point.total().games() == games.at("games");
      if (point.name == name && whole) kept.push_back(std::move(point));
    }
    if (kept.empty() || results.at("of") == games) return kept;
  } catch (const JsonOut::exception& e) {
    throw BadData(path.string(),
                  fmt::format("expected results of this command: {}; remove it", e.what()));
  }
  throw Error(ErrorKind::kUsage, path.string(),
              fmt::format("its points of {}, whose run is not given, are of other games (start, "
                          "simulations, seed, games, ice, rules, execution or win table); give "
                          "another --out",
                          name));
}

LearnedRun ReadRun(const std::string& name, const std::string& folder, const fs::path& results,
                   const CurveOptions& options, const GameTerms& terms,
                   const std::string& start_hash) {
  LearnedRun run{name, name, folder};
  if (folder.empty()) {
    run.kept = KeptPoints(name, results / "lee-figure3.json", GamesOf(options, terms, start_hash));
    return run;
  }
  const fs::path path = run.folder / "run.json";
  if (!fs::exists(path)) {
    throw Error(ErrorKind::kUsage, folder,
                "expected the folder of a run of learn selfplay, got one without run.json");
  }
  const Json json = ParseJson(ReadFile(path), path.string());
  const Field field(json, path.string());
  run.search = field.At("search").String();
  if (run.search.substr(0, run.search.find(':')) != name) {
    throw Error(ErrorKind::kUsage, folder,
                fmt::format("expected a run whose search is {}, got {}", name, run.search));
  }
  if (const std::string& start = field.At("start").String(); start != start_hash) {
    throw Error(ErrorKind::kUsage, folder,
                fmt::format("expected a run that began with {} (hash {}), got one that began with "
                            "another network ({}); give that one as --start",
                            options.start, start_hash, start));
  }
  run.positions_of_generation =
      kStones * field.At("ends_of_generation").Int(1, std::int64_t{1'000'000'000});
  return run;
}

// Both runs by turns, generation by generation, so that a stop leaves both curves as long.
std::vector<LearnedPoint> PointsOf(const std::vector<LearnedRun>& runs, const fs::path& folder,
                                   const CurveOptions& options, const GameTerms& terms,
                                   const std::string& start_hash) {
  const auto spec = [&](const std::string& search, const std::string& network) {
    SelfPlaySetup setup;
    setup.search = search;
    setup.simulations = options.simulations;
    return setup.SpecOf(network);
  };
  std::vector<LearnedPoint> points;
  bool any = true;
  for (int generation = 0; any; generation += options.every) {
    any = false;
    for (const LearnedRun& run : runs) {
      if (!run.kept.empty()) continue;
      LearnedPoint point{run.name, generation, generation * run.positions_of_generation};
      point.network = options.start;
      if (generation > 0) {
        const fs::path network =
            run.folder / fmt::format("generation-{:04}", generation) / "network.safetensors";
        if (run.folder.empty() || !fs::exists(network)) continue;
        point.network = network.string();
      }
      any = true;
      point.hash = generation == 0 ? start_hash : CheckedNetwork(point.network, terms);
      point.itself = generation == 0 && run.search == kDlUct;
      if (!point.itself) {
        const std::array<std::string, 3> hashes = {point.hash, start_hash,
                                                   WinTableHash(terms.ice.law, terms.rules)};
        point.store = MatchPath(folder, fmt::format("{}-{:04}", run.name, generation), hashes);
        point.setup = LeeSetup(options, terms, kCurveEnds,
                               {spec(run.search, point.network), spec(kDlUct, options.start)});
      }
      points.push_back(std::move(point));
    }
  }
  for (const LearnedRun& run : runs) {
    points.insert(points.end(), run.kept.begin(), run.kept.end());
  }
  std::sort(points.begin(), points.end(), [](const LearnedPoint& a, const LearnedPoint& b) {
    return a.generation != b.generation ? a.generation < b.generation : a.name > b.name;
  });
  return points;
}

CurvePicture DrawCurves(const std::vector<LearnedRun>& runs,
                        const std::vector<LearnedPoint>& points, const CurveOptions& options) {
  CurvePicture picture;
  picture.caption = fmt::format(
      "Games won while learning from self-play (Lee et al. 2018, Fig. 3)\n"
      "against dl-uct with supervised learning only, {} simulations; bars: 95 % intervals\n"
      "the paper's KR-DL-UCT: {} % at the start, {} % after 5 million positions",
      options.simulations, kPaperPoints[0].percent, kPaperPoints[1].percent);
  picture.x_axis = "thousands of positions of self-play";
  picture.y_axis = "games won, %";
  for (const LearnedRun& run : runs) {
    CurvePicture::Curve curve{run.name, {}};
    for (const LearnedPoint& point : points) {
      const auto won = point.Won();
      if (point.name != run.name || !won) continue;
      const double x = static_cast<double>(point.positions) / 1000.0;
      // Up and down its interval on the way.
      for (const double y : {0.0, won->error, -won->error, 0.0}) {
        curve.points.push_back({x, won->percent + y});
      }
    }
    picture.curves.push_back(std::move(curve));
  }
  return picture;
}

std::string Markdown(const std::vector<LearnedPoint>& points) {
  std::vector<std::vector<std::string>> lines = {
      {"", "generation", "positions", "games", "first W/D/L", "second W/D/L", "won %"}};
  for (const LearnedPoint& point : points) {
    if (!point.Won()) continue;
    const auto tally = [&](const Tally& side) { return point.itself ? "-" : TallyText(side); };
    lines.push_back({point.name, fmt::format("{}", point.generation),
                     fmt::format("{}", point.positions), fmt::format("{}", point.total().games()),
                     tally(point.first), tally(point.second),
                     point.itself ? "50 (itself)" : WonText(point.total())});
  }
  for (const PaperPoint& point : kPaperPoints) {
    lines.push_back({"the paper's KR-DL-UCT", "-", fmt::format("{}", point.positions), "2000", "-",
                     "-", fmt::format("{:.2f}", point.percent)});
  }
  return RenderGrid(lines, TableFormat::kMarkdown);
}

JsonOut ToJson(const std::vector<LearnedPoint>& points) {
  JsonOut rows = JsonOut::array();
  for (const LearnedPoint& point : points) {
    const auto won = point.Won();
    if (!won) continue;
    JsonOut row = {{"search", point.name},
                   {"generation", point.generation},
                   {"positions", point.positions},
                   {"network", point.network},
                   {"hash", point.hash},
                   {"itself", point.itself},
                   {"games", point.total().games()},
                   {"percent", won->percent},
                   {"percent_error", won->error}};
    if (!point.itself) {
      row["store"] = point.store.filename().string();
      row["match"] = point.match;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void RunFigure3(const CurveOptions& options) {
  const GameTerms terms = TermsFrom(options.game);
  const std::string start_hash = CheckedNetwork(options.start, terms);
  const Run run = LeeRun("lee-figure3", options);
  const fs::path& folder = run.folder();
  const std::vector<LearnedRun> learned = {
      ReadRun(kKrDlUct, options.kr_dl_uct, folder, options, terms, start_hash),
      ReadRun(kDlUct, options.dl_uct, folder, options, terms, start_hash)};
  std::vector<LearnedPoint> points = PointsOf(learned, folder, options, terms, start_hash);
  bool whole = true;
  for (std::size_t i = 0; i < points.size() && whole; ++i) {
    LearnedPoint& point = points[i];
    if (point.itself || !point.match.empty()) continue;
    Workshop shop = run.shop();
    shop.verb += fmt::format(": {} of generation {} ({} of {})", point.name, point.generation,
                             i + 1, points.size());
    const LeeMatch match = PlayMatch(point.store, point.setup, shop);
    whole = match.whole;
    if (!match.tables.pairings.empty()) {
      point.first = match.tables.pairings[0].first;
      point.second = match.tables.pairings[0].second;
    }
    point.match = skipstone::ToJson(match.tables);
  }
  std::vector<JsonOut> matches;
  for (const LearnedPoint& point : points) {
    if (!point.match.empty()) matches.push_back(point.match);
  }
  JsonOut paper = JsonOut::array();
  for (const PaperPoint& point : kPaperPoints) {
    paper.push_back(
        {{"search", kKrDlUct}, {"positions", point.positions}, {"percent", point.percent}});
  }
  const std::string text = fmt::format(
      "{} of the {}. Networks after so much self-play against dl-uct with the network all began "
      "with, `{}`; {} simulations a shot for both, no last stone solved. Games won in %, ± half "
      "of the 95 % interval. {}\n\n{}\n![learning curves](lee-figure3.png)\n",
      whole ? "All" : "A part", GamesText(terms, kCurveEnds), options.start, options.simulations,
      OtherLossesText(matches), Markdown(points));
  run.Write(
      "lee-figure3", "Lee et al. 2018, Figure 3", text,
      {{"whole", whole},
       {"start", options.start},
       {"of", GamesOf(options, terms, start_hash)},
       {"ends", kCurveEnds},
       {"points", ToJson(points)},
       {"paper", paper}},
      {{"lee-figure3.png", Render(DrawCurves(learned, points, options), PictureFormat::kPng)}});
  if (!whole) run.SayStopped();
}

}  // namespace

void AddLeeExperiments(Verb& experiment) {
  const auto options = std::make_shared<CurveOptions>();
  options->games = 2000;
  Verb* verb = experiment.add_subcommand(
      "lee-figure3", "How a network gets stronger by self-play, with kr-dl-uct and with dl-uct");
  verb->add_option("--start", options->start, "the network of supervised learning only")
      ->required()
      ->check(ExistingFile());
  verb->add_option("--kr-dl-uct", options->kr_dl_uct,
                   "the folder of a run of learn selfplay from there, with kr-dl-uct [what the "
                   "results have of it, or the start alone]")
      ->check(ExistingDirectory());
  verb->add_option("--dl-uct", options->dl_uct, "the same with dl-uct")->check(ExistingDirectory());
  verb->add_option("--every", options->every, "generations between two points of the curve")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  AddLeeOptions(*verb, *options);
  AddExample(*verb,
             "./skipstone experiment lee-figure3 --start "
             "tests/golden/trainer_pv_network.safetensors --games 10 --simulations 20 --out "
             "lee-demo");
  verb->callback([options] { RunFigure3(*options); });
  AddLeePrograms(experiment);
}

}  // namespace skipstone
