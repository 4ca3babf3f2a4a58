// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_client.h"

#include <fmt/format.h>

#include <exception>

#include "base/float32.h"

namespace skipstone {
namespace {

// So light that the stone stops short of the hog line.
constexpr Release kThrownAway{1.0, 0.0, Handle::kCcw};

// What the server will read: a velocity in float32.
Release AsSent(const Release& release) {
  const Vec2 velocity = VelocityToOwnFrame(Law::kFcv1, release);
  return ReleaseFromOwnFrame(Law::kFcv1, {RoundToFloat32(velocity.x), RoundToFloat32(velocity.y)},
                             release.handle);
}

}  // namespace

std::optional<std::string> Dc3Client::Hear(std::string_view line) {
  std::optional<Rules> rules;
  if (match_) rules = match_->rules;
  const Dc3FromServer heard = Dc3FromServerText(line, rules, &warnings_);
  if (over_) throw BadData("cmd", "expected nothing after game_over");
  if (std::get_if<Dc3Greeting>(&heard) != nullptr && !greeted_) {
    greeted_ = true;
    return ToLine(Dc3FromClient(Dc3Name{setting_.name}));
  }
  if (const auto* is_ready = std::get_if<Dc3IsReady>(&heard); is_ready && greeted_ && !match_) {
    return GetReady(*is_ready);
  }
  if (const auto* game = std::get_if<Dc3NewGame>(&heard); game && match_ && !names_) {
    names_ = *game;
    return std::nullopt;
  }
  if (const auto* update = std::get_if<Dc3Update>(&heard); update && names_) {
    return Hear(*update);
  }
  if (std::get_if<Dc3GameOver>(&heard) != nullptr && !updates_.empty()) {
    over_ = true;
    return std::nullopt;
  }
  throw BadData("cmd", "the server's messages come in another order than the protocol's");
}

std::string Dc3Client::GetReady(const Dc3IsReady& is_ready) {
  team_ = is_ready.team;
  match_ = is_ready.match;
  PlayerSetup setup;
  setup.terms = TermsOf(*match_, Orders());
  setup.team = *team_;
  setup.seed = setting_.seed;
  setup.by_the_clock = true;
  player_ = MakePlayer(setting_.player, setup);
  return ToLine(Dc3FromClient(Dc3ReadyOk{setting_.order}));
}

std::array<Dc3PlayerOrder, 2> Dc3Client::Orders() const {
  std::array<Dc3PlayerOrder, 2> orders = {kDc3AsListed, kDc3AsListed};
  orders[static_cast<std::size_t>(Index(*team_))] = setting_.order;
  return orders;
}

const Dc3Follower& Dc3Client::Follow() {
  if (!follower_) {
    follower_ = std::make_unique<Dc3Follower>(*match_, Orders(), names_.value().names);
  }
  for (; followed_ < updates_.size(); ++followed_) {
    follower_->Hear(updates_[followed_], called_[followed_]);
  }
  return *follower_;
}

// Extra ends come one by one, while the game is tied.
void Dc3Client::CheckEnd(const Game& next) const {
  if (next.over() || !next.in_extra_end(match_->rules)) return;
  const bool tied = next.Total(Team::k0) == next.Total(Team::k1);
  const int last = game() == nullptr ? -1 : game()->end;
  if (tied && next.end <= last + 1) return;
  throw BadData(
      "state.end",
      fmt::format("expected one of the match's {} ends, from 0, or the next extra end of "
                  "a tied game; got end {} at {} : {}",
                  match_->rules.ends, next.end, next.Total(Team::k0), next.Total(Team::k1)));
}

std::optional<std::string> Dc3Client::Hear(const Dc3Update& update) {
  if (game() != nullptr && game()->over()) {
    throw BadData("cmd", "expected game_over after the game's result");
  }
  CheckEnd(update.state.game);
  updates_.push_back(update);
  called_.push_back(last_called_);
  last_called_.reset();
  if (update.next_team != team_) return std::nullopt;
  const Move move = Call(update.state.game);
  if (const Release* release = std::get_if<Release>(&move)) last_called_ = *release;
  return ToLine(Dc3FromClient(Dc3MoveMessage{move}));
}

Move Dc3Client::Call(const Game& game) {
  Move move = kThrownAway;
  bool failed = false;
  try {
    move = player_->Call(game);
  } catch (const std::exception& e) {
    failed = true;
    // A match goes on for want of one stone.
    warnings_.push_back(fmt::format("end {}, shot {}: the player failed: {}", game.end + 1,
                                    game.shot + 1, e.what()));
  }
  if (const Release* release = std::get_if<Release>(&move)) {
    move = AsSent(*release);
  } else if (!setting_.may_concede) {
    move = AsSent(kThrownAway);
  }
  own_call_ = {TermsOf(*match_), game, move, failed ? std::nullopt : player_->thought()};
  return move;
}

}  // namespace skipstone
