// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "base/files.h"
#include "base/random.h"
#include "base/stop.h"
#include "cli/arena.h"
#include "cli/game_options.h"
#include "cli/verbs.h"
#include "protocol/dc3_host.h"
#include "protocol/wire.h"

namespace skipstone {
namespace {

constexpr std::size_t kMostConfig = 1 << 20;

struct Options {
  std::string config = "config.json";
  std::string log_folder = "log";
  std::string address = "127.0.0.1";
  int matches = 1;
  std::optional<std::uint64_t> seed;
  std::string world = "match";
};

// One match; false if it was stopped.
bool Serve(HostSockets& sockets, Dc3Config config, const Options& options, int match, Dc3Log& log) {
  RandomStream random({.seed = options.seed ? *options.seed : std::random_device()(),
                       .game = static_cast<std::uint32_t>(match),
                       .purpose = Purpose::kExecution});
  for (auto& team : config.match.seeds) {
    for (std::optional<std::uint32_t>& seed : team) {
      if (!seed) seed = static_cast<std::uint32_t>(random.NextU64());
    }
  }
  std::random_device device;
  const auto random64 = [&device] { return std::uint64_t{device()} << 32 | device(); };
  Dc3Host host(config, {Dc3Host::GameId(random64(), random64()), DateTimeNow(), HostName()}, &log);
  fmt::print("waiting for team 0 on port {} and team 1 on port {} of {}\n", sockets.port(0),
             sockets.port(1), options.address);
  std::fflush(stdout);
  sockets.Serve(host, StopRequested);
  if (!host.over()) return false;
  const GameRecord record = host.record();
  if (!log.match_folder().empty()) {
    WriteFile(log.match_folder() / "game.jsonl", RecordToText(record));
  }
  if (!host.complaint().empty()) fmt::print(stderr, "skipstone: {}\n", host.complaint());
  fmt::print("{} {} : {} {} ({}), logs in {}\n", record.header.players[0], record.score[0],
             record.score[1], record.header.players[1], ReasonName(record.result.reason),
             log.match_folder().string());
  std::fflush(stdout);
  return true;
}

void Run(const Options& options) {
  CatchStopSignals();
  const World world = WorldFromName(options.world);
  Dc3Config config = Dc3ConfigFromText(ReadFile(options.config, kMostConfig), options.config);
  if (world != config.match.world) SetWorld(config, world);
  // The ports first: whoever has them may be writing to the same logs.
  HostSockets sockets(options.address, {config.ports[0], config.ports[1]}, {'\n', kMostDc3Bytes});
  Dc3Log log(options.log_folder, DateTimeNow);
  for (int match = 0; match < options.matches; ++match) {
    if (!Serve(sockets, config, options, match, log)) {
      throw Error(ErrorKind::kEnvironment, "", "stopped before the match was over");
    }
  }
}

}  // namespace

void AddDc3Server(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "dc3-server", "Host matches of Digital Curling 3, for two clients on two ports");
  const auto options = std::make_shared<Options>();
  verb->add_option("--config,-C", options->config, "the field's configuration file")
      ->capture_default_str();
  verb->add_option("--log-dir", options->log_folder, "folder of the logs")->capture_default_str();
  verb->add_option("--address", options->address, "IPv4 address to listen on; 0.0.0.0 is all")
      ->capture_default_str();
  verb->add_option("--matches", options->matches, "one after the other")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of players whose seed the configuration leaves open")
      ->check(IsSeed());
  verb->add_option("--world", options->world,
                   "match: all throws in one Box2D world, as on the field's server; fresh: each in "
                   "its own")
      ->capture_default_str();
  AddExample(*verb, "./skipstone dc3-server --config docs/examples/dc3_config.json --log-dir log");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
