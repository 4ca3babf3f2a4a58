// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "lab/arena_game.h"
#include "lab/experiment.h"
#include "lab/hostile.h"
#include "lab/run.h"
#include "options/game_options.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct GamesOptions : RunOptions {
  std::string arena = "dc3";
  std::vector<std::string> players = {"rule", "draw", "greedy:samples=4", "kr-uct:playouts=50"};
  int games = 200;
  int ends = 2;
  double time_s = 219.0;
  double extra_time_s = 21.9;
  std::uint64_t seed = 1;
};

void RunGames(const GamesOptions& options) {
  const Arena arena = ArenaFromName(options.arena);
  const Run run("arenas", options, "arenas-" + options.arena);
  const std::filesystem::path logs =
      std::filesystem::temp_directory_path() / fmt::format("skipstone-arenas-{}", ::getpid());
  struct Played {
    std::uint32_t number;
    ArenaGame game;
    ArenaGameReport report;
  };
  const auto count = static_cast<std::size_t>(options.games);
  const auto played = MakeAll<Played>(run.shop(), "games", count, [&] {
    return [&](std::uint32_t number) {
      // All pairs in turn, each side of them.
      const std::size_t n = options.players.size();
      ArenaGame game;
      game.arena = arena;
      game.players = {options.players[number % n], options.players[number / n % n]};
      game.ends = options.ends;
      game.time_s = options.time_s;
      game.extra_time_s = options.extra_time_s;
      game.seed = options.seed * 1'000'000 + number;
      const std::filesystem::path own = logs / std::to_string(number);
      Played result{number, game, PlayArenaGame(game, own)};
      std::error_code ignored;
      if (result.report.problem.empty()) std::filesystem::remove_all(own, ignored);
      return result;
    };
  });
  std::map<std::string, int> reasons;
  std::vector<std::string> problems;
  Milliseconds least_ms = static_cast<Milliseconds>(1000.0 * options.time_s);
  for (const auto& [number, game, report] : played) {
    ++reasons[std::string(ReasonName(report.result.reason))];
    least_ms = std::min({least_ms, report.least_left_ms[0], report.least_left_ms[1]});
    if (report.problem.empty()) continue;
    problems.push_back(fmt::format("game {} ({} against {}): {}", number, game.players[0],
                                   game.players[1], report.problem));
  }
  if (problems.empty()) {
    std::error_code ignored;
    std::filesystem::remove_all(logs, ignored);
  }
  std::string text = fmt::format(
      "{} games of {} ends over sockets at our {} server, {} at a time, {} s a team; players: {}.\n"
      "Records replay, the server's log converted equals the clients' records.\n\n| | "
      "|\n|---|---|\n"
      "| games | {} of {} |\n| problems | {} |\n| least time left on a clock | {:.2f} s |\n",
      options.games, options.ends, options.arena, options.threads, options.time_s,
      fmt::join(options.players, ", "), played.size(), options.games, problems.size(),
      static_cast<double>(least_ms) / 1000.0);
  for (const auto& [reason, times] : reasons) {
    text += fmt::format("| ended by {} | {} |\n", reason, times);
  }
  for (const std::string& problem : problems) text += "\n" + problem + "\n";
  run.Write("arenas", "Games over sockets", text,
            {{"games", played.size()},
             {"problems", problems},
             {"reasons", reasons},
             {"least_ms", least_ms}});
  if (!problems.empty()) {
    throw Error(ErrorKind::kInternal, logs.string(), "something went wrong; the logs are there");
  }
}

void AddGames(Verb& experiment) {
  const auto options = std::make_shared<GamesOptions>();
  options->threads = 2;
  Verb* verb = experiment.add_subcommand(
      "arenas",
      "Our clients at our servers over sockets: no error, no loss on time, equal records");
  verb->add_option("--arena", options->arena, "dc3 or dc2")
      ->check(IsMember({"dc2", "dc3"}))
      ->capture_default_str();
  verb->add_option("--players", options->players, "who meet each other, on both sides")
      ->capture_default_str();
  verb->add_option("--games", options->games, "how many")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--ends", options->ends, "of a game")
      ->check(Range(1, 255))
      ->capture_default_str();
  verb->add_option("--time", options->time_s, "seconds of thinking for each team")
      ->check(Range(0.01, 1e6))
      ->capture_default_str();
  verb->add_option("--extra-time", options->extra_time_s, "the same for an extra end")
      ->check(Range(0.01, 1e6))
      ->capture_default_str();
  verb->add_option("--at-once", options->threads, "games at a time")
      ->check(Range(1, 64))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of errors and choices")
      ->check(IsSeed())
      ->capture_default_str();
  AddOut(*verb, *options, "the folder of the results [arenas-ARENA]");
  AddExample(*verb, "./skipstone experiment arenas --arena dc2 --games 2 --out arenas-demo");
  verb->callback([options] { RunGames(*options); });
}

struct HostileOptions : RunOptions {
  std::string arena = "dc3";
  int sessions = 10'000;
  bool sockets = false;
  std::uint64_t seed = 1;
};

void RunHostile(const HostileOptions& options) {
  const Arena arena = ArenaFromName(options.arena);
  const Run run("hostile", options, "hostile-" + options.arena);
  const auto play = options.sockets ? PlayHostileSocketSession : PlayHostileSession;
  std::size_t done = 0;
  std::map<std::string, int> reasons;
  std::vector<std::string> broken;
  MakeEach<HostileOutcome>(
      run.shop(), "sessions", static_cast<std::size_t>(options.sessions),
      [&] { return [&](std::uint32_t number) { return play(arena, options.seed, number); }; },
      [&](std::uint32_t number, HostileOutcome&& outcome) {
        ++done;
        ++reasons[std::string(ReasonName(outcome.reason))];
        if (outcome.broken) {
          broken.push_back(fmt::format("session {}: {}", number, *outcome.broken));
        }
      });
  std::string text = fmt::format(
      "Sessions at our {} host with clients that misbehave, one-end games, {}, seed "
      "{}.\n\n| | |\n|---|---|\n| sessions | {} of {} |\n| broken | {} |\n",
      options.arena, options.sockets ? "over real sockets" : "injected clock and transport",
      options.seed, done, options.sessions, broken.size());
  for (const auto& [reason, times] : reasons) {
    text += fmt::format("| ended by {} | {} |\n", reason, times);
  }
  for (const std::string& what : broken) text += "\n" + what + "\n";
  run.Write("hostile", "Hostile sessions", text,
            {{"sessions", done}, {"broken", broken}, {"reasons", reasons}});
  if (!broken.empty()) throw Error(ErrorKind::kInternal, "hostile", "a session broke");
}

void AddHostile(Verb& experiment) {
  const auto options = std::make_shared<HostileOptions>();
  options->threads = 2;
  Verb* verb = experiment.add_subcommand(
      "hostile", "Clients that misbehave at our hosts: every session ends with one result");
  verb->add_option("--arena", options->arena, "dc3 or dc2")
      ->check(IsMember({"dc2", "dc3"}))
      ->capture_default_str();
  verb->add_option("--sessions", options->sessions, "how many")
      ->check(Range(1, 100'000'000))
      ->capture_default_str();
  verb->add_flag("--sockets", options->sockets, "over real sockets and in real time");
  verb->add_option("--threads", options->threads, "sessions at a time")
      ->check(Range(1, 1024))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of the mischief")
      ->check(IsSeed())
      ->capture_default_str();
  AddOut(*verb, *options, "the folder of the results [hostile-ARENA]");
  AddExample(*verb, "./skipstone experiment hostile --sessions 20 --out hostile-demo");
  verb->callback([options] { RunHostile(*options); });
}

}  // namespace

void AddArenaExperiments(Verb& experiment) {
  AddGames(experiment);
  AddHostile(experiment);
}

}  // namespace skipstone
