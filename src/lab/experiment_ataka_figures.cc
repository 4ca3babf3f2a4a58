// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The figures of Ataka et al. 2020 (experiment ataka): Fig. 8, the learning curve of NN_1, with
// five and with seven inputs per stone; Figs. 9 and 10, states that are judged well and badly.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/options.h"
#include "lab/experiment.h"
#include "lab/run.h"
#include "lab/state_errors.h"
#include "learn/dataset.h"
#include "learn/learning_curve.h"
#include "match/tables.h"
#include "net/network.h"
#include "options/game_options.h"
#include "options/verb.h"
#include "picture/curve.h"
#include "picture/state_picture.h"
#include "shots/namer.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;
using Grid = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

// Labels, and the game they are of.
struct LabelSet {
  std::string path;
  GameTerms terms;
  int stones_left = 0;
  std::vector<Label> labels;
  bool all = false;

  std::string Text() const {
    return fmt::format("{} states {}`{}` ({} left, {})", labels.size(),
                       all ? "of " : "kept for testing of ", path,
                       stones_left == 1 ? "one stone" : fmt::format("{} stones", stones_left),
                       LawName(terms.ice.law));
  }
};

LabelSet ReadLabelSet(const std::string& path, bool all) {
  LabelSet set;
  set.path = path;
  set.all = all;
  const Json header = ParseJson(WorkFile::HeaderOf(path).dump(), path);
  const Field field(header, path);
  if (!field.is_object() || !field.Find("stones_left")) {
    throw BadData(path, "expected a file of labels, got something else");
  }
  set.stones_left = static_cast<int>(field.At("stones_left").Int(1, kStones - 1));
  set.terms = TermsFrom(
      {.ice = field.At("ice").String(), .rules = field.At("rules").String(), .execution = {}});
  set.terms.execution = SameForBoth(SizesFromJson(field.At("execution")));
  for (const Label& label : ReadLabels(path)) {
    if (all || IsForTesting(label.state)) set.labels.push_back(label);
  }
  if (set.labels.empty()) {
    throw Error(ErrorKind::kUsage, path,
                all ? "expected labels, but there are none yet"
                    : "expected labels of states that are kept for testing, but there are none "
                      "yet; --all takes the others too");
  }
  return set;
}

std::string NameOf(const NetworkDefinition& definition) {
  return definition.kind == NetworkKind::kNnX ? fmt::format("nn-x-{}", definition.inputs_per_stone)
                                              : std::string(NetworkKindName(definition.kind));
}

// Short, for tables and files: "nn-x-7", "stones", "shipped".
std::string NameOfSpec(const std::string& spec, int stones_left) {
  if (SpecName(spec) != "network") return std::string(SpecName(spec));
  fs::path path = OptionIn(spec, "file").value_or("");
  if (fs::is_directory(path)) path /= fmt::format("nn_{}.safetensors", stones_left);
  return NameOf(Network::Read(path).definition());
}

// A judge of labels, under a name that is not taken yet.
struct NamedJudge {
  std::string name;
  std::string spec;
  std::unique_ptr<Evaluator> evaluator;
};

void CheckJudges(Evaluator& evaluator, const std::string& spec, const LabelSet& set) {
  ScoreDistribution scores;
  const Position& position = set.labels.front().position;
  try {
    evaluator.Evaluate({&position.board, 1}, position.turn, {&scores, 1});
  } catch (const Error& error) {
    throw Error(ErrorKind::kUsage, spec,
                fmt::format("cannot judge the labels of {}: {}", set.path, error.what()));
  }
}

std::vector<NamedJudge> JudgesOf(const std::vector<std::string>& specs, const LabelSet& set) {
  std::vector<NamedJudge> judges;
  for (const std::string& spec : specs) {
    NamedJudge judge{"", spec, MakeEvaluator(spec, set.terms)};
    CheckJudges(*judge.evaluator, spec, set);
    const std::string name = NameOfSpec(spec, set.stones_left);
    judge.name = name;
    const auto taken = [&] {
      return std::any_of(judges.begin(), judges.end(),
                         [&](const NamedJudge& other) { return other.name == judge.name; });
    };
    for (int number = 2; taken(); ++number) judge.name = fmt::format("{}-{}", name, number);
    judges.push_back(std::move(judge));
  }
  return judges;
}

// ---- Fig. 8 ----

struct CurveOptions : RunOptions {
  std::vector<std::string> runs;
  std::vector<std::string> networks;
  std::string labels;
  bool all = false;
};

// A run of `learn backward`: its network for one stone left, and how that was learned.
struct LearnedRun {
  std::string folder;
  std::string name;
  std::string ice;
  std::string loss;
  fs::path network;
  std::vector<CurvePoint> curve;
};

LearnedRun ReadRun(const std::string& folder) {
  const fs::path file = fs::path(folder) / "run.json";
  const Json json = ParseJson(ReadFile(file, kMostBytes), file.string());
  const Field field(json, file.string());
  LearnedRun run;
  run.folder = folder;
  run.ice = field.At("ice").At("law").String();
  run.loss = field.At("loss").String();
  const NetworkDefinition definition = NetworkDefinitionFromJson(field.At("network"));
  run.name = NameOf(definition);
  const fs::path sweep = fs::path(folder) / "sweep-0";
  run.network =
      sweep / (definition.kind == NetworkKind::kNnX ? "nn_1.safetensors" : "level-01.safetensors");
  const fs::path curve = sweep / "level-01.curve.jsonl";
  for (const fs::path& path : {curve, run.network}) {
    if (fs::exists(path)) continue;
    throw Error(ErrorKind::kUsage, path.string(),
                "expected a run of `learn backward` that has learned one stone left, but this file "
                "is not there yet");
  }
  run.curve = ReadLearningCurve(curve);
  return run;
}

std::string NumberOr(const std::optional<double>& value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), *value) : "-";
}

JsonOut ToJson(const Judgement& judgement) {
  return {{"positions", judgement.positions},
          {"mean_squared_error", judgement.mean_squared_error},
          {"mean_absolute_error", judgement.mean_absolute_error},
          {"cross_entropy", judgement.cross_entropy},
          {"cross_entropy_of_mean", judgement.cross_entropy_of_mean},
          {"entropy", judgement.entropy},
          {"explained", judgement.Explained()}};
}

JsonOut ToJson(const std::vector<CurvePoint>& curve) {
  const auto or_null = [](const std::optional<double>& value) {
    return value ? JsonOut(*value) : JsonOut();
  };
  JsonOut points = JsonOut::array();
  for (const CurvePoint& point : curve) {
    points.push_back({{"step", point.step},
                      {"train_loss", point.train_loss},
                      {"test_loss", or_null(point.test_loss)},
                      {"test_mae", or_null(point.test_mae)},
                      {"test_explained", or_null(point.test_explained)}});
  }
  return points;
}

// Only losses of one kind are on one axis: the paper's.
CurvePicture DrawCurves(const std::vector<LearnedRun>& runs) {
  CurvePicture picture;
  picture.caption =
      "NN_1 while it learns (Ataka et al. 2020, Fig. 8)\n"
      "the squared error of the seventeen probabilities, summed, mean over states";
  picture.x_axis = "training steps";
  picture.y_axis = "mean squared error";
  picture.log_y = true;
  for (const LearnedRun& run : runs) {
    if (run.loss != "mse") continue;
    CurvePicture::Curve train{run.name + ", train", {}};
    CurvePicture::Curve test{run.name + ", test", {}};
    for (const CurvePoint& point : run.curve) {
      train.points.push_back({static_cast<double>(point.step), point.train_loss});
      if (point.test_loss) {
        test.points.push_back({static_cast<double>(point.step), *point.test_loss});
      }
    }
    picture.curves.push_back(std::move(train));
    if (!test.points.empty()) picture.curves.push_back(std::move(test));
  }
  return picture;
}

void RunCurve(const CurveOptions& options) {
  std::vector<LearnedRun> runs;
  for (const std::string& folder : options.runs) {
    runs.push_back(ReadRun(folder));
    int same = 0;
    for (const LearnedRun& run : runs) same += run.name == runs.back().name ? 1 : 0;
    if (same > 1) runs.back().name += fmt::format("-{}", same);
  }
  const LabelSet set = ReadLabelSet(
      options.labels.empty() ? (fs::path(options.runs.front()) / "sweep-0/level-01.labels").string()
                             : options.labels,
      options.all);
  if (set.stones_left != 1) {
    throw Error(ErrorKind::kUsage, set.path,
                fmt::format("expected labels with one stone left, got {}", set.stones_left));
  }
  std::vector<std::string> specs;
  for (const LearnedRun& learned : runs) {
    if (learned.ice != LawName(set.terms.ice.law)) {
      throw Error(ErrorKind::kUsage, learned.folder,
                  fmt::format("expected a run on {}, as the labels are, got {}",
                              LawName(set.terms.ice.law), learned.ice));
    }
    specs.push_back("network:file=" + learned.network.string());
  }
  specs.insert(specs.end(), options.networks.begin(), options.networks.end());
  const std::vector<NamedJudge> judges = JudgesOf(specs, set);
  const Run run("ataka curve", options);

  Grid lines = {{"network", "loss", "steps", "train loss", "test loss", "squared error",
                 "error of the expected score", "explained"}};
  JsonOut rows = JsonOut::array();
  for (std::size_t i = 0; i < judges.size(); ++i) {
    const Judgement judgement = Judge(set.labels, *judges[i].evaluator);
    JsonOut row = {{"network", judges[i].name}, {"spec", judges[i].spec}};
    std::vector<std::string> line = {judges[i].name, "-", "-", "-", "-"};
    if (i < runs.size()) {
      const CurvePoint& last = runs[i].curve.back();
      line = {runs[i].name, runs[i].loss, fmt::format("{}", last.step),
              fmt::format("{:.4f}", last.train_loss), NumberOr(last.test_loss, "{:.4f}")};
      row["network"] = runs[i].name;
      row["run"] = runs[i].folder;
      row["loss"] = runs[i].loss;
      row["curve"] = ToJson(runs[i].curve);
    }
    line.push_back(fmt::format("{:.4f}", judgement.mean_squared_error));
    line.push_back(fmt::format("{:.4f}", judgement.mean_absolute_error));
    line.push_back(fmt::format("{:.4f}", judgement.Explained()));
    row["judgement"] = ToJson(judgement);
    lines.push_back(std::move(line));
    rows.push_back(std::move(row));
  }
  const CurvePicture picture = DrawCurves(runs);
  std::vector<RunPicture> pictures;
  std::string text = fmt::format(
      "NN_1 with five and with seven inputs per stone (nn-x-5, nn-x-7), and ours. Losses are the "
      "trainer's last, each on its own test states (mse: the squared error of the seventeen "
      "probabilities, summed). The right-hand columns: all on the same {}; the error of the "
      "expected score in points; explained: (CE_mean - CE)/(CE_mean - H).\n\n{}",
      set.Text(), RenderGrid(lines, TableFormat::kMarkdown));
  if (!picture.curves.empty()) {
    pictures.push_back({"curve.png", Render(picture, PictureFormat::kPng)});
    text += "\n![learning curves](curve.png)\n";
  }
  run.Write("curve", "Ataka et al. 2020, Figure 8, and five against seven inputs", text,
            {{"labels", set.path},
             {"all", set.all},
             {"positions", set.labels.size()},
             {"networks", rows}},
            pictures);
}

// ---- Figs. 9 and 10 ----

struct StatesOptions : RunOptions {
  std::string labels;
  std::vector<std::string> networks;
  int count = 3;
  int least_in_house = 2;
  double most_certain = 0.9;
  bool all = false;
};

// The columns of the tables of errors: up to so many, the last one with all beyond.
constexpr int kMostStones = 10;
constexpr int kMostCollisions = 3;

std::string Counted(int count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

StatePicture DrawState(const std::string& title, const StateError& error, const Label& label,
                       const std::string& call, const LabelSet& set, const std::string& network) {
  StatePicture picture;
  picture.caption = fmt::format(
      "{}\nsquared error {:.4f}, expected score off by {:.2f}\nthe best call: {}; {}", title,
      error.squared_error, error.absolute_error, call, Counted(error.collisions, "collision"));
  picture.axis = "points of yellow, which has the hammer";
  picture.lowest = -kMostPoints;
  picture.sheet.sheet = set.terms.ice.sheet;
  picture.sheet.board = label.position.board;
  const auto series = [](const std::string& name, const ScoreDistribution& scores) {
    return StatePicture::Series{fmt::format("{}: {:+.2f} on average", name, scores.Mean()),
                                {scores.probability.begin(), scores.probability.end()}};
  };
  picture.series = {series("teaching signal", label.scores),
                    series("output of " + network, error.judged)};
  return picture;
}

// The states at one end of the ranking: pictures, a list, JSON.
class StateGallery {
 public:
  explicit StateGallery(const LabelSet& set)
      : set_(set), engine_(MakeEngine("event", set.terms.ice)) {}

  JsonOut Show(const std::string& which, const NamedJudge& judge,
               std::span<const StateError> ranked) {
    JsonOut shown = JsonOut::array();
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      const StateError& error = ranked[i];
      const Label& label = set_.labels[error.label];
      const std::string call =
          NameShot(label.position, label.called, set_.terms.rules, *engine_).text;
      const std::string name = fmt::format("{}-{}-{}.png", which, i + 1, judge.name);
      const std::string title = fmt::format("{}, {} judged state no. {}: state {} ({})", judge.name,
                                            which, i + 1, label.state, SourceName(label.source));
      pictures_.push_back({name, Render(DrawState(title, error, label, call, set_, judge.name),
                                        PictureFormat::kPng)});
      markdown_ += fmt::format("![{}]({})\n\n", title, name);
      shown.push_back({{"state", label.state},
                       {"source", SourceName(label.source)},
                       {"picture", name},
                       {"position", ToJson(label.position)},
                       {"called", ToJson(label.called)},
                       {"call", call},
                       {"collisions", error.collisions},
                       {"squared_error", error.squared_error},
                       {"absolute_error", error.absolute_error},
                       {"teaching_signal", label.scores.probability},
                       {"output", error.judged.probability}});
    }
    return shown;
  }

  const std::string& markdown() const { return markdown_; }
  const std::vector<RunPicture>& pictures() const { return pictures_; }

 private:
  const LabelSet& set_;
  std::unique_ptr<Engine> engine_;
  std::string markdown_;
  std::vector<RunPicture> pictures_;
};

// One row for each group, with the errors of all networks; groups depend on the states alone.
struct ErrorTable {
  std::string heading;
  int StateError::*key;
  int most;
};

std::string Markdown(const ErrorTable& table, const std::vector<NamedJudge>& judges,
                     const std::vector<std::vector<StateError>>& errors) {
  Grid lines = {{table.heading, "states"}};
  for (std::size_t i = 0; i < judges.size(); ++i) {
    lines[0].push_back(judges[i].name + ": squared error");
    lines[0].push_back("of the expected score");
    const std::vector<ErrorGroup> groups = GroupErrors(errors[i], table.key, table.most);
    for (std::size_t row = 0; row < groups.size(); ++row) {
      const ErrorGroup& group = groups[row];
      if (i == 0) {
        lines.push_back({fmt::format("{}{}", group.key, group.key == table.most ? "+" : ""),
                         fmt::format("{}", group.states)});
      }
      lines[row + 1].push_back(fmt::format("{:.4f}", group.squared_error));
      lines[row + 1].push_back(fmt::format("{:.4f}", group.absolute_error));
    }
  }
  return RenderGrid(lines, TableFormat::kMarkdown);
}

JsonOut ToJson(const std::vector<ErrorGroup>& groups, const char* key) {
  JsonOut rows = JsonOut::array();
  for (const ErrorGroup& group : groups) {
    rows.push_back({{key, group.key},
                    {"states", group.states},
                    {"squared_error", group.squared_error},
                    {"absolute_error", group.absolute_error}});
  }
  return rows;
}

void RunStates(const StatesOptions& options) {
  const LabelSet set = ReadLabelSet(options.labels, options.all);
  const std::vector<NamedJudge> judges = JudgesOf(options.networks, set);
  const Run run("ataka states", options);
  const ErrorTable by_stones{"stones", &StateError::stones, kMostStones};
  const ErrorTable by_collisions{"collisions", &StateError::collisions, kMostCollisions};
  StateGallery gallery(set);
  std::vector<std::vector<StateError>> errors;
  JsonOut networks = JsonOut::array();
  for (const NamedJudge& judge : judges) {
    errors.push_back(StateErrorsOf(set.labels, *judge.evaluator, set.terms));
    const auto count = static_cast<std::size_t>(options.count);
    std::vector<StateError> best =
        FromBestToWorst(errors.back(), options.least_in_house, options.most_certain);
    best.resize(std::min(best.size(), count));
    std::vector<StateError> worst = FromBestToWorst(errors.back());
    std::reverse(worst.begin(), worst.end());
    worst.resize(std::min(worst.size(), count));
    networks.push_back(
        {{"network", judge.name},
         {"spec", judge.spec},
         {"by_stones", ToJson(GroupErrors(errors.back(), by_stones.key, kMostStones), "stones")},
         {"by_collisions",
          ToJson(GroupErrors(errors.back(), by_collisions.key, kMostCollisions), "collisions")},
         {"best", gallery.Show("best", judge, best)},
         {"worst", gallery.Show("worst", judge, worst)}});
  }
  const std::string text = fmt::format(
      "{}. The squared error is that of the seventeen probabilities, summed; that of the expected "
      "score is absolute, in points; both are means over states. Collisions are those of the "
      "label's call, thrown exactly.\n\n{}\n{}",
      set.Text(), Markdown(by_stones, judges, errors), Markdown(by_collisions, judges, errors));
  const std::string shown = fmt::format(
      "\nThe best (with at least {} in the house and no score likelier than {:.0f} %) and the "
      "worst "
      "states:\n\n{}",
      Counted(options.least_in_house, "stone"), 100.0 * options.most_certain, gallery.markdown());
  run.Write("states", "Ataka et al. 2020, Figures 9 and 10, and errors by stones and collisions",
            text + shown,
            {{"labels", set.path},
             {"all", set.all},
             {"states", set.labels.size()},
             {"least_in_house", options.least_in_house},
             {"most_certain", options.most_certain},
             {"networks", networks}},
            gallery.pictures(), text);
}

void AddCurve(Verb& ataka) {
  const auto options = std::make_shared<CurveOptions>();
  options->folder = "ataka-curve";
  Verb* verb = ataka.add_subcommand(
      "curve", "Fig. 8: the learning curve of NN_1; five against seven inputs");
  verb->add_option("--run", options->runs,
                   "the folder of `learn backward --network nn-x --levels 1-1`; several times")
      ->required();
  verb->add_option("--network", options->networks,
                   "another network for the table: shipped or network:file=PATH; several times");
  verb->add_option("--labels", options->labels,
                   "labels with one stone left that all are judged by [the first run's]");
  verb->add_flag("--all", options->all, "judge by all labels, not those kept for testing only");
  AddOut(*verb, *options, "the folder of the results");
  AddExample(
      *verb,
      "./skipstone learn backward --network nn-x --levels 1-1 --states-of-one 400 --ends 100 "
      "--steps-of-one 300 --folder ataka-demo && ./skipstone experiment ataka curve "
      "--run ataka-demo --out ataka-demo");
  verb->callback([options] { RunCurve(*options); });
}

void AddStates(Verb& ataka) {
  const auto options = std::make_shared<StatesOptions>();
  options->folder = "ataka-states";
  Verb* verb = ataka.add_subcommand(
      "states", "Figs. 9, 10: the best and worst judged states; errors by stones and collisions");
  verb->add_option("--labels", options->labels, "a file of labels, of `learn`")->required();
  verb->add_option("--network", options->networks,
                   "shipped, network:file=PATH or random:seed=N; several times")
      ->required();
  verb->add_option("--count", options->count, "pictures of the best, and of the worst")
      ->check(Range(0, 1000))
      ->capture_default_str();
  verb->add_option("--least-in-house", options->least_in_house,
                   "stones in the house of the best, so that they are not trivial")
      ->check(Range(0, kStones))
      ->capture_default_str();
  verb->add_option("--most-certain", options->most_certain,
                   "probability of the likeliest score of the best, at most, for the same reason")
      ->check(Range(0.0, 1.0))
      ->capture_default_str();
  verb->add_flag("--all", options->all, "take all labels, not those kept for testing only");
  AddOut(*verb, *options, "the folder of pictures and results");
  AddExample(*verb,
             "./skipstone learn labels --states-of-one 100 --ends 20 --folder ataka-demo && "
             "./skipstone experiment ataka states --labels ataka-demo/sweep-0/level-01.labels "
             "--all --network random:seed=1 --out ataka-demo");
  verb->callback([options] { RunStates(*options); });
}

}  // namespace

void AddAtakaFigures(Verb& ataka) {
  AddCurve(ataka);
  AddStates(ataka);
  AddAtakaEquity(ataka);
}

}  // namespace skipstone
