// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/moment.h"
#include "cli/verbs.h"
#include "match/store.h"

namespace skipstone {

void AddReplay(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "replay",
      "Play a recorded game again and report the first difference, or that there is none");
  struct Options {
    std::string file;
    std::optional<int> game;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  verb->add_option("file", options->file, "a game record, or with --game a tournament's games")
      ->required();
  verb->add_option("--game", options->game, "number of the game in a tournament, from 0")
      ->check(CLI::NonNegativeNumber);
  verb->add_flag("--json", options->json, "for programs");
  AddExample(*verb, "./skipstone replay docs/examples/game.jsonl");
  verb->callback([options] {
    if (!options->game && Store::LooksLikeOne(options->file)) {
      throw Error(ErrorKind::kUsage, options->file,
                  "holds the games of a tournament; --game N says which to replay");
    }
    const GameRecord record = ReadGame(options->file, options->game);
    TheirStones theirs;
    const auto difference = Replay(record, &theirs);
    const std::string warning = theirs.Warning();
    if (options->json) {
      const JsonOut out = {{"moves", record.moves.size()},
                           {"difference", difference ? JsonOut(*difference) : JsonOut()},
                           {"warning", warning.empty() ? JsonOut() : JsonOut(warning)}};
      fmt::print("{}\n", out.dump());
    }
    if (difference) throw BadData(options->file, *difference);
    if (options->json) return;
    const auto& players = record.header.players;
    fmt::print("{} moves on {}, engine {}: no difference\n", record.moves.size(),
               LawName(record.header.ice.law), record.header.engine);
    fmt::print("{} {} : {} {} ({})\n", players[0], record.score[0], record.score[1], players[1],
               ReasonName(record.result.reason));
    if (!warning.empty()) fmt::print("on the server that hosted it: {}\n", warning);
  });
}

}  // namespace skipstone
