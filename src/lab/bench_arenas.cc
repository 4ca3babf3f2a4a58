// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/machine.h"
#include "base/progress.h"
#include "base/stop.h"
#include "lab/arena_game.h"
#include "lab/bench.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct Options {
  std::string arena = "dc3";
  int games = 8;
  double seconds = 0.4;
  bool json = false;
};

// Milliseconds beyond the budget.
struct Latency {
  std::vector<double> over_ms;  // sorted

  double Quantile(double q) const { return QuantileOf(over_ms, q); }
  JsonOut ToJson() const {
    return {{"moves", over_ms.size()},
            {"p50_ms", Quantile(0.5)},
            {"p99_ms", Quantile(0.99)},
            {"most_ms", over_ms.back()}};
  }
};

Latency Measure(const Options& options, const std::string& player, double budget_s, int games,
                Progress& progress) {
  Latency latency;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("skipstone-bench-{}", ::getpid());
  for (int game = 0; game < games && !StopRequested(); ++game) {
    const ArenaGameReport report = PlayArenaGame({.arena = ArenaFromName(options.arena),
                                                  .players = {player, player},
                                                  .time_s = 1e5,
                                                  .extra_time_s = 1e5,
                                                  .seed = static_cast<std::uint64_t>(game)},
                                                 folder);
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    if (!report.problem.empty()) throw BadData(player, report.problem);
    for (const double answer_s : report.answers_s) {
      latency.over_ms.push_back(1000.0 * std::max(0.0, answer_s - budget_s));
    }
    progress.Update(static_cast<std::size_t>(game) + 1, (game + 1.0) / games);
  }
  if (latency.over_ms.empty()) throw Error(ErrorKind::kEnvironment, "bench", "stopped");
  std::sort(latency.over_ms.begin(), latency.over_ms.end());
  return latency;
}

void Run(const Options& options) {
  Progress progress("bench", "games");
  // What does not think tells what sockets, messages and waking up cost.
  const Latency reference = Measure(options, "rule", 0.0, std::max(2, options.games / 2), progress);
  const std::string player = fmt::format("kr-uct:seconds={}", options.seconds);
  const Latency latency = Measure(options, player, options.seconds, options.games, progress);
  progress.Clear();
  if (options.json) {
    fmt::print("{}\n", JsonOut({{"machine", MachineText()},
                                {"arena", options.arena},
                                {"player", player},
                                {"beyond_budget", latency.ToJson()},
                                {"reference", reference.ToJson()}})
                           .dump());
    return;
  }
  fmt::print("{}\n{}: from the server's sending a turn to the move's arrival, beyond the budget\n",
             MachineText(), options.arena);
  const auto print = [](const std::string& name, const Latency& row) {
    fmt::print("  {:<20} {:>5} moves  p50 {:6.2f} ms  p99 {:6.2f} ms  most {:6.2f} ms\n", name,
               row.over_ms.size(), row.Quantile(0.5), row.Quantile(0.99), row.over_ms.back());
  };
  print("rule (no budget)", reference);
  print(player, latency);
  fmt::print("  p50 of {} over that of rule: {:.1f}\n", player,
             latency.Quantile(0.5) / reference.Quantile(0.5));
}

}  // namespace

void AddBenchArenas(Verb& bench) {
  Verb* arenas = bench.add_subcommand(
      "arenas", "What a move costs on the clock beyond its thinking, over sockets");
  const auto options = std::make_shared<Options>();
  arenas->add_option("--arena", options->arena, "dc3 or dc2")
      ->check(IsMember({"dc2", "dc3"}))
      ->capture_default_str();
  arenas->add_option("--games", options->games, "of two ends, 32 moves each")
      ->check(Range(1, 10'000))
      ->capture_default_str();
  arenas->add_option("--seconds", options->seconds, "the budget of a move")
      ->check(Range(0.001, 100.0))
      ->capture_default_str();
  arenas->add_flag("--json", options->json, "for programs");
  AddExample(*arenas, "./skipstone bench arenas --arena dc2 --games 1 --seconds 0.02");
  arenas->callback([options] { Run(*options); });
}

}  // namespace skipstone
