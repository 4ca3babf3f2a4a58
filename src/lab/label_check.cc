// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/label_check.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "learn/backward.h"

namespace skipstone {
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

LabelCheckReport CheckLabels(const LabelCheck& check, const Workshop& shop) {
  LabelCheckReport report;
  const auto count = static_cast<std::size_t>(check.states);
  const auto ends = MakeAll<LearningEnd>(shop, "ends", count, [&] {
    const auto player = std::make_shared<EndPlayer>(check.terms, check.player, check.random_calls);
    return [&, player](std::uint32_t number) { return player->Play(check.seed, number); };
  });
  BackwardSetup backward;
  backward.terms = check.terms;
  backward.seed = check.seed;
  backward.states_of_one = check.states;
  backward.mix = check.mix;
  const StatesOf states(backward, 0, 1, ends);
  if (ends.size() == count) {
    report.cases = MakeAll<LabelCase>(shop, "labels", count, [&] {
      const auto labeller = std::make_shared<Labeller>(check.terms, check.labels, nullptr);
      return [&, labeller](std::uint32_t number) {
        const StatesOf::State state = states[number];
        Label label = labeller->Make(state.position, states.SeedOf(number));
        label.state = number;
        label.source = state.source;
        return CheckLabel(label, check.labels.executions, check.executions,
                          MixedSeed({check.seed, number}, "executions"), *labeller);
      };
    });
  }
  report.whole = report.cases.size() == count;
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
          {"ice", LawName(positions.terms.ice.law)},
          {"rules", PresetName(positions.terms.rules.preset)},
          {"execution", ToJson(positions.terms.sizes())},
          {"stones_left", 1},
          {"what", "self-play, one position a game"},
          {"player", positions.player},
          {"seed", positions.seed},
          {"labels", ToJson(positions.labels, 1)}};
}

bool MakeTestPositions(const TestPositions& positions, const std::filesystem::path& path,
                       const JsonOut& provenance, const Workshop& shop) {
  JsonOut header = HeaderOf(positions);
  header["provenance"] = provenance;
  const auto make_maker = [&] {
    const auto player = std::make_shared<EndPlayer>(positions.terms, positions.player, 0.0);
    const auto labeller = std::make_shared<Labeller>(positions.terms, positions.labels, nullptr);
    return [&, player, labeller](std::uint32_t number) {
      const LearningEnd end = player->Play(positions.seed, number);
      return labeller->Make(end.Before(kStones - 1), MixedSeed({positions.seed, number}, "label"));
    };
  };
  return DoLabels("games", path, header, static_cast<std::uint32_t>(positions.games), make_maker,
                  shop);
}

}  // namespace skipstone
