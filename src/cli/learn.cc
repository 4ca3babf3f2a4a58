// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/learn.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "cli/verbs.h"
#include "learn/backward.h"
#include "options/game_options.h"
#include "options/learn_world.h"
#include "options/verb.h"
#include "picture/curve.h"

namespace skipstone {
namespace {

struct Options {
  GameOptions game;
  BackwardSetup setup;
  std::string folder;
  std::string levels = "1-15";
  std::string mix = ToText(SourceMix{});
  std::string network = "stones";
  int inputs = 7;
  int threads = 0;
  // learn labels
  int stones_left = 1;
  std::string teacher = "shipped";
};

BackwardSetup SetupFrom(const Options& options) {
  BackwardSetup setup = options.setup;
  setup.terms = TermsFrom(options.game);
  setup.mix = SourceMixFromText(options.mix);
  if (options.network == "nn-x") {
    setup.network.kind = NetworkKind::kNnX;
    setup.network.inputs_per_stone = options.inputs;
    setup.network.hidden = {256, 128, 64};
    setup.loss = "mse";
  }
  return setup;
}

int LevelsFrom(const std::string& text) {
  int first = 0;
  int last = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%d-%d%c", &first, &last, &rest) != 2 || first != 1 || last < 1 ||
      last >= kStones) {
    throw Error(ErrorKind::kUsage, "--levels",
                fmt::format("expected stones left from one on, such as 1-15, got \"{}\"", text));
  }
  return last;
}

std::filesystem::path FolderOf(const Options& options) {
  return options.folder.empty() ? "learn-" + options.game.ice : options.folder;
}

void RunBackward(const Options& options) {
  BackwardSetup setup = SetupFrom(options);
  setup.levels = LevelsFrom(options.levels);
  const std::filesystem::path folder = FolderOf(options);
  BackwardWorld world{MakeLearnWorld(options.threads)};
  world.draw = [&setup](const std::filesystem::path& curve) {
    DrawLosses(curve, "Score distributions are learned backward",
               setup.loss == "mse" ? "squares" : "cross-entropy (nats)",
               {{"training", &CurvePoint::train_loss}, {"test labels", &CurvePoint::test_loss}});
  };
  Backward backward(folder, setup, world);
  if (!backward.Run()) {
    SayLearningStopped(folder);
    return;
  }
  fmt::print("{}\n", backward.NetworkPath(setup.sweeps - 1, setup.levels).string());
}

void RunLabels(const Options& options) {
  const BackwardSetup setup = SetupFrom(options);
  const std::filesystem::path folder = FolderOf(options);
  Backward backward(folder, setup, BackwardWorld{MakeLearnWorld(options.threads)});
  const auto teacher = [&] { return MakeEvaluator(options.teacher, setup.terms); };
  // By its hash: what a path or "shipped" stands for may change.
  const std::string name =
      options.stones_left > 1
          ? NetworkHash(options.teacher, setup.terms.ice.law, NetworkKind::kStoneSet)
          : "";
  if (!backward.PlayEnds(0) || !backward.MakeLabels(0, options.stones_left, name, teacher)) {
    SayLearningStopped(folder);
    return;
  }
  fmt::print("{}\n", backward.LabelsPath(0, options.stones_left).string());
}

void AddCommon(Verb& verb, Options& options) {
  AddLearningGame(verb, options.game);
  verb.add_option("--states-of-one", options.setup.states_of_one, "positions with one stone left")
      ->check(Range(2, 100'000'000))
      ->capture_default_str();
  verb.add_option("--states", options.setup.states, "positions with more, for each number")
      ->check(Range(2, 100'000'000))
      ->capture_default_str();
  verb.add_option("--ends", options.setup.ends, "ends played for positions, a multiple of 20")
      ->check(Range(0, 10'000'000))
      ->capture_default_str();
  verb.add_option("--mix", options.mix, "where positions come from, in parts")
      ->capture_default_str();
  verb.add_option("--player", options.setup.player, "the search that plays seven ends in eight")
      ->capture_default_str();
  verb.add_option("--seed", options.setup.seed, "of positions, labels and training")
      ->check(IsSeed())
      ->capture_default_str();
  AddThreads(verb, options.threads);
  verb.add_option("--folder", options.folder, "of the run; one that is there goes on [learn-ICE]");
}

void AddBackward(Verb& learn) {
  const auto options = std::make_shared<Options>();
  Verb* verb = learn.add_subcommand(
      "backward", "Learn score distributions backward, from one stone left to fifteen");
  AddCommon(*verb, *options);
  verb->add_option("--levels", options->levels, "stones left to learn")->capture_default_str();
  verb->add_option("--network", options->network, "stones (ours) or nn-x (Ataka et al.)")
      ->check(IsMember({"stones", "nn-x"}))
      ->capture_default_str();
  verb->add_option("--inputs", options->inputs, "nn-x: values per stone, 7 or 5")
      ->check(IsMember({"5", "7"}))
      ->capture_default_str();
  verb->add_option("--steps-of-one", options->setup.steps_of_one, "of training, one stone left")
      ->check(Range(1, 100'000'000))
      ->capture_default_str();
  verb->add_option("--steps", options->setup.steps, "of training, each further level")
      ->check(Range(1, 100'000'000))
      ->capture_default_str();
  verb->add_option("--steps-of-last", options->setup.steps_of_last,
                   "of training, the last level: the run's result")
      ->check(Range(1, 100'000'000))
      ->capture_default_str();
  verb->add_option("--sweeps", options->setup.sweeps,
                   "times through all levels; after the first, the network plays the ends")
      ->check(Range(1, 100))
      ->capture_default_str();
  AddExample(*verb,
             "./skipstone learn backward --levels 1-2 --states-of-one 400 --states 100 --ends 100 "
             "--steps-of-one 300 --steps-of-last 300 --folder learn-demo");
  verb->callback([options] { RunBackward(*options); });
}

void AddLabels(Verb& learn) {
  const auto options = std::make_shared<Options>();
  Verb* verb = learn.add_subcommand("labels", "Make the labels of one level, and no network");
  AddCommon(*verb, *options);
  verb->add_option("--stones-left", options->stones_left, "of the positions")
      ->check(Range(1, kStones - 1))
      ->capture_default_str();
  verb->add_option("--teacher", options->teacher,
                   "who judges positions with a stone fewer: shipped, network:file=PATH or "
                   "random:seed=N")
      ->capture_default_str();
  AddExample(*verb,
             "./skipstone learn labels --stones-left 1 --states-of-one 100 --ends 20 "
             "--folder learn-demo");
  verb->callback([options] { RunLabels(*options); });
}

}  // namespace

void DrawLosses(const std::filesystem::path& curve, const std::string& caption,
                const std::string& unit, const std::vector<LossLine>& lines) {
  CurvePicture picture;
  picture.caption = caption;
  picture.x_axis = "steps";
  picture.y_axis = unit;
  const std::vector<CurvePoint> points = ReadLearningCurve(curve);
  for (const LossLine& line : lines) {
    CurvePicture::Curve& drawn = picture.curves.emplace_back();
    drawn.name = line.name;
    for (const CurvePoint& point : points) {
      if (const auto loss = line.loss(point)) {
        drawn.points.push_back({static_cast<double>(point.step), *loss});
      }
    }
  }
  std::filesystem::path file = curve;
  WriteFile(file.replace_extension(".svg"), Render(picture, PictureFormat::kSvg));
}

void AddLearn(Verb& app) {
  Verb* verb = app.add_subcommand("learn", "Make labels, train networks, learn win tables");
  verb->require_subcommand(1);
  AddBackward(*verb);
  AddLabels(*verb);
  AddSupervised(*verb);
  AddSelfPlay(*verb);
  AddLearnWinTable(*verb);
  AddExample(*verb, "./skipstone learn labels --states-of-one 100 --ends 20 --folder learn-demo");
}

}  // namespace skipstone
