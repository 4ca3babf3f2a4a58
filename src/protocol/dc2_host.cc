// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc2_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace skipstone {
namespace {

constexpr Law kLaw = Law::kDc2;
constexpr Team kTeams[] = {Team::k0, Team::k1};
// Of a client's name, so that NEWGAME stays as short as the field's messages are.
constexpr std::size_t kMostNameBytes = 64;
// By the rules of 2016 a call with a larger |vy| is a pass.
constexpr double kMostVelocity_mps = 33.7149;

std::size_t At(Team team) { return static_cast<std::size_t>(Index(team)); }

bool IsBlank(std::string_view message) {
  return message.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// The same for vx, of which the rules say nothing: so fast across the sheet, a stone is off it
// before it meets another. It keeps absurd velocities from the ice.
bool IsPass(const Release& called) {
  const Vec2 velocity = VelocityToOwnFrame(kLaw, called);
  return std::abs(velocity.x) > kMostVelocity_mps || std::abs(velocity.y) > kMostVelocity_mps;
}

// As whoever hears RUNSHOT has it.
Release AsTold(const Release& thrown) {
  return std::get<Dc2RunShot>(Dc2FromText(ToText(Dc2RunShot{thrown}))).release;
}

Error OutOfPlace(const std::string& expected, std::string_view got) {
  return BadData("", fmt::format("expected {}, got {}", expected, Quote(Json(CleanName(got)))));
}

}  // namespace

Dc2Host::Dc2Host(const Dc2HostSetting& setting)
    : Host(
          {.coming = setting.coming, .greeting = setting.greeting, .preparing = setting.preparing}),
      setting_(setting) {
  SKIPSTONE_CHECK(setting.terms.rules.preset == RulesPreset::kDc2);
}

std::string Dc2Host::TakeLog() { return std::exchange(log_text_, {}); }

void Dc2Host::SayBoth(const Dc2Message& message) {
  for (const Team team : kTeams) Say(team, ToText(message));
}

void Dc2Host::Greet(Team team) { Say(team, ToText(Dc2Connected{})); }

void Dc2Host::Hear(Team team, std::string_view message) {
  // Clients that send their whole buffer pad it with terminators.
  if (IsBlank(message)) return;
  const Dc2Message heard = Dc2FromText(message);
  if (const auto* login = std::get_if<Dc2Login>(&heard)) {
    Login(team, *login);
  } else if (std::holds_alternative<Dc2ReadyOk>(heard)) {
    Ready(team);
  } else if (const auto* shot = std::get_if<Dc2BestShot>(&heard)) {
    Called(team, shot->release);
  } else if (std::holds_alternative<Dc2Concede>(heard)) {
    Called(team, Concede{});
  } else if (std::holds_alternative<Dc2Logout>(heard)) {
    throw BadData("", "it left before the game was over (LOGOUT)");
  } else {
    throw OutOfPlace("LOGIN, READYOK, BESTSHOT or CONCEDE", message.substr(0, kMostNameBytes));
  }
}

void Dc2Host::Login(Team team, const Dc2Login& login) {
  if (logged_in_[At(team)]) throw BadData("", "expected one LOGIN, got another");
  if (login.id.size() > kMostNameBytes || CleanName(login.id) != login.id) {
    Say(team, ToText(Dc2LoginAnswer{false}));
    throw OutOfPlace(fmt::format("an id of at most {} printable ASCII characters", kMostNameBytes),
                     login.id.substr(0, kMostNameBytes));
  }
  logged_in_[At(team)] = true;
  names_[At(team)] = login.id;
  Say(team, ToText(Dc2LoginAnswer{true}));
  // Second is asked once First is ready; the time it waits for First is not its own. Until First
  // has introduced itself, First's time to do so, which began earlier, ends the waiting.
  if (team == Team::k0) {
    AskIfReady(team);
    if (logged_in_[1]) Introduced(Team::k1);
  } else if (stage(Team::k0) == Stage::kReady) {
    AskIfReady(team);
  } else if (stage(Team::k0) == Stage::kPreparing) {
    Introduced(team);
  }
}

void Dc2Host::AskIfReady(Team team) {
  Introduced(team);
  Say(team, ToText(Dc2IsReady{}));
}

void Dc2Host::Ready(Team team) {
  const bool asked =
      stage(team) == Stage::kPreparing && (team == Team::k0 || stage(Team::k0) == Stage::kReady);
  if (!asked) throw BadData("", "expected READYOK after ISREADY, got it unasked");
  Prepared(team);
  if (team == Team::k0 && logged_in_[1]) AskIfReady(Team::k1);
}

RecordHeader Dc2Host::Header() {
  RecordHeader header;
  header.terms = setting_.terms;
  header.game = setting_.game;
  header.players = names_;
  return header;
}

void Dc2Host::TellStart() {
  log_.emplace(recorded().header());
  log_text_ += log_->Start();
  SayBoth(Dc2NewGame{names_});
  SayBoth(Dc2Position{});
  TellState(Team::k0);
  SayGo();
}

Release Dc2Host::ThrownBy(Team /*team*/, const Release& called) {
  // A stone that stays where it is, and so is taken away.
  if (IsPass(called)) return AsTold({0.0, 0.0, called.handle});
  const Turn turn = game().position().turn;
  RandomStream random = ExecutionStream(setting_.seed, setting_.game, game().end, turn.slot());
  return AsTold(MakeExecution(setting_.terms.sizes(turn), kLaw)->Sample(called, random));
}

// What comes next; once the game is over, the lead of an end that will not be played.
void Dc2Host::TellState(Team lead_if_over) {
  // In an extra end the game has one end more, and is not over yet.
  const int ends = game().over() ? game().end : std::max(setting_.terms.rules.ends, game().end + 1);
  const Team turn = game().over() ? lead_if_over : game().to_move();
  SayBoth(Dc2SetState{game().shot, game().end, ends, turn});
}

void Dc2Host::SayGo() {
  Game clocks = game();
  Dc2Go go;
  // 0 would mean that there is no limit. The clock itself knows better.
  for (const Team team : kTeams) {
    go.clock_ms[At(team)] = std::max<Milliseconds>(1, clocks.ClockOf(team, setting_.terms.rules));
  }
  Say(game().to_move(), ToText(go));
}

void Dc2Host::TellThrow(const Played& played) {
  const Position before = played.before.position();
  const Team lead = Opponent(before.turn.hammer);
  const Board& board = played.result.thrown.outcome.board;
  SayBoth(Dc2RunShot{recorded().last().thrown.value()});
  // After the last stone this still shows the end it finished; SETSTATE is one ahead.
  SayBoth(Dc2Position{Dc2PositionOf(board, lead)});
  if (before.turn.shot < kStones - 1) {
    TellState(lead);
    return;
  }
  const int score = EndScore(board, recorded().header().terms.ice.sheet, setting_.terms.rules);
  TellState(score == 0 ? lead : score > 0 ? Team::k0 : Team::k1);
  SayBoth(Dc2Score{score});
}

void Dc2Host::TellTurn(const Played* played) {
  if (!log_) {
    log_.emplace(recorded().header());
    log_text_ += log_->Start();
  }
  if (played != nullptr) {
    log_text_ += log_->Add(recorded().last());
    if (played->result.was_thrown) TellThrow(*played);
  }
  if (game().over()) {
    log_text_ += log_->Finish(record());
    for (const Team team : kTeams) TellEnd(team);
  } else {
    SayGo();
  }
}

void Dc2Host::TellLate(Team team, std::optional<std::string_view> message) {
  if (!message) TellEnd(team);
}

void Dc2Host::TellEnd(Team team) {
  const GameResult& result = *game().result;
  if (result.winner) {
    const std::string& loser = names_[At(Opponent(*result.winner))];
    switch (result.reason) {
      case Reason::kConcede:
      case Reason::kNonsense:
        Say(team, ToText(Dc2Concede{loser}));
        break;
      case Reason::kTimeLimit:
      case Reason::kCrash:
      case Reason::kHang:
        Say(team, ToText(Dc2Timeout{loser}));
        break;
      case Reason::kScore:
      case Reason::kDraw:
        break;
    }
  }
  Say(team, ToText(Dc2TotalScore{{game().Total(Team::k0), game().Total(Team::k1)}}));
  const Dc2Result own = !result.winner           ? Dc2Result::kDraw
                        : *result.winner == team ? Dc2Result::kWin
                                                 : Dc2Result::kLose;
  Say(team, ToText(Dc2GameOver{own}));
  Say(team, ToText(Dc2Disconnect{}));
}

}  // namespace skipstone
