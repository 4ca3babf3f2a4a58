// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/two_stones.h"

#include <algorithm>

#include "base/jobs.h"
#include "learn/states.h"
#include "shots/generator.h"

namespace skipstone {

TwoStonesLeft::TwoStonesLeft(const EvaluatorSetup& setup, const LastStoneSetting& replies)
    : setup_(setup),
      execution_(MakeExecution(setup.execution, setup.ice.law)),
      engine_(MakeEngine("event", setup.ice)),
      last_stone_(setup.ice, setup.rules, setup.execution, replies) {}

double TwoStonesLeft::WorthOf(const Position& position, const Release& called,
                              std::span<const StandardPoint> errors) {
  SKIPSTONE_CHECK(position.turn.shot == kStones - 2);
  double sum = 0.0;
  for (const StandardPoint& error : errors) {
    const Board after =
        ThrowStone(position, execution_->Thrown(called, error), *engine_, setup_.rules)
            .outcome.board;
    sum += last_stone_.Solve({after, {kStones - 1, position.turn.hammer}}, UtilityOfPoints()).worth;
  }
  return sum / static_cast<double>(errors.size());
}

std::vector<ExactPosition> MakeExactPositions(const EvaluatorSetup& setup, int count, int calls,
                                              int errors, std::uint64_t seed, int threads,
                                              const std::function<bool()>& stop) {
  std::vector<ExactPosition> positions(static_cast<std::size_t>(count));
  const SearchSetup search = SearchSetupOf(setup);
  const Generator generator(setup.ice, setup.rules, Width::kWide,
                            MaxSpeed(setup.execution, setup.ice.law));
  const auto execution = MakeExecution(setup.execution, setup.ice.law);
  const std::vector<StandardPoint> nodes = [&] {
    const ErrorCurve curve(*execution);
    std::vector<StandardPoint> all = ErrorNodes(curve, 16);
    // Some of a lattice of 987, far apart.
    std::vector<StandardPoint> some;
    for (int i = 0; i < errors; ++i) {
      some.push_back(
          all[(static_cast<std::size_t>(i) * all.size()) / static_cast<std::size_t>(errors)]);
    }
    return some;
  }();
  RunJobs(positions.size(), threads, stop, [&]() -> JobWorker {
    const auto player =
        std::make_shared<EndPlayer>(search, "kr-uct:playouts=200,last-stone=off", 0.1);
    const auto exact = std::make_shared<TwoStonesLeft>(setup, kQuickLastStone);
    const auto shots = std::make_shared<ShotList>();
    return [&, player, exact, shots](std::size_t job) {
      ExactPosition& known = positions[job];
      known.position = player->Play(seed, static_cast<std::uint32_t>(job)).Before(kStones - 2);
      generator.List(known.position, *shots);
      const double step = std::max(1.0, static_cast<double>(shots->size()) / calls);
      for (double at = 0.0; at < static_cast<double>(shots->size()); at += step) {
        known.calls.push_back((*shots)[static_cast<std::size_t>(at)].release);
      }
      for (const Release& called : known.calls) {
        known.worths.push_back(exact->WorthOf(known.position, called, nodes));
      }
    };
  });
  std::erase_if(positions, [](const ExactPosition& known) { return known.worths.empty(); });
  return positions;
}

double Regret(std::span<const ExactPosition> positions, const EvaluatorSetup& setup,
              Evaluator& evaluator) {
  GridPly ply(setup.ice, setup.rules, setup.execution, evaluator);
  RandomStream random({.seed = 1, .purpose = Purpose::kLearn});
  std::vector<StandardPoint> errors;
  ply.DrawErrors(89, random, errors);
  double sum = 0.0;
  for (const ExactPosition& known : positions) {
    // The team without the hammer throws: it wants little.
    std::size_t chosen = 0;
    double least = 0.0;
    for (std::size_t i = 0; i < known.calls.size(); ++i) {
      const double worth = ply.ScoresOf(known.position, known.calls[i], errors).Mean();
      if (i == 0 || worth < least) {
        least = worth;
        chosen = i;
      }
    }
    sum += known.worths[chosen] - *std::min_element(known.worths.begin(), known.worths.end());
  }
  return sum / std::max(1.0, static_cast<double>(positions.size()));
}

}  // namespace skipstone
