// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "base/stop.h"
#include "cli/arena.h"
#include "cli/check_steps.h"
#include "cli/child.h"
#include "cli/verbs.h"
#include "options/verb.h"
#include "protocol/dc2_client.h"
#include "protocol/dc2_host.h"
#include "protocol/dc3_client.h"
#include "protocol/dc3_host.h"
#include "protocol/wire.h"

namespace skipstone {
namespace {

using std::chrono::seconds;

struct Options {
  std::string arena;
  std::vector<std::string> command;
  int team = 0;
  int ends = 2;
  double time_s = 60.0;
  double patience_s = 600.0;
  bool json = false;
};

// How far the client has come, as the wire shows it.
struct Seen {
  bool connected = false;
  bool introduced = false;  // and was told so
  int received = 0;
  int sent = 0;
  bool told_over = false;
  bool closed_after = false;
};

std::unique_ptr<Host> HostFor(const Options& options) {
  const auto clock_ms = static_cast<Milliseconds>(1000.0 * options.time_s);
  if (options.arena == "dc2") {
    Dc2HostSetting setting;
    setting.terms.rules.ends = options.ends;
    setting.terms.rules.thinking_time_ms.fill(clock_ms);
    setting.seed = 1;
    return std::make_unique<Dc2Host>(setting);
  }
  Dc3Config config;
  config.match.rules = MakeRules(RulesPreset::kDc3);
  config.match.rules.ends = options.ends;
  config.match.rules.thinking_time_ms.fill(clock_ms);
  config.match.rules.extra_end_time_ms.fill(clock_ms);
  for (std::size_t team = 0; team < 2; ++team) {
    config.match.players[team] = SameForAll(DefaultSizes(ExecutionModel::kDc3));
    config.match.seeds[team] = {1U, 2U, 3U, 4U};
  }
  config.game_for_clients = Json::parse(ToJson(config.match).dump());
  return std::make_unique<Dc3Host>(
      config, Dc3Identity{Dc3Host::GameId(1, 1), DateTimeNow(), HostName()}, nullptr);
}

// The other side of the table: quick draws.
void PlayOpponent(const Options& options, std::uint16_t port, const std::atomic<bool>& stop) {
  const auto stopped = [&stop] { return stop.load(); };
  try {
    if (options.arena == "dc2") {
      Dc2Client client({.id = "opponent", .name = "opponent", .player = "draw"});
      ClientSocket socket("127.0.0.1", port, {'\0', kMostDc2Bytes});
      while (!client.dismissed()) {
        const auto message = socket.Read(stopped);
        if (!message) return;
        for (const std::string& answer : client.Hear(*message)) socket.Write(answer);
      }
      return;
    }
    Dc3Client client({.name = "opponent", .player = "draw"});
    ClientSocket socket("127.0.0.1", port, {'\n', kMostDc3FromServerBytes});
    while (!client.over()) {
      const auto line = socket.Read(stopped);
      if (!line) return;
      if (const auto answer = client.Hear(*line)) socket.Write(*answer);
    }
  } catch (const Error&) {
    // The game ends without it; the steps tell how.
  }
}

// "{port}" and "{host}" in the command.
std::string CommandFor(const Options& options, std::uint16_t port) {
  std::string command = ShellCommand(options.command);
  const auto replace = [&command](const std::string& what, const std::string& by) {
    for (std::size_t at = 0; (at = command.find(what, at)) != std::string::npos; at += by.size()) {
      command.replace(at, what.size(), by);
    }
  };
  replace("{port}", std::to_string(port));
  replace("{host}", "127.0.0.1");
  return command;
}

void Run(const Options& options) {
  CatchStopSignals();
  const bool dc3 = options.arena == "dc3";
  const Team tested = options.team == 0 ? Team::k0 : Team::k1;
  const std::unique_ptr<Host> host = HostFor(options);
  HostSockets sockets("127.0.0.1",
                      dc3 ? std::vector<std::uint16_t>{0, 0} : std::vector<std::uint16_t>{0},
                      {dc3 ? '\n' : '\0', dc3 ? kMostDc3Bytes : kMostDc2Bytes});
  const std::uint16_t port = sockets.port(dc3 ? static_cast<std::size_t>(options.team) : 0);
  const std::uint16_t other_port =
      sockets.port(dc3 ? static_cast<std::size_t>(1 - options.team) : 0);
  const std::filesystem::path output =
      std::filesystem::temp_directory_path() / fmt::format("skipstone-check-{}.txt", ::getpid());

  std::atomic<bool> stop = false;
  std::unique_ptr<std::thread> opponent;
  std::unique_ptr<Child> child;
  const auto start_opponent = [&] {
    opponent = std::make_unique<std::thread>(
        [&options, other_port, &stop] { PlayOpponent(options, other_port, stop); });
  };
  const auto start_child = [&] {
    child = std::make_unique<Child>(CommandFor(options, port), output);
  };
  // On dc2's one port who comes first is First, so the other is started once one is there.
  const bool child_first = dc3 || tested == Team::k0;
  child_first ? start_child() : start_opponent();
  if (dc3) start_opponent();
  Seen seen;
  const auto tap = [&](Team team, WireEvent event, std::string_view message) {
    if (!dc3 && event == WireEvent::kConnected && team == Team::k0) {
      child_first ? start_opponent() : start_child();
    }
    if (team != tested) return;
    switch (event) {
      case WireEvent::kConnected:
        seen.connected = true;
        break;
      case WireEvent::kReceived:
        ++seen.received;
        break;
      case WireEvent::kSent:
        ++seen.sent;
        seen.introduced = seen.introduced || message == "LOGIN OK" ||
                          message.find("\"is_ready\"") != std::string_view::npos;
        seen.told_over = seen.told_over || message.find("game_over") != std::string_view::npos ||
                         message.rfind("GAMEOVER", 0) == 0;
        break;
      case WireEvent::kClosed:
        seen.closed_after = seen.told_over;
        break;
    }
  };
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(options.patience_s);
  sockets.Serve(
      *host,
      [&] {
        // A program that ended without connecting will not come.
        const bool gone = child && !seen.connected && child->WaitFor({}).has_value();
        return StopRequested() || gone || std::chrono::steady_clock::now() >= until;
      },
      tap);
  stop = true;
  if (opponent) opponent->join();

  CheckSteps steps;
  const bool ended_early = child && !seen.connected && child->WaitFor({}).has_value();
  const bool started = !ended_early || child->started();
  if (steps.Step("the program starts", started, started ? "" : child->EarlyEndText()) &&
      steps.Step("it connects", seen.connected,
                 ended_early ? child->EarlyEndText() : "nobody came") &&
      steps.Step(dc3 ? "it introduces itself (dc_ok)" : "it logs in (LOGIN)", seen.introduced,
                 seen.received == 0 ? "it said nothing" : host->complaint()) &&
      steps.Step(dc3 ? "it gets ready (ready_ok)" : "it gets ready (READYOK)", seen.received >= 2,
                 host->complaint())) {
    const bool over = host->over();
    const bool lost_by_it =
        over && host->record().result.winner == Opponent(tested) && !host->complaint().empty();
    steps.Step("it keeps to the protocol", !lost_by_it, host->complaint());
    steps.Step(fmt::format("it answers in time ({} moves)", std::max(0, seen.received - 2)),
               over && host->record().result.reason != Reason::kTimeLimit, "it lost on time");
    const bool played_out = over && (host->record().result.reason == Reason::kScore ||
                                     host->record().result.reason == Reason::kDraw);
    steps.Step("the game ends with a score", played_out,
               over ? std::string(ReasonName(host->record().result.reason)) : "it does not end");
    steps.Step("it closes the connection after the game", seen.closed_after, "it stays connected");
  }
  if (started)
    steps.Step("the program ends", child && child->WaitFor(seconds(5)).has_value(),
               "it still runs");
  const std::string last_words = child ? child->LastWords(10) : "";
  std::error_code ignored;
  std::filesystem::remove(output, ignored);
  fmt::print("{}", options.json ? steps.JsonText(last_words) : steps.Text(last_words));
  if (!steps.passed()) throw BadData(options.arena, "the client did not pass");
}

}  // namespace

void AddCheckClient(Verb& app) {
  Verb* verb = app.add_subcommand(
      "check-client", "A match against somebody's client, with a list of what it does right");
  const auto options = std::make_shared<Options>();
  verb->add_option("arena", options->arena, "dc3 or dc2")
      ->required()
      ->check(IsMember({"dc2", "dc3"}));
  verb->add_program(options->command, "starts the client; {host} and {port} in it are replaced")
      ->required();
  verb->add_option("--team", options->team, "0 throws first in the first end, 1 has the hammer")
      ->check(Range(0, 1))
      ->capture_default_str();
  verb->add_option("--ends", options->ends, "of the match")
      ->check(Range(1, 255))
      ->capture_default_str();
  verb->add_option("--time", options->time_s, "seconds of thinking for each team")
      ->check(Range(0.01, 1e6))
      ->capture_default_str();
  verb->add_option("--patience", options->patience_s, "seconds until the check gives up")
      ->check(Range(1.0, 1e6))
      ->capture_default_str();
  verb->add_flag("--json", options->json, "for programs");
  AddExample(*verb, "./skipstone check-client dc3 -- ./skipstone dc3 --port {port} --player rule");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
