// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// experiment ataka positions and experiment ataka judge: a test set, and how a network does on it.

#include <fmt/format.h>

#include <memory>

#include "base/error.h"
#include "lab/experiment.h"
#include "lab/experiment_ataka.h"
#include "lab/label_check.h"
#include "lab/state_errors.h"
#include "learn/dataset.h"
#include "net/network.h"
#include "options/verb.h"

namespace skipstone {
namespace {

constexpr double kErrorBar = 0.25;  // points
constexpr double kErrorAim = 0.12;
constexpr double kExplainedBar = 0.6;
constexpr int kMostCollisions = 3;  // this many and more are one group

struct PositionsOptions : AtakaOptions {
  int games = TestPositions{}.games;
  std::string player = TestPositions{}.player;
};

void RunPositions(const PositionsOptions& options) {
  TestPositions positions;
  positions.terms = TermsFrom(options.game);
  positions.games = options.games;
  positions.player = options.player;
  positions.seed = options.seed;
  const std::filesystem::path path =
      options.folder.empty() ? fmt::format("ataka_positions_{}.labels", options.game.ice)
                             : options.folder;
  const RunOptions around{options.threads, path.parent_path()};
  const Run run("ataka positions", around, ".");
  if (!MakeTestPositions(positions, path, run.provenance(), run.shop())) return run.SayStopped();
  const std::vector<Label> labels = ReadLabels(path);
  ScoreDistribution mean;
  double stones = 0.0;
  const auto count = static_cast<double>(labels.size());
  for (const Label& label : labels) {
    stones += label.position.board.count() / count;
    for (std::size_t i = 0; i < kScores; ++i) {
      mean.probability[i] += label.scores.probability[i] / count;
    }
  }
  std::string text = fmt::format(
      "`{}`: positions on {} with one stone left, one from each of {} games (ends) of {} against "
      "itself, seed {}; the best call by the whole solver, its scores over {} executions. {:.2f} "
      "stones on the sheet, {:+.3f} points for the hammer team, on average.\n\n"
      "| points | probability |\n|---|---|\n",
      path.filename().string(), options.game.ice, labels.size(), options.player, options.seed,
      positions.labels.executions, stones, mean.Mean());
  for (int points = -kMostPoints; points <= kMostPoints; ++points) {
    if (mean[points] > 0.0) text += fmt::format("| {:+d} | {:.4f} |\n", points, mean[points]);
  }
  run.Write(path.stem().string(), "Positions to test networks by", text,
            {{"file", path.filename().string()},
             {"header", WorkFile::HeaderOf(path)},
             {"positions", labels.size()},
             {"mean_stones", stones},
             {"mean_scores", mean.probability}});
}

struct JudgeOptions : AtakaOptions {
  std::string labels;
};

// The terms that a file's labels were made by.
GameTerms TermsOf(const JsonOut& header, const std::string& where) {
  const Json json = Json::parse(header.dump());
  const Field field(json, where);
  if (const auto kind = field.Find("skipstone"); !kind || kind->String() != "labels") {
    throw BadData(where, "expected a file of labels, got something else");
  }
  return MakeTerms(LawFromName(field.At("ice").String()),
                   PresetFromName(field.At("rules").String()),
                   SizesFromJson(field.At("execution")));
}

std::string Table(const std::string& what, std::span<const ErrorGroup> groups, int most) {
  std::string text = fmt::format(
      "\n| {} | positions | error of the expected score | squared error |\n|---|---|---|---|\n",
      what);
  for (const ErrorGroup& group : groups) {
    text += fmt::format("| {}{} | {} | {:.3f} | {:.4f} |\n", group.key,
                        group.key == most ? " and more" : "", group.states, group.absolute_error,
                        group.squared_error);
  }
  return text;
}

JsonOut ToJson(std::span<const ErrorGroup> groups, const char* key) {
  JsonOut json = JsonOut::array();
  for (const ErrorGroup& group : groups) {
    json.push_back({{key, group.key},
                    {"positions", group.states},
                    {"mean_absolute_error", group.absolute_error},
                    {"mean_squared_error", group.squared_error}});
  }
  return json;
}

void RunJudge(JudgeOptions options) {
  const JsonOut header = WorkFile::HeaderOf(options.labels);
  const GameTerms terms = TermsOf(header, options.labels);
  if (!options.game.ice.empty() && options.game.ice != LawName(terms.ice.law)) {
    throw Error(ErrorKind::kUsage, "--ice",
                fmt::format("expected the ice of the labels, {}, got {}", LawName(terms.ice.law),
                            options.game.ice));
  }
  const std::vector<Label> labels = ReadLabels(options.labels);
  if (labels.empty()) throw BadData(options.labels, "expected labels, got none");
  const std::unique_ptr<Evaluator> evaluator = MakeEvaluator(options.network, terms);
  options.game.ice = LawName(terms.ice.law);
  const Run run = AtakaRun("judge", options);
  const Judgement judgement = Judge(labels, *evaluator);
  const std::vector<StateError> errors = StateErrorsOf(labels, *evaluator, terms);
  const std::vector<ErrorGroup> by_stones = GroupErrors(errors, &StateError::stones, kStones);
  const std::vector<ErrorGroup> by_contacts =
      GroupErrors(errors, &StateError::collisions, kMostCollisions);
  std::string text = fmt::format(
      "{} on {} labelled positions of `{}`.\n\n| | | bar |\n|---|---|---|\n"
      "| mean absolute error of the expected score, points | {:.4f} | at most {} (aim {}) |\n"
      "| explained: (CE_mean - CE) / (CE_mean - H) | {:.4f} | at least {} |\n"
      "| cross-entropy CE, nats | {:.4f} | |\n"
      "| CE_mean, of the labels' own mean | {:.4f} | |\n"
      "| entropy H of the labels | {:.4f} | |\n"
      "| squared error over the seventeen probabilities | {:.5f} | |\n",
      options.network, judgement.positions, options.labels, judgement.mean_absolute_error,
      kErrorBar, kErrorAim, judgement.Explained(), kExplainedBar, judgement.cross_entropy,
      judgement.cross_entropy_of_mean, judgement.entropy, judgement.mean_squared_error);
  text += Table("stones on the sheet", by_stones, kStones);
  text += Table("contacts of the best call", by_contacts, kMostCollisions);
  run.Write("judge", "A network against labels", text,
            {{"network", options.network},
             {"labels", options.labels},
             {"labels_header", header},
             {"positions", judgement.positions},
             {"mean_absolute_error", judgement.mean_absolute_error},
             {"mean_absolute_error_bar", kErrorBar},
             {"explained", judgement.Explained()},
             {"explained_bar", kExplainedBar},
             {"cross_entropy", judgement.cross_entropy},
             {"cross_entropy_of_mean", judgement.cross_entropy_of_mean},
             {"entropy", judgement.entropy},
             {"mean_squared_error", judgement.mean_squared_error},
             {"by_stones", ToJson(by_stones, "stones")},
             {"by_contacts", ToJson(by_contacts, "contacts")}});
}

}  // namespace

void AddAtakaPositions(Verb& ataka) {
  const auto options = std::make_shared<PositionsOptions>();
  options->seed = TestPositions{}.seed;
  Verb* verb = ataka.add_subcommand(
      "positions", "Make the test set: positions of self-play with one stone left, labelled");
  AddAtakaOptions(*verb, *options,
                  "the label file; one that is there goes on [ataka_positions_ICE.labels]");
  verb->add_option("--games", options->games, "positions, one from each")
      ->check(Range(1, 10'000'000))
      ->capture_default_str();
  verb->add_option("--player", options->player, "the search that plays against itself, or rule")
      ->capture_default_str();
  AddExample(*verb,
             "./skipstone experiment ataka positions --games 10 --player kr-uct:playouts=20 "
             "--out ataka-demo/positions.labels");
  verb->callback([options] { RunPositions(*options); });

  const auto judge = std::make_shared<JudgeOptions>();
  Verb* judged = ataka.add_subcommand("judge", "How well a network judges labelled positions");
  judge->game.ice.clear();
  judged->add_option("--labels", judge->labels, "a file of ataka positions, or of learn")
      ->required();
  judged->add_option("--ice", judge->game.ice, "fcv1 or dc2 [the labels']")
      ->check(IsMember({"fcv1", "dc2"}));
  AddOut(*judged, *judge, "the folder of the results [ataka-ICE]");
  AddNetworkOption(*judged, *judge);
  AddExample(*judged,
             "./skipstone experiment ataka judge --labels ataka-demo/positions.labels "
             "--network random:seed=1 --out ataka-demo");
  judged->callback([judge] { RunJudge(*judge); });
}

}  // namespace skipstone
