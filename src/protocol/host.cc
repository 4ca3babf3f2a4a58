// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace skipstone {
namespace {

using std::chrono::seconds;

constexpr Team kTeams[] = {Team::k0, Team::k1};
// A client that does not take what it is sent has its clock started nevertheless.
constexpr HostTime kMostToWrite = seconds(1);
// After the game a client has so long to close the connection.
constexpr HostTime kMostToLeave = seconds(10);

}  // namespace

void Host::Say(Team team, std::string text) {
  if (stage(team) == Stage::kAbsent || stage(team) == Stage::kGone) return;
  messages_.push_back({team, std::move(text)});
}

std::vector<Host::Message> Host::TakeMessages() { return std::exchange(messages_, {}); }

bool Host::finished() const {
  if (!over() || untold_) return false;
  // Who has not come yet may still hear that it has won.
  return dismissed_ && (now_ >= *dismissed_ + kMostToLeave ||
                        std::all_of(std::begin(kTeams), std::end(kTeams),
                                    [this](Team team) { return stage(team) == Stage::kGone; }));
}

void Host::Connected(Team team, HostTime now) {
  now_ = now;
  Seat& client = seat(team);
  SKIPSTONE_CHECK(client.stage == Stage::kAbsent);
  client.stage = Stage::kGreeting;
  client.deadline = now + limits_.greeting;
  Greet(team);
  if (over()) TellLate(team, std::nullopt);
}

void Host::Introduced(Team team) {
  Seat& client = seat(team);
  client.stage = Stage::kPreparing;
  client.deadline = now_ + limits_.preparing;
}

void Host::Prepared(Team team) {
  Seat& client = seat(team);
  client.stage = Stage::kReady;
  client.deadline.reset();
  Seat& other = seat(Opponent(team));
  if (other.stage == Stage::kAbsent) other.deadline = now_ + limits_.coming;
  if (other.stage != Stage::kReady) return;
  const RecordHeader header = Header();
  game_ = std::make_unique<RecordedGame>(header, Start(header.terms.rules));
  TellStart();
  ShowWatcher();
  last_told_ = now_;
  AwaitMove();
}

void Host::AwaitMove() {
  clock_since_.reset();
  told_.reset();
  if (over()) {
    dismissed_ = now_;
  } else {
    told_ = now_;
  }
}

void Host::Received(Team team, std::string_view message, HostTime now) {
  now_ = now;
  Tick(now);
  // After the game clients may say what they like.
  if (over() && stage(team) == Stage::kGreeting) TellLate(team, message);
  if (over() || stage(team) == Stage::kGone) return;
  try {
    Hear(team, message);
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::kBadData) throw;
    Lose(team, Reason::kNonsense, e.what());
  }
}

void Host::ReceivedTooMuch(Team team, HostTime now) {
  now_ = now;
  Lose(team, Reason::kNonsense, "a message longer than the protocol allows");
}

void Host::Written(Team team, HostTime now) {
  now_ = now;
  if (told_ && !clock_since_ && game().to_move() == team) clock_since_ = now;
}

void Host::Disconnected(Team team, HostTime now) {
  now_ = now;
  Seat& client = seat(team);
  if (client.stage == Stage::kAbsent || client.stage == Stage::kGone) return;
  client.stage = Stage::kGone;
  client.deadline.reset();
  Lose(team, Reason::kCrash, "the connection was closed");
}

// The first moment that is too late.
HostTime Host::ClockRunsOut() const {
  const Rules& rules = recorded().header().terms.rules;
  Game clocks = game();
  const Milliseconds left_ms = clocks.ClockOf(clocks.to_move(), rules);
  return *clock_since_ +
         std::chrono::milliseconds(left_ms + (rules.overrun == Overrun::kEqualLoses ? 0 : 1));
}

std::optional<HostTime> Host::deadline() const {
  std::optional<HostTime> first;
  const auto consider = [&first](std::optional<HostTime> time) {
    if (time && (!first || *time < *first)) first = time;
  };
  if (dismissed_) consider(*dismissed_ + kMostToLeave);
  if (untold_) consider(last_told_ + limits_.update_gap);
  if (over()) return first;
  for (const Seat& client : seats_) consider(client.deadline);
  if (clock_since_) {
    consider(ClockRunsOut());
  } else if (told_) {
    consider(*told_ + kMostToWrite);
  }
  return first;
}

void Host::Tick(HostTime now) {
  now_ = now;
  if (untold_ && now >= last_told_ + limits_.update_gap) Tell();
  if (over()) return;
  for (const Team team : kTeams) {
    if (!over() && seat(team).deadline && now >= *seat(team).deadline) {
      Lose(team, Reason::kHang,
           stage(team) == Stage::kAbsent     ? "it did not come in time"
           : stage(team) == Stage::kGreeting ? "it did not introduce itself in time"
                                             : "it was not ready in time");
    }
  }
  if (over() || !told_) return;
  if (!clock_since_ && now >= *told_ + kMostToWrite) clock_since_ = now;
  if (clock_since_ && now >= ClockRunsOut()) Play(OutOfTime{}, UsedSince(*clock_since_));
}

Milliseconds Host::UsedSince(HostTime start) const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(now_ - start).count();
}

void Host::Called(Team team, const Move& move) {
  if (!told_ || game().to_move() != team) throw BadData("", "it is not this team's turn");
  Play(move, clock_since_ ? UsedSince(*clock_since_) : 0);
}

void Host::Play(const Move& move, Milliseconds used_ms) {
  auto played = std::make_unique<Played>();
  played->team = game().to_move();
  played->before = game();
  played->called = move;
  played->recording.interval_s = path_interval_s();
  if (const Release* called = std::get_if<Release>(&move)) {
    const Release thrown = ThrownBy(played->team, *called);
    played->result =
        game_->PlayThrown(*called, thrown, used_ms,
                          played->recording.interval_s > 0.0 ? &played->recording : nullptr);
  } else {
    played->result = game_->Play(move, used_ms);
  }
  untold_ = std::move(played);
  told_.reset();
  clock_since_.reset();
  if (now_ >= last_told_ + limits_.update_gap) Tell();
}

void Host::Tell() {
  const std::unique_ptr<Played> played = std::move(untold_);
  last_told_ = now_;
  TellTurn(played.get());
  ShowWatcher();
  AwaitMove();
}

void Host::Lose(Team team, Reason reason, const std::string& why) {
  if (over()) return;
  complaint_ = fmt::format("team {}: {}", Index(team), why);
  WriteComplaint(complaint_);
  if (!game_) {
    const RecordHeader header = Header();
    game_ = std::make_unique<RecordedGame>(header, Start(header.terms.rules));
  }
  if (untold_) Tell();
  if (over()) return;
  game_->ForfeitGame(team, reason);
  TellTurn(nullptr);
  ShowWatcher();
  AwaitMove();
}

}  // namespace skipstone
