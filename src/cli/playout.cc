// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/playout.h"

#include <fmt/format.h>

#include <memory>

#include "base/files.h"
#include "base/hash.h"
#include "base/stop.h"
#include "base/work.h"
#include "cli/verbs.h"
#include "options/game_options.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct Options {
  // Rules "all": each preset in turn.
  GameOptions game{.rules = "all", .engine = "box2d", .ends = 2};
  int games = 1;
  std::uint64_t seed = 1;
  std::string out;
};

RecordHeader HeaderFor(const Options& options, int game) {
  constexpr RulesPreset kPresets[] = {RulesPreset::kDc3, RulesPreset::kDc4, RulesPreset::kDc2,
                                      RulesPreset::kCurling};
  GameOptions of_game = options.game;
  if (of_game.rules == "all") of_game.rules = PresetName(kPresets[game % 4]);
  RecordHeader header;
  header.terms = TermsFrom(of_game);
  header.engine = of_game.engine;
  header.seed = options.seed;
  header.game = static_cast<std::uint32_t>(game);
  header.players = {"random", "random"};
  return header;
}

// Games on all cores, in no particular order; the sums do not depend on it.
void Run(const Options& options) {
  int games = 0;
  int ends = 0;
  std::size_t moves = 0;
  std::uint64_t hash = 0;
  MakeEach<Playout>(
      {"playout", ThreadsFrom(0), StopRequested}, "games", static_cast<std::size_t>(options.games),
      [&] {
        return [&](std::uint32_t game) {
          Playout playout = CheckedPlayout(HeaderFor(options, static_cast<int>(game)));
          if (game == 0 && !options.out.empty()) {
            WriteNewFile(options.out, RecordToText(playout.record));
          }
          return playout;
        };
      },
      [&](std::uint32_t, Playout&& playout) {
        ++games;
        ends += playout.ends;
        moves += playout.record.moves.size();
        hash ^= HashOf(playout.record);
      });
  fmt::print("all checks hold on {}: games {}, ends {}, moves {} (hash {})\n", options.game.ice,
             games, ends, moves, HashText(hash));
  if (!options.out.empty()) fmt::print("wrote {}\n", options.out);
}

}  // namespace

void AddPlayout(Verb& app) {
  Verb* verb = app.add_subcommand(
      "playout", "Play random games and check what must hold in any game; can write a record");
  const auto options = std::make_shared<Options>();
  AddGameOptions(*verb, options->game);
  verb->get_option("--rules")
      ->description("dc3, dc4, dc2, curling, or all of them in turn")
      ->capture_default_str();
  verb->add_option("--games", options->games, "how many, on all cores")
      ->check(Range(1, 1000000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "the same seed plays the same games")
      ->check(IsSeed())
      ->capture_default_str();
  verb->add_option("--out", options->out, "where to write the first game's record");
  AddExample(*verb, "./skipstone playout --rules dc3 --ends 1 --seed 7 --out game.jsonl");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
