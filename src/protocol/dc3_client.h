// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/player.h"
#include "protocol/dc3_follower.h"

namespace skipstone {

struct Dc3ClientSetting {
  std::string name = "skipstone";
  std::string player;        // spec
  bool may_concede = false;  // else a player that gives up throws its stone away
  std::uint64_t seed = 0;    // of the player's choices
  Dc3PlayerOrder order = {0, 1, 2, 3};
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
  // As the server has it; nothing before the first update.
  const Game* game() const { return updates_.empty() ? nullptr : &updates_.back().state.game; }
  // The game as far as it was seen, all throws simulated again, which takes seconds. That is not
  // done in play: it would cost time on the clock. Throws kBadData if the server did not tell all.
  Dc3Follower Follow() const;
  // What went wrong without ending the game.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::string GetReady(const Dc3IsReady& is_ready);
  std::optional<std::string> Hear(const Dc3Update& update);
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
  std::vector<std::string> warnings_;
  bool over_ = false;
};

}  // namespace skipstone
