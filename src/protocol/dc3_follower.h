// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

#include "game/record.h"
#include "protocol/dc3_messages.h"

namespace skipstone {

// Follows a match of Digital Curling 3 from its updates and keeps our record of it. The server's
// stones always count; each throw is simulated again, for what updates leave out (how the last
// stone of an end came to rest) and to see whether the server's ice is ours.
class Dc3Follower {
 public:
  // The players as far as their order is known, and the names.
  Dc3Follower(const Dc3Match& match, const std::array<Dc3PlayerOrder, 2>& orders,
              const std::array<std::string, 2>& names);

  // The next update. `called` is what the mover asked for, if known: else it is taken to be what
  // was thrown. Throws kBadData if the update does not follow from the one before.
  void Hear(const Dc3Update& update, const std::optional<Release>& called);

  // Why a team lost without a move, where a log tells; the protocol has fewer words for it.
  void HearForfeit(Reason reason) { forfeit_ = reason; }

  // As the server has it.
  const Game& game() const { return game_; }
  // As far as it has come.
  const RecordedGame& recorded() const { return recorded_; }
  // Once the game is over.
  GameRecord record() const { return recorded_.Finish(); }
  // Where the server's stones are not ours.
  const TheirStones& stones() const { return stones_; }

 private:
  void Play(const Dc3Update& update, const std::optional<Release>& called);
  void Adopt(const Board& theirs, bool foul);

  RecordedGame recorded_;
  Game game_;
  bool started_ = false;
  std::optional<Reason> forfeit_;
  TheirStones stones_;
};

}  // namespace skipstone
