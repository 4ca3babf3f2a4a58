// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "protocol/dc2_messages.h"
#include "protocol/dcl.h"
#include "protocol/host.h"

namespace skipstone {

// What one game of Digital Curling 2 is played by.
struct Dc2HostSetting {
  GameTerms terms = MakeTerms(Law::kDc2);  // clocks of 0 would be lost at once
  std::uint64_t seed = 0;                  // of the errors
  std::uint32_t game = 0;                  // which of the seed's games
  HostTime coming = std::chrono::hours(1);
  HostTime greeting = std::chrono::seconds(30);
  HostTime preparing = std::chrono::seconds(60);
};

// One game of Digital Curling 2 as its server sees it. Team 0 is First, the client that connected
// first.
//
// A throw is what RUNSHOT tells, float32, and not what the error's stream gave: so the clients, the
// log and the record have the same throws and, thrown again, the same stones to the last bit. That
// is why the record has no seed: a replay takes the throws as they stand.
class Dc2Host : public Host {
 public:
  explicit Dc2Host(const Dc2HostSetting& setting);

  // What the game's .dcl log has got since the last time: whole sections only.
  std::string TakeLog();
  // The clients' ids, as far as they have introduced themselves.
  const std::array<std::string, 2>& names() const { return names_; }

 protected:
  void Greet(Team team) override;
  void Hear(Team team, std::string_view message) override;
  RecordHeader Header() override;
  void TellStart() override;
  Release ThrownBy(Team team, const Release& called) override;
  void TellTurn(const Played* played) override;
  void TellLate(Team team, std::optional<std::string_view> message) override;
  // Digital Curling 2 has no words for it but CONCEDE and TIMEOUT.
  void WriteComplaint(const std::string& /*complaint*/) override {}

 private:
  void Login(Team team, const Dc2Login& login);
  void Ready(Team team);
  void AskIfReady(Team team);
  void SayBoth(const Dc2Message& message);
  void TellThrow(const Played& played);
  void TellState(Team lead_if_over);
  void SayGo();
  void TellEnd(Team team);

  Dc2HostSetting setting_;
  std::array<std::string, 2> names_ = {"First", "Second"};
  std::array<bool, 2> logged_in_{};
  std::optional<DclWriter> log_;
  std::string log_text_;
};

}  // namespace skipstone
