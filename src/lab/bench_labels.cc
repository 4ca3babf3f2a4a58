// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/machine.h"
#include "base/stop.h"
#include "lab/bench.h"
#include "learn/backward.h"
#include "learn/labels.h"
#include "net/network.h"
#include "options/game_options.h"
#include "options/verb.h"

namespace skipstone {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::uint32_t kEnds = 64;
// The measurements take turns this often, so that all see the same state of the machine.
constexpr int kRounds = 5;
// Throws of the reference at a time, taken evenly from a lattice.
constexpr std::size_t kReferenceThrows = 512;

struct Options {
  GameOptions game;
  std::string network = "shipped";
  double seconds = 3.0;
  bool json = false;
};

// One kind of label: how its positions are labelled, and what that took.
struct Measured {
  std::string name;
  std::string what;
  int stones_left;
  double bar;  // per second and core; 0: none
  std::unique_ptr<Labeller> labeller;
  std::unique_ptr<LastStone> counter = nullptr;  // one stone left: counts throws
  int executions = 0;
  std::size_t next = 0;  // position
  // So far; times are CPU time of the thread.
  double seconds = 0.0;
  std::int64_t labels = 0;
  std::int64_t throws = 0;
  std::int64_t judged = 0;
  double shot_seconds = 0.0;  // the reference: bare throws on the same boards
  std::int64_t shots = 0;

  double PerSecond() const { return static_cast<double>(labels) / seconds; }
  double PerLabel(std::int64_t count) const {
    return static_cast<double>(count) / static_cast<double>(labels);
  }
  double ShotsPerSecond() const { return static_cast<double>(shots) / shot_seconds; }
  double ShotsPerLabel() const { return ShotsPerSecond() / PerSecond(); }
};

class LabelsBench {
 public:
  explicit LabelsBench(const Options& options) : seconds_(options.seconds) {
    terms_ = TermsFrom(options.game);
    engine_ = MakeEngine("event", terms_.ice);
    LabelSetting whole_solver;
    whole_solver.last_stone = {};
    const auto teacher = [&] { return MakeEvaluator(options.network, terms_); };
    AddOfOne("one-stone", "one left, the labels' solver", 15.0, {});
    AddOfOne("one-stone-full", "one left, the whole solver", 0.0, whole_solver);
    measured_.push_back({"whole-grid", "three left", 3, 10.0,
                         std::make_unique<Labeller>(terms_, LabelSetting{}, teacher())});
    measured_.push_back({"two-stages", "eight left", 8, 200.0,
                         std::make_unique<Labeller>(terms_, LabelSetting{}, teacher())});
    // As `learn backward` plays them.
    EndPlayer player(terms_, BackwardSetup{}.player, BackwardSetup{}.random_calls);
    for (std::uint32_t i = 0; i < kEnds; ++i) ends_.push_back(player.Play(kSeed, i));
    const std::unique_ptr<const Execution> execution =
        MakeExecution(terms_.sizes(), terms_.ice.law);
    const Lattice lattice = MakeShotLattice(terms_.ice, *execution, GridPlySetting{}.fineness);
    grid_ = 2 * lattice.size();
    for (std::size_t i = 0; i < kReferenceThrows; ++i) {
      const std::size_t at = i * grid_ / kReferenceThrows;
      const std::size_t cell = at % lattice.size();
      const auto columns = static_cast<std::size_t>(lattice.columns);
      throws_.push_back({lattice.speeds_mps[cell / columns],
                         lattice.AngleOf(static_cast<int>(cell % columns)),
                         at < lattice.size() ? Handle::kCw : Handle::kCcw});
    }
    boards_.resize(throws_.size());
  }

  bool Run() {
    // Tables are made with the first label.
    for (Measured& measured : measured_) measured.labeller->Make(PositionOf(measured), kSeed);
    for (int round = 0; round < kRounds; ++round) {
      for (Measured& measured : measured_) {
        if (!Measure(measured)) return false;
      }
    }
    return true;
  }

  void Print() const {
    fmt::print("{}; one thread, its CPU time\n", MachineText());
    fmt::print("{:<16}{:>12}{:>8}{:>16}{:>14}{:>12}{:>18}\n", "", "labels/s", "bar", "throws/label",
               "judged/label", "shots/s", "label in shots");
    for (const Measured& measured : measured_) {
      fmt::print("{:<16}{:>12.1f}{:>8}{:>16.0f}{:>14.0f}{:>12.0f}{:>18.0f}   {}\n", measured.name,
                 measured.PerSecond(),
                 measured.bar > 0.0 ? fmt::format("{:.0f}", measured.bar) : "",
                 measured.PerLabel(measured.throws), measured.PerLabel(measured.judged),
                 measured.ShotsPerSecond(), measured.ShotsPerLabel(), measured.what);
    }
    fmt::print(
        "label in shots: its time in bare throws on the same boards, whole grid, same run\n"
        "a whole grid: {} releases; what else is thrown are closer looks\n",
        grid_);
  }

  JsonOut Json(const Options& options) const {
    JsonOut json = {{"machine", MachineText()},
                    {"ice", options.game.ice},
                    {"network", options.network},
                    {"whole_grid", grid_},
                    {"labels", JsonOut::object()}};
    for (const Measured& measured : measured_) {
      json["labels"][measured.name] = {{"stones_left", measured.stones_left},
                                       {"labels", measured.labels},
                                       {"labels_per_second", measured.PerSecond()},
                                       {"bar", measured.bar},
                                       {"throws_per_label", measured.PerLabel(measured.throws)},
                                       {"judged_per_label", measured.PerLabel(measured.judged)},
                                       {"shots_per_second", measured.ShotsPerSecond()},
                                       {"label_in_shots", measured.ShotsPerLabel()}};
    }
    return json;
  }

 private:
  void AddOfOne(const std::string& name, const std::string& what, double bar,
                const LabelSetting& setting) {
    Measured& measured = measured_.emplace_back(
        Measured{name, what, 1, bar, std::make_unique<Labeller>(terms_, setting, nullptr)});
    measured.counter =
        std::make_unique<LastStone>(terms_.ice, terms_.rules, terms_.sizes(), setting.last_stone);
    measured.executions = setting.executions;
  }

  Position PositionOf(const Measured& measured) const {
    return ends_[measured.next % ends_.size()].Before(kStones - measured.stones_left);
  }

  // A round's labels and the reference on the same boards.
  bool Measure(Measured& measured) {
    const double until = measured.seconds + seconds_ / kRounds;
    do {
      if (StopRequested()) return false;
      const Position position = PositionOf(measured);
      GridPly* const ply = measured.stones_left > 1 ? &measured.labeller->ply() : nullptr;
      const std::int64_t throws = ply != nullptr ? ply->throws() : 0;
      const std::int64_t judged = ply != nullptr ? ply->judged() : 0;
      const double start = CpuSeconds();
      measured.labeller->Make(position, kSeed + measured.next);
      measured.seconds += CpuSeconds() - start;
      ++measured.labels;
      ++measured.next;
      if (ply != nullptr) {
        measured.throws += ply->throws() - throws;
        measured.judged += ply->judged() - judged;
      } else {
        measured.throws += measured.counter->Solve(position, UtilityOfPoints()).throws;
        measured.throws += measured.executions;
      }
      const double before = CpuSeconds();
      engine_->RunBoards(position.board, position.turn, throws_, boards_);
      measured.shot_seconds += CpuSeconds() - before;
      measured.shots += static_cast<std::int64_t>(throws_.size());
    } while (measured.seconds < until);
    return true;
  }

  double seconds_;
  GameTerms terms_;
  std::unique_ptr<Engine> engine_;
  std::vector<LearningEnd> ends_;
  std::size_t grid_ = 0;  // releases of the whole one, both handles
  std::vector<Release> throws_;
  std::vector<Board> boards_;
  std::vector<Measured> measured_;
};

void Run(const Options& options) {
  LabelsBench bench(options);
  if (!bench.Run()) {
    fmt::print(stderr, "skipstone: bench: stopped\n");
    return;
  }
  if (options.json) {
    fmt::print("{}\n", bench.Json(options).dump());
  } else {
    bench.Print();
  }
}

}  // namespace

void AddBenchLabels(Verb& bench) {
  Verb* labels =
      bench.add_subcommand("labels", "Labels to learn from, per second and core, by kind");
  const auto options = std::make_shared<Options>();
  labels->add_option("--ice", options->game.ice, "fcv1 or dc2")
      ->check(IsMember({"fcv1", "dc2"}))
      ->capture_default_str();
  labels->add_option("--execution", options->game.execution,
                     "none, dc3, gat or olympic, with sizes [dc3; gat on dc2]");
  labels
      ->add_option("--network", options->network,
                   "who judges: shipped, network:file=PATH or random:seed=N")
      ->capture_default_str();
  labels->add_option("--seconds", options->seconds, "how long each kind is measured")
      ->check(IsNumber())
      ->check(Range(0.001, 1000.0))
      ->capture_default_str();
  labels->add_flag("--json", options->json, "for programs");
  AddExample(*labels, "./skipstone bench labels --network random:seed=1 --seconds 0.2");
  labels->callback([options] { Run(*options); });
}

}  // namespace skipstone
