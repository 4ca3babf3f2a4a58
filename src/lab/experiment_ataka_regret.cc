// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// experiment ataka regret: calls with two stones left, measured by solved replies.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/error.h"
#include "lab/experiment.h"
#include "lab/experiment_ataka.h"
#include "lab/play_check.h"
#include "net/network.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct Options : AtakaOptions {
  int positions = 100;
  RegretCheck check;
  std::string grid;  // empty: with the network
  std::string rival = "kr-uct";
  bool quick = false;
};

// The player of a network.
std::string GridSpec(const Options& options) {
  const std::string file = "network:file=";
  if (!options.grid.empty()) return options.grid;
  if (options.network == "shipped") return "grid";
  if (options.network.starts_with(file))
    return "grid:network=" + options.network.substr(file.size());
  throw Error(ErrorKind::kUsage, "--grid",
              fmt::format("expected a player, since there is none of --network {}; such as "
                          "grid:network=PATH",
                          options.network));
}

using Cases = std::map<int, RegretCase>;

struct Figures {
  std::vector<MeanEstimate> regrets;  // by player
  MeanEstimate difference;            // of the second's regret, less the first's
  std::vector<double> seconds;        // by player: the mean
  std::vector<double> most_seconds;
  double pool = 0.0;
};

Figures FiguresOf(const Cases& cases, std::size_t players) {
  Figures figures;
  std::vector<double> differences;
  for (std::size_t player = 0; player < players; ++player) {
    std::vector<double> regrets;
    double seconds = 0.0;
    double most = 0.0;
    for (const auto& [number, result] : cases) {
      regrets.push_back(result.RegretOf(player));
      seconds += result.seconds[player] / static_cast<double>(cases.size());
      most = std::max(most, result.seconds[player]);
    }
    figures.regrets.push_back(MeanOf(regrets).value_or(MeanEstimate{}));
    figures.seconds.push_back(seconds);
    figures.most_seconds.push_back(most);
  }
  for (const auto& [number, result] : cases) {
    differences.push_back(result.RegretOf(1) - result.RegretOf(0));
    figures.pool += result.pool / static_cast<double>(cases.size());
  }
  figures.difference = MeanOf(differences).value_or(MeanEstimate{});
  return figures;
}

std::string Markdown(const Figures& figures, const Options& options) {
  const RegretCheck& check = options.check;
  std::string text = fmt::format(
      "{} of {} positions with two stones left on {}, from {} against itself, seed {}. Pool: the "
      "players' calls ({} s each, one thread) and the {} best cells of the whole grid by {}, "
      "{:.1f} "
      "calls on average; each valued by {} common errors, each answered by {}. Regret: what the "
      "best of the pool is better by, in points.\n\n"
      "| player | mean regret | standard error | thought, mean | longest |\n"
      "|---|---|---|---|---|\n",
      figures.difference.count, options.positions, options.game.ice, check.player, check.seed,
      check.seconds, check.cells, options.network, figures.pool, check.errors,
      options.quick ? "last-stone, the quick setting" : "last-stone");
  for (std::size_t i = 0; i < check.players.size(); ++i) {
    text += fmt::format("| {} | {:.4f} | {:.4f} | {:.3f} s | {:.3f} s |\n", check.players[i],
                        figures.regrets[i].mean, figures.regrets[i].standard_error.value_or(0.0),
                        figures.seconds[i], figures.most_seconds[i]);
  }
  const MeanEstimate& difference = figures.difference;
  text += fmt::format(
      "\n{} regrets less than {} by {:+.4f} points, 95 % interval {:+.4f} to {:+.4f} (paired).\n",
      check.players[0], check.players[1], difference.mean,
      difference.mean - difference.HalfInterval(), difference.mean + difference.HalfInterval());
  return text;
}

JsonOut ToJson(const Figures& figures, const Options& options, const JsonOut& header) {
  JsonOut players = JsonOut::array();
  for (std::size_t i = 0; i < options.check.players.size(); ++i) {
    players.push_back({{"player", options.check.players[i]},
                       {"mean_regret", figures.regrets[i].mean},
                       {"standard_error", figures.regrets[i].standard_error.value_or(0.0)},
                       {"mean_seconds", figures.seconds[i]},
                       {"most_seconds", figures.most_seconds[i]}});
  }
  const MeanEstimate& difference = figures.difference;
  return {{"setup", header},
          {"whole", difference.count == options.positions},
          {"positions", difference.count},
          {"mean_pool", figures.pool},
          {"players", players},
          {"difference",
           {{"mean", difference.mean},
            {"standard_error", difference.standard_error.value_or(0.0)},
            {"low", difference.mean - difference.HalfInterval()},
            {"high", difference.mean + difference.HalfInterval()}}}};
}

void RunRegret(Options options) {
  RegretCheck& check = options.check;
  check.terms = TermsFrom(options.game);
  check.players = {GridSpec(options), options.rival};
  check.evaluator = [&] { return MakeEvaluator(options.network, check.terms); };
  check.evaluator();  // refuses what cannot be used, before anything is begun
  check.replies = options.quick ? kQuickLastStone : LastStoneSetting{};
  check.seed = options.seed;
  const Run run = AtakaRun("regret", options);
  // A player with another network is another player.
  JsonOut networks = JsonOut::array();
  networks.push_back(NetworkHash(options.network, check.terms.ice.law, NetworkKind::kStoneSet));
  for (const std::string& player : check.players) {
    networks.push_back(NetworkBehind(player, check.terms.ice.law));
  }
  const JsonOut header = {{"skipstone", "regret"},
                          {"version", 2},
                          {"ice", options.game.ice},
                          {"rules", PresetName(check.terms.rules.preset)},
                          {"execution", ToJson(check.terms.sizes())},
                          {"network", options.network},
                          {"players", check.players},
                          {"networks", networks},
                          {"seconds", check.seconds},
                          {"positions_of", check.player},
                          {"cells", check.cells},
                          {"errors", check.errors},
                          {"quick", options.quick},
                          {"seed", check.seed}};
  Cases cases;
  Work work;
  work.what = "positions";
  work.path = run.folder() / "regret.jsonl";
  work.header = header;
  work.count = static_cast<std::uint32_t>(options.positions);
  work.take = TakeLines([&](const Field& line) {
    RegretCase result = RegretCaseFromJson(line);
    const int number = result.number;
    if (result.worths.size() != check.players.size()) throw line.Bad("expected two players");
    if (number < options.positions) cases.emplace(number, std::move(result));
    return static_cast<std::uint32_t>(number);
  });
  work.make_maker = [&] {
    const auto meter = std::make_shared<RegretMeter>(check);
    return [&, meter](std::uint32_t number) -> std::optional<std::string> {
      const auto result = meter->Measure(static_cast<int>(number), run.shop().stop);
      if (!result) return std::nullopt;
      return ToJson(*result).dump();
    };
  };
  const bool whole = Do(work, run.shop());
  if (!cases.empty()) {
    const Figures figures = FiguresOf(cases, check.players.size());
    run.Write("regret", "Regret with two stones left", Markdown(figures, options),
              ToJson(figures, options, header));
  }
  if (!whole) run.SayStopped();
}

}  // namespace

void AddAtakaRegret(Verb& ataka) {
  const auto options = std::make_shared<Options>();
  options->seed = RegretCheck{}.seed;
  Verb* verb = ataka.add_subcommand(
      "regret", "How far from the best the calls of players are, with two stones left");
  AddAtakaOptions(*verb, *options,
                  "the folder of the results; one that is there goes on "
                  "[ataka-ICE]");
  AddNetworkOption(*verb, *options);
  verb->add_option("--positions", options->positions, "of self-play, one from each end")
      ->check(Range(2, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seconds", options->check.seconds,
                   "for each call; 0: by the limits of the players' specs")
      ->check(IsNumber())
      ->check(Range(0.0, 1000.0))
      ->capture_default_str();
  verb->add_option("--grid", options->grid, "the player measured [grid, with the network]");
  verb->add_option("--kr-uct", options->rival, "the player it is compared with")
      ->capture_default_str();
  verb->add_option("--player", options->check.player, "the search whose self-play is used")
      ->capture_default_str();
  verb->add_option("--cells", options->check.cells, "best cells of the grid in the pool")
      ->check(Range(1, 1000))
      ->capture_default_str();
  verb->add_option("--errors", options->check.errors, "that every call is valued by")
      ->check(Range(1, 100'000))
      ->capture_default_str();
  verb->add_flag("--quick", options->quick, "replies by the quick setting of last-stone");
  AddExample(*verb,
             "./skipstone experiment ataka regret --positions 2 --cells 2 --errors 4 --quick "
             "--player kr-uct:playouts=20 --network random:seed=1 --grid uct --out ataka-demo");
  verb->callback([options] { RunRegret(*options); });
}

}  // namespace skipstone
