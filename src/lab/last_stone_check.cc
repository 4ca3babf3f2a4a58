// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/last_stone_check.h"

#include <time.h>  // NOLINT: POSIX has more in it than C

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/statistics.h"
#include "game/playout.h"
#include "shots/rule.h"

namespace skipstone {
namespace {

constexpr double kRandomCalls = 0.2;
// 17,711 throws: another Fibonacci lattice than the solver's own, so with other throws.
constexpr int kJudgeNodes = 22;
// Of so many ends, for each position to be timed, one should leave the right number of stones.
constexpr int kMostEndsEach = 200;

double ThreadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The answer's worth over random executions.
void Sample(const LastStoneCheck& check, const Execution& execution, Engine& engine, int index,
            LastStoneCase& result) {
  RandomStream random({.seed = check.seed,
                       .game = static_cast<std::uint32_t>(index),
                       .shot = kStones - 1,
                       .purpose = Purpose::kExecution,
                       .index = 1});
  constexpr int kBatch = 4096;
  std::vector<Release> releases;
  std::vector<std::int8_t> points;
  double sum = 0.0;
  double squares = 0.0;
  for (int done = 0; done < check.samples; done += kBatch) {
    const int count = std::min(kBatch, check.samples - done);
    releases.clear();
    for (int i = 0; i < count; ++i) {
      releases.push_back(execution.Sample(result.answer.best, random));
    }
    points.resize(releases.size());
    engine.RunScores(result.position.board, result.position.turn, releases,
                     ScoringEdgeOf(check.terms.ice.sheet, check.terms.rules), points);
    for (const std::int8_t p : points) {
      const double worth = check.utility[HammerPoints(p, result.position.turn.hammer)];
      sum += worth;
      squares += worth * worth;
    }
  }
  result.sampled = true;
  result.sampled_worth = sum / check.samples;
  result.sampled_error = StandardErrorOfSums(sum, squares, check.samples);
}

// Solves and compares; one per thread.
class Checker {
 public:
  explicit Checker(const LastStoneCheck& check)
      : check_(check),
        execution_(MakeExecution(check.terms.sizes(), check.terms.ice.law)),
        engine_(MakeEngine("event", check.terms.ice)),
        solver_(check.terms.ice, check.terms.rules, check.terms.sizes()),
        judge_(ErrorNodes(solver_.curve(), kJudgeNodes)) {}

  void Solve(LastStoneCase& result) {
    const double start = ThreadSeconds();
    result.answer = solver_.Solve(result.position, check_.utility);
    result.solve_s = ThreadSeconds() - start;
  }

  void Compare(LastStoneCase& result) {
    if (result.index < check_.sampled_positions) {
      Sample(check_, *execution_, *engine_, result.index, result);
    }
    if (!brute_) {
      brute_ =
          std::make_unique<LastStone>(check_.terms.ice, check_.terms.rules, check_.terms.sizes(),
                                      LastStoneSetting{.fineness = check_.brute_fineness,
                                                       .candidates = 32,
                                                       .finalists = 12,
                                                       .throw_all = true});
    }
    const LastStoneAnswer truth = brute_->Solve(result.position, check_.utility);
    result.brute_worth = truth.worth;
    result.brute_best = truth.best;
    // Brute force takes the best of a dozen, each of which chance may flatter: neither side's own
    // figures decide.
    result.brute_gain =
        check_.utility.Of(solver_.ScoresOf(result.position, truth.best, judge_)) -
        check_.utility.Of(solver_.ScoresOf(result.position, result.answer.best, judge_));
  }

 private:
  const LastStoneCheck& check_;
  std::unique_ptr<const Execution> execution_;
  std::unique_ptr<Engine> engine_;
  LastStone solver_;
  std::unique_ptr<LastStone> brute_;
  std::vector<StandardPoint> judge_;
};

SolveTimes TimesOf(std::vector<double> seconds) {
  SolveTimes times;
  if (seconds.empty()) return times;
  std::sort(seconds.begin(), seconds.end());
  const std::size_t count = seconds.size();
  times.count = static_cast<int>(count);
  for (const double s : seconds) {
    times.mean_s += s / static_cast<double>(count);
    times.above_bar += s > kSolveBar_s ? 1 : 0;
  }
  times.median_s = MedianOf(seconds);
  times.worst_s = seconds.back();
  return times;
}

void Summarise(const LastStoneCheck& check, LastStoneReport& report) {
  std::vector<double> all;
  std::vector<double> timed;
  const auto count = static_cast<double>(report.cases.size());
  for (const LastStoneCase& result : report.cases) {
    all.push_back(result.solve_s);
    if (result.position.board.count() == kTimedStones) timed.push_back(result.solve_s);
    report.mean_stones += static_cast<double>(result.position.board.count()) / count;
    report.mean_throws += static_cast<double>(result.answer.throws) / count;
    if (result.sampled) {
      ++report.sampled;
      const double difference = std::abs(result.answer.worth - result.sampled_worth);
      report.worst_sampling_difference = std::max(report.worst_sampling_difference, difference);
      if (result.sampled_error > 0.0) {
        report.worst_sampling_errors =
            std::max(report.worst_sampling_errors, difference / result.sampled_error);
      }
    }
    report.mean_brute_gain += result.brute_gain / count;
    report.worst_brute_gain = std::max(report.worst_brute_gain, result.brute_gain);
    report.brute_wins += result.brute_gain > kBruteMargin * check.utility.per_point ? 1 : 0;
  }
  for (const LastStoneCase& result : report.timed) timed.push_back(result.solve_s);
  report.times = TimesOf(std::move(all));
  report.timed_times = TimesOf(std::move(timed));
}

}  // namespace

Position LastStonePosition(const Ice& ice, const Rules& rules, const ExecutionSizes& sizes,
                           std::uint64_t seed, int index) {
  const auto engine = MakeEngine("event", ice);
  const auto execution = MakeExecution(sizes, ice.law);
  const RulePolicy policy(ice, rules, MaxSpeed(sizes, ice.law));
  Position position{{}, {0, index % 2 == 0 ? Team::k1 : Team::k0}};
  for (; position.turn.shot < kStones - 1; ++position.turn.shot) {
    RandomStream random({.seed = seed,
                         .game = static_cast<std::uint32_t>(index),
                         .shot = static_cast<std::uint8_t>(position.turn.shot),
                         .purpose = Purpose::kPlayout});
    const Release called = random.Uniform() < kRandomCalls
                               ? RandomCall(position, ice.law, random)
                               : policy.Call(position, {.lead = 0, .ends_left = 4});
    position.board =
        ThrowStone(position, execution->Sample(called, random), *engine, rules).outcome.board;
  }
  return position;
}

LastStoneReport CheckLastStone(const LastStoneCheck& check, const Workshop& shop) {
  SKIPSTONE_CHECK(check.positions >= 0 && check.timed_positions >= 0);
  const auto case_of = [&](std::size_t index) {
    LastStoneCase result;
    result.index = static_cast<int>(index);
    result.position = LastStonePosition(check.terms.ice, check.terms.rules, check.terms.sizes(),
                                        check.seed, result.index);
    return result;
  };
  const auto positions = static_cast<std::size_t>(check.positions);
  const auto timed = static_cast<std::size_t>(check.timed_positions);
  LastStoneReport report;
  report.cases = MakeAll<LastStoneCase>(shop, "positions", positions, [&] {
    return [&, checker = std::make_shared<Checker>(check)](std::uint32_t number) {
      LastStoneCase result = case_of(number);
      checker->Solve(result);
      checker->Compare(result);
      return result;
    };
  });
  // Those to be timed are looked for among the following ones, until there are enough.
  Workshop until = shop;
  std::atomic<std::size_t> found = 0;
  until.stop = [&] { return found >= timed || shop.stop(); };
  if (report.cases.size() == positions) {
    report.timed = MakeAll<LastStoneCase>(until, "positions looked at", kMostEndsEach * timed, [&] {
      return [&, checker = std::make_shared<Checker>(check)](
                 std::uint32_t number) -> std::optional<LastStoneCase> {
        LastStoneCase result = case_of(positions + number);
        if (result.position.board.count() != kTimedStones) return std::nullopt;
        checker->Solve(result);
        ++found;
        return result;
      };
    });
  }
  report.whole = report.cases.size() == positions && (report.timed.size() >= timed || !shop.stop());
  // No more than were asked for, whichever thread was first.
  report.timed.resize(std::min(report.timed.size(), timed));
  Summarise(check, report);
  return report;
}

}  // namespace skipstone
