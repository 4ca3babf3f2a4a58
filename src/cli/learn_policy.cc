// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// learn supervised and learn selfplay: policy-value networks (Lee et al. 2018).

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "base/stop.h"
#include "cli/called_ends.h"
#include "cli/learn.h"
#include "cli/verbs.h"
#include "learn/run_folder.h"
#include "learn/self_play.h"
#include "learn/supervised.h"
#include "match/store.h"
#include "match/tables.h"
#include "match/tournament.h"
#include "options/game_options.h"
#include "options/learn_world.h"
#include "options/verb.h"
#include "picture/curve.h"

namespace skipstone {
namespace {

struct SupervisedOptions {
  GameOptions game;
  SupervisedSetup setup;
  std::vector<std::string> games;
  std::string folder;
  int threads = 0;
};

struct SelfPlayOptions {
  GameOptions game;
  SelfPlaySetup setup;
  std::string start;
  std::string folder;
  int threads = 0;
  int rate_every = 10;
  int rate_games = 200;
};

// A run's losses over positions; and the Elo.
CurvePicture DrawSelfPlay(const std::vector<SelfPlayPoint>& curve, bool elo) {
  CurvePicture picture;
  picture.caption =
      elo ? "Self-play: Elo over the start" : "Self-play: losses on the latest positions";
  picture.x_axis = "positions of self-play";
  picture.y_axis = elo ? "Elo" : "cross-entropy (nats)";
  if (elo) {
    picture.curves.push_back({"over the start", {{0.0, 0.0}}});
  } else {
    picture.curves = {{"policy", {}}, {"value", {}}};
  }
  for (const SelfPlayPoint& point : curve) {
    const auto x = static_cast<double>(point.positions);
    if (elo && point.elo) picture.curves[0].points.push_back({x, *point.elo});
    if (elo) continue;
    picture.curves[0].points.push_back({x, point.policy_loss});
    picture.curves[1].points.push_back({x, point.value_loss});
  }
  return picture;
}

void RunSupervised(const SupervisedOptions& options) {
  SupervisedSetup setup = options.setup;
  setup.terms = TermsFrom(options.game);
  setup.network.kind = NetworkKind::kPvStones;
  std::vector<CalledEnd> given;
  std::uint32_t next_game = static_cast<std::uint32_t>(setup.ends);
  for (const std::string& path : options.games) {
    const std::vector<CalledEnd> ends = ReadCalledEnds(path, setup.terms.ice.law, next_game);
    for (const CalledEnd& end : ends) next_game = std::max(next_game, end.game + 1);
    given.insert(given.end(), ends.begin(), ends.end());
  }
  const std::filesystem::path folder =
      options.folder.empty() ? "supervised-" + options.game.ice : options.folder;
  const LearnWorld world = MakeLearnWorld(options.threads);
  Supervised supervised(folder, setup, world, given);
  if (!supervised.Run()) return SayLearningStopped(folder);
  DrawLosses(folder / fmt::format("round-{}.curve.jsonl", setup.rounds - 1),
             "A policy-value network learns from a reference program", "cross-entropy (nats)",
             {{"policy, training", &CurvePoint::train_policy_loss},
              {"policy, held-out ends", &CurvePoint::test_policy_loss},
              {"value, training", &CurvePoint::train_value_loss},
              {"value, held-out ends", &CurvePoint::test_value_loss}});
  fmt::print("{}\n", supervised.NetworkPath(setup.rounds - 1).string());
}

// Games of two ends between two networks with the run's own search.
class NetworkMatches {
 public:
  NetworkMatches(const SelfPlaySetup& setup, int threads, std::filesystem::path folder)
      : setup_(setup), threads_(threads), folder_(std::move(folder)) {}

  // Games so far, and whether all were played or the sequential test has decided.
  struct Result {
    Tables tables;
    bool over;
  };
  Result Play(const std::filesystem::path& a, const std::filesystem::path& b, int games,
              std::optional<SprtBounds> sprt) const {
    TournamentSetup setup;
    setup.players = {setup_.SpecOf(a), setup_.SpecOf(b)};
    setup.games = games;
    setup.terms = setup_.terms;
    setup.terms.rules.ends = 2;
    setup.engine = "event";
    setup.seed = MixedSeed({setup_.seed}, HashOfNetwork(a) + " " + HashOfNetwork(b)) >> 1;
    setup.sprt = sprt;
    CheckSetup(setup);
    Store store = StoreFor(setup);
    const bool over = PlayTournament(store, {"learn", threads_, StopRequested});
    return {MakeTables(setup, store.Games()), over};
  }

 private:
  // A match that was stopped or killed goes on; that of networks before goes.
  Store StoreFor(const TournamentSetup& setup) const {
    const std::filesystem::path path = folder_ / "match.db";
    if (std::filesystem::exists(path)) {
      Store store = Store::Open(path, Store::Access::kWrite);
      if (SetupDifference(store.setup(), setup).empty()) return store;
    }
    for (const char* suffix : {"", "-wal", "-shm", ".lock"}) {
      std::filesystem::remove(path.string() + suffix);
    }
    return Store::Create(path, setup);
  }

  SelfPlaySetup setup_;
  int threads_;
  std::filesystem::path folder_;
};

void RunSelfPlay(const SelfPlayOptions& options) {
  constexpr SprtBounds kGate{0.0, 20.0};  // a gain worth having
  constexpr int kMostGateGames = 2'000;
  SelfPlaySetup setup = options.setup;
  setup.terms = TermsFrom(options.game);
  const std::filesystem::path folder =
      options.folder.empty() ? "selfplay-" + options.game.ice : options.folder;
  SelfPlayWorld world;
  static_cast<LearnWorld&>(world) = MakeLearnWorld(options.threads);
  const NetworkMatches matches(setup, world.threads, folder);
  world.better = [&](const auto& fresh, const auto& before) -> std::optional<bool> {
    const auto result = matches.Play(fresh, before, kMostGateGames, kGate);
    if (!result.over) return std::nullopt;
    return result.tables.sprt && result.tables.sprt->decision == Sprt::Decision::kElo1;
  };
  if (options.rate_every > 0) {
    world.rate_every = options.rate_every;
    world.rate = [&](const auto& network, const auto& start) -> std::optional<double> {
      const auto result = matches.Play(network, start, options.rate_games, std::nullopt);
      if (!result.over) return std::nullopt;
      return result.tables.players[0].rating.elo - result.tables.players[1].rating.elo;
    };
  }
  world.draw = [&](const std::vector<SelfPlayPoint>& curve) {
    for (const bool elo : {false, true}) {
      WriteFile(folder / (elo ? "elo.svg" : "losses.svg"),
                Render(DrawSelfPlay(curve, elo), PictureFormat::kSvg));
    }
  };
  SelfPlay self_play(folder, setup, options.start, world);
  if (!self_play.Run()) return SayLearningStopped(folder);
  fmt::print("{}\n", self_play.PlayerPath(setup.Generations()).string());
}

}  // namespace

void AddSupervised(Verb& learn) {
  const auto options = std::make_shared<SupervisedOptions>();
  Verb* verb = learn.add_subcommand(
      "supervised", "Learn a policy-value network from the calls of a reference program");
  SupervisedSetup& setup = options->setup;
  AddLearningGame(*verb, options->game);
  verb->add_option("--ends", setup.ends, "played by the reference program, 16 positions each")
      ->check(Range(0, 10'000'000))
      ->capture_default_str();
  verb->add_option("--player", setup.player, "the reference program: a search")
      ->capture_default_str();
  verb->add_option("--games", options->games,
                   "files of games to learn from, too: records, .dcl, .dcl2, lines of shots")
      ->check(ExistingFile());
  verb->add_option("--depth", setup.depth, "shots from a position to the one its value is of")
      ->check(Range(1, kStones))
      ->capture_default_str();
  verb->add_option("--executions", setup.executions, "throws of that shot, for one value")
      ->check(Range(1, 10'000))
      ->capture_default_str();
  verb->add_option("--judge", setup.judge,
                   "who judges there: shipped, network:file=PATH, or current (the network so far)")
      ->capture_default_str();
  verb->add_option("--rounds", setup.rounds, "of judging and training; for --judge current")
      ->check(Range(1, 1000))
      ->capture_default_str();
  verb->add_option("--steps", setup.steps, "of training, each round")
      ->check(Range(1, 100'000'000))
      ->capture_default_str();
  verb->add_option("--seed", setup.seed, "of ends, values and training")
      ->check(IsSeed())
      ->capture_default_str();
  AddThreads(*verb, options->threads);
  verb->add_option("--folder", options->folder,
                   "of the run; one that is there goes on [supervised-ICE]");
  AddExample(*verb, "./skipstone learn supervised --ends 40 --steps 200 --folder supervised-demo");
  verb->callback([options] { RunSupervised(*options); });
}

void AddSelfPlay(Verb& learn) {
  const auto options = std::make_shared<SelfPlayOptions>();
  Verb* verb =
      learn.add_subcommand("selfplay", "Let a policy-value network learn from its own play");
  SelfPlaySetup& setup = options->setup;
  AddLearningGame(*verb, options->game);
  verb->add_option("--start", options->start, "the network to begin with")
      ->required()
      ->check(ExistingFile());
  verb->add_option("--search", setup.search, "kr-dl-uct or dl-uct, with options")
      ->capture_default_str();
  verb->add_option("--simulations", setup.simulations, "of a shot")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--explore", setup.explore,
                   "of the generator's candidates, tried beside the policy's proposals; kr-dl-uct")
      ->check(Range(0, static_cast<int>(ShotList::kMost)))
      ->capture_default_str();
  verb->add_option("--positions", setup.positions, "to play in all")
      ->check(Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  verb->add_option("--window", setup.window, "the latest positions, which are learned from")
      ->check(Range(std::int64_t{1}, std::int64_t{100'000'000}))
      ->capture_default_str();
  verb->add_option("--ends-of-generation", setup.ends_of_generation,
                   "played by one network, 16 positions each")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--samples-per-position", setup.samples_per_position,
                   "learned from for each new position, half of them of the latest")
      ->check(Range(0.01, 1000.0))
      ->capture_default_str();
  verb->add_option("--learning-rate", setup.learning_rate,
                   "of training, in the first ten generations; then it falls")
      ->check(Range(1e-7, 0.1))
      ->capture_default_str();
  verb->add_option("--executions", setup.executions,
                   "throws of the best call that the value learns from; 0: what the search has")
      ->check(Range(0, 10'000))
      ->capture_default_str();
  verb->add_option("--alpha", setup.alpha,
                   "part of the end's own score in the value's label; the rest is of the best call")
      ->check(Range(0.0, 1.0))
      ->capture_default_str();
  verb->add_choice("--policy", setup.learn_visits, "visits", "values",
                   "what it learns of a search: values of throws, or their visits as in the paper");
  verb->add_choice(
      "--for", setup.for_the_win, "win", "points",
      "what ends are played for: win (situations of a game), or points as in the paper");
  verb->add_choice(
      "--last-stone", setup.solve_last, "on", "off",
      "on: the last stone of an end is solved and learned from; off: searched, as in the paper");
  verb->add_flag("--gate", setup.gate,
                 "a new network plays only if it beats the one before (sequential test)");
  verb->add_option("--rate-every", options->rate_every,
                   "generations between two matches with the start, for Elo; 0: none")
      ->check(Range(0, 1'000'000))
      ->capture_default_str();
  verb->add_option("--rate-games", options->rate_games, "of such a match, two ends each")
      ->check(Range(2, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seed", setup.seed, "of ends and training")
      ->check(IsSeed())
      ->capture_default_str();
  AddThreads(*verb, options->threads);
  verb->add_option("--folder", options->folder,
                   "of the run; one that is there goes on [selfplay-ICE]");
  AddExample(*verb,
             "./skipstone learn selfplay --start supervised-demo/round-0.safetensors --positions "
             "640 --ends-of-generation 20 --simulations 50 --rate-every 0 --folder selfplay-demo");
  verb->callback([options] { RunSelfPlay(*options); });
}

}  // namespace skipstone
