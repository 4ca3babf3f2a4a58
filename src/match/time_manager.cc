// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/time_manager.h"

#include <algorithm>
#include <numeric>

namespace skipstone {
namespace {

// What an own stone of an end gets beside the others, first to last. Early stones set up the end
// and are forgiving; the last ones decide it. The very last is solved in a fraction of a second if
// it is the end's last, so what it leaves over goes to the ends that follow.
constexpr std::array<double, kStonesPerTeam> kShares = {0.6, 0.6, 0.8, 1.0, 1.2, 1.5, 1.9, 2.4};

// Kept back for what nobody foresees: a machine that is busy, a network that stalls. This much of
// the clock, and no less than the latter.
constexpr double kReserve = 0.04;
constexpr Milliseconds kLeastReserve_ms = 300;
// For latency no more than this, or one stall would leave nothing to think with.
constexpr double kMostForLatency = 0.25;
// One call takes no more than this of what is left, but for the last stone of all.
constexpr double kMostOfClock = 0.5;

double SharesFrom(int own_stone) {
  return std::accumulate(kShares.begin() + own_stone, kShares.end(), 0.0);
}

}  // namespace

std::optional<double> TimeManager::SecondsFor(const Game& game) const {
  const Team team = game.to_move();
  Game clocks = game;
  const Milliseconds left_ms = clocks.ClockOf(team, rules_);
  const auto allotted = static_cast<std::size_t>(Index(team));
  const bool extra = game.in_extra_end(rules_);
  if ((extra ? rules_.extra_end_time_ms : rules_.thinking_time_ms)[allotted] == 0) {
    return std::nullopt;
  }
  // An extra end has a clock of its own, so nothing is kept for it.
  const int own_stone = game.shot / 2;
  const int ends_after = extra ? 0 : rules_.ends - 1 - game.end;
  const int stones = kStonesPerTeam - own_stone + ends_after * kStonesPerTeam;
  const double share = kShares[static_cast<std::size_t>(own_stone)] /
                       (SharesFrom(own_stone) + ends_after * SharesFrom(0));
  const Milliseconds reserve_ms = std::max(
      kLeastReserve_ms, static_cast<Milliseconds>(kReserve * static_cast<double>(left_ms)));
  const double latency_ms = std::min(kMostForLatency * static_cast<double>(left_ms),
                                     static_cast<double>(stones * latency_ms_));
  const double usable_ms = static_cast<double>(left_ms - reserve_ms) - latency_ms;
  const double most_ms = stones == 1 ? usable_ms : kMostOfClock * usable_ms;
  return std::max(kLeast_s, std::min(share * usable_ms, most_ms) / 1000.0);
}

void TimeManager::Learn(Milliseconds thought_ms, Milliseconds charged_ms) {
  // Up at once, down slowly: one stall tells of more.
  const Milliseconds seen_ms = std::max<Milliseconds>(0, charged_ms - thought_ms);
  latency_ms_ = std::max(seen_ms, (7 * latency_ms_ + seen_ms) / 8);
}

}  // namespace skipstone
