// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/stop.h"
#include "game/record.h"
#include "protocol/wire.h"

namespace skipstone {

// What the verbs that play in arenas share.

// Who plays when nobody is named: the strongest, by the clock.
inline constexpr const char* kArenaPlayer = "grid";

// A mistake in a player's spec is better told now than in the game.
void CheckPlayer(const std::string& spec, Law law, const ExecutionSizes& sizes);

// Tries again while there is no connection, for so many seconds, or until `stop` says so.
std::unique_ptr<ClientSocket> ConnectWithin(const std::string& host, std::uint16_t port,
                                            const Framing& framing, double seconds,
                                            const std::function<bool()>& stop = StopRequested);

// A server that a client plays at, told of on `talk`: a stream that is not the protocol's.
class Connection {
 public:
  // Waits for a server as long as --wait says.
  Connection(const std::string& host, int port, const Framing& framing, double wait_s,
             std::FILE* talk);

  // "127.0.0.1:10000"
  const std::string& name() const { return name_; }
  // Nothing once the server has closed, or Ctrl-C was pressed.
  std::optional<std::string> Read() { return socket_->Read(StopRequested); }
  void Write(std::string_view message) { socket_->Write(message); }
  // Why there is nothing more to read.
  Error Lost() const;

 private:
  std::string name_;
  std::unique_ptr<ClientSocket> socket_;
};
// What a client answers. Its complaints get the server's name.
template <typename Client>
auto HearFrom(const std::string& server, Client& client, const std::string& message) {
  try {
    return client.Hear(message);
  } catch (const Error& e) {
    throw Error(e.kind(), server, e.what());
  }
}

// Which side the client is on.
void PrintSide(std::FILE* talk, Team team, const std::string& opponent);

// "end 3, shot 5: 2 : 1, 93.2 s left", as seen by the team.
void PrintScore(std::FILE* talk, const Game& game, Team team);
// "won 4 : 2 (score)"
void PrintResult(const Game& game, Team team);

// ISO 8601 in local time with its offset.
std::string DateTimeNow();
std::string HostName();

}  // namespace skipstone
