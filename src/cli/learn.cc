// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

#include "base/error.h"
#include "base/progress.h"
#include "base/stop.h"
#include "cli/experiment.h"
#include "cli/game_options.h"
#include "cli/verbs.h"
#include "learn/backward.h"

extern char** environ;

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

// The trainer is a program of its own: only it needs libtorch.
bool RunTrainer(const std::filesystem::path& job) {
  const char* trainer = std::getenv("SKIPSTONE_TRAIN");
  if (trainer == nullptr) {
    throw Error(ErrorKind::kEnvironment, "SKIPSTONE_TRAIN",
                "expected the path of skipstone-train; run this verb by ./skipstone, which builds "
                "it and says where it is");
  }
  const std::string path = job.string();
  std::array<char*, 3> words = {const_cast<char*>(trainer), const_cast<char*>(path.c_str()),
                                nullptr};
  pid_t child = 0;
  if (const int code = ::posix_spawn(&child, trainer, nullptr, nullptr, words.data(), environ);
      code != 0) {
    throw Error(ErrorKind::kEnvironment, trainer,
                fmt::format("cannot be started: {}", std::strerror(code)));
  }
  int status = 0;
  for (bool told = false; ::waitpid(child, &status, WNOHANG) == 0;) {
    // Ctrl-C reaches both of us, SIGTERM only this process. The trainer keeps a checkpoint and
    // leaves.
    if (StopRequested() && !told) ::kill(child, SIGTERM);
    told = StopRequested();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  if (StopRequested()) return false;
  throw Error(ErrorKind::kInternal, path,
              WIFSIGNALED(status)
                  ? fmt::format("the trainer was killed by signal {}", WTERMSIG(status))
                  : fmt::format("the trainer failed with exit code {}", WEXITSTATUS(status)));
}

BackwardSetup SetupFrom(const Options& options) {
  BackwardSetup setup = options.setup;
  const GameTerms terms = TermsFrom(options.game);
  setup.game = {terms.ice, terms.rules, terms.execution};
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

// A line of progress for each piece of the work.
class PieceProgress {
 public:
  void Update(const std::string& what, std::size_t done, std::size_t planned) {
    if (what != what_ || !progress_) {
      what_ = what;
      progress_ = std::make_unique<Progress>("learn: " + what, "done");
    }
    progress_->Update(done, static_cast<double>(done) / static_cast<double>(planned));
    if (done == planned) progress_.reset();
  }
  void Clear() { progress_.reset(); }

 private:
  std::string what_;
  std::unique_ptr<Progress> progress_;
};

BackwardWorld WorldOf(const Options& options, const std::shared_ptr<PieceProgress>& progress) {
  BackwardWorld world;
  world.threads = options.threads > 0
                      ? options.threads
                      : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  world.stop = StopRequested;
  world.train = [progress](const std::filesystem::path& job) {
    progress->Clear();
    return RunTrainer(job);
  };
  world.say = [progress](const std::string& line) {
    progress->Clear();
    fmt::print("{}\n", line);
    std::fflush(stdout);
  };
  world.progress = [progress](const std::string& what, std::size_t done, std::size_t planned) {
    progress->Update(what, done, planned);
  };
  return world;
}

std::filesystem::path FolderOf(const Options& options) {
  return options.folder.empty() ? "learn-" + options.game.ice : options.folder;
}

void SayStopped(const std::filesystem::path& folder) {
  fmt::print(stderr, "skipstone: learn: stopped; the same command goes on in {}\n",
             folder.string());
}

void RunBackward(const Options& options) {
  BackwardSetup setup = SetupFrom(options);
  setup.levels = LevelsFrom(options.levels);
  const std::filesystem::path folder = FolderOf(options);
  BackwardWorld world = WorldOf(options, std::make_shared<PieceProgress>());
  std::string command = fmt::format(
      "./skipstone learn backward --ice {} --network {} --levels {} --states-of-one {} --states {} "
      "--ends {} --mix {} --player {} --steps-of-one {} --steps {} "
      "--steps-of-last {} --sweeps {} --seed {}",
      options.game.ice, options.network, options.levels, setup.states_of_one, setup.states,
      setup.ends, ToText(setup.mix), setup.player, setup.steps_of_one, setup.steps,
      setup.steps_of_last, setup.sweeps, setup.seed);
  if (options.network == "nn-x") command += fmt::format(" --inputs {}", options.inputs);
  if (!options.game.rules.empty()) command += " --rules " + options.game.rules;
  if (!options.game.execution.empty()) command += " --execution " + options.game.execution;
  world.provenance = Provenance(command);
  Backward backward(folder, setup, world);
  if (!backward.Run()) {
    SayStopped(folder);
    return;
  }
  fmt::print("{}\n", backward.NetworkPath(setup.sweeps - 1, setup.levels).string());
}

void RunLabels(const Options& options) {
  const BackwardSetup setup = SetupFrom(options);
  const std::filesystem::path folder = FolderOf(options);
  Backward backward(folder, setup, WorldOf(options, std::make_shared<PieceProgress>()));
  const auto teacher = [&] { return MakeEvaluator(options.teacher, setup.game); };
  if (!backward.PlayEnds(0) ||
      !backward.MakeLabels(0, options.stones_left, options.teacher, teacher)) {
    SayStopped(folder);
    return;
  }
  fmt::print("{}\n", backward.LabelsPath(0, options.stones_left).string());
}

void AddCommon(CLI::App& verb, Options& options) {
  verb.add_option("--ice", options.game.ice, "fcv1 or dc2")
      ->check(CLI::IsMember({"fcv1", "dc2"}))
      ->capture_default_str();
  verb.add_option("--rules", options.game.rules, "dc3, dc4, dc2 or curling [the ice's]");
  verb.add_option("--execution", options.game.execution,
                  "none, dc3, gat or olympic, with sizes [dc3; gat on dc2]");
  verb.add_option("--states-of-one", options.setup.states_of_one, "positions with one stone left")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  verb.add_option("--states", options.setup.states, "positions with more, for each number")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  verb.add_option("--ends", options.setup.ends, "ends played for positions, a multiple of 20")
      ->check(CLI::Range(0, 10'000'000))
      ->capture_default_str();
  verb.add_option("--mix", options.mix, "where positions come from, in parts")
      ->capture_default_str();
  verb.add_option("--player", options.setup.player, "the search that plays seven ends in eight")
      ->capture_default_str();
  verb.add_option("--seed", options.setup.seed, "of positions, labels and training")
      ->check(IsSeed())
      ->capture_default_str();
  verb.add_option("--threads", options.threads, "0: one per core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  verb.add_option("--folder", options.folder, "of the run; one that is there goes on [learn-ICE]");
}

void AddBackward(CLI::App& learn) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = learn.add_subcommand(
      "backward", "Learn score distributions backward, from one stone left to fifteen");
  AddCommon(*verb, *options);
  verb->add_option("--levels", options->levels, "stones left to learn")->capture_default_str();
  verb->add_option("--network", options->network, "stones (ours) or nn-x (Ataka et al.)")
      ->check(CLI::IsMember({"stones", "nn-x"}))
      ->capture_default_str();
  verb->add_option("--inputs", options->inputs, "nn-x: values per stone, 7 or 5")
      ->check(CLI::IsMember({5, 7}))
      ->capture_default_str();
  verb->add_option("--steps-of-one", options->setup.steps_of_one, "of training, one stone left")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  verb->add_option("--steps", options->setup.steps, "of training, each further level")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  verb->add_option("--steps-of-last", options->setup.steps_of_last,
                   "of training, the last level: the run's result")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  verb->add_option("--sweeps", options->setup.sweeps,
                   "times through all levels; after the first, the network plays the ends")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  AddExample(*verb,
             "./skipstone learn backward --levels 1-2 --states-of-one 400 --states 100 --ends 100 "
             "--steps-of-one 300 --steps-of-last 300 --folder learn-demo");
  verb->callback([options] { RunBackward(*options); });
}

void AddLabels(CLI::App& learn) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = learn.add_subcommand("labels", "Make the labels of one level, and no network");
  AddCommon(*verb, *options);
  verb->add_option("--stones-left", options->stones_left, "of the positions")
      ->check(CLI::Range(1, kStones - 1))
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

void AddLearn(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("learn", "Make labels and train networks");
  verb->require_subcommand(1);
  AddBackward(*verb);
  AddLabels(*verb);
  AddExample(*verb, "./skipstone learn labels --states-of-one 100 --ends 20 --folder learn-demo");
}

}  // namespace skipstone
