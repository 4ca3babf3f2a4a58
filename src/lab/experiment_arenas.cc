// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/jobs.h"
#include "base/progress.h"
#include "base/provenance.h"
#include "base/stop.h"
#include "lab/arena_game.h"
#include "lab/experiment.h"
#include "lab/hostile.h"
#include "options/game_options.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct GamesOptions {
  std::string arena = "dc3";
  std::vector<std::string> players = {"rule", "draw", "greedy:samples=4", "kr-uct:playouts=50"};
  int games = 200;
  int ends = 2;
  double time_s = 219.0;
  double extra_time_s = 21.9;
  int at_once = 2;
  std::uint64_t seed = 1;
  std::string folder;
};

void RunGames(const GamesOptions& options) {
  CatchStopSignals();
  const Arena arena = ArenaFromName(options.arena);
  const std::filesystem::path folder =
      ResultFolder(options.folder.empty() ? "arenas-" + options.arena : options.folder);
  const std::filesystem::path logs =
      std::filesystem::temp_directory_path() / fmt::format("skipstone-arenas-{}", ::getpid());
  std::mutex mutex;
  Progress progress("arenas", "games");
  std::size_t done = 0;
  std::map<std::string, int> reasons;
  std::vector<std::string> problems;
  Milliseconds least_ms = static_cast<Milliseconds>(1000.0 * options.time_s);
  const auto count = static_cast<std::size_t>(options.games);
  RunJobs(count, options.at_once, StopRequested, [&]() -> JobWorker {
    return [&](std::size_t number) {
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
      const ArenaGameReport report = PlayArenaGame(game, own);
      std::error_code ignored;
      if (report.problem.empty()) std::filesystem::remove_all(own, ignored);
      const std::lock_guard lock(mutex);
      ++reasons[std::string(ReasonName(report.result.reason))];
      least_ms = std::min({least_ms, report.least_left_ms[0], report.least_left_ms[1]});
      if (!report.problem.empty()) {
        problems.push_back(fmt::format("game {} ({} against {}): {}", number, game.players[0],
                                       game.players[1], report.problem));
      }
      ++done;
      progress.Update(done, static_cast<double>(done) / static_cast<double>(count));
    };
  });
  progress.Clear();
  if (problems.empty()) {
    std::error_code ignored;
    std::filesystem::remove_all(logs, ignored);
  }
  std::string text = fmt::format(
      "{} games of {} ends over sockets at our {} server, {} at a time, {} s a team; players: {}.\n"
      "Records replay, the server's log converted equals the clients' records.\n\n| | "
      "|\n|---|---|\n"
      "| games | {} of {} |\n| problems | {} |\n| least time left on a clock | {:.2f} s |\n",
      options.games, options.ends, options.arena, options.at_once, options.time_s,
      fmt::join(options.players, ", "), done, options.games, problems.size(),
      static_cast<double>(least_ms) / 1000.0);
  for (const auto& [reason, times] : reasons) {
    text += fmt::format("| ended by {} | {} |\n", reason, times);
  }
  for (const std::string& problem : problems) text += "\n" + problem + "\n";
  const std::string command = fmt::format(
      "./skipstone experiment arenas --arena {} --players {} --games {} --ends {} --time {} "
      "--extra-time {} --at-once {} --seed {}",
      options.arena, fmt::join(options.players, " "), options.games, options.ends, options.time_s,
      options.extra_time_s, options.at_once, options.seed);
  WriteResult(
      folder, "arenas", "Games over sockets", Provenance(command), text,
      {{"games", done}, {"problems", problems}, {"reasons", reasons}, {"least_ms", least_ms}});
  fmt::print("{}", text);
  if (!problems.empty()) {
    throw Error(ErrorKind::kInternal, logs.string(), "something went wrong; the logs are there");
  }
}

void AddGames(Verb& experiment) {
  const auto options = std::make_shared<GamesOptions>();
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
  verb->add_option("--at-once", options->at_once, "games at a time")
      ->check(Range(1, 64))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of errors and choices")
      ->check(IsSeed())
      ->capture_default_str();
  verb->add_option("--out", options->folder, "the folder of the results [arenas-ARENA]");
  AddExample(*verb, "./skipstone experiment arenas --arena dc2 --games 2 --out arenas-demo");
  verb->callback([options] { RunGames(*options); });
}

struct HostileOptions {
  std::string arena = "dc3";
  int sessions = 10'000;
  bool sockets = false;
  int threads = 2;
  std::uint64_t seed = 1;
  std::string folder;
};

void RunHostile(const HostileOptions& options) {
  CatchStopSignals();
  const Arena arena = ArenaFromName(options.arena);
  const std::filesystem::path folder =
      ResultFolder(options.folder.empty() ? "hostile-" + options.arena : options.folder);
  std::mutex mutex;
  Progress progress("hostile", "sessions");
  std::size_t done = 0;
  std::map<std::string, int> reasons;
  std::vector<std::string> broken;
  const auto count = static_cast<std::size_t>(options.sessions);
  RunJobs(count, options.threads, StopRequested, [&]() -> JobWorker {
    return [&](std::size_t number) {
      const auto play = options.sockets ? PlayHostileSocketSession : PlayHostileSession;
      const HostileOutcome outcome = play(arena, options.seed, static_cast<std::uint32_t>(number));
      const std::lock_guard lock(mutex);
      ++reasons[std::string(ReasonName(outcome.reason))];
      if (outcome.broken) broken.push_back(fmt::format("session {}: {}", number, *outcome.broken));
      ++done;
      progress.Update(done, static_cast<double>(done) / static_cast<double>(count));
    };
  });
  progress.Clear();
  std::string text = fmt::format(
      "Sessions at our {} host with clients that misbehave, one-end games, {}, seed "
      "{}.\n\n| | |\n|---|---|\n| sessions | {} of {} |\n| broken | {} |\n",
      options.arena, options.sockets ? "over real sockets" : "injected clock and transport",
      options.seed, done, options.sessions, broken.size());
  for (const auto& [reason, times] : reasons) {
    text += fmt::format("| ended by {} | {} |\n", reason, times);
  }
  for (const std::string& what : broken) text += "\n" + what + "\n";
  WriteResult(
      folder, "hostile", "Hostile sessions",
      Provenance(fmt::format(
          "./skipstone experiment hostile --arena {} --sessions {}{} --threads {} --seed {}",
          options.arena, options.sessions, options.sockets ? " --sockets" : "", options.threads,
          options.seed)),
      text, {{"sessions", done}, {"broken", broken}, {"reasons", reasons}});
  fmt::print("{}", text);
  if (!broken.empty()) throw Error(ErrorKind::kInternal, "hostile", "a session broke");
}

void AddHostile(Verb& experiment) {
  const auto options = std::make_shared<HostileOptions>();
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
  verb->add_option("--out", options->folder, "the folder of the results [hostile-ARENA]");
  AddExample(*verb, "./skipstone experiment hostile --sessions 20 --out hostile-demo");
  verb->callback([options] { RunHostile(*options); });
}

}  // namespace

void AddArenaExperiments(Verb& experiment) {
  AddGames(experiment);
  AddHostile(experiment);
}

}  // namespace skipstone
