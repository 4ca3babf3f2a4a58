// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "base/stop.h"
#include "cli/arena.h"
#include "cli/check_steps.h"
#include "cli/child.h"
#include "cli/verbs.h"
#include "options/verb.h"
#include "protocol/dc2_client.h"
#include "protocol/dc3_client.h"
#include "protocol/wire.h"

namespace skipstone {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

struct Options {
  std::string arena;
  std::vector<int> ports;
  std::string host = "127.0.0.1";
  std::vector<std::string> command;
  double patience_s = 600.0;
  bool json = false;
};

// Asked while a client tries to connect (a server that has ended will not let it in), and later.
struct Stops {
  std::function<bool()> connect;
  std::function<bool()> play;
};

// What one client saw of the match.
struct Seat {
  bool connected = false;
  bool began = false;
  bool over = false;
  std::string problem;
  std::vector<std::string> warnings;
  std::optional<GameRecord> record;
};

void PlayDc3(const Options& options, std::size_t seat, const Stops& stops, Seat& seen) {
  Dc3Client client({.name = fmt::format("check{}", seat), .player = "rule", .seed = seat});
  const auto socket = ConnectWithin(options.host, static_cast<std::uint16_t>(options.ports[seat]),
                                    {'\n', kMostDc3FromServerBytes}, 10.0, stops.connect);
  seen.connected = true;
  while (!client.over()) {
    const auto line = socket->Read(stops.play);
    if (!line) throw BadData("", "the connection was closed before the game was over");
    if (const auto answer = client.Hear(*line)) socket->Write(*answer);
    seen.began = client.game() != nullptr;
  }
  seen.over = true;
  const Dc3Follower& follower = client.Follow();
  if (const std::string warning = follower.stones().Warning(); !warning.empty()) {
    seen.warnings.push_back(warning);
  }
  seen.record = follower.record();
}

void PlayDc2(const Options& options, std::size_t seat, const Stops& stops, Seat& seen) {
  const std::string id = fmt::format("check{}", seat);
  Dc2Client client({.id = id, .name = id, .player = "rule", .seed = seat});
  const auto socket = ConnectWithin(options.host, static_cast<std::uint16_t>(options.ports[0]),
                                    {'\0', kMostDc2Bytes}, 10.0, stops.connect);
  seen.connected = true;
  while (!client.over()) {
    const auto message = socket->Read(stops.play);
    if (!message) throw BadData("", "the connection was closed before the game was over");
    seen.began = seen.began || message->rfind("NEWGAME", 0) == 0;
    for (const std::string& answer : client.Hear(*message)) socket->Write(answer);
  }
  seen.over = true;
  seen.warnings = client.warnings();
  seen.record = client.record();
}

void Play(const Options& options, std::size_t seat, const Stops& stops, Seat& seen) {
  try {
    options.arena == "dc3" ? PlayDc3(options, seat, stops, seen)
                           : PlayDc2(options, seat, stops, seen);
  } catch (const Error& e) {
    seen.problem = e.what();
  }
}

// What both must have seen alike: the throws and the stones after them.
bool SameGame(const GameRecord& a, const GameRecord& b) {
  if (a.moves.size() != b.moves.size() || a.result != b.result || a.score != b.score) return false;
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    if (a.moves[i].thrown != b.moves[i].thrown || a.moves[i].board != b.moves[i].board) {
      return false;
    }
  }
  return true;
}

std::optional<int> PortIn(const std::string& word) {
  int port = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), port);
  if (error != std::errc() || end != word.data() + word.size() || port < 1 || port > 65535) {
    return std::nullopt;
  }
  return port;
}

// Of the ports behind --port all but the first come as the first words of the command.
void ReadPorts(Options& options) {
  const std::size_t wanted = options.arena == "dc3" ? 2 : 1;
  while (options.ports.size() < wanted && !options.command.empty()) {
    const std::string& word = options.command.front();
    const std::optional<int> port = PortIn(word);
    if (!port) break;
    options.ports.push_back(*port);
    options.command.erase(options.command.begin());
  }
  const bool another = !options.command.empty() && PortIn(options.command.front());
  if (options.ports.size() != wanted || another) {
    throw Error(ErrorKind::kUsage, "--port",
                wanted == 2 ? "expected two: team 0's and team 1's, such as --port 10000 10001"
                            : "expected one, for both clients");
  }
}

void Run(const Options& options) {
  CatchStopSignals();
  const std::filesystem::path output =
      std::filesystem::temp_directory_path() / fmt::format("skipstone-check-{}.txt", ::getpid());
  std::unique_ptr<Child> child;
  if (!options.command.empty()) {
    child = std::make_unique<Child>(ShellCommand(options.command), output);
  }
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(options.patience_s);
  std::atomic<bool> gone = false;
  Stops stops;
  stops.play = [until] { return StopRequested() || std::chrono::steady_clock::now() >= until; };
  stops.connect = [&] { return gone || stops.play(); };
  std::array<Seat, 2> seats;
  std::array<std::future<void>, 2> clients;
  for (std::size_t i = 0; i < 2; ++i) {
    clients[i] = std::async(std::launch::async, [&, i] { Play(options, i, stops, seats[i]); });
  }
  for (std::future<void>& client : clients) {
    while (client.wait_for(kBetweenLooks) != std::future_status::ready) {
      if (child && child->WaitFor({})) gone = true;
    }
  }

  CheckSteps steps;
  const auto both = [&](const std::string& name, const auto& holds) {
    bool passed = true;
    std::string what;
    for (const Seat& seat : seats) {
      passed = passed && holds(seat);
      if (!seat.problem.empty() && what.empty()) what = seat.problem;
    }
    return steps.Step(name, passed, what);
  };
  const bool ended_early = child && !seats[0].connected && !seats[1].connected && gone;
  bool started = true;
  if (child) {
    started = !ended_early || child->started();
    steps.Step("the program starts", started, started ? "" : child->EarlyEndText());
    if (ended_early && started) seats[0].problem = child->EarlyEndText();
  }
  if (started && both("both clients get in", [](const Seat& s) { return s.connected; }) &&
      both("the game begins", [](const Seat& s) { return s.began; }) &&
      both("its messages are the protocol's, and the game ends",
           [](const Seat& s) { return s.over && s.problem.empty(); })) {
    const bool recorded = seats[0].record && seats[1].record;
    steps.Step("both see the same game", recorded && SameGame(*seats[0].record, *seats[1].record),
               "their records differ");
    const std::string warning = seats[0].warnings.empty() ? "" : seats[0].warnings[0];
    if (warning.empty() || options.arena == "dc3") {
      steps.Step("its stones lie where our simulation has them", warning.empty(), warning);
    } else {
      // Usual: these servers round otherwise (game/their_stones.h).
      steps.Step("its stones count: " + warning, true);
    }
  }
  if (child && started) {
    steps.Step("the server ends once its clients have left",
               child->WaitFor(std::chrono::seconds(15)).has_value(), "it still runs");
  }
  const std::string last_words = child ? child->LastWords(10) : "";
  std::error_code ignored;
  std::filesystem::remove(output, ignored);
  fmt::print("{}", options.json ? steps.JsonText(last_words) : steps.Text(last_words));
  if (!steps.passed()) throw BadData(options.arena, "the server did not pass");
}

}  // namespace

void AddCheckServer(Verb& app) {
  Verb* verb = app.add_subcommand(
      "check-server", "A match at somebody's server, with a list of what it does right");
  const auto options = std::make_shared<Options>();
  verb->add_option("arena", options->arena, "dc3 or dc2")
      ->required()
      ->check(IsMember({"dc2", "dc3"}));
  verb->add_program(options->command, "starts the server [it runs already]");
  verb->add_option("--port", options->ports, "dc3: team 0's and team 1's; dc2: the one of both")
      ->required()
      ->check(Range(1, 65535))
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--host", options->host, "name or IPv4 address")->capture_default_str();
  verb->add_option("--patience", options->patience_s, "seconds until the check gives up")
      ->check(Range(1.0, 1e6))
      ->capture_default_str();
  verb->add_flag("--json", options->json, "for programs");
  AddExample(*verb,
             "./skipstone check-server dc3 --port 10000 10001 -- ./skipstone dc3-server --config "
             "docs/examples/dc3_config.json\n"
             "  ./skipstone check-server dc2 --port 9876 -- ./skipstone dc2-server --port 9876 "
             "--ends 1");
  verb->callback([options] {
    ReadPorts(*options);
    Run(*options);
  });
}

}  // namespace skipstone
