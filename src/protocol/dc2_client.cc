// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc2_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "base/error.h"
#include "protocol/dcl.h"

namespace skipstone {
namespace {

constexpr Law kLaw = Law::kDc2;
// So light that the stone stops short of the hog line.
constexpr Release kThrownAway{10.0, 0.0, Handle::kCw};
// A little less than what servers take for a pass.
constexpr double kMostVelocity_mps = 33.7;
constexpr std::size_t kMostWarnings = 20;

// What the server will read.
Release AsSent(Release call) {
  const Vec2 velocity = VelocityToOwnFrame(kLaw, call);
  const double most = std::max(std::abs(velocity.x), std::abs(velocity.y));
  if (most > kMostVelocity_mps) call.speed_mps *= kMostVelocity_mps / most;
  return std::get<Dc2BestShot>(Dc2FromText(ToText(Dc2BestShot{call}))).release;
}

}  // namespace

std::vector<std::string> Dc2Client::Hear(std::string_view message) {
  // Pipes bring empty lines.
  if (message.find_first_not_of(" \t\r\n") == std::string_view::npos) return {};
  const Dc2Message heard = Dc2FromText(message);
  if (const auto* game = std::get_if<Dc2NewGame>(&heard)) {
    StartGame(*game);
  } else if (const auto* position = std::get_if<Dc2Position>(&heard)) {
    position_ = *position;
    if (!throws_.empty() && !throws_.back().after) throws_.back().after = *position;
  } else if (const auto* state = std::get_if<Dc2SetState>(&heard)) {
    HearState(*state);
  } else if (const auto* go = std::get_if<Dc2Go>(&heard)) {
    return {Answer(*go)};
  } else if (const auto* shot = std::get_if<Dc2RunShot>(&heard)) {
    HearThrow(shot->release);
  } else if (const auto* score = std::get_if<Dc2Score>(&heard)) {
    HearScore(*score);
  } else if (const auto* total = std::get_if<Dc2TotalScore>(&heard)) {
    total_ = total->points;
  } else if (std::holds_alternative<Dc2Timeout>(heard)) {
    timeout_ = true;
  } else if (const auto* over = std::get_if<Dc2GameOver>(&heard)) {
    HearGameOver(over->result);
  } else {
    return HearSession(heard);
  }
  return {};
}

std::vector<std::string> Dc2Client::HearSession(const Dc2Message& message) {
  if (std::holds_alternative<Dc2Connected>(message)) {
    return {ToText(Dc2Login{setting_.id, setting_.password, setting_.name})};
  }
  if (const auto* answer = std::get_if<Dc2LoginAnswer>(&message); answer && !answer->accepted) {
    throw Error(ErrorKind::kEnvironment, "",
                fmt::format("the server refused the login of {}", setting_.id));
  }
  if (std::holds_alternative<Dc2IsReady>(message)) {
    // Nothing is known of the game yet, but all that takes long is made, and kept, by now.
    const Rules rules = MakeRules(RulesPreset::kDc2);
    PlayerFor(Team::k0, rules.ends, rules.thinking_time_ms[0]);
    return {ToText(Dc2ReadyOk{})};
  }
  // Later servers let two players share the throws, and mixed doubles choose where stones lie.
  if (std::holds_alternative<Dc2SetOrder>(message)) return {ToText(Dc2SetOrder{{0, 1}})};
  if (std::holds_alternative<Dc2PutStone>(message)) return {ToText(Dc2PutStone{0})};
  if (std::holds_alternative<Dc2Disconnect>(message)) dismissed_ = true;
  // CONCEDE needs no answer: GAMEOVER tells who won. The rest is unknown or not for clients.
  return {};
}

void Dc2Client::Warn(const std::string& warning) {
  if (warnings_.size() < kMostWarnings) warnings_.push_back(warning);
}

void Dc2Client::StartGame(const Dc2NewGame& game) {
  over_ = false;
  record_.reset();
  for (std::size_t i = 0; i < 2; ++i) names_[i] = CleanName(game.names[i]);
  team_.reset();
  const auto is_ours = [this](const std::string& name) {
    return name == setting_.id || name == setting_.name;
  };
  // With the same name twice, or neither, the first GO will tell.
  if (is_ours(game.names[0]) != is_ours(game.names[1])) {
    team_ = is_ours(game.names[0]) ? Team::k0 : Team::k1;
  }
  position_.reset();
  state_.reset();
  first_state_.reset();
  clock_ms_ = 0;
  ends_.clear();
  called_.reset();
  throws_.clear();
  whole_ = true;
  timeout_ = false;
  total_.reset();
  player_.reset();
  followed_.reset();
  asked_ = false;
}

void Dc2Client::HearState(const Dc2SetState& state) {
  // Once the game is over, it names the end that would have come next.
  if (state.end > state.ends || (state.end == state.ends && state.shot > 0)) {
    throw BadData("SETSTATE", fmt::format("expected one of the match's {} ends, from 0, got end {}",
                                          state.ends, state.end));
  }
  if (!first_state_) {
    first_state_ = state;
    // As early as can be, in nobody's time. Of a clock nothing is known yet.
    if (team_) {
      player_ = PlayerFor(*team_, state.ends, MakeRules(RulesPreset::kDc2).thinking_time_ms[0]);
      player_team_ = *team_;
      player_ends_ = state.ends;
      player_has_clock_ = true;
    }
  }
  state_ = state;
  whole_ = whole_ && throws_.size() == static_cast<std::size_t>(kStones * state.end + state.shot);
}

void Dc2Client::HearThrow(const Release& thrown) {
  if (!state_) throw BadData("RUNSHOT", "expected SETSTATE before it");
  // As many as the state says, or this is no game we can record.
  whole_ = whole_ && state_->shot < kStones && state_->end < state_->ends &&
           throws_.size() == static_cast<std::size_t>(kStones * state_->end + state_->shot);
  if (whole_) throws_.push_back({*state_, called_, thrown, std::nullopt});
  called_.reset();
}

void Dc2Client::HearScore(const Dc2Score& score) {
  if (!first_state_) throw BadData("SCORE", "expected SETSTATE before it");
  if (first_state_->end + static_cast<int>(ends_.size()) >= state_->ends) return;
  ends_.push_back({std::max(score.first_points, 0), std::max(-score.first_points, 0)});
}

GameTerms Dc2Client::Terms(int ends) const {
  GameTerms terms = MakeTerms(kLaw, RulesPreset::kDc2, setting_.execution);
  terms.rules.ends = ends;
  return terms;
}

std::unique_ptr<Player> Dc2Client::PlayerFor(Team team, int ends, Milliseconds clock_ms) const {
  PlayerSetup setup;
  setup.terms = Terms(ends);
  setup.terms.rules.thinking_time_ms = {clock_ms, clock_ms};
  setup.team = team;
  setup.seed = setting_.seed;
  setup.by_the_clock = true;
  return MakePlayer(setting_.player, setup);
}

// The stones are always the server's.
Game Dc2Client::GameNow(const Dc2Go& go) const {
  const Dc2SetState& state = *state_;
  Game game;
  game.end = state.end;
  game.shot = state.shot;
  const Team lead = Dc2Lead(state);
  game.hammer = Opponent(lead);
  game.board = Dc2Board(*position_, state.shot, lead);
  game.clock_ms = go.clock_ms;
  for (std::size_t team = 0; team < 2; ++team) {
    auto& scores = game.scores[team];
    scores.resize(static_cast<std::size_t>(state.ends));
    // Of ends before the first one seen nothing is known.
    std::fill_n(scores.begin(), state.end, 0);
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const std::size_t end = static_cast<std::size_t>(first_state_->end) + i;
      if (end < static_cast<std::size_t>(state.end)) scores[end] = ends_[i][team];
    }
  }
  return game;
}

std::string Dc2Client::Answer(const Dc2Go& go) {
  if (!position_ || !state_) throw BadData("GO", "expected POSITION and SETSTATE before it");
  const Dc2SetState& state = *state_;
  if (state.shot >= kStones || state.end >= state.ends) {
    throw BadData("GO", fmt::format("expected a shot of a game of {} ends, got shot {} of end {}",
                                    state.ends, state.shot, state.end));
  }
  clock_ms_ = std::max({clock_ms_, go.clock_ms[0], go.clock_ms[1]});
  // Whoever is told to go is the one whose turn it is.
  const Team team = state.turn;
  // 0 means that there is none, unless there was one before: then it has run out.
  const bool has_clock = clock_ms_ > 0;
  if (!player_ || player_team_ != team || player_ends_ != state.ends ||
      player_has_clock_ != has_clock) {
    player_ = PlayerFor(team, state.ends, has_clock ? clock_ms_ : 0);
    player_team_ = team;
    player_ends_ = state.ends;
    player_has_clock_ = has_clock;
  }
  team_ = team;
  asked_ = true;
  const Game game = GameNow(go);
  const Move move = Call(game);
  const Release* call = std::get_if<Release>(&move);
  if (call == nullptr) return ToText(Dc2Concede{});
  called_ = *call;
  return ToText(Dc2BestShot{*call});
}

Move Dc2Client::Call(const Game& game) {
  Move move = kThrownAway;
  bool failed = false;
  try {
    CheckThrow(DefaultIce(kLaw), game.board, game.position().turn, kThrownAway);
    move = player_->Call(game);
  } catch (const std::exception& e) {
    failed = true;
    // A game goes on for want of one stone.
    Warn(fmt::format("end {}, shot {}: the player failed: {}", game.end + 1, game.shot + 1,
                     e.what()));
  }
  if (const Release* call = std::get_if<Release>(&move)) {
    move = AsSent(*call);
  } else if (!setting_.may_concede) {
    move = AsSent(kThrownAway);
  }
  own_call_ = {Terms(player_ends_), game, move, failed ? std::nullopt : player_->thought()};
  return move;
}

void Dc2Client::HearGameOver(Dc2Result result) {
  over_ = true;
  player_.reset();
  if (!whole_ || !first_state_) return;
  try {
    record_ = RecordOf(result);
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::kBadData) throw;
    Warn(fmt::format("no record of the game: {}", e.what()));
  }
}

RecordHeader Dc2Client::Header() const {
  RecordHeader header;
  header.terms = Terms(first_state_->ends);
  header.terms.rules.thinking_time_ms = {clock_ms_, clock_ms_};
  // A server that adds ends does so until somebody scores.
  if (state_->ends > first_state_->ends) header.terms.rules.tie_break = TieBreak::kExtraEnds;
  header.players = names_;
  return header;
}

// With the throw whose stones the server has not shown yet, or without it.
void Dc2Client::FollowThrows(bool all) {
  const RecordHeader header = Header();
  if (!followed_ || followed_->header() != header) {
    // An extra end has changed the rules: it begins anew.
    followed_ = std::make_unique<RecordedGame>(header);
    followed_throws_ = 0;
    stones_ = TheirStones();
  }
  RecordedGame& game = *followed_;
  for (; followed_throws_ < throws_.size(); ++followed_throws_) {
    const Thrown& shot = throws_[followed_throws_];
    if (!shot.after && !all) return;
    const std::string where =
        fmt::format("end {}, shot {}", shot.state.end + 1, shot.state.shot + 1);
    if (game.game().over() || game.game().to_move() != shot.state.turn) {
      throw BadData(where, "it is another team's turn than in our simulation");
    }
    const Team lead = Opponent(game.game().position().turn.hammer);
    game.PlayThrown(shot.called.value_or(shot.thrown), shot.thrown, 0);
    if (!shot.after) continue;
    const Board theirs = Dc2Board(*shot.after, shot.state.shot + 1, lead);
    stones_.Compare(game.last(), theirs);
    game.AdoptStones(theirs, game.last().foul);
  }
}

const RecordedGame* Dc2Client::Follow() {
  if (!whole_ || !asked_) return nullptr;
  if (over_) return record_ ? followed_.get() : nullptr;
  try {
    FollowThrows(false);
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::kBadData) throw;
    whole_ = false;
    Warn(fmt::format("no more of the game's record: {}", e.what()));
    return nullptr;
  }
  return followed_.get();
}

std::optional<GameRecord> Dc2Client::RecordOf(Dc2Result result) {
  FollowThrows(true);
  RecordedGame& game = *followed_;
  if (const std::string warning = stones_.Warning(); !warning.empty()) Warn(warning);
  std::optional<Team> winner;
  if (result != Dc2Result::kDraw) {
    if (!team_) throw BadData("GAMEOVER", "it is not known which team is ours");
    winner = result == Dc2Result::kWin ? *team_ : Opponent(*team_);
  }
  if (!game.game().over()) {
    if (!winner) throw BadData("GAMEOVER", "expected a winner, for the game was not played out");
    const Team loser = Opponent(*winner);
    if (game.game().to_move() != loser) {
      // Nobody can give up or be late out of turn: it has left, or broken the protocol.
      game.ForfeitGame(loser, timeout_ ? Reason::kCrash : Reason::kNonsense);
    } else {
      Game clocks = game.game();
      const Milliseconds late_ms = clocks.ClockOf(loser, game.header().terms.rules) + 1;
      timeout_ ? game.Play(OutOfTime{}, late_ms) : game.Play(Concede{}, 0);
    }
  }
  GameRecord record = game.Finish();
  if (record.result.winner != winner || (total_ && *total_ != record.score)) {
    throw BadData("GAMEOVER", "another result than in our simulation");
  }
  return record;
}

}  // namespace skipstone
