// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_follower.h"

#include <fmt/format.h>

#include <algorithm>

namespace skipstone {
namespace {

RecordHeader HeaderOf(const Dc3Match& match, const std::array<Dc3PlayerOrder, 2>& orders,
                      const std::array<std::string, 2>& names) {
  RecordHeader header;
  header.terms = TermsOf(match, orders);
  header.world = match.world;
  header.players = names;
  return header;
}

// What the mover's clock lost. It is not to be seen if an extra end has set the clocks anew.
Milliseconds UsedBetween(const Game& before, const Game& after, const Rules& rules) {
  const auto mover = static_cast<std::size_t>(Index(before.to_move()));
  if (after.over() && after.result->reason == Reason::kTimeLimit) return before.clock_ms[mover];
  if (after.end != before.end && after.in_extra_end(rules) && !after.over()) return 0;
  return std::max<Milliseconds>(0, before.clock_ms[mover] - after.clock_ms[mover]);
}

}  // namespace

Dc3Follower::Dc3Follower(const Dc3Match& match, const std::array<Dc3PlayerOrder, 2>& orders,
                         const std::array<std::string, 2>& names)
    : recorded_(HeaderOf(match, orders, names)), game_(recorded_.game()) {}

void Dc3Follower::Hear(const Dc3Update& update, const std::optional<Release>& called) {
  const Game& after = update.state.game;
  if (game_.over()) throw BadData("state", "expected no update after the game's result");
  if (!update.last_move) {
    if (started_) {
      throw BadData("last_move",
                    fmt::format("end {}, shot {}: expected what was thrown, got nothing that could "
                                "be read; the record cannot go on",
                                game_.end + 1, game_.shot + 1));
    }
    if (after.end != 0 || after.shot != 0) throw BadData("state", "expected the first end's start");
    started_ = true;
    game_ = after;
    return;
  }
  if (after.over() && after.end == game_.end && after.shot == game_.shot) {
    // Nobody moved: a forfeit. The protocol's words for it are "concede" and "time_limit".
    if (!after.result->winner) throw BadData("state.game_result", "expected a winner");
    const bool concede = after.result->reason == Reason::kConcede;
    recorded_.ForfeitGame(Opponent(*after.result->winner),
                          forfeit_.value_or(concede ? Reason::kNonsense : Reason::kCrash));
  } else {
    Play(update, called);
  }
  game_ = after;
}

void Dc3Follower::Play(const Dc3Update& update, const std::optional<Release>& called) {
  const Game& after = update.state.game;
  const Game before = recorded_.game();
  const bool end_over = before.shot == kStones - 1;
  const int shot = end_over ? 0 : before.shot + 1;
  // Once the game is over, the end's number stays or goes on.
  if (after.shot != shot || (!after.over() && after.end != before.end + (end_over ? 1 : 0))) {
    throw BadData("state",
                  fmt::format("expected end {}, shot {} next, got end {}, shot {}",
                              before.end + (end_over ? 1 : 0), shot, after.end, after.shot));
  }
  const Milliseconds used_ms = UsedBetween(game_, after, recorded_.header().terms.rules);
  const Release* thrown = std::get_if<Release>(&update.last_move->actual);
  if (thrown == nullptr) {
    const bool late = after.over() && after.result->reason == Reason::kTimeLimit;
    recorded_.Play(late ? Move(OutOfTime{}) : Move(Concede{}), used_ms);
    return;
  }
  recorded_.PlayThrown(called.value_or(*thrown), *thrown, used_ms);
  if (update.last_move->trajectory) {
    Adopt(update.last_move->trajectory->finish.board, update.last_move->foul);
  } else if (!end_over) {
    Adopt(after.board, update.last_move->foul);
  }
  const Game& ours = recorded_.game();
  if (ours.scores != after.scores || ours.extra_end_score != after.extra_end_score) {
    throw BadData("state.scores", fmt::format("end {}: the server counts otherwise than its rules "
                                              "say; the record cannot go on",
                                              before.end + 1));
  }
}

void Dc3Follower::Adopt(const Board& theirs, bool foul) {
  stones_.Compare(recorded_.last(), theirs);
  recorded_.AdoptStones(theirs, foul);
}

}  // namespace skipstone
