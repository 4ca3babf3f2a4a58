// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/label_check.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <memory>
#include <mutex>

#include "base/error.h"
#include "base/jobs.h"
#include "learn/backward.h"

namespace skipstone {
namespace {

// Below it the chi-square distribution is no good approximation (Cochran 1954).
constexpr double kLeastExpected = 5.0;

std::vector<LearningEnd> PlayEnds(const LabelCheck& check, const std::function<bool()>& stop,
                                  const std::function<void()>& done) {
  std::vector<LearningEnd> ends(static_cast<std::size_t>(check.states));
  std::mutex mutex;
  RunJobs(ends.size(), check.threads, stop, [&]() -> JobWorker {
    const auto player =
        std::make_shared<EndPlayer>(SearchSetupOf(check.game), check.player, check.random_calls);
    return [&, player](std::size_t job) {
      ends[job] = player->Play(check.seed, static_cast<std::uint32_t>(job));
      const std::lock_guard lock(mutex);
      done();
    };
  });
  return ends;
}

}  // namespace

TwoSampleTest CompareCounts(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  SKIPSTONE_CHECK(a.size() == b.size());
  struct Bin {
    double a = 0.0;
    double b = 0.0;
    double Sum() const { return a + b; }
  };
  Bin all;
  for (std::size_t i = 0; i < a.size(); ++i) {
    all.a += static_cast<double>(a[i]);
    all.b += static_cast<double>(b[i]);
  }
  SKIPSTONE_CHECK(all.a > 0.0 && all.b > 0.0);
  const double smaller_part = std::min(all.a, all.b) / all.Sum();
  const auto rare = [&](const Bin& bin) { return bin.Sum() * smaller_part < kLeastExpected; };
  std::vector<Bin> bins;
  Bin pool;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Bin bin{static_cast<double>(a[i]), static_cast<double>(b[i])};
    if (rare(bin)) {
      pool.a += bin.a;
      pool.b += bin.b;
    } else {
      bins.push_back(bin);
    }
  }
  if (pool.Sum() > 0.0) {
    if (rare(pool) && !bins.empty()) {
      // Still too few: they join the smallest of the others.
      Bin& least = *std::min_element(bins.begin(), bins.end(),
                                     [](const Bin& x, const Bin& y) { return x.Sum() < y.Sum(); });
      least.a += pool.a;
      least.b += pool.b;
    } else {
      bins.push_back(pool);
    }
  }
  TwoSampleTest test;
  test.degrees = static_cast<int>(bins.size()) - 1;
  if (test.degrees <= 0) return test;
  for (const Bin& bin : bins) {
    const double expected_a = bin.Sum() * all.a / all.Sum();
    const double expected_b = bin.Sum() * all.b / all.Sum();
    test.statistic += (bin.a - expected_a) * (bin.a - expected_a) / expected_a +
                      (bin.b - expected_b) * (bin.b - expected_b) / expected_b;
  }
  const boost::math::chi_squared distribution(test.degrees);
  test.p = boost::math::cdf(boost::math::complement(distribution, test.statistic));
  return test;
}

std::array<std::int64_t, kScores> CountsOf(const ScoreDistribution& scores, int executions) {
  std::array<std::int64_t, kScores> counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = std::llround(scores.probability[i] * executions);
  }
  return counts;
}

LabelCase CheckLabel(const Label& label, int label_executions, int executions, std::uint64_t seed,
                     Labeller& labeller) {
  RandomStream random({.seed = seed, .purpose = Purpose::kTest});
  const ScoreDistribution executed =
      labeller.Execute(label.position, label.called, executions, random);
  LabelCase result;
  result.state = label.state;
  result.source = label.source;
  result.stones = label.position.board.count();
  result.label_mean = label.scores.Mean();
  result.executed_mean = executed.Mean();
  result.test =
      CompareCounts(CountsOf(label.scores, label_executions), CountsOf(executed, executions));
  return result;
}

LabelCheckReport CheckLabels(const LabelCheck& check, const std::function<bool()>& stop,
                             const WorkProgress& progress) {
  LabelCheckReport report;
  // A label takes about as long as an end.
  std::size_t done = 0;
  const auto count = [&] {
    if (progress) progress(++done, 2 * static_cast<std::size_t>(check.states));
  };
  const std::vector<LearningEnd> ends = PlayEnds(check, stop, count);
  BackwardSetup backward;
  backward.game = check.game;
  backward.seed = check.seed;
  backward.states_of_one = check.states;
  backward.mix = check.mix;
  const StatesOf states(backward, 0, 1, ends);
  std::mutex mutex;
  if (!stop()) {
    RunJobs(static_cast<std::size_t>(check.states), check.threads, stop, [&]() -> JobWorker {
      const auto labeller = std::make_shared<Labeller>(check.game, check.labels, nullptr);
      return [&, labeller](std::size_t job) {
        const auto number = static_cast<std::uint32_t>(job);
        const StatesOf::State state = states[number];
        Label label = labeller->Make(state.position, states.SeedOf(number));
        label.state = number;
        label.source = state.source;
        const LabelCase result =
            CheckLabel(label, check.labels.executions, check.executions,
                       MixedSeed({check.seed, number}, "executions"), *labeller);
        const std::lock_guard lock(mutex);
        report.cases.push_back(result);
        count();
      };
    });
  }
  std::sort(report.cases.begin(), report.cases.end(),
            [](const LabelCase& a, const LabelCase& b) { return a.state < b.state; });
  report.whole = report.cases.size() == static_cast<std::size_t>(check.states);
  for (const LabelCase& result : report.cases) {
    if (result.test.degrees == 0) {
      ++report.certain;
      continue;
    }
    if (result.test.p < kLabelBar) ++report.suspects;
    ++report.p_values[std::min<std::size_t>(9, static_cast<std::size_t>(10.0 * result.test.p))];
  }
  return report;
}

JsonOut HeaderOf(const TestPositions& positions) {
  return {{"skipstone", "labels"},
          {"version", 1},
          {"ice", LawName(positions.game.ice.law)},
          {"rules", PresetName(positions.game.rules.preset)},
          {"execution", ToJson(positions.game.execution)},
          {"stones_left", 1},
          {"what", "self-play, one position a game"},
          {"player", positions.player},
          {"seed", positions.seed},
          {"labels", ToJson(positions.labels, 1)}};
}

bool MakeTestPositions(const TestPositions& positions, LabelFile& file,
                       const std::function<bool()>& stop, const WorkProgress& progress) {
  const auto games = static_cast<std::uint32_t>(positions.games);
  const std::vector<std::uint32_t> missing = file.Missing(games);
  std::size_t done = games - missing.size();
  std::mutex mutex;
  RunJobs(missing.size(), positions.threads, stop, [&]() -> JobWorker {
    const auto player =
        std::make_shared<EndPlayer>(SearchSetupOf(positions.game), positions.player, 0.0);
    const auto labeller = std::make_shared<Labeller>(positions.game, positions.labels, nullptr);
    return [&, player, labeller](std::size_t job) {
      const std::uint32_t number = missing[job];
      const LearningEnd end = player->Play(positions.seed, number);
      Label label =
          labeller->Make(end.Before(kStones - 1), MixedSeed({positions.seed, number}, "label"));
      label.state = number;
      const std::lock_guard lock(mutex);
      file.Add(label);
      if (progress) progress(++done, games);
    };
  });
  file.Sort();
  return file.Missing(games).empty();
}

}  // namespace skipstone
