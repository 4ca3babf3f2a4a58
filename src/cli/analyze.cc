// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "analysis/file_kind.h"
#include "analysis/landscape_picture.h"
#include "analysis/report.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/provenance.h"
#include "base/stop.h"
#include "cli/screen.h"
#include "cli/verbs.h"
#include "match/simple_players.h"
#include "match/store.h"
#include "options/game_options.h"
#include "options/verb.h"
#include "value/win_table.h"

namespace skipstone {
namespace {

constexpr double kDefaultSeconds = 2.0;
constexpr double kRedraw_s = 0.25;
// Beside the calls: what it is about, the work done, a gap.
constexpr int kLiveHead = 3;

struct AnalyzeOptions {
  std::string position_file;
  std::string game_file;
  std::optional<int> number;
  int end = 1;
  int shot = 1;
  // The strongest; who analyzes likes to see more than the best few.
  std::string search = "grid:candidates=8";
  std::optional<std::int64_t> playouts;
  std::optional<double> seconds;
  std::optional<int> threads;
  std::uint64_t seed = 0;
  std::string value;
  int top = 5;
  bool json = false;
  std::string landscape;
  int rollouts = LandscapeSetting().rollouts;
};

Moment ReadMoment(const AnalyzeOptions& options) {
  if (options.position_file.empty() == options.game_file.empty()) {
    throw Error(
        ErrorKind::kUsage, "",
        fmt::format("expected a position file, or a game with --game FILE --end N --shot N; "
                    "got {}",
                    options.game_file.empty() ? "neither" : "both"));
  }
  if (!options.position_file.empty()) {
    return MomentOf(ReadPosition(options.position_file), InputName(options.position_file));
  }
  if (!options.number && Store::LooksLikeOne(options.game_file)) {
    throw Error(ErrorKind::kUsage, options.game_file,
                "holds the games of a tournament; --number N says which one");
  }
  return MomentOf(ReadGame(options.game_file, options.number), options.end, options.shot,
                  InputName(options.game_file));
}

// The command line goes before the spec; without any limit there is one of time.
Limits LimitsFrom(const AnalyzeOptions& options, const Limits& of_spec) {
  const auto in_spec = [&](const char* name) {
    return options.search.find(std::string(name) + "=") != std::string::npos;
  };
  Limits limits = of_spec;
  if (!in_spec("playouts")) limits.playouts = 0;
  if (options.playouts) limits.playouts = *options.playouts;
  if (options.seconds) limits.seconds = *options.seconds;
  if (limits.playouts == 0 && limits.seconds == 0.0) limits.seconds = kDefaultSeconds;
  limits.threads = options.threads      ? *options.threads
                   : in_spec("threads") ? of_spec.threads
                                        : ThreadsFrom(0);
  return limits;
}

Currency CurrencyFrom(const AnalyzeOptions& options, const Moment& moment) {
  if (options.value.empty()) {
    return moment.terms.rules.ends == 1 ? Currency::kPoints : Currency::kWin;
  }
  return options.value == "win" ? Currency::kWin : Currency::kPoints;
}

Utility UtilityFor(Currency currency, const Moment& moment) {
  if (currency == Currency::kPoints) return UtilityOfPoints();
  return ShippedWinTable(moment.terms.ice.law, moment.terms.rules.tie_break)
      .UtilityOf(moment.game, moment.terms.rules);
}

// Shows a search at work: on a terminal the calls so far, else a line on stderr.
class LiveView {
 public:
  LiveView(const AnalysisReport& report, const AnalyzeOptions& options, const Limits& limits)
      : report_(report),
        top_(options.top),
        limits_(limits),
        drawn_(!options.json && TerminalPalette().has_value()),
        progress_("analyze", "play-outs") {}

  void Show(const SearchResult& result) {
    if (!drawn_) {
      double part = 0.0;
      if (limits_.seconds > 0.0) part = result.seconds / limits_.seconds;
      if (limits_.playouts > 0) {
        part = std::max(
            part, static_cast<double>(result.playouts) / static_cast<double>(limits_.playouts));
      }
      progress_.Update(static_cast<std::size_t>(result.playouts), std::min(1.0, part));
      return;
    }
    const WindowSize window = TerminalWindow();
    if (window != window_) screen_.Erase();
    window_ = window;
    const int rows = std::min(kLiveHead + top_, window.rows - 1);
    if (rows <= kLiveHead) return;
    screen_.Draw(report_.LiveLines(result, rows - kLiveHead, window.columns, rows), true);
  }

  void End() {
    screen_.Erase();
    progress_.Clear();
  }

 private:
  const AnalysisReport& report_;
  int top_;
  Limits limits_;
  bool drawn_;
  Progress progress_;
  Screen screen_;
  WindowSize window_;
};

SearchResult Think(Search& search, const SearchTask& task, const Limits& limits, LiveView& view) {
  std::stop_source stop;
  // Ctrl-C is a flag to be asked for; a search wants to be told.
  const std::jthread listener([&stop](const std::stop_token& over) {
    while (!over.stop_requested() && !StopRequested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    stop.request_stop();
  });
  SearchResult result = search.Run(
      task, limits,
      {stop.get_token(), [&view](const SearchResult& partial) { view.Show(partial); }, kRedraw_s});
  if (StopRequested()) result.finished = false;
  return result;
}

// Says whether the picture was made.
bool WriteLandscape(const AnalyzeOptions& options, const GameTerms& terms, const SearchTask& task,
                    const Moment& moment, const SearchResult& result, const AnalysisReport& report,
                    Currency currency, int threads) {
  LandscapeSetting setting;
  setting.rollouts = options.rollouts;
  setting.threads = threads;
  if (task.position.turn.shot + 1 < kStones) {  // every release costs its roll-outs
    setting.rows = 200;
    setting.columns = 170;
    setting.close_up_cells = 61;
  }
  Progress progress("landscape", "%");
  const auto landscape =
      MakeShotLandscape(terms, task, result.best, setting, [&progress](double part) {
        progress.Update(static_cast<std::size_t>(100.0 * part), part);
        return !StopRequested();
      });
  if (!landscape) return false;
  WriteFile(options.landscape,
            Render(DrawLandscape(*landscape, terms, moment, result, report, currency),
                   FormatOfFile(options.landscape)));
  return true;
}

// Refuses a name that cannot be written to before anybody has waited for the search.
void CheckLandscape(const std::filesystem::path& file) {
  FormatOfFile(file.string());
  const std::filesystem::path folder = file.parent_path();
  if (folder.empty() || std::filesystem::is_directory(folder)) return;
  throw Error(ErrorKind::kEnvironment, file.string(),
              fmt::format("cannot create the file: there is no folder {}", folder.string()));
}

void RunAnalyze(const AnalyzeOptions& options) {
  if (!options.landscape.empty()) CheckLandscape(options.landscape);
  const Moment moment = ReadMoment(options);
  const GameTerms& terms = moment.terms;
  const SpecifiedSearch specified = MakeSearch(options.search, terms);
  const Limits limits = LimitsFrom(options, specified.limits);
  const Currency currency = CurrencyFrom(options, moment);
  const AnalysisReport report(moment, currency, options.search);

  SearchTask task;
  task.position = moment.game.position();
  task.utility = UtilityFor(currency, moment);
  task.standing = StandingOf(moment.game, moment.terms.rules);
  task.seed = options.seed;
  LiveView view(report, options, limits);
  const SearchResult result = Think(*specified.search, task, limits, view);
  view.End();
  if (options.json) {
    JsonOut out = report.ToJson(result, options.top);
    const std::string network = NetworkBehind(options.search, terms.ice.law);
    out["seed"] = options.seed;
    out["network"] = network.empty() ? JsonOut() : JsonOut(network);
    out["commit"] = Commit();
    fmt::print("{}\n", out.dump());
  } else {
    fmt::print("{}", report.Text(result, options.top));
  }
  std::fflush(stdout);
  if (!result.finished) fmt::print(stderr, "skipstone: analyze: stopped; this is what it found\n");
  if (options.landscape.empty()) return;
  if (!result.finished ||
      !WriteLandscape(options, terms, task, moment, result, report, currency, limits.threads)) {
    fmt::print(stderr, "skipstone: analyze: stopped; {} is not written\n", options.landscape);
    return;
  }
  if (!options.json) fmt::print("\nwrote {}\n", options.landscape);
}

}  // namespace

void AddAnalyze(Verb& app) {
  Verb& verb = *app.add_subcommand(
      "analyze", "Search a position and rank the calls, with what they are worth and why");
  const auto options = std::make_shared<AnalyzeOptions>();
  verb.add_option("position", options->position_file,
                  "position file (docs/formats.md); - is standard input");
  VerbOption* game = verb.add_option("--game", options->game_file,
                                     "instead: a game record, or the games of a tournament");
  verb.add_option("--number", options->number, "number of the game in a tournament, from 0")
      ->check(NonNegativeNumber())
      ->needs(game);
  VerbOption* end = verb.add_option("--end", options->end,
                                    "the game's end, from 1 as people count (records: from 0)")
                        ->check(Range(1, 1000))
                        ->capture_default_str()
                        ->needs(game);
  VerbOption* shot =
      verb.add_option("--shot", options->shot, "the end's shot that is called, from 1 to 16")
          ->check(Range(1, kStones))
          ->capture_default_str()
          ->needs(game);
  game->needs(end)->needs(shot);
  std::string searches;
  for (const SearchKind& kind : SearchKinds()) {
    searches += fmt::format("\n{} ({})", kind.name, kind.summary);
  }
  verb.add_option("--search", options->search,
                  "how to search, with options such as kr-uct:nodes=100000 (skipstone help kr-uct "
                  "lists them):" +
                      searches)
      ->capture_default_str();
  verb.add_option("--playouts", options->playouts, "stop after so many")
      ->check(Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}));
  verb.add_option(
          "--seconds", options->seconds,
          fmt::format("stop after this time [{}, if no play-outs are given]", kDefaultSeconds))
      ->check(IsNumber())
      ->check(Range(0.01, 1e6));
  verb.add_option("--threads", options->threads, "threads to search with [one per core]")
      ->check(Range(1, 256));
  verb.add_option("--seed", options->seed,
                  "of the search; with play-outs and one thread it finds the same again")
      ->check(IsSeed())
      ->capture_default_str();
  verb.add_option("--value", options->value,
                  "what counts: points of this end, or the chance to win the game "
                  "[points in games of one end, else win]")
      ->check(IsMember({"points", "win"}));
  verb.add_option("--top", options->top, "calls to show, at most")
      ->check(Range(1, 100))
      ->capture_default_str();
  verb.add_flag("--json", options->json, "for programs");
  VerbOption* landscape =
      verb.add_option("--landscape", options->landscape,
                      "draw what every release is worth; .svg or .png decides the format");
  verb.add_option("--rollouts", options->rollouts,
                  "of the landscape, for each release; the last stone of an end needs none")
      ->check(Range(1, 100'000))
      ->capture_default_str()
      ->needs(landscape);
  AddExample(verb, "./skipstone analyze docs/examples/last_stone.json --seconds 1");
  verb.callback([options] { RunAnalyze(*options); });
}

}  // namespace skipstone
