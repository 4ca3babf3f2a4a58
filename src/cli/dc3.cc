// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "base/stop.h"
#include "cli/arena.h"
#include "cli/game_files.h"
#include "cli/verbs.h"
#include "options/game_options.h"
#include "options/verb.h"
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
  std::string log;
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

// What is new since the last message.
class Telling {
 public:
  explicit Telling(const Dc3Client& client, const std::string& server)
      : client_(client), server_(server) {}

  void Tell() {
    for (; warned_ < client_.warnings().size(); ++warned_) {
      fmt::print(stderr, "skipstone: {}: {}\n", server_, client_.warnings()[warned_]);
    }
    if (client_.names() && !begun_) {
      begun_ = true;
      const auto opponent = static_cast<std::size_t>(Index(Opponent(*client_.team())));
      PrintSide(stdout, *client_.team(), client_.names()->names[opponent]);
    }
    if (client_.game() == nullptr) return;
    const Game& game = *client_.game();
    if (game.over()) return;  // there is no next shot
    if (!before_ || game.end != before_->end || game.shot != before_->shot) {
      PrintScore(stdout, game, *client_.team());
    }
    before_ = game;
  }

 private:
  const Dc3Client& client_;
  std::string server_;
  std::size_t warned_ = 0;
  bool begun_ = false;
  std::optional<Game> before_;
};

void Play(Dc3Client& client, Connection& server, GameFiles& files) {
  using Clock = std::chrono::steady_clock;
  const auto keep = [&] {
    files.KeepRecord(
        [&client] { return client.game() == nullptr ? nullptr : &client.Follow().recorded(); });
  };
  Telling telling(client, server.name());
  try {
    while (!client.over()) {
      const auto line = server.Read();
      if (!line) throw server.Lost();
      const Clock::time_point start = Clock::now();
      const auto answer = HearFrom(server.name(), client, *line);
      if (answer) server.Write(*answer);
      const double used_s = std::chrono::duration<double>(Clock::now() - start).count();
      telling.Tell();
      // The own clock stands still now.
      if (const auto call = client.TakeCall()) files.KeepCall(*call, used_s);
      keep();
    }
  } catch (const Error& e) {
    keep();
    throw Error(e.kind(), "", e.what() + KeptText(files.record()));
  }
}

void Run(const Options& options) {
  CatchStopSignals();
  CheckPlayer(options.player, Law::kFcv1, DefaultSizes(ExecutionModel::kDc3));
  GameFiles files(options.record, options.log, options.player, Law::kFcv1);
  Dc3Client client({.name = options.name,
                    .player = options.player,
                    .may_concede = options.concede,
                    .seed = options.seed ? *options.seed : std::random_device()(),
                    .order = OrderOf(options.order)});
  {
    Connection server(options.host, options.port, {'\n', kMostDc3FromServerBytes}, options.wait_s,
                      stdout);
    Play(client, server, files);
  }  // the server waits for the connection to be closed
  PrintResult(*client.game(), *client.team());
  if (!files.recording()) return;
  if (const std::string warning = client.Follow().stones().Warning(); !warning.empty()) {
    fmt::print(stderr, "skipstone: {}\n", warning);
  }
}

}  // namespace

void AddDc3(Verb& app) {
  Verb* verb = app.add_subcommand("dc3", "Play a match at a Digital Curling 3 server");
  const auto options = std::make_shared<Options>();
  verb->add_option("--host", options->host, "name or IPv4 address of the server")
      ->capture_default_str();
  verb->add_option("--port", options->port, "which decides the team")
      ->check(Range(1, 65535))
      ->capture_default_str();
  verb->add_option("--player", options->player, PlayersHelp())->capture_default_str();
  verb->add_option("--name", options->name, "shown to the others")->capture_default_str();
  verb->add_option("--order", options->order, "which players throw as lead, second, third, fourth")
      ->delimiter(',')
      ->capture_default_str();
  verb->add_flag("--concede", options->concede, "the player may give up");
  verb->add_option("--seed", options->seed, "of the player's choices [random]")->check(IsSeed());
  verb->add_option("--record", options->record,
                   "file for our record of the game, written move by move");
  verb->add_option(
      "--log", options->log,
      "file for a JSON line per own shot: the call, its rivals, their values, the time");
  verb->add_option("--wait", options->wait_s, "seconds to keep trying while nobody listens")
      ->check(Range(0.0, 86400.0))
      ->capture_default_str();
  AddExample(*verb, "./skipstone dc3 --port 10001 --record game.jsonl");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
