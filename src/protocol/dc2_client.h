// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/record.h"
#include "match/player.h"
#include "protocol/dc2_messages.h"
#include "protocol/own_call.h"

namespace skipstone {

struct Dc2ClientSetting {
  std::string id = "skipstone";
  std::string password = "-";
  std::string name = "skipstone";
  std::string player;  // spec
  // Of both teams: Digital Curling 2 does not tell.
  ExecutionSizes execution = DefaultSizes(ExecutionModel::kGat);
  bool may_concede = false;  // else a player that gives up throws its stone away
  std::uint64_t seed = 0;    // of the player's choices
};

// A player at somebody's Digital Curling 2 server, or behind somebody's pipes (where nobody greets
// it), without either: it is given the messages and says what to answer. One session may have
// several games.
class Dc2Client {
 public:
  explicit Dc2Client(Dc2ClientSetting setting) : setting_(std::move(setting)) {}

  // May think for long. Throws kBadData for what the protocol does not allow, kEnvironment if the
  // server does not let it in.
  std::vector<std::string> Hear(std::string_view message);

  // The last game is.
  bool over() const { return over_; }
  // The server has said farewell.
  bool dismissed() const { return dismissed_; }
  // Of the game that is played, from NEWGAME on.
  const std::array<std::string, 2>& names() const { return names_; }
  // Its own side, as far as known.
  std::optional<Team> team() const { return team_; }
  // The game as far as it was seen; nothing before its player was asked, or if it cannot be
  // recorded. Throws that are new since the last time are simulated again: better while the own
  // clock stands still.
  const RecordedGame* Follow();
  // The last call of its player; each is handed out once.
  std::optional<OwnCall> TakeCall() { return std::exchange(own_call_, std::nullopt); }
  // Of the last game, once it is over and if it was seen from its first stone. The opponent's calls
  // are taken to be what was thrown; what a call took is not told.
  const std::optional<GameRecord>& record() const { return record_; }
  // What went wrong without ending a game.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  // One throw of the game and what the server made of it.
  struct Thrown {
    Dc2SetState state;  // before
    std::optional<Release> called;
    Release thrown;
    std::optional<Dc2Position> after;
  };

  // What can be answered without a game.
  std::vector<std::string> HearSession(const Dc2Message& message);
  void StartGame(const Dc2NewGame& game);
  void HearState(const Dc2SetState& state);
  void HearThrow(const Release& thrown);
  void HearScore(const Dc2Score& score);
  std::string Answer(const Dc2Go& go);
  void HearGameOver(Dc2Result result);

  void Warn(const std::string& warning);
  GameTerms Terms(int ends) const;
  std::unique_ptr<Player> PlayerFor(Team team, int ends, Milliseconds clock_ms) const;
  Game GameNow(const Dc2Go& go) const;
  Move Call(const Game& game);
  RecordHeader Header() const;
  void FollowThrows(bool all);
  std::optional<GameRecord> RecordOf(Dc2Result result);

  Dc2ClientSetting setting_;
  bool dismissed_ = false;
  bool over_ = false;
  std::optional<GameRecord> record_;
  std::vector<std::string> warnings_;

  // Of the game that is played.
  std::array<std::string, 2> names_;
  std::optional<Team> team_;  // its own, as far as known
  std::optional<Dc2Position> position_;
  std::optional<Dc2SetState> state_;
  std::optional<Dc2SetState> first_state_;
  Milliseconds clock_ms_ = 0;             // what each team had at first
  std::vector<std::array<int, 2>> ends_;  // points by end, from the first one seen
  std::optional<Release> called_;         // and not thrown yet
  std::vector<Thrown> throws_;            // all of them, if `whole_`
  bool whole_ = true;
  bool timeout_ = false;  // was announced
  std::optional<std::array<int, 2>> total_;
  // The game, simulated again as far as followed.
  std::unique_ptr<RecordedGame> followed_;
  std::size_t followed_throws_ = 0;
  TheirStones stones_;
  bool asked_ = false;
  std::optional<OwnCall> own_call_;

  // Made for this team, so many ends and a clock or none.
  std::unique_ptr<Player> player_;
  Team player_team_ = Team::k0;
  int player_ends_ = 0;
  bool player_has_clock_ = true;
};

}  // namespace skipstone
