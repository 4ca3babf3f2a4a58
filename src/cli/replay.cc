// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "analysis/file_kind.h"
#include "analysis/moment.h"
#include "cli/plain_match.h"
#include "cli/verbs.h"
#include "match/commentary.h"
#include "match/store.h"
#include "options/verb.h"

namespace skipstone {
namespace {

// Tells the game while it is played again.
std::optional<std::string> Told(const GameRecord& record, TheirStones& theirs) {
  const PlainMatch plain(record.header);
  fmt::print("{}\n", HeadText(record.header));
  auto difference = Replay(record, &theirs, [&plain](const TurnReport& report) {
    plain.ToMove(report.before);
    plain.Played(report);
  });
  if (!difference) fmt::print("{}\n", ResultText(record));
  return difference;
}

}  // namespace

void AddReplay(Verb& app) {
  Verb* verb = app.add_subcommand(
      "replay",
      "Play a recorded game again and report the first difference, or that there is none");
  struct Options {
    std::string file;
    std::optional<int> game;
    std::optional<std::string> world;
    bool plain = false;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  verb->add_option("file", options->file,
                   "a game record, a .dcl or .dcl2 log (- is standard input), or with --game a "
                   "tournament's games")
      ->required();
  verb->add_option("--game", options->game, "number of the game in a tournament, from 0")
      ->check(NonNegativeNumber());
  verb->add_option(
      "--world", options->world,
      "Box2D's: fresh, a new one for each throw; match, one for all [what the game names; "
      "match for Digital Curling 3's logs that name none]");
  verb->add_flag("--plain", options->plain, "tell the game, one line per shot, as match does");
  verb->add_flag("--json", options->json, "for programs")->excludes(verb->get_option("--plain"));
  AddExample(*verb, "./skipstone replay docs/examples/game.jsonl");
  verb->callback([options] {
    if (!options->game && Store::LooksLikeOne(options->file)) {
      throw Error(ErrorKind::kUsage, options->file,
                  "holds the games of a tournament; --game N says which to replay");
    }
    std::optional<World> world;
    if (options->world) world = WorldFromName(*options->world);
    const GameRecord record = ReadGame(options->file, options->game, world);
    TheirStones theirs;
    const auto difference = options->plain ? Told(record, theirs) : Replay(record, &theirs);
    const std::string warning = theirs.Warning();
    if (options->json) {
      const JsonOut out = {{"moves", record.moves.size()},
                           {"cut_off", record.cut_off},
                           {"difference", difference ? JsonOut(*difference) : JsonOut()},
                           {"largest_distance_m", theirs.most_m()},
                           {"warning", warning.empty() ? JsonOut() : JsonOut(warning)}};
      fmt::print("{}\n", out.dump());
    }
    if (difference) throw BadData(InputName(options->file), *difference);
    if (options->json) return;
    const auto& players = record.header.players;
    fmt::print("{} moves on {}, engine {}{}: {}\n", record.moves.size(),
               LawName(record.header.terms.ice.law), record.header.engine,
               record.header.world == World::kMatch ? ", one world for the match" : "",
               theirs.Text());
    if (!options->plain) {
      fmt::print("{} {} : {} {} ({})\n", players[0], record.score[0], record.score[1], players[1],
                 record.cut_off ? "cut off" : ReasonName(record.result.reason));
    }
    if (!warning.empty()) fmt::print("on the server that hosted it: {}\n", warning);
  });
}

}  // namespace skipstone
