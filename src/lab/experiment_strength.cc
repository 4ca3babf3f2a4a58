// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// experiment strength: how much stronger one player is, over as many days as it takes. A tournament
// whose games are kept as lines of a few numbers each, so that a run may go on from a checkout.

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/options.h"
#include "base/progress.h"
#include "base/provenance.h"
#include "base/stop.h"
#include "lab/experiment.h"
#include "lab/scratch_folder.h"
#include "match/line_file.h"
#include "match/tables.h"
#include "match/tournament.h"
#include "options/game_options.h"
#include "options/verb.h"
#include "search/search.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;
// Looking for new games takes longer the more there are.
constexpr std::chrono::seconds kKeepEvery{2};

struct Options {
  std::vector<std::string> players;
  int games = 400;
  GameOptions game;
  std::uint64_t seed = 1;
  int threads = 0;
  std::string folder = "strength";
};

TournamentSetup SetupFrom(const Options& options) {
  if (options.games % 2 != 0) {
    throw Error(ErrorKind::kUsage, "--games",
                fmt::format("expected an even number, as games are played in pairs with the sides "
                            "swapped, got {}",
                            options.games));
  }
  TournamentSetup setup;
  setup.players = options.players;
  setup.games = options.games;
  setup.terms = TermsFrom(options.game);
  setup.engine = options.game.engine;
  setup.seed = options.seed;
  CheckSetup(setup);
  return setup;
}

JsonOut ToLine(const GameSummary& game) {
  JsonOut ends = JsonOut::array();
  for (const PlayedEnd& end : game.ends) {
    ends.push_back({Index(end.hammer), end.points[0], end.points[1]});
  }
  JsonOut line = {{"game", game.fixture.number}, {"score", game.score}, {"ends", ends}};
  if (game.result.winner) line["winner"] = Index(*game.result.winner);
  line["reason"] = ReasonName(game.result.reason);
  return line;
}

PlayedGame FromLine(const Field& line, const TournamentSetup& setup) {
  constexpr int kMostPointsOfAGame = 1000;
  PlayedGame game;
  game.number = static_cast<int>(line.At("game").Int(0, GameCount(setup) - 1));
  const Field score = line.At("score");
  if (score.Size(2) != 2) throw score.Bad("expected the points of both teams");
  for (std::size_t team = 0; team < 2; ++team) {
    game.score[team] = static_cast<int>(score[team].Int(0, kMostPointsOfAGame));
  }
  const Field ends = line.At("ends");
  for (std::size_t i = 0; i < ends.Size(kMostPointsOfAGame); ++i) {
    const Field end = ends[i];
    if (end.Size(3) != 3) throw end.Bad("expected [hammer, points, points]");
    game.ends.push_back({static_cast<int>(i),
                         end[0].Int(0, 1) == 0 ? Team::k0 : Team::k1,
                         {static_cast<int>(end[1].Int(0, kStonesPerTeam)),
                          static_cast<int>(end[2].Int(0, kStonesPerTeam))}});
  }
  if (const auto winner = line.Find("winner")) {
    game.result.winner = winner->Int(0, 1) == 0 ? Team::k0 : Team::k1;
  }
  const Field reason = line.At("reason");
  bool known = false;
  for (int i = 0; i <= static_cast<int>(Reason::kNonsense); ++i) {
    if (reason.String() != ReasonName(static_cast<Reason>(i))) continue;
    game.result.reason = static_cast<Reason>(i);
    known = true;
  }
  if (!known)
    throw reason.Bad(fmt::format("expected the reason of a result, such as \"score\", got {}",
                                 Quote(reason.value())));
  return game;
}

void RunStrength(const Options& options) {
  CatchStopSignals();
  const TournamentSetup setup = SetupFrom(options);
  const fs::path folder = ResultFolder(options.folder);
  std::vector<PlayedGame> before;
  std::set<int> kept;
  // A player with another network or win table is another player.
  JsonOut networks = JsonOut::array();
  for (const std::string& player : setup.players) {
    networks.push_back(NetworkBehind(player, setup.terms.ice.law));
  }
  JsonOut header = {{"strength", ToJson(setup)},
                    {"networks", networks},
                    {"win_table", WinTableHash(setup.terms.ice.law, setup.terms.rules)}};
  for (const std::string& player : setup.players) {
    const std::optional<std::string> table = OptionIn(player, "table");
    if (!table) continue;
    Hasher own;
    own.AddText(ReadFile(*table));
    header["tables"].push_back(HashText(own.value()));
  }
  LineFile file(folder / "games.jsonl", header, [&](const Field& line) {
    PlayedGame game = FromLine(line, setup);
    if (kept.insert(game.number).second) before.push_back(std::move(game));
  });
  const ScratchFolder scratch;
  Store store = Store::Create(scratch.path() / "games.db", setup);
  store.Add(before);
  const auto keep_new = [&] {
    for (const GameSummary& game : store.Games()) {
      if (kept.insert(game.fixture.number).second) file.Append(ToLine(game).dump() + "\n");
    }
  };
  {
    Progress progress("strength", "games");
    PlayTournament(store, ThreadsFrom(options.threads), StopRequested,
                   [&, kept_at = Clock::now()](int done, int planned) mutable {
                     progress.Update(static_cast<std::size_t>(done),
                                     static_cast<double>(done) / planned);
                     if (Clock::now() - kept_at < kKeepEvery) return;
                     keep_new();
                     kept_at = Clock::now();
                   });
    keep_new();
  }
  const Tables tables = MakeTables(setup, store.Games());
  const std::string command = fmt::format(
      "./skipstone experiment strength {} {} --games {}{} --ends {} --seed {} --threads {} --out "
      "{}",
      options.players[0], options.players[1], options.games, GameText(options.game),
      setup.terms.rules.ends, options.seed, ThreadsFrom(options.threads), options.folder);
  const std::string text = fmt::format("{} of {} games.\n\n{}", tables.games, tables.planned,
                                       Render(tables, TableFormat::kMarkdown));
  WriteResult(folder, "strength", "Strength", Provenance(command), text, ToJson(tables));
  fmt::print("{}", Render(tables, TableFormat::kText));
  if (tables.games < tables.planned) {
    fmt::print(stderr,
               "skipstone: experiment strength: stopped with {} of {} games; the same "
               "command goes on\n",
               tables.games, tables.planned);
  }
}

}  // namespace

void AddStrengthExperiment(Verb& experiment) {
  const auto options = std::make_shared<Options>();
  Verb* verb = experiment.add_subcommand(
      "strength", "How much stronger the first of two players is; goes on over many runs");
  verb->add_option("players", options->players, "two, " + PlayersHelp())->required()->expected(2);
  verb->add_option("--games", options->games, "paired: the same errors with the sides swapped")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  AddGameOptions(*verb, options->game);
  verb->add_option("--seed", options->seed, "the same seed plays the same games")
      ->check(IsSeed())
      ->capture_default_str();
  AddThreads(*verb, options->threads);
  verb->add_option("--out", options->folder, "the folder of the results; what is there is kept")
      ->capture_default_str();
  AddExample(*verb,
             "./skipstone experiment strength draw random --games 4 --ends 1 --out strength-demo");
  verb->callback([options] { RunStrength(*options); });
}

}  // namespace skipstone
