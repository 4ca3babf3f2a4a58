// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "base/machine.h"
#include "base/stop.h"
#include "lab/bench.h"
#include "lab/scratch_folder.h"
#include "learn/self_play.h"
#include "net/network.h"
#include "options/game_options.h"
#include "options/learn_world.h"
#include "options/verb.h"

namespace skipstone {
namespace {

// Play and the reference take turns this often, so that both see the same state of the machine.
constexpr int kRounds = 5;

struct Options {
  GameOptions game;
  SelfPlaySetup setup;
  std::string network;
  double seconds = 3.0;
  bool trainer = false;
  bool json = false;
};

// Positions of self-play, and how long their simulations would take if a simulation were nothing
// but the network's judgement of one position: the reference.
struct Measured {
  double seconds = 0.0;  // CPU time of the thread
  std::int64_t positions = 0;
  double judging_seconds = 0.0;
  std::int64_t judgements = 0;

  double PerHour() const { return 3600.0 * static_cast<double>(positions) / seconds; }
  double JudgementsPerSecond() const { return static_cast<double>(judgements) / judging_seconds; }
};

SelfPlaySetup SetupFrom(const Options& options) {
  SelfPlaySetup setup = options.setup;
  setup.terms = TermsFrom(options.game);
  return setup;
}

bool Measure(const Options& options, Measured& measured) {
  const SelfPlaySetup setup = SetupFrom(options);
  SelfPlayer player(setup, options.network);
  const auto network = MakePolicyValue("network:file=" + options.network, setup.terms);
  std::uint32_t number = 0;
  for (int round = 0; round < kRounds; ++round) {
    const double until = measured.seconds + options.seconds / kRounds;
    SampledEnd end;
    do {
      if (StopRequested()) return false;
      const double start = CpuSeconds();
      end = player.Play(options.setup.seed, number++);
      measured.seconds += CpuSeconds() - start;
      measured.positions += kStones;
    } while (measured.seconds < until);
    const double start = CpuSeconds();
    for (int i = 0; i < options.setup.simulations; ++i) {
      for (const PolicySample& sample : end.samples) {
        ScoreDistribution scores;
        network->Evaluate({&sample.position.board, 1}, sample.position.turn, {&scores, 1});
      }
    }
    measured.judging_seconds += CpuSeconds() - start;
    measured.judgements += std::int64_t{kStones} * options.setup.simulations;
  }
  return true;
}

// A generation of `learn selfplay` by the clock, with as much training as one of the middle of a
// run has: the first ones have less.
struct Generation {
  double seconds = 0.0;
  std::int64_t positions = 0;
  int threads = 0;

  double PerHour() const { return 3600.0 * static_cast<double>(positions) / seconds; }
};

std::optional<Generation> MeasureGeneration(const Options& options) {
  SelfPlaySetup setup = SetupFrom(options);
  setup.positions = setup.PositionsOfGeneration();
  setup.samples_per_position *= SelfPlaySetup::kEnoughGenerations;
  SelfPlayWorld world;
  static_cast<LearnWorld&>(world) = MakeLearnWorld(0);
  world.say = [](const std::string&) {};
  const ScratchFolder folder;
  const auto start = std::chrono::steady_clock::now();
  if (!SelfPlay(folder.path() / "run", setup, options.network, world).Run()) return std::nullopt;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return Generation{taken.count(), setup.positions, world.threads};
}

void Run(const Options& options) {
  Measured measured;
  std::optional<Generation> generation;
  bool whole = Measure(options, measured);
  if (whole && options.trainer) {
    generation = MeasureGeneration(options);
    whole = generation.has_value();
  }
  if (!whole) {
    fmt::print(stderr, "skipstone: bench: stopped\n");
    return;
  }
  const double simulations =
      measured.PerHour() / 3600.0 * static_cast<double>(options.setup.simulations);
  const double ratio = measured.JudgementsPerSecond() / simulations;
  const double part =
      generation ? generation->PerHour() / (generation->threads * measured.PerHour()) : 0.0;
  if (options.json) {
    JsonOut json = {{"machine", MachineText()},
                    {"search", options.setup.search},
                    {"simulations", options.setup.simulations},
                    {"positions", measured.positions},
                    {"positions_per_hour_and_core", measured.PerHour()},
                    {"simulations_per_second_and_core", simulations},
                    {"judgements_per_second_and_core", measured.JudgementsPerSecond()},
                    {"judgements_per_simulation", ratio}};
    if (generation) {
      json["with_trainer"] = {{"threads", generation->threads},
                              {"positions", generation->positions},
                              {"positions_per_hour", generation->PerHour()},
                              {"part_of_play_alone", part}};
    }
    fmt::print("{}\n", json.dump());
    return;
  }
  fmt::print(
      "{}, one core\n{} with {} simulations a shot: {:.0f} positions an hour, {:.0f} simulations a "
      "second\n{:.0f} judgements a second of one position: a simulation costs {:.2f} of them\n",
      MachineText(), options.setup.search, options.setup.simulations, measured.PerHour(),
      simulations, measured.JudgementsPerSecond(), ratio);
  if (!generation) return;
  fmt::print(
      "with the trainer, {} threads, a generation of {} positions: {:.0f} positions an hour, "
      "{:.0f} % of what they would play alone\n",
      generation->threads, generation->positions, generation->PerHour(), 100.0 * part);
}

}  // namespace

void AddBenchSelfPlay(Verb& bench) {
  const auto options = std::make_shared<Options>();
  Verb* verb = bench.add_subcommand(
      "selfplay",
      "Positions of self-play per hour and core, beside the network's judgements alone");
  verb->add_option("--ice", options->game.ice, "fcv1 or dc2")
      ->check(IsMember({"fcv1", "dc2"}))
      ->capture_default_str();
  verb->add_option("--network", options->network, "a policy-value network")
      ->required()
      ->check(ExistingFile());
  verb->add_option("--search", options->setup.search, "kr-dl-uct or dl-uct, with options")
      ->capture_default_str();
  verb->add_option("--simulations", options->setup.simulations, "of a shot")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seconds", options->seconds, "how long play is measured")
      ->check(IsNumber())
      ->check(Range(0.001, 1000.0))
      ->capture_default_str();
  verb->add_flag("--trainer", options->trainer,
                 "a whole generation of learn selfplay on all cores, too; some two minutes");
  verb->add_flag("--json", options->json, "for programs");
  AddExample(*verb,
             "./skipstone bench selfplay --network tests/golden/trainer_pv_network.safetensors "
             "--simulations 50 --seconds 0.1");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
