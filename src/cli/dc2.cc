// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "base/files.h"
#include "base/stop.h"
#include "cli/arena.h"
#include "cli/game_options.h"
#include "cli/verbs.h"
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
  explicit Talk(const Options& options)
      : options_(options),
        client_({.id = options.id,
                 .password = options.password,
                 .name = options.id,
                 .player = options.player,
                 .execution = SizesFromText(options.execution),
                 .may_concede = options.concede,
                 .seed = options.seed ? *options.seed : std::random_device()()}) {
    CheckPlayer(options.player, Law::kDc2, SizesFromText(options.execution));
  }

  std::vector<std::string> Hear(const std::string& message) {
    const bool was_over = client_.over();
    std::vector<std::string> answers = client_.Hear(message);
    for (; warned_ < client_.warnings().size(); ++warned_) {
      fmt::print(stderr, "skipstone: {}\n", client_.warnings()[warned_]);
    }
    if (client_.over() && !was_over) Finish();
    return answers;
  }
  bool dismissed() const { return client_.dismissed(); }
  int games() const { return games_; }

 private:
  void Finish() {
    ++games_;
    if (!client_.record()) return;
    const GameRecord& record = *client_.record();
    fmt::print(stderr, "{} {} : {} {} ({})\n", record.header.players[0], record.score[0],
               record.score[1], record.header.players[1], ReasonName(record.result.reason));
    if (options_.record.empty()) return;
    // The session's second game goes to game-2.jsonl, and so on.
    std::filesystem::path path = options_.record;
    if (games_ > 1) {
      path.replace_filename(
          fmt::format("{}-{}{}", path.stem().string(), games_, path.extension().string()));
    }
    WriteFile(path, RecordToText(record));
  }

  const Options& options_;
  Dc2Client client_;
  std::size_t warned_ = 0;
  int games_ = 0;
};

void RunPipe(const Options& options) {
  Talk talk(options);
  Pipe pipe;
  while (const auto command = pipe.Read()) {
    for (const std::string& answer : talk.Hear(*command)) Pipe::Write(answer);
  }
}

void RunSocket(const Options& options) {
  Talk talk(options);
  const std::unique_ptr<ClientSocket> socket =
      ConnectWithin(options.host, static_cast<std::uint16_t>(options.port), {'\0', kMostDc2Bytes},
                    options.wait_s);
  while (!talk.dismissed()) {
    const auto message = socket->Read(StopRequested);
    if (!message && talk.games() > 0 && !StopRequested()) return;
    if (!message) {
      throw Error(
          ErrorKind::kEnvironment, fmt::format("{}:{}", options.host, options.port),
          StopRequested() ? "stopped" : "the server closed the connection before a game was over");
    }
    for (const std::string& answer : talk.Hear(*message)) socket->Write(answer);
  }
}

}  // namespace

void AddDc2(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "dc2", "Play at a Digital Curling 2 server, or behind pipes as its GUI's engine");
  const auto options = std::make_shared<Options>();
  CLI::Option* host =
      verb->add_option("--host", options->host, "name or IPv4 address of the server")
          ->capture_default_str();
  CLI::Option* port = verb->add_option("--port", options->port, "of the server")
                          ->check(CLI::Range(1, 65535))
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
  verb->add_option("--record", options->record, "file for our record of the game");
  verb->add_option("--wait", options->wait_s, "seconds to keep trying while nobody listens")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  AddExample(*verb, "./skipstone dc2 --port 9876 --id skipstone --record game.jsonl");
  verb->callback([options] {
    CatchStopSignals();
    options->pipe ? RunPipe(*options) : RunSocket(*options);
  });
}

}  // namespace skipstone
