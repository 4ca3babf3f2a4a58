// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/dc3_config.h"
#include "protocol/dc3_log.h"
#include "protocol/dc3_thrower.h"
#include "protocol/host.h"

namespace skipstone {

// What tells one match from another.
struct Dc3Identity {
  std::string game_id;    // a UUID
  std::string date_time;  // of the server's start, ISO 8601
  std::string host_name;

  // Of the match's logs: "20261115T194441_d7084074-...".
  std::string FolderName() const;
};

// A match as Digital Curling 3's server plays it. All players of the configuration must have their
// seeds. The log may be nullptr.
class Dc3Host : public Host {
 public:
  Dc3Host(const Dc3Config& config, Dc3Identity identity, Dc3Log* log);

  // A UUID from random bits.
  static std::string GameId(std::uint64_t high, std::uint64_t low);

 private:
  struct Client {
    std::string name;
    Dc3PlayerOrder order = kDc3AsListed;
  };

  void Greet(Team team) override;
  void Hear(Team team, std::string_view message) override;
  RecordHeader Header() override;
  void TellStart() override;
  Release ThrownBy(Team team, const Release& called) override;
  void TellTurn(const Played* played) override;
  void TellLate(Team team, std::optional<std::string_view> message) override;
  void WriteComplaint(const std::string& complaint) override;
  double path_interval_s() const override;

  Client& client(Team team) { return clients_[static_cast<std::size_t>(Index(team))]; }
  void Introduce(Team team, const std::string& name);
  // Whether it has come so far that it understands how the game goes.
  bool Follows(Team team) const {
    return stage(team) == Stage::kPreparing || stage(team) == Stage::kReady;
  }
  void Send(Team team, const std::string& line);
  // To the team that is next first, as the field's server does it.
  void SendToBoth(const std::string& line);
  void LogGame(const JsonOut& message);
  void LogStart();
  void LogShot(const Played& played, const Dc3Trajectory& trajectory);
  void LogForfeit();
  JsonOut Asked(const Played& played) const;
  JsonOut SimulatorStorage() const;

  Dc3Config config_;
  Dc3Identity identity_;
  Dc3Log* log_;
  std::array<Client, 2> clients_;
  std::array<std::vector<Dc3Thrower>, 2> players_;  // as configured
  std::array<double, kStones> angles_rad_{};
  bool started_ = false;
  // The last two messages but game_over, for a client that comes when all is over.
  std::string new_game_line_;
  std::string last_update_line_;
  JsonOut heard_;           // the last move that came
  JsonOut asked_;           // the last that was thrown, as it was asked for
  JsonOut player_storage_;  // of the player who threw last, before the throw
  Dc3Stones left_;          // where the last turn left the stones,
  int left_end_ = 0;        // and in which end
};

}  // namespace skipstone
