// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "base/files.h"
#include "base/stop.h"
#include "cli/arena.h"
#include "cli/game_options.h"
#include "cli/verbs.h"
#include "protocol/dc3_client.h"
#include "protocol/wire.h"

namespace skipstone {
namespace {

struct Options {
  std::string host = "127.0.0.1";
  int port = 10000;
  std::string player = kArenaPlayer;
  std::string name = "skipstone";
  std::vector<int> order = {0, 1, 2, 3};
  bool concede = false;
  std::optional<std::uint64_t> seed;
  std::string record;
  double wait_s = 10.0;
};

Dc3PlayerOrder OrderOf(const std::vector<int>& numbers) {
  Dc3PlayerOrder order{};
  unsigned named = 0;
  for (std::size_t i = 0; i < numbers.size() && i < order.size(); ++i) {
    order[i] = numbers[i];
    if (numbers[i] >= 0 && numbers[i] < kPlayers) named |= 1U << numbers[i];
  }
  if (numbers.size() != order.size() || named != 0b1111) {
    throw Error(ErrorKind::kUsage, "--order",
                "expected each of 0, 1, 2 and 3 once, lead first, such as 0,1,2,3");
  }
  return order;
}

void Run(const Options& options) {
  CatchStopSignals();
  CheckPlayer(options.player, Law::kFcv1, DefaultSizes(ExecutionModel::kDc3));
  Dc3Client client({.name = options.name,
                    .player = options.player,
                    .may_concede = options.concede,
                    .seed = options.seed ? *options.seed : std::random_device()(),
                    .order = OrderOf(options.order)});
  std::unique_ptr<ClientSocket> socket =
      ConnectWithin(options.host, static_cast<std::uint16_t>(options.port),
                    {'\n', kMostDc3FromServerBytes}, options.wait_s);
  std::optional<Game> before;
  std::size_t warned = 0;
  while (!client.over()) {
    const auto line = socket->Read(StopRequested);
    if (!line && StopRequested()) throw Error(ErrorKind::kEnvironment, "", "stopped");
    if (!line) {
      throw Error(ErrorKind::kEnvironment, fmt::format("{}:{}", options.host, options.port),
                  "the server closed the connection before the game was over");
    }
    if (const auto answer = client.Hear(*line)) socket->Write(*answer);
    if (client.game() == nullptr) continue;
    const Game& game = *client.game();
    if (!before || game.end != before->end || game.shot != before->shot) {
      PrintScore(game, *client.team());
    }
    before = game;
    for (; warned < client.warnings().size(); ++warned) {
      fmt::print(stderr, "skipstone: {}\n", client.warnings()[warned]);
    }
  }
  socket.reset();  // the server waits for that
  PrintResult(*client.game(), *client.team());
  if (options.record.empty()) return;
  const Dc3Follower follower = client.Follow();
  if (const std::string warning = follower.stones().Warning(); !warning.empty()) {
    fmt::print(stderr, "skipstone: {}\n", warning);
  }
  WriteFile(options.record, RecordToText(follower.record()));
}

}  // namespace

void AddDc3(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("dc3", "Play a match at a Digital Curling 3 server");
  const auto options = std::make_shared<Options>();
  verb->add_option("--host", options->host, "name or IPv4 address of the server")
      ->capture_default_str();
  verb->add_option("--port", options->port, "which decides the team")
      ->check(CLI::Range(1, 65535))
      ->capture_default_str();
  verb->add_option("--player", options->player, PlayersHelp())->capture_default_str();
  verb->add_option("--name", options->name, "shown to the others")->capture_default_str();
  verb->add_option("--order", options->order, "which players throw as lead, second, third, fourth")
      ->delimiter(',')
      ->capture_default_str();
  verb->add_flag("--concede", options->concede, "the player may give up");
  verb->add_option("--seed", options->seed, "of the player's choices [random]")->check(IsSeed());
  verb->add_option("--record", options->record, "file for our record of the game");
  verb->add_option("--wait", options->wait_s, "seconds to keep trying while nobody listens")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  AddExample(*verb, "./skipstone dc3 --port 10001 --record game.jsonl");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
