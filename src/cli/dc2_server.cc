// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "base/log_file.h"
#include "base/stop.h"
#include "cli/arena.h"
#include "cli/game_files.h"
#include "cli/verbs.h"
#include "options/game_options.h"
#include "options/verb.h"
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

  // Once the game has begun.
  const std::filesystem::path& path() const { return log_->path(); }

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

void Serve(HostSockets& sockets, const Dc2HostSetting& setting, const Options& options) {
  LoggedHost host(setting, options.log_folder);
  fmt::print("waiting for First and Second on port {} of {}\n", sockets.port(0), options.address);
  std::fflush(stdout);
  std::unique_ptr<RecordWriter> writer;
  host.Watch([&](const RecordedGame& game) {
    if (!writer) {
      std::filesystem::path path = host.path();
      writer = std::make_unique<RecordWriter>(path.replace_extension("jsonl"));
    }
    writer->CatchUp(game);
  });
  sockets.Serve(host, StopRequested);
  if (!host.over()) {
    throw Error(ErrorKind::kEnvironment, "",
                "stopped before the game was over" + KeptText(writer.get()));
  }
  const GameRecord record = host.record();
  if (!host.complaint().empty()) fmt::print(stderr, "skipstone: {}\n", host.complaint());
  fmt::print("{} {} : {} {} ({}), log in {}\n", record.header.players[0], record.score[0],
             record.score[1], record.header.players[1], ReasonName(record.result.reason),
             host.path().string());
  std::fflush(stdout);
}

void Run(const Options& options) {
  CatchStopSignals();
  Dc2HostSetting setting;
  setting.terms.rules.ends = options.ends;
  setting.terms.rules.thinking_time_ms.fill(static_cast<Milliseconds>(1000.0 * options.time_s));
  setting.terms.execution = SameForBoth(SizesFromText(options.execution));
  setting.seed = options.seed ? *options.seed : std::random_device()();
  MakeFolder(options.log_folder);
  HostSockets sockets(options.address, {static_cast<std::uint16_t>(options.port)},
                      {'\0', kMostDc2Bytes});
  for (int match = 0; match < options.matches; ++match) {
    setting.game = static_cast<std::uint32_t>(match);
    Serve(sockets, setting, options);
  }
}

}  // namespace

void AddDc2Server(Verb& app) {
  Verb* verb = app.add_subcommand("dc2-server", "Host games of Digital Curling 2, for two clients");
  const auto options = std::make_shared<Options>();
  verb->add_option("--port", options->port, "of both clients; 0 is any free one")
      ->check(Range(0, 65535))
      ->capture_default_str();
  verb->add_option("--address", options->address, "IPv4 address to listen on; 0.0.0.0 is all")
      ->capture_default_str();
  verb->add_option("--ends", options->ends, "of a game")
      ->check(Range(1, 255))
      ->capture_default_str();
  verb->add_option("--time", options->time_s, "seconds for each client's whole game")
      ->check(Range(0.01, 1e6))
      ->capture_default_str();
  verb->add_option("--execution", options->execution, "none, dc3, gat or olympic, with sizes")
      ->capture_default_str();
  verb->add_option("--log-dir", options->log_folder, "folder of the logs")->capture_default_str();
  verb->add_option("--matches", options->matches, "one after the other")
      ->check(Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of the errors [random]")->check(IsSeed());
  AddExample(*verb, "./skipstone dc2-server --ends 2 --log-dir log");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
