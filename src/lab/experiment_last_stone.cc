// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <memory>
#include <string>

#include "lab/experiment.h"
#include "lab/last_stone_check.h"
#include "lab/run.h"
#include "options/game_options.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct Options : RunOptions {
  GameOptions game;
  int positions = 200;
  int sampled = 20;
  int timed = 50;
  std::uint64_t seed = 1;
};

std::string ExecutionOf(const Options& options, const ExecutionSizes& sizes) {
  return options.game.execution.empty() ? std::string(ModelName(sizes.model))
                                        : options.game.execution;
}

std::string TimesText(const SolveTimes& times) {
  return fmt::format("{:.1f}, {:.1f}, {:.1f} ms", 1e3 * times.mean_s, 1e3 * times.median_s,
                     1e3 * times.worst_s);
}

std::string Markdown(const LastStoneReport& report, const LastStoneCheck& check,
                     const std::string& execution) {
  const std::size_t done = report.cases.size();
  std::string text = fmt::format(
      "Last stones of ends on {}, execution {}, seed {}{}. Brute force: ten times the lattice, no "
      "cell left out, 32 candidates, 12 finalists; both answers are judged by throws that neither "
      "has seen. Times: CPU time of one thread per answer.\n\n| | |\n|---|---|\n",
      LawName(check.terms.ice.law), execution, check.seed, report.whole ? "" : "; stopped early");
  const auto row = [&text](const std::string& what, const std::string& value) {
    text += fmt::format("| {} | {} |\n", what, value);
  };
  row("positions", fmt::format("{} of {}", done, check.positions));
  if (done > 0) {
    row("stones on the sheet, mean", fmt::format("{:.2f}", report.mean_stones));
    row("throws per answer, mean", fmt::format("{:.0f}", report.mean_throws));
    row("time: mean, median, worst", TimesText(report.times));
  }
  if (report.timed_times.count > 0) {
    row(fmt::format("the same with {} stones ({} positions, {} of them only timed)", kTimedStones,
                    report.timed_times.count, report.timed.size()),
        TimesText(report.timed_times));
    row(fmt::format("of these above {:.0f} ms", 1e3 * kSolveBar_s),
        fmt::format("{}", report.timed_times.above_bar));
  }
  if (done > 0) {
    row(fmt::format("brute force better by more than {} points", kBruteMargin),
        fmt::format("{} of {} ({:.1f} %)", report.brute_wins, done,
                    100.0 * report.brute_wins / static_cast<double>(done)));
    row("brute force better by: mean, worst",
        fmt::format("{:+.5f}, {:+.5f} points", report.mean_brute_gain, report.worst_brute_gain));
  }
  if (report.sampled > 0) {
    row(fmt::format("off {} random executions, worst of {}", check.samples, report.sampled),
        fmt::format("{:.5f} points", report.worst_sampling_difference));
  }
  return text;
}

JsonOut ToJson(const SolveTimes& times) {
  return {{"positions", times.count},
          {"mean_s", times.mean_s},
          {"median_s", times.median_s},
          {"worst_s", times.worst_s},
          {"above_bar", times.above_bar}};
}

JsonOut ToJson(const LastStoneCase& result, bool only_timed) {
  JsonOut json = {{"index", result.index},
                  {"stones", result.position.board.count()},
                  {"solve_s", result.solve_s},
                  {"throws", result.answer.throws},
                  {"best", ToJson(result.answer.best)},
                  {"worth", result.answer.worth}};
  if (only_timed) return json;
  json["brute_best"] = ToJson(result.brute_best);
  json["brute_gain"] = result.brute_gain;
  if (result.sampled) {
    json["sampled_worth"] = result.sampled_worth;
    json["sampled_error"] = result.sampled_error;
  }
  return json;
}

JsonOut ToJson(const LastStoneReport& report, const LastStoneCheck& check) {
  JsonOut cases = JsonOut::array();
  for (const LastStoneCase& result : report.cases) cases.push_back(ToJson(result, false));
  JsonOut timed = JsonOut::array();
  for (const LastStoneCase& result : report.timed) timed.push_back(ToJson(result, true));
  return {{"whole", report.whole},
          {"ice", LawName(check.terms.ice.law)},
          {"execution", ToJson(check.terms.sizes())},
          {"seed", check.seed},
          {"positions", report.cases.size()},
          {"mean_stones", report.mean_stones},
          {"mean_throws", report.mean_throws},
          {"times", ToJson(report.times)},
          {"bar_s", kSolveBar_s},
          {"times_with_8_stones", ToJson(report.timed_times)},
          {"brute_margin", kBruteMargin},
          {"brute_wins", report.brute_wins},
          {"mean_brute_gain", report.mean_brute_gain},
          {"worst_brute_gain", report.worst_brute_gain},
          {"sampled", report.sampled},
          {"samples", check.samples},
          {"worst_sampling_difference", report.worst_sampling_difference},
          {"worst_sampling_errors", report.worst_sampling_errors},
          {"cases", cases},
          {"timed", timed}};
}

void RunVerb(const Options& options) {
  LastStoneCheck check;
  check.terms = TermsFrom(options.game);
  check.positions = options.positions;
  check.sampled_positions = options.sampled;
  check.timed_positions = options.timed;
  check.seed = options.seed;
  const Run run("last-stone", options, "last-stone-" + options.game.ice);
  const LastStoneReport report = CheckLastStone(check, run.shop());
  run.Write("last_stone", "The last stone, checked",
            Markdown(report, check, ExecutionOf(options, check.terms.sizes())),
            ToJson(report, check));
  if (!report.whole) run.SayStopped(Run::kOfWhatWasDone);
}

}  // namespace

void AddLastStoneExperiment(Verb& experiment) {
  const auto options = std::make_shared<Options>();
  options->threads = 1;  // times are of one that computes alone
  Verb* verb = experiment.add_subcommand(
      "last-stone", "How good and how fast the solver of an end's last stone is");
  verb->add_option("--ice", options->game.ice, "fcv1 or dc2")
      ->check(IsMember({"fcv1", "dc2"}))
      ->capture_default_str();
  verb->add_option("--execution", options->game.execution,
                   "none, dc3, gat or olympic, with sizes [dc3; gat on dc2]");
  verb->add_option("--positions", options->positions, "from played ends, compared with brute force")
      ->check(Range(0, 1'000'000))
      ->capture_default_str();
  verb->add_option("--sampled", options->sampled,
                   "of them, also compared with 1,000,000 random executions")
      ->check(Range(0, 1'000'000))
      ->capture_default_str();
  verb->add_option("--timed", options->timed, "further positions, with 8 stones, only timed")
      ->check(Range(0, 10'000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of the ends and the random executions")
      ->check(IsSeed())
      ->capture_default_str();
  AddRunOptions(*verb, *options, "the folder of the results [last-stone-ICE]");
  AddExample(*verb,
             "./skipstone experiment last-stone --positions 3 --sampled 1 --timed 2 "
             "--out last-stone-demo");
  verb->callback([options] { RunVerb(*options); });
}

}  // namespace skipstone
