// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/last_stone_check.h"

#include <time.h>

#include <algorithm>
#include <cmath>

#include "game/playout.h"
#include "shots/rule.h"

namespace skipstone {
namespace {

constexpr double kRandomCalls = 0.2;
constexpr int kJudgeNodes = 22;  // 17,711 throws

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
                     ScoringEdgeOf(check.ice.sheet, check.rules), points);
    for (const int p : points) {
      const double worth = check.utility[HammerPoints(p, result.position.turn.hammer)];
      sum += worth;
      squares += worth * worth;
    }
  }
  result.sampled = true;
  result.sampled_worth = sum / check.samples;
  result.sampled_error = std::sqrt(
      std::max(0.0, squares / check.samples - result.sampled_worth * result.sampled_worth) /
      check.samples);
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

LastStoneReport CheckLastStone(const LastStoneCheck& check,
                               const std::function<void(const LastStoneCase&)>& each) {
  const auto execution = MakeExecution(check.sizes, check.ice.law);
  const auto engine = MakeEngine("event", check.ice);
  LastStone solver(check.ice, check.rules, check.sizes);
  LastStone brute(check.ice, check.rules, check.sizes,
                  {.fineness = check.brute_fineness,
                   .candidates = 32,
                   .finalists = 12,
                   .skip_idle_lines = false});
  const std::vector<StandardPoint> judge = ErrorNodes(solver.curve(), kJudgeNodes);
  LastStoneReport report;
  for (int index = 0; index < check.positions; ++index) {
    LastStoneCase result;
    result.position = LastStonePosition(check.ice, check.rules, check.sizes, check.seed, index);
    const double start = ThreadSeconds();
    result.answer = solver.Solve(result.position, check.utility);
    result.solve_s = ThreadSeconds() - start;
    if (index < check.sampled_positions) Sample(check, *execution, *engine, index, result);
    const LastStoneAnswer truth = brute.Solve(result.position, check.utility);
    result.brute_worth = truth.worth;
    result.brute_best = truth.best;

    // Brute force takes the best of a dozen, each of which chance may flatter: neither side's own
    // figures decide.
    result.brute_gain =
        check.utility.Of(solver.ScoresOf(result.position, truth.best, judge)) -
        check.utility.Of(solver.ScoresOf(result.position, result.answer.best, judge));
    const double gain = result.brute_gain;
    report.mean_stones += static_cast<double>(result.position.board.count()) / check.positions;
    report.mean_solve_s += result.solve_s / check.positions;
    report.worst_solve_s = std::max(report.worst_solve_s, result.solve_s);
    report.mean_throws += static_cast<double>(result.answer.throws) / check.positions;
    if (result.sampled) {
      report.worst_sampling_difference = std::max(
          report.worst_sampling_difference, std::abs(result.answer.worth - result.sampled_worth));
    }
    report.mean_brute_gain += gain / check.positions;
    report.worst_brute_gain = std::max(report.worst_brute_gain, gain);
    report.brute_wins += gain > kBruteMargin * check.utility.per_point ? 1 : 0;
    report.cases.push_back(std::move(result));
    if (each) each(report.cases.back());
  }
  return report;
}

}  // namespace skipstone
