// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// experiment ataka labels and experiment ataka two-stages: whether the teaching signals are right.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "lab/experiment.h"
#include "lab/experiment_ataka.h"
#include "lab/play_check.h"
#include "net/network.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct LabelsOptions : AtakaOptions {
  int states = 200;
  int executions = 100'000;
  std::string mix = ToText(SourceMix{});
  std::string player = LabelCheck{}.player;
};

std::string Markdown(const LabelCheckReport& report, const LabelCheck& check) {
  std::string text = fmt::format(
      "Labels with one stone left on {}, {} executions each, against {} further executions of the "
      "same call: two-sample chi-square tests over the scores, bins of fewer than five expected "
      "pooled. States: {}; seed {}{}.\n\n| | |\n|---|---|\n",
      LawName(check.terms.ice.law), check.labels.executions, check.executions, ToText(check.mix),
      check.seed, report.whole ? "" : "; stopped early");
  const auto row = [&text](const std::string& what, const std::string& value) {
    text += fmt::format("| {} | {} |\n", what, value);
  };
  row("states", fmt::format("{} of {}", report.cases.size(), check.states));
  row("of them with one score only", fmt::format("{}", report.certain));
  row(fmt::format("p < {} (at most {})", kLabelBar, kMostSuspects),
      fmt::format("{}", report.suspects));
  double least = 1.0;
  double farthest = 0.0;
  for (const LabelCase& result : report.cases) {
    least = std::min(least, result.test.p);
    farthest = std::max(farthest, std::abs(result.label_mean - result.executed_mean));
  }
  row("least p", fmt::format("{:.4g}", least));
  row("largest difference of the expected score", fmt::format("{:.4f} points", farthest));
  text += "\n| p | states |\n|---|---|\n";
  for (std::size_t i = 0; i < report.p_values.size(); ++i) {
    text += fmt::format("| {:.1f} to {:.1f} | {} |\n", 0.1 * static_cast<double>(i),
                        0.1 * static_cast<double>(i + 1), report.p_values[i]);
  }
  return text;
}

JsonOut ToJson(const LabelCheckReport& report, const LabelCheck& check) {
  JsonOut cases = JsonOut::array();
  for (const LabelCase& result : report.cases) {
    cases.push_back({{"state", result.state},
                     {"source", SourceName(result.source)},
                     {"stones", result.stones},
                     {"label_mean", result.label_mean},
                     {"executed_mean", result.executed_mean},
                     {"chi_square", result.test.statistic},
                     {"degrees", result.test.degrees},
                     {"p", result.test.p}});
  }
  return {{"whole", report.whole},
          {"ice", LawName(check.terms.ice.law)},
          {"execution", ToJson(check.terms.sizes())},
          {"seed", check.seed},
          {"mix", ToText(check.mix)},
          {"player", check.player},
          {"label_executions", check.labels.executions},
          {"executions", check.executions},
          {"bar", kLabelBar},
          {"most_suspects", kMostSuspects},
          {"suspects", report.suspects},
          {"one_score_only", report.certain},
          {"p_values", report.p_values},
          {"cases", cases}};
}

void RunLabels(const LabelsOptions& options) {
  LabelCheck check;
  check.terms = TermsFrom(options.game);
  check.states = options.states;
  check.executions = options.executions;
  check.mix = SourceMixFromText(options.mix);
  check.player = options.player;
  check.seed = options.seed;
  const Run run = AtakaRun("labels", options);
  const LabelCheckReport report = CheckLabels(check, run.shop());
  run.Write("labels", "Labels of one stone left, checked", Markdown(report, check),
            ToJson(report, check));
  if (!report.whole) run.SayStopped(Run::kOfWhatWasDone);
}

struct StagesOptions : AtakaOptions {
  int states = 500;
  std::string player = StagesCheck{}.player;
};

MeanEstimate LossOf(const StagesReport& report, int stones_left) {
  std::vector<double> losses;
  for (const StagesCase& result : report.cases) {
    if (stones_left == 0 || result.stones_left == stones_left) losses.push_back(result.loss);
  }
  return MeanOf(losses).value_or(MeanEstimate{});
}

double WorstOf(const StagesReport& report) {
  double worst = 0.0;
  for (const StagesCase& result : report.cases) worst = std::max(worst, result.loss);
  return worst;
}

std::string Markdown(const StagesReport& report, const StagesCheck& check,
                     const std::string& network) {
  const MeanEstimate all = LossOf(report, 0);
  std::string text = fmt::format(
      "One ply in two stages against the whole grid on {}, positions of play ({}), judged by {}; "
      "both calls valued by it on the same {} errors, which chose neither. Seed {}{}.\n\n"
      "| stones left | states | loss, points | standard error |\n|---|---|---|---|\n",
      LawName(check.terms.ice.law), check.player, network, Fibonacci(kStagesErrors), check.seed,
      report.finished ? "" : "; stopped early");
  const auto row = [&text](const std::string& what, const MeanEstimate& loss) {
    if (loss.count == 0) return;
    text += fmt::format("| {} | {} | {:+.4f} | {:.4f} |\n", what, loss.count, loss.mean,
                        loss.standard_error.value_or(0.0));
  };
  for (int x = kLeastTwoStages; x <= kMostTwoStages; ++x) {
    row(fmt::format("{}", x), LossOf(report, x));
  }
  row(fmt::format("all (at most {})", kStagesBar), all);
  text += fmt::format("\nWorst: {:.4f} points.\n", WorstOf(report));
  return text;
}

JsonOut ToJson(const StagesReport& report, const StagesCheck& check, const std::string& network) {
  JsonOut cases = JsonOut::array();
  for (const StagesCase& result : report.cases) {
    cases.push_back({{"state", result.state},
                     {"stones_left", result.stones_left},
                     {"whole", ToJson(result.whole)},
                     {"two_stages", ToJson(result.two_stages)},
                     {"loss", result.loss}});
  }
  const MeanEstimate all = LossOf(report, 0);
  return {{"whole", report.finished},
          {"ice", LawName(check.terms.ice.law)},
          {"execution", ToJson(check.terms.sizes())},
          {"network", network},
          {"player", check.player},
          {"seed", check.seed},
          {"states", all.count},
          {"bar", kStagesBar},
          {"mean_loss", all.mean},
          {"standard_error", all.standard_error.value_or(0.0)},
          {"worst_loss", WorstOf(report)},
          {"cases", cases}};
}

void RunStages(const StagesOptions& options) {
  StagesCheck check;
  check.terms = TermsFrom(options.game);
  check.states = options.states;
  check.player = options.player;
  check.seed = options.seed;
  check.evaluator = [&] { return MakeEvaluator(options.network, check.terms); };
  check.evaluator();  // refuses what cannot be used, before anything is begun
  const Run run = AtakaRun("two-stages", options);
  const StagesReport report = CompareStages(check, run.shop());
  run.Write("two_stages", "Two stages against the whole grid",
            Markdown(report, check, options.network), ToJson(report, check, options.network));
  if (!report.finished) run.SayStopped(Run::kOfWhatWasDone);
}

}  // namespace

void AddAtakaLabels(Verb& ataka) {
  const auto options = std::make_shared<LabelsOptions>();
  Verb* labels = ataka.add_subcommand(
      "labels", "Whether labels of one stone left are what comes of their calls");
  AddAtakaOptions(*labels, *options, "the folder of the results [ataka-ICE]");
  labels->add_option("--states", options->states, "how many")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  labels->add_option("--executions", options->executions, "of each call, to compare with")
      ->check(Range(1, 100'000'000))
      ->capture_default_str();
  labels->add_option("--mix", options->mix, "where states come from, in parts")
      ->capture_default_str();
  labels->add_option("--player", options->player, "the search that plays the ends, or rule")
      ->capture_default_str();
  AddExample(*labels,
             "./skipstone experiment ataka labels --states 5 --executions 20000 --player rule "
             "--out ataka-demo");
  labels->callback([options] { RunLabels(*options); });

  const auto stages = std::make_shared<StagesOptions>();
  Verb* verb =
      ataka.add_subcommand("two-stages", "What a ply in two stages loses against the whole grid");
  AddAtakaOptions(*verb, *stages, "the folder of the results [ataka-ICE]");
  AddNetworkOption(*verb, *stages);
  verb->add_option("--states", stages->states, "with 4 to 15 stones left, by turns")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--player", stages->player, "the search that plays the ends, or rule")
      ->capture_default_str();
  AddExample(*verb,
             "./skipstone experiment ataka two-stages --network random:seed=1 --states 12 "
             "--player rule --out ataka-demo");
  verb->callback([stages] { RunStages(*stages); });
}

}  // namespace skipstone
