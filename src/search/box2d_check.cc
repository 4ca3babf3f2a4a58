// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/box2d_check.h"

#include <algorithm>

#include "base/error.h"
#include "base/statistics.h"
#include "search/tree.h"

namespace skipstone {
namespace {

// A throw of box2d on fcv1 takes 22 ms on a Xeon, on dc2 3 ms; roll-outs come on top. The first
// check tells how it is here.
constexpr double kFirstGuess_s = 0.03;
// A search is slowed down by no more than this: its play-outs are worth more than the last
// millimetres.
constexpr double kMostOfTime = 0.25;
// Stones that lie nearer to each other than this lie in the same place. Engines differ by more only
// where contacts amplified something.
constexpr double kSame_m = 0.001;

// Streams of the search's seed that no tree draws from: those are numbered by thread.
constexpr std::uint32_t kErrorStreams = 1U << 16;
constexpr std::uint32_t kRollOutStreams = 1U << 20;

RandomStream StreamOf(const SearchTask& task, std::uint32_t index) {
  return RandomStream({.seed = task.seed, .purpose = Purpose::kSearch, .index = index});
}

bool Same(const Board& a, const Board& b) {
  if (a.present() != b.present()) return false;
  bool same = true;
  ForEachSlot(a.present(), [&](int slot) {
    const Vec2 apart = a.position(slot) - b.position(slot);
    same = same && Dot(apart, apart) <= kSame_m * kSame_m;
  });
  return same;
}

}  // namespace

Box2dCheck::Box2dCheck(const GameTerms& terms, const Box2dCheckSetting& setting)
    : Box2dCheck(terms, setting, MakeEngine("event", terms.ice), MakeEngine("box2d", terms.ice)) {}

Box2dCheck::Box2dCheck(const GameTerms& terms, const Box2dCheckSetting& setting,
                       std::unique_ptr<Engine> fast, std::unique_ptr<Engine> reference)
    : rules_(terms.rules),
      setting_(setting),
      simulation_(terms),
      fast_(std::move(fast)),
      reference_(std::move(reference)),
      throw_s_(kFirstGuess_s) {
  SKIPSTONE_CHECK(setting.least_errors >= 2 && setting.errors >= setting.least_errors &&
                  setting.roll_outs >= 1);
}

// So many errors for so many candidates, as the last check went; 0 if too few fit.
int Box2dCheck::ErrorsIn(double seconds, std::size_t candidates) const {
  const double fit = std::floor(seconds / (throw_s_ * static_cast<double>(candidates)));
  if (!(fit >= setting_.least_errors)) return 0;
  return fit < setting_.errors ? static_cast<int>(fit) : setting_.errors;
}

double Box2dCheck::Reserve(double seconds) const {
  // One throw more, since a search ends a little late.
  const int errors =
      ErrorsIn(kMostOfTime * seconds - throw_s_, static_cast<std::size_t>(setting_.candidates));
  return errors == 0 ? 0.0 : (errors * setting_.candidates + 1) * throw_s_;
}

void Box2dCheck::Learn(double seconds, int throws) {
  const auto nearer = [this](double to) { return (7.0 * throw_s_ + to) / 8.0; };
  if (throws == 0) {
    // One stall must not keep it from ever trying again.
    if (fastest_s_ < throw_s_) throw_s_ = nearer(fastest_s_);
    return;
  }
  // Up at once, down slowly: a machine that was busy will be again.
  const double seen = seconds / throws;
  const bool first = std::isinf(fastest_s_);
  throw_s_ = first ? seen : std::max(seen, nearer(seen));
  fastest_s_ = std::min(fastest_s_, seen);
}

Box2dCheckResult Box2dCheck::Run(const SearchTask& task, std::span<const Candidate> ranked,
                                 const SecondsLeft& seconds_left) {
  Box2dCheckResult result;
  const std::size_t count = std::min(ranked.size(), static_cast<std::size_t>(setting_.candidates));
  if (count < 2) return result;  // nothing to choose from
  const double start = seconds_left ? seconds_left() : 0.0;
  const int errors = seconds_left ? ErrorsIn(start, count) : setting_.errors;
  const auto all = errors * static_cast<int>(count);
  std::vector<CheckedCall> checked(count);
  while (result.throws < all && !(seconds_left && seconds_left() <= 0.0)) {
    const auto c = static_cast<std::size_t>(result.throws) % count;
    const int error = result.throws / static_cast<int>(count);
    checked[c].differences.push_back(Difference(task, ranked[c].release, error, checked[c]));
    ++result.throws;
  }
  if (seconds_left) Learn(start - seconds_left(), result.throws);
  if (all == 0 || result.throws < all) return result;

  for (CheckedCall& call : checked) {
    for (const double difference : call.differences) call.correction += difference / errors;
  }
  result.choice = Choose(ranked, checked);
  result.checked = std::move(checked);
  return result;
}

std::size_t Box2dCheck::Choose(std::span<const Candidate> ranked,
                               std::span<const CheckedCall> checked) const {
  const CheckedCall& own = checked[0];
  std::size_t choice = 0;
  double most = 0.0;
  for (std::size_t c = 1; c < checked.size(); ++c) {
    // Error by error, since all were thrown with the same ones.
    const MeanEstimate better = *MeanDifferenceOf(checked[c].differences, own.differences);
    const double gain = ranked[c].bound - ranked[0].bound + better.mean;
    if (gain > most && better.standard_error &&
        gain > setting_.certainty * *better.standard_error) {
      most = gain;
      choice = c;
    }
  }
  return choice;
}

// What the reference makes of a throw, beyond what the fast engine does.
double Box2dCheck::Difference(const SearchTask& task, const Release& called, int error,
                              CheckedCall& call) {
  const Position& before = task.position;
  RandomStream random = StreamOf(task, kErrorStreams + static_cast<std::uint32_t>(error));
  const Release thrown = simulation_.execution(before.turn).Sample(called, random);
  const Turn next = {before.turn.shot + 1, before.turn.hammer};
  const Position fast = {ThrowStone(before, thrown, *fast_, rules_).outcome.board, next};
  const Position reference = {ThrowStone(before, thrown, *reference_, rules_).outcome.board, next};
  const bool same = Same(fast.board, reference.board);
  if (!same) ++call.differing;
  // A millimetre may still decide who lies nearer.
  if (same && !Simulation::IsOver(fast)) return 0.0;
  return Worth(task, reference, error) - Worth(task, fast, error);
}

// The thrower's.
double Box2dCheck::Worth(const SearchTask& task, const Position& after, int error) {
  const Turn& turn = task.position.turn;
  if (Simulation::IsOver(after)) return ValueFor(turn, task.utility, simulation_.Score(after));
  const Standing standing = StandingAt(after.turn, turn, task.standing);
  double sum = 0.0;
  for (int i = 0; i < setting_.roll_outs; ++i) {
    RandomStream random = StreamOf(
        task, kRollOutStreams + static_cast<std::uint32_t>(error * setting_.roll_outs + i));
    sum += ValueFor(turn, task.utility, simulation_.RollOut(after, standing, kStones, random));
  }
  return sum / setting_.roll_outs;
}

}  // namespace skipstone
