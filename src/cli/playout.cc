// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/playout.h"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "base/progress.h"
#include "base/stop.h"
#include "cli/verbs.h"

namespace skipstone {
namespace {

struct Options {
  std::string ice = "fcv1";
  std::string rules = "all";
  std::string execution;
  std::string engine = "box2d";
  int ends = 2;
  int games = 1;
  std::uint64_t seed = 1;
  std::string out;
};

RecordHeader HeaderFor(const Options& options, int game) {
  constexpr RulesPreset kPresets[] = {RulesPreset::kDc3, RulesPreset::kDc4, RulesPreset::kDc2,
                                      RulesPreset::kCurling};
  const Law law = LawFromName(options.ice);
  const RulesPreset preset =
      options.rules == "all" ? kPresets[game % 4] : PresetFromName(options.rules);
  RecordHeader header;
  header.ice = IceForRules(law, preset);
  header.rules = MakeRules(preset);
  header.rules.ends = options.ends;
  const ExecutionSizes sizes =
      options.execution.empty()
          ? DefaultSizes(law == Law::kDc2 ? ExecutionModel::kGat : ExecutionModel::kDc3)
          : SizesFromText(options.execution);
  header.execution = {SameForAll(sizes), SameForAll(sizes)};
  header.engine = options.engine;
  header.seed = options.seed;
  header.game = static_cast<std::uint32_t>(game);
  header.players = {"random", "random"};
  return header;
}

// Games on all cores, in no particular order; the sums do not depend on it.
void Run(const Options& options) {
  Progress progress("playout", "games");
  std::atomic<int> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  int games = 0;
  int ends = 0;
  std::size_t moves = 0;
  std::uint64_t hash = 0;
  const auto work = [&] {
    while (!StopRequested()) {
      const int game = next++;
      if (game >= options.games) return;
      try {
        const Playout playout = CheckedPlayout(HeaderFor(options, game));
        if (game == 0 && !options.out.empty()) {
          WriteFile(options.out, RecordToText(playout.record));
        }
        const std::lock_guard lock(mutex);
        ++games;
        ends += playout.ends;
        moves += playout.record.moves.size();
        hash ^= HashOf(playout.record);
        progress.Update(static_cast<std::size_t>(games), double(games) / options.games);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = options.games;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
      threads.emplace_back(work);
    }
  }
  if (failure) std::rethrow_exception(failure);
  fmt::print("all checks hold on {}: games {}, ends {}, moves {} (hash {})\n", options.ice, games,
             ends, moves, HashText(hash));
  if (!options.out.empty()) fmt::print("wrote {}\n", options.out);
}

}  // namespace

void AddPlayout(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "playout", "Play random games and check what must hold in any game; can write a record");
  const auto options = std::make_shared<Options>();
  verb->add_option("--ice", options->ice, "fcv1 or dc2")->capture_default_str();
  verb->add_option("--rules", options->rules, "dc3, dc4, dc2, curling, or all of them in turn")
      ->capture_default_str();
  verb->add_option("--execution", options->execution,
                   "none, dc3, gat or olympic, with sizes such as dc3:speed_error=0.01 "
                   "[dc3; gat on dc2]");
  verb->add_option("--engine", options->engine, "box2d (the reference) or event (the fast one)")
      ->capture_default_str();
  verb->add_option("--ends", options->ends, "ends of a game")
      ->check(CLI::Range(1, 255))
      ->capture_default_str();
  verb->add_option("--games", options->games, "how many, on all cores")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "the same seed plays the same games")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb->add_option("--out", options->out, "where to write the first game's record");
  AddExample(*verb, "./skipstone playout --rules dc3 --ends 1 --seed 7 --out game.jsonl");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
