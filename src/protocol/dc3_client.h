// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "match/player.h"
#include "protocol/dc3_follower.h"
#include "protocol/own_call.h"

namespace skipstone {

struct Dc3ClientSetting {
  std::string name = "skipstone";
  std::string player;        // spec
  bool may_concede = false;  // else a player that gives up throws its stone away
  std::uint64_t seed = 0;    // of the player's choices
  Dc3PlayerOrder order = kDc3AsListed;
};

// A player at somebody's Digital Curling 3 server, without the socket: it is given the server's
// lines and says what to answer.
class Dc3Client {
 public:
  explicit Dc3Client(Dc3ClientSetting setting) : setting_(std::move(setting)) {}

  // May think for long. Throws kBadData for what the protocol does not allow.
  std::optional<std::string> Hear(std::string_view line);

  // The server has said so.
  bool over() const { return over_; }
  std::optional<Team> team() const { return team_; }
  const std::optional<Dc3Match>& match() const { return match_; }
  // Of both sides, by team, once the match has begun.
  const std::optional<Dc3NewGame>& names() const { return names_; }
  // As the server has it; nothing before the first update.
  const Game* game() const { return updates_.empty() ? nullptr : &updates_.back().state.game; }
  // The game as far as it was seen. Throws that are new since the last time are simulated again,
  // some 20 ms each: better while the own clock stands still. Only after the first update. Throws
  // kBadData, once and for all, if the server did not tell all.
  const Dc3Follower& Follow();
  // The last call of its player; each is handed out once.
  std::optional<OwnCall> TakeCall() { return std::exchange(own_call_, std::nullopt); }
  // What went wrong without ending the game.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  // The other team's is not told.
  std::array<Dc3PlayerOrder, 2> Orders() const;
  std::string GetReady(const Dc3IsReady& is_ready);
  std::optional<std::string> Hear(const Dc3Update& update);
  void CheckEnd(const Game& next) const;
  Move Call(const Game& game);

  Dc3ClientSetting setting_;
  bool greeted_ = false;
  std::optional<Team> team_;
  std::optional<Dc3Match> match_;
  std::unique_ptr<Player> player_;
  std::optional<Dc3NewGame> names_;
  std::vector<Dc3Update> updates_;
  std::vector<std::optional<Release>> called_;  // by this client, before each update
  std::optional<Release> last_called_;
  std::unique_ptr<Dc3Follower> follower_;
  std::size_t followed_ = 0;  // updates
  std::optional<OwnCall> own_call_;
  std::vector<std::string> warnings_;
  bool over_ = false;
};

}  // namespace skipstone
