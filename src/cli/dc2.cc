// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
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
#include "protocol/dc2_client.h"
#include "protocol/wire.h"

namespace skipstone {
namespace {

struct Options {
  std::string host = "127.0.0.1";
  int port = 9876;
  bool pipe = false;
  std::string id = "skipstone";
  std::string password = "-";
  std::string player = kArenaPlayer;
  std::string execution = "gat";
  bool concede = false;
  std::optional<std::uint64_t> seed;
  std::string record;
  std::string log;
  double wait_s = 10.0;
};

// Commands on standard input. The field's programs end them with a newline, with carriage return
// and newline, or with NUL.
class Pipe {
 public:
  // Nothing at the end of the input or when told to stop.
  std::optional<std::string> Read() {
    while (true) {
      const std::size_t end = buffer_.find_first_of(std::string_view("\n\r\0", 3));
      if (end != std::string::npos) {
        std::string command = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        if (!command.empty()) return command;
        continue;
      }
      if (buffer_.size() > kMostDc2Bytes) {
        throw BadData("standard input",
                      fmt::format("expected commands of at most {} bytes", kMostDc2Bytes));
      }
      std::array<char, 4096> bytes;
      const ssize_t size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
      if (size <= 0) return std::nullopt;
      buffer_.append(bytes.data(), static_cast<std::size_t>(size));
    }
  }
  static void Write(const std::string& command) {
    fmt::print("{}\n", command);
    std::fflush(stdout);
  }

 private:
  std::string buffer_;
};

// Everything but the protocol goes to standard error: with --pipe standard output is the server's.
class Talk {
 public:
  // `server` is its name for people.
  Talk(const Options& options, const std::string& server)
      : server_(server),
        client_({.id = options.id,
                 .password = options.password,
                 .name = options.id,
                 .player = options.player,
                 .execution = SizesFromText(options.execution),
                 .may_concede = options.concede,
                 .seed = options.seed ? *options.seed : std::random_device()()}),
        files_(options.record, options.log, options.player, Law::kDc2) {}

  // Its answers are sent by `send`.
  template <typename Send>
  void Hear(const std::string& message, const Send& send) {
    using Clock = std::chrono::steady_clock;
    const bool was_over = client_.over();
    const Clock::time_point start = Clock::now();
    for (const std::string& answer : HearFrom(server_, client_, message)) send(answer);
    const double used_s = std::chrono::duration<double>(Clock::now() - start).count();
    if (was_over && !client_.over()) files_.NextGame();
    if (client_.team() && client_.team() != told_) {
      const auto opponent = static_cast<std::size_t>(Index(Opponent(*client_.team())));
      PrintSide(stderr, *client_.team(), client_.names()[opponent]);
    }
    told_ = client_.team();
    // The own clock stands still now.
    if (const auto call = client_.TakeCall()) {
      PrintScore(stderr, call->before, *client_.team());
      files_.KeepCall(*call, used_s);
    }
    Keep();
    for (; warned_ < client_.warnings().size(); ++warned_) {
      fmt::print(stderr, "skipstone: {}: {}\n", server_, client_.warnings()[warned_]);
    }
    if (client_.over() && !was_over) Finish();
  }
  void Keep() {
    files_.KeepRecord([this] { return client_.Follow(); });
  }
  bool dismissed() const { return client_.dismissed(); }
  int games() const { return games_; }
  const RecordWriter* record() const { return files_.record(); }

 private:
  void Finish() {
    ++games_;
    if (!client_.record()) return;
    const GameRecord& record = *client_.record();
    fmt::print(stderr, "{} {} : {} {} ({})\n", record.header.players[0], record.score[0],
               record.score[1], record.header.players[1], ReasonName(record.result.reason));
  }

  std::string server_;
  Dc2Client client_;
  GameFiles files_;
  std::optional<Team> told_;
  std::size_t warned_ = 0;
  int games_ = 0;
};

void RunPipe(const Options& options) {
  Talk talk(options, "standard input");
  Pipe pipe;
  while (const auto command = pipe.Read()) talk.Hear(*command, Pipe::Write);
}

void RunSocket(const Options& options) {
  Talk talk(options, fmt::format("{}:{}", options.host, options.port));
  Connection server(options.host, options.port, {'\0', kMostDc2Bytes}, options.wait_s, stderr);
  try {
    while (!talk.dismissed()) {
      const auto message = server.Read();
      if (!message && talk.games() > 0 && !StopRequested()) return;
      if (!message) throw server.Lost();
      talk.Hear(*message, [&server](const std::string& answer) { server.Write(answer); });
    }
  } catch (const Error& e) {
    talk.Keep();
    throw Error(e.kind(), "", e.what() + KeptText(talk.record()));
  }
}

}  // namespace

void AddDc2(Verb& app) {
  Verb* verb = app.add_subcommand(
      "dc2", "Play at a Digital Curling 2 server, or behind pipes as its GUI's engine");
  const auto options = std::make_shared<Options>();
  VerbOption* host = verb->add_option("--host", options->host, "name or IPv4 address of the server")
                         ->capture_default_str();
  VerbOption* port = verb->add_option("--port", options->port, "of the server")
                         ->check(Range(1, 65535))
                         ->capture_default_str();
  verb->add_flag("--pipe", options->pipe, "commands on standard input, answers on standard output")
      ->excludes(host)
      ->excludes(port);
  verb->add_option("--id", options->id, "to log in with, and its name")->capture_default_str();
  verb->add_option("--password", options->password, "to log in with")->capture_default_str();
  verb->add_option("--player", options->player, PlayersHelp())->capture_default_str();
  verb->add_option("--execution", options->execution,
                   "the errors to expect: the server does not say")
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
  AddExample(*verb, "./skipstone dc2 --port 9876 --id skipstone --record game.jsonl");
  verb->callback([options] {
    CatchStopSignals();
    CheckPlayer(options->player, Law::kDc2, SizesFromText(options->execution));
    options->pipe ? RunPipe(*options) : RunSocket(*options);
  });
}

}  // namespace skipstone
