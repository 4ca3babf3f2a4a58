// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/arena_game.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/random.h"
#include "protocol/dc2_client.h"
#include "protocol/dc2_host.h"
#include "protocol/dc3_client.h"
#include "protocol/dc3_host.h"
#include "protocol/dcl2.h"
#include "protocol/wire.h"

namespace skipstone {
namespace {

constexpr const char* kHere = "127.0.0.1";
constexpr Framing kDc3Framing{'\n', kMostDc3Bytes};
constexpr Framing kDc3ClientFraming{'\n', kMostDc3FromServerBytes};
constexpr Framing kDc2Framing{'\0', kMostDc2Bytes};

using Clock = std::chrono::steady_clock;

bool Never() { return false; }

bool IsMove(std::string_view message) {
  return message.find("\"move\"") != std::string_view::npos || message.rfind("BESTSHOT", 0) == 0;
}

Milliseconds FromSeconds(double seconds) { return static_cast<Milliseconds>(1000.0 * seconds); }

// What a client saw, or why it saw no more.
struct Seen {
  std::optional<GameRecord> record;
  std::vector<std::string> warnings;
  std::string problem;
};

void PlayDc3(const ArenaGame& game, std::size_t team, std::uint16_t port, Seen& seen) {
  Dc3Client client({.name = fmt::format("team{}", team),
                    .player = game.players[team],
                    .seed = game.seed + team});
  {
    ClientSocket socket(kHere, port, kDc3ClientFraming);
    while (!client.over()) {
      const auto line = socket.Read(Never);
      if (!line) throw BadData("", "the server closed the connection");
      if (const auto answer = client.Hear(*line)) socket.Write(*answer);
    }
  }
  seen.warnings = client.warnings();
  const Dc3Follower& follower = client.Follow();
  if (!follower.stones().same()) seen.warnings.push_back("our ice is not ours");
  seen.record = follower.record();
}

void PlayDc2(const ArenaGame& game, std::size_t team, std::uint16_t port, Seen& seen) {
  const std::string id = fmt::format("team{}", team);
  Dc2Client client({.id = id, .name = id, .player = game.players[team], .seed = game.seed + team});
  ClientSocket socket(kHere, port, kDc2Framing);
  while (!client.dismissed()) {
    const auto message = socket.Read(Never);
    if (!message) throw BadData("", "the server closed the connection");
    for (const std::string& answer : client.Hear(*message)) socket.Write(answer);
  }
  seen.warnings = client.warnings();
  seen.record = client.record();
}

void Play(const ArenaGame& game, std::size_t team, std::uint16_t port, Seen& seen) {
  try {
    game.arena == Arena::kDc3 ? PlayDc3(game, team, port, seen) : PlayDc2(game, team, port, seen);
  } catch (const std::exception& e) {
    seen.problem = e.what();
  }
}

Dc3Config ConfigFor(const ArenaGame& game) {
  Dc3Config config;
  Dc3Match& match = config.match;
  match.rules = MakeRules(RulesPreset::kDc3);
  match.rules.ends = game.ends;
  match.rules.thinking_time_ms.fill(FromSeconds(game.time_s));
  match.rules.extra_end_time_ms.fill(FromSeconds(game.extra_time_s));
  RandomStream random({.seed = game.seed, .purpose = Purpose::kExecution});
  for (std::size_t team = 0; team < 2; ++team) {
    match.players[team] = SameForAll(DefaultSizes(ExecutionModel::kDc3));
    for (auto& seed : match.seeds[team]) seed = random.NextU32();
  }
  // Clients are not told the seeds.
  Dc3Match told = match;
  told.seeds = {};
  config.game_for_clients = Json::parse(ToJson(told).dump());
  config.whole = {{"game", Json::parse(ToJson(match).dump())}};
  return config;
}

// The server's side: serves, and gives its record and what its log says.
struct Served {
  GameRecord record;
  GameRecord logged;
  std::string complaint;
  std::vector<double> answers_s;
};

Served Serve(const ArenaGame& game, const std::filesystem::path& folder,
             std::array<Seen, 2>& seen) {
  const bool dc3 = game.arena == Arena::kDc3;
  HostSockets sockets(kHere, std::vector<std::uint16_t>(dc3 ? 2 : 1, 0),
                      dc3 ? kDc3Framing : kDc2Framing);
  Served served;
  std::vector<std::thread> clients;
  const auto start = [&](std::size_t team) {
    clients.emplace_back([&game, team, port = sockets.port(dc3 ? team : 0), &seen] {
      Play(game, team, port, seen[team]);
    });
  };
  std::array<Clock::time_point, 2> sent;
  const WireTap tap = [&](Team team, WireEvent event, std::string_view message) {
    // On one port who comes first is First.
    if (!dc3 && event == WireEvent::kConnected && team == Team::k0) start(1);
    Clock::time_point& since = sent[static_cast<std::size_t>(Index(team))];
    if (event == WireEvent::kSent) since = Clock::now();
    if (event == WireEvent::kReceived && IsMove(message)) {
      served.answers_s.push_back(std::chrono::duration<double>(Clock::now() - since).count());
    }
  };
  start(0);
  if (dc3) {
    start(1);
    Dc3Log log(folder, [] { return std::string("2026-01-01T00:00:00+00:00"); });
    Dc3Host host(ConfigFor(game), {Dc3Host::GameId(game.seed, 1), "2026-01-01T00:00:00+00:00", ""},
                 &log);
    sockets.Serve(host, Never, tap);
    served.record = host.record();
    served.complaint = host.complaint();
    const std::filesystem::path file = log.match_folder() / "game.dcl2";
    for (std::thread& client : clients) client.join();
    served.logged = RecordFromDcl2(ReadFile(file), file.string());
    return served;
  }
  Dc2HostSetting setting;
  setting.terms.rules.ends = game.ends;
  setting.terms.rules.thinking_time_ms.fill(FromSeconds(game.time_s));
  setting.seed = game.seed;
  Dc2Host host(setting);
  sockets.Serve(host, Never, tap);
  served.record = host.record();
  served.complaint = host.complaint();
  for (std::thread& client : clients) client.join();
  served.logged = RecordFromDcl(host.TakeLog(), "game.dcl");
  return served;
}

// Throws, stones, scores and result; of the calls those of the record's own team, if it has one.
std::string Difference(const GameRecord& a, const GameRecord& b, std::optional<Team> own) {
  if (a.result != b.result || a.score != b.score) return "the results differ";
  if (a.moves.size() != b.moves.size()) return "the numbers of moves differ";
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    const RecordMove& left = a.moves[i];
    const RecordMove& right = b.moves[i];
    if (left.team != right.team || left.thrown != right.thrown || left.foul != right.foul ||
        left.board != right.board || ((!own || left.team == *own) && left.called != right.called)) {
      return fmt::format("end {}, shot {} differs", left.end + 1, left.shot + 1);
    }
  }
  return "";
}

std::string ProblemOf(const Served& served, const std::array<Seen, 2>& seen) {
  if (!served.complaint.empty()) return served.complaint;
  const Reason reason = served.record.result.reason;
  if (reason != Reason::kScore && reason != Reason::kDraw) {
    return fmt::format("the game ended by {}", ReasonName(reason));
  }
  if (const auto difference = Replay(served.record)) return "server's record: " + *difference;
  const std::string logged = Difference(served.logged, served.record, std::nullopt);
  if (!logged.empty()) return "server's log: " + logged;
  for (const Team team : {Team::k0, Team::k1}) {
    const Seen& client = seen[static_cast<std::size_t>(Index(team))];
    const std::string who = fmt::format("client {}: ", Index(team));
    if (!client.problem.empty()) return who + client.problem;
    if (!client.warnings.empty()) return who + client.warnings[0];
    if (!client.record) return who + "has no record";
    // The same ice, throws and stones as in the server's record, which replays: so does this one.
    if (client.record->header.terms.ice != served.record.header.terms.ice)
      return who + "has another ice";
    const std::string difference = Difference(*client.record, served.logged, team);
    if (!difference.empty()) return who + "server's log and its record: " + difference;
  }
  return "";
}

}  // namespace

std::string_view ArenaName(Arena arena) { return arena == Arena::kDc2 ? "dc2" : "dc3"; }

Arena ArenaFromName(std::string_view name) {
  for (const Arena arena : {Arena::kDc2, Arena::kDc3}) {
    if (name == ArenaName(arena)) return arena;
  }
  throw Error(ErrorKind::kUsage, "arena", fmt::format("expected dc2 or dc3, got {}", name));
}

ArenaGameReport PlayArenaGame(const ArenaGame& game, const std::filesystem::path& folder) {
  std::array<Seen, 2> seen;
  const Served served = Serve(game, folder, seen);
  ArenaGameReport report;
  report.result = served.record.result;
  report.least_left_ms.fill(FromSeconds(game.time_s));
  for (const RecordMove& move : served.record.moves) {
    auto& least = report.least_left_ms[static_cast<std::size_t>(Index(move.team))];
    least = std::min(least, move.clock_ms[static_cast<std::size_t>(Index(move.team))]);
  }
  report.answers_s = served.answers_s;
  report.problem = ProblemOf(served, seen);
  return report;
}

}  // namespace skipstone
