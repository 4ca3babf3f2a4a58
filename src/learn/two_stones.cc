// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/two_stones.h"

#include <algorithm>

#include "learn/states.h"
#include "shots/generator.h"

namespace skipstone {

TwoStonesLeft::TwoStonesLeft(const GameTerms& terms, const LastStoneSetting& replies)
    : terms_(terms),
      execution_(MakeExecution(terms.sizes(), terms.ice.law)),
      engine_(MakeEngine("event", terms.ice)),
      last_stone_(terms.ice, terms.rules, terms.sizes(), replies) {}

double TwoStonesLeft::WorthOf(const Position& position, const Release& called,
                              std::span<const StandardPoint> errors) {
  SKIPSTONE_CHECK(position.turn.shot == kStones - 2);
  double sum = 0.0;
  for (const StandardPoint& error : errors) {
    const Board after =
        ThrowStone(position, execution_->Thrown(called, error), *engine_, terms_.rules)
            .outcome.board;
    sum += last_stone_.Solve({after, {kStones - 1, position.turn.hammer}}, UtilityOfPoints()).worth;
  }
  return sum / static_cast<double>(errors.size());
}

std::vector<ExactPosition> MakeExactPositions(const GameTerms& terms, int count, int calls,
                                              int errors, std::uint64_t seed,
                                              const Workshop& shop) {
  const Generator generator(terms.ice, terms.rules, Width::kWide,
                            MaxSpeed(terms.sizes(), terms.ice.law));
  const auto execution = MakeExecution(terms.sizes(), terms.ice.law);
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
  return MakeAll<ExactPosition>(shop, "solved positions", static_cast<std::size_t>(count), [&] {
    const auto player =
        std::make_shared<EndPlayer>(terms, "kr-uct:playouts=200,last-stone=off", 0.1);
    const auto exact = std::make_shared<TwoStonesLeft>(terms, kQuickLastStone);
    const auto shots = std::make_shared<ShotList>();
    return [&, player, exact, shots](std::uint32_t number) {
      ExactPosition known;
      known.position = player->Play(seed, number).Before(kStones - 2);
      generator.List(known.position, *shots);
      const double step = std::max(1.0, static_cast<double>(shots->size()) / calls);
      for (double at = 0.0; at < static_cast<double>(shots->size()); at += step) {
        known.calls.push_back((*shots)[static_cast<std::size_t>(at)].release);
      }
      for (const Release& called : known.calls) {
        known.worths.push_back(exact->WorthOf(known.position, called, nodes));
      }
      return known;
    };
  });
}

double Regret(std::span<const ExactPosition> positions, const GameTerms& terms,
              Evaluator& evaluator) {
  GridPly ply(terms.ice, terms.rules, terms.sizes(), evaluator);
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
