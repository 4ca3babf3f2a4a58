// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// experiment strength: how much stronger one player is, over as many days as it takes. A tournament
// whose games are kept as lines of a few numbers each, so that a run may go on from a checkout.

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/options.h"
#include "lab/experiment.h"
#include "lab/run.h"
#include "match/tables.h"
#include "match/tournament.h"
#include "options/game_options.h"
#include "options/verb.h"
#include "search/search.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

struct Options : RunOptions {
  std::vector<std::string> players;
  int games = 400;
  GameOptions game;
  std::uint64_t seed = 1;
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

JsonOut ToLine(const PlayedGame& game) {
  JsonOut ends = JsonOut::array();
  for (const PlayedEnd& end : game.ends) {
    ends.push_back({Index(end.hammer), end.points[0], end.points[1]});
  }
  JsonOut line = {{"game", game.number}, {"score", game.score}, {"ends", ends}};
  if (game.result.winner) line["winner"] = Index(*game.result.winner);
  line["reason"] = ReasonName(game.result.reason);
  return line;
}

GameSummary FromLine(const Field& line, const TournamentSetup& setup) {
  constexpr int kMostPointsOfAGame = 1000;
  GameSummary game;
  game.fixture = FixtureOf(setup, static_cast<int>(line.At("game").Int(0, GameCount(setup) - 1)));
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

// What the results are of: a player with another network or win table is another player.
JsonOut HeaderOf(const TournamentSetup& setup) {
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
  return header;
}

class GameLines : public GameKeeper {
 public:
  GameLines(const fs::path& path, const TournamentSetup& setup)
      : setup_(setup),
        file_(path, HeaderOf(setup), 0,
              [&](std::string_view record, const std::string& where) { Take(record, where); }) {}

  const TournamentSetup& setup() const override { return setup_; }
  std::vector<GameSummary> Games() const override {
    std::vector<GameSummary> games;
    for (const auto& [number, game] : games_) games.push_back(game);
    return games;
  }
  void AddRun(const std::string&, const std::vector<std::string>&) override {}
  void Add(std::span<const PlayedGame> games) override {
    for (const PlayedGame& game : games) {
      const std::string line = ToLine(game).dump();
      file_.Append(line);
      Take(line, "");
    }
  }
  void DropFrom(int) override { SKIPSTONE_CHECK(false); }  // there is no sequential test

 private:
  void Take(std::string_view record, const std::string& where) {
    const Json json = ParseJson(record, where);
    const GameSummary game = FromLine(Field(json, where), setup_);
    games_.emplace(game.fixture.number, game);
  }

  TournamentSetup setup_;
  std::map<int, GameSummary> games_;
  WorkFile file_;
};

void RunStrength(const Options& options) {
  const TournamentSetup setup = SetupFrom(options);
  const Run run("strength", options);
  GameLines lines(run.folder() / "games.jsonl", setup);
  const bool whole = PlayTournament(lines, run.shop());
  const Tables tables = MakeTables(setup, lines.Games());
  run.Write("strength", "Strength",
            fmt::format("{} of {} games.\n\n{}", tables.games, tables.planned,
                        Render(tables, TableFormat::kMarkdown)),
            ToJson(tables), {}, Render(tables, TableFormat::kText));
  if (!whole) run.SayStopped();
}

}  // namespace

void AddStrengthExperiment(Verb& experiment) {
  const auto options = std::make_shared<Options>();
  options->folder = "strength";
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
  AddRunOptions(*verb, *options, "the folder of the results; what is there is kept");
  AddExample(*verb,
             "./skipstone experiment strength draw random --games 4 --ends 1 --out strength-demo");
  verb->callback([options] { RunStrength(*options); });
}

}  // namespace skipstone
