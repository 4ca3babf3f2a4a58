// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/arena.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "match/player.h"

namespace skipstone {
namespace {

constexpr auto kBetweenTries = std::chrono::milliseconds(100);

Error NobodyThere(const Error& error, double wait_s) {
  return Error(error.kind(), "",
               fmt::format("{}; is a server running there? It was tried for {} s, and --wait "
                           "SECONDS tries longer",
                           error.what(), wait_s));
}

double Seconds(Milliseconds time_ms) { return static_cast<double>(time_ms) / 1000.0; }

}  // namespace

void CheckPlayer(const std::string& spec, Law law, const ExecutionSizes& sizes) {
  PlayerSetup setup;
  setup.terms = MakeTerms(law, UsualRules(law), sizes);
  MakePlayer(spec, setup);
}

std::unique_ptr<ClientSocket> ConnectWithin(const std::string& host, std::uint16_t port,
                                            const Framing& framing, double seconds,
                                            const std::function<bool()>& stop) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (true) {
    try {
      return std::make_unique<ClientSocket>(host, port, framing);
    } catch (const Error& e) {
      if (e.kind() != ErrorKind::kEnvironment || std::chrono::steady_clock::now() >= until ||
          stop())
        throw;
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

Connection::Connection(const std::string& host, int port, const Framing& framing, double wait_s,
                       std::FILE* talk)
    : name_(fmt::format("{}:{}", host, port)) {
  const auto connect = [&](double seconds) {
    socket_ = ConnectWithin(host, static_cast<std::uint16_t>(port), framing, seconds);
  };
  try {
    connect(0.0);
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::kEnvironment || wait_s == 0.0) throw NobodyThere(e, wait_s);
    fmt::print(talk, "{}; trying again for {} s\n", e.what(), wait_s);
    std::fflush(talk);
  }
  try {
    if (socket_ == nullptr) connect(wait_s);
  } catch (const Error& e) {
    throw NobodyThere(e, wait_s);
  }
  fmt::print(talk, "connected to {}, waiting for the opponent\n", name_);
  std::fflush(talk);
}

Error Connection::Lost() const {
  if (StopRequested()) {
    return Error(ErrorKind::kEnvironment, "", "stopped before the game was over");
  }
  return Error(ErrorKind::kEnvironment, name_,
               "the server closed the connection before the game was over");
}

void PrintSide(std::FILE* talk, Team team, const std::string& opponent) {
  fmt::print(talk, "the game begins: we are team {}, {}; the opponent is {}\n", Index(team),
             team == Team::k0 ? "who throws first" : "who has the first hammer", opponent);
  std::fflush(talk);
}

void PrintScore(std::FILE* talk, const Game& game, Team team) {
  const Team other = Opponent(team);
  fmt::print(talk, "end {}, shot {}: {} : {}, {:.1f} s left\n", game.end + 1, game.shot + 1,
             game.Total(team), game.Total(other),
             Seconds(game.clock_ms[static_cast<std::size_t>(Index(team))]));
  std::fflush(talk);
}

void PrintResult(const Game& game, Team team) {
  const GameResult& result = game.result.value();
  const char* how = !result.winner ? "drawn" : *result.winner == team ? "won" : "lost";
  fmt::print("{} {} : {} ({})\n", how, game.Total(team), game.Total(Opponent(team)),
             ReasonName(result.reason));
}

std::string DateTimeNow() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::tm local = fmt::localtime(now);
  // "+0100" to "+01:00".
  std::string offset = fmt::format("{:%z}", local);
  if (offset.size() == 5) offset = offset.substr(0, 3) + ":" + offset.substr(3);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}", local) + offset;
}

std::string HostName() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "";
  return name.data();
}

}  // namespace skipstone
