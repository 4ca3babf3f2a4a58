// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "base/files.h"
#include "base/log_file.h"
#include "base/stop.h"
#include "cli/arena.h"
#include "cli/game_options.h"
#include "cli/verbs.h"
#include "protocol/dc2_host.h"
#include "protocol/wire.h"

namespace skipstone {
namespace {

struct Options {
  int port = 9876;
  std::string address = "127.0.0.1";
  int ends = 8;
  double time_s = 219.0;
  std::string execution = "gat";
  std::string log_folder = "log";
  int matches = 1;
  std::optional<std::uint64_t> seed;
};

// Its log goes to the disk after every shot, whole sections at once.
class LoggedHost : public Dc2Host {
 public:
  LoggedHost(const Dc2HostSetting& setting, std::filesystem::path folder)
      : Dc2Host(setting), folder_(std::move(folder)) {}

  // Nothing if no game has begun.
  std::filesystem::path path() const { return log_ ? log_->path() : ""; }

 private:
  void TellStart() override {
    Dc2Host::TellStart();
    Append();
  }
  void TellTurn(const Played* played) override {
    Dc2Host::TellTurn(played);
    Append();
  }
  void Append() {
    if (!log_) log_ = std::make_unique<LogFile>(FreePath());
    log_->Append(TakeLog());
  }
  std::filesystem::path FreePath() const {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::string stem =
        fmt::format("{}_vs_{}[{}]", FileName(names()[0]), FileName(names()[1]),
                    std::chrono::duration_cast<std::chrono::seconds>(now).count());
    std::filesystem::path path = folder_ / (stem + ".dcl");
    for (int i = 2; std::filesystem::exists(path); ++i) {
      path = folder_ / fmt::format("{}_{}.dcl", stem, i);
    }
    return path;
  }
  // Ids are what clients say they are: no separators in a file's name.
  static std::string FileName(const std::string& id) {
    std::string name;
    for (const char c : id) name += c == '/' || c == '\\' ? '_' : c;
    return name;
  }

  std::filesystem::path folder_;
  std::unique_ptr<LogFile> log_;
};

// One game; false if it was stopped.
bool Serve(HostSockets& sockets, const Dc2HostSetting& setting, const Options& options) {
  LoggedHost host(setting, options.log_folder);
  fmt::print("waiting for First and Second on port {} of {}\n", sockets.port(0), options.address);
  std::fflush(stdout);
  sockets.Serve(host, StopRequested);
  if (!host.over()) return false;
  const GameRecord record = host.record();
  std::string logs;
  if (!host.path().empty()) {
    std::filesystem::path path = host.path();
    WriteFile(path.replace_extension("jsonl"), RecordToText(record));
    logs = ", log in " + host.path().string();
  }
  if (!host.complaint().empty()) fmt::print(stderr, "skipstone: {}\n", host.complaint());
  fmt::print("{} {} : {} {} ({}){}\n", record.header.players[0], record.score[0], record.score[1],
             record.header.players[1], ReasonName(record.result.reason), logs);
  std::fflush(stdout);
  return true;
}

void Run(const Options& options) {
  CatchStopSignals();
  Dc2HostSetting setting;
  setting.rules.ends = options.ends;
  setting.rules.thinking_time_ms.fill(static_cast<Milliseconds>(1000.0 * options.time_s));
  setting.execution.fill(SameForAll(SizesFromText(options.execution)));
  setting.seed = options.seed ? *options.seed : std::random_device()();
  MakeFolder(options.log_folder);
  HostSockets sockets(options.address, {static_cast<std::uint16_t>(options.port)},
                      {'\0', kMostDc2Bytes});
  for (int match = 0; match < options.matches; ++match) {
    setting.game = static_cast<std::uint32_t>(match);
    if (!Serve(sockets, setting, options)) {
      throw Error(ErrorKind::kEnvironment, "", "stopped before the game was over");
    }
  }
}

}  // namespace

void AddDc2Server(CLI::App& app) {
  CLI::App* verb =
      app.add_subcommand("dc2-server", "Host games of Digital Curling 2, for two clients");
  const auto options = std::make_shared<Options>();
  verb->add_option("--port", options->port, "of both clients; 0 is any free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  verb->add_option("--address", options->address, "IPv4 address to listen on; 0.0.0.0 is all")
      ->capture_default_str();
  verb->add_option("--ends", options->ends, "of a game")
      ->check(CLI::Range(1, 255))
      ->capture_default_str();
  verb->add_option("--time", options->time_s, "seconds for each client's whole game")
      ->check(CLI::Range(0.01, 1e6))
      ->capture_default_str();
  verb->add_option("--execution", options->execution, "none, dc3, gat or olympic, with sizes")
      ->capture_default_str();
  verb->add_option("--log-dir", options->log_folder, "folder of the logs")->capture_default_str();
  verb->add_option("--matches", options->matches, "one after the other")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of the errors [random]")->check(IsSeed());
  AddExample(*verb, "./skipstone dc2-server --ends 2 --log-dir log");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
