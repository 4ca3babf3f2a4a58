// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"

namespace skipstone {

// Since any moment; whoever drives a host brings the clock.
using HostTime = std::chrono::microseconds;

// One match as its server sees it, without sockets and clocks: it is told what arrives and when,
// and says what is to be sent. What the protocols share: who is there, whose clock runs, what
// becomes of a team that breaks the protocol, leaves or keeps silent. Whatever happens, it ends
// with a result.
class Host {
 public:
  struct Message {
    Team to = Team::k0;
    std::string text;  // without its terminator
  };

  virtual ~Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  void Connected(Team team, HostTime now);
  void Received(Team team, std::string_view message, HostTime now);
  // The team sent more than a message may have, without ending it.
  void ReceivedTooMuch(Team team, HostTime now);
  // All that was to be sent to the team has left. Its clock runs from here.
  void Written(Team team, HostTime now);
  void Disconnected(Team team, HostTime now);
  // To be called at the deadline, or at any time.
  void Tick(HostTime now);
  std::optional<HostTime> deadline() const;

  // What to send, in order; each is handed out once.
  std::vector<Message> TakeMessages();
  // The match has its result; what is left to send should still be sent.
  bool over() const { return game_ && game_->game().over(); }
  // Nothing is left to wait for: every client has gone, or had its time to go.
  bool finished() const;
  // Once it is over.
  GameRecord record() const { return game_->Finish(); }
  // Hears of the game at its start and after every turn: for whoever keeps its record.
  void Watch(std::function<void(const RecordedGame& game)> watcher) {
    watcher_ = std::move(watcher);
  }
  // Why a team lost by breaking the protocol or leaving, for the operator; empty if none did.
  const std::string& complaint() const { return complaint_; }

 protected:
  // How far a client has come.
  enum class Stage { kAbsent, kGreeting, kPreparing, kReady, kGone };
  // Of one turn, for telling about it.
  struct Played {
    Team team = Team::k0;
    Game before;
    Move called;
    TurnResult result;
    Recording recording;
  };

  struct Limits {
    HostTime coming{};      // from the one's being ready to the other's coming
    HostTime greeting{};    // from being greeted to having introduced itself
    HostTime preparing{};   // from there to being ready
    HostTime update_gap{};  // at least, between two turns
  };
  explicit Host(const Limits& limits) : limits_(limits) {}

  // Where the game starts: with the first stone. Tests start elsewhere.
  virtual Game Start(const Rules& rules) { return NewGame(rules); }

  // The protocol's part. Hear throws kBadData for what the protocol does not allow.
  virtual void Greet(Team team) = 0;
  virtual void Hear(Team team, std::string_view message) = 0;
  // What the match is played by, once both are ready, or as far as known.
  virtual RecordHeader Header() = 0;
  virtual void TellStart() = 0;
  virtual Release ThrownBy(Team team, const Release& called) = 0;
  // After a turn, or (nothing) after a forfeit outside of one; the game may be over.
  virtual void TellTurn(const Played* played) = 0;
  // To a team that was greeted and has not come far enough to be told how the game ended: what it
  // said (nothing if it has just come) after the end.
  virtual void TellLate(Team team, std::optional<std::string_view> message) = 0;
  virtual void WriteComplaint(const std::string& complaint) = 0;
  // Between the points of recorded paths; 0 if nobody wants them.
  virtual double path_interval_s() const { return 0.0; }

  // The protocol's means.
  void Say(Team team, std::string text);
  Stage stage(Team team) const { return seat(team).stage; }
  void Introduced(Team team);  // now it prepares
  void Prepared(Team team);    // now it is ready
  // A team's move. Throws kBadData if it is not its turn.
  void Called(Team team, const Move& move);
  const Game& game() const { return game_->game(); }
  const RecordedGame& recorded() const { return *game_; }

 private:
  struct Seat {
    Stage stage = Stage::kAbsent;
    std::optional<HostTime> deadline;
  };

  Seat& seat(Team team) { return seats_[static_cast<std::size_t>(Index(team))]; }
  const Seat& seat(Team team) const { return seats_[static_cast<std::size_t>(Index(team))]; }
  void Lose(Team team, Reason reason, const std::string& why);
  void Play(const Move& move, Milliseconds used_ms);
  void Tell();
  void AwaitMove();
  void ShowWatcher() const {
    if (watcher_) watcher_(*game_);
  }
  HostTime ClockRunsOut() const;
  Milliseconds UsedSince(HostTime start) const;

  Limits limits_;
  std::array<Seat, 2> seats_;
  std::unique_ptr<RecordedGame> game_;
  std::function<void(const RecordedGame&)> watcher_;
  std::vector<Message> messages_;
  std::string complaint_;
  HostTime now_{};
  // Of the team to move: when it was told so, and since when its clock runs.
  std::optional<HostTime> told_;
  std::optional<HostTime> clock_since_;
  // A turn that is played but not told yet, to keep the gap.
  std::unique_ptr<Played> untold_;
  HostTime last_told_{};
  std::optional<HostTime> dismissed_;
};

}  // namespace skipstone
