// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "analysis/file_kind.h"
#include "base/files.h"
#include "base/random.h"
#include "base/stop.h"
#include "cli/arena.h"
#include "cli/game_files.h"
#include "cli/verbs.h"
#include "options/game_options.h"
#include "options/verb.h"
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

void Serve(HostSockets& sockets, Dc3Config config, const Options& options, int match, Dc3Log& log) {
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
  std::unique_ptr<RecordWriter> writer;
  host.Watch([&](const RecordedGame& game) {
    if (!writer) writer = std::make_unique<RecordWriter>(log.match_folder() / "game.jsonl");
    writer->CatchUp(game);
  });
  sockets.Serve(host, StopRequested);
  if (!host.over()) {
    throw Error(ErrorKind::kEnvironment, "",
                "stopped before the game was over" + KeptText(writer.get()));
  }
  const GameRecord record = host.record();
  if (!host.complaint().empty()) fmt::print(stderr, "skipstone: {}\n", host.complaint());
  fmt::print("{} {} : {} {} ({}), logs in {}\n", record.header.players[0], record.score[0],
             record.score[1], record.header.players[1], ReasonName(record.result.reason),
             log.match_folder().string());
  std::fflush(stdout);
}

// Errors name the file.
Dc3Config ReadConfig(const std::string& file) {
  RefuseOtherKinds(file, {FileKind::kMatchConfig});
  const std::string text = ReadFile(file, kMostConfig);
  try {
    return Dc3ConfigFromText(text, "");
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::kBadData) throw;
    throw BadData(file, e.what());
  }
}

void Run(const Options& options) {
  CatchStopSignals();
  const World world = WorldFromName(options.world);
  Dc3Config config = ReadConfig(options.config);
  if (world != config.match.world) SetWorld(config, world);
  // The ports first: whoever has them may be writing to the same logs.
  HostSockets sockets(options.address, {config.ports[0], config.ports[1]}, {'\n', kMostDc3Bytes});
  Dc3Log log(options.log_folder, DateTimeNow);
  for (int match = 0; match < options.matches; ++match) {
    Serve(sockets, config, options, match, log);
  }
}

}  // namespace

void AddDc3Server(Verb& app) {
  Verb* verb = app.add_subcommand(
      "dc3-server", "Host matches of Digital Curling 3, for two clients on two ports");
  const auto options = std::make_shared<Options>();
  verb->add_option("--config,-C", options->config, "the field's configuration file")
      ->capture_default_str();
  verb->add_option("--log-dir", options->log_folder, "folder of the logs")->capture_default_str();
  verb->add_option("--address", options->address, "IPv4 address to listen on; 0.0.0.0 is all")
      ->capture_default_str();
  verb->add_option("--matches", options->matches, "one after the other")
      ->check(Range(1, 1'000'000))
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
