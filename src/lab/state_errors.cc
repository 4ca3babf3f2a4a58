// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/state_errors.h"

#include <algorithm>
#include <cmath>

#include "game/end.h"
#include "ice/engine.h"

namespace skipstone {
namespace {

int StonesInHouse(const Board& board, const ScoringEdge& edge) {
  int count = 0;
  ForEachSlot(board.present(), [&](int slot) {
    // A stone alone scores if it is in the house.
    count += Points(board.xs(), board.ys(), SlotBit(slot), edge) != 0 ? 1 : 0;
  });
  return count;
}

}  // namespace

std::vector<StateError> StateErrorsOf(std::span<const Label> labels, Evaluator& evaluator,
                                      const GameTerms& terms) {
  const auto engine = MakeEngine("event", terms.ice);
  const ScoringEdge edge = ScoringEdgeOf(terms.ice.sheet, terms.rules);
  std::vector<StateError> errors;
  errors.reserve(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Label& label = labels[i];
    const Position& position = label.position;
    // A file vouches for its bytes, not for what they mean.
    CheckThrow(terms.ice, position.board, position.turn, label.called);
    StateError error;
    error.label = i;
    evaluator.Evaluate({&position.board, 1}, position.turn, {&error.judged, 1});
    for (std::size_t score = 0; score < kScores; ++score) {
      const double off = error.judged.probability[score] - label.scores.probability[score];
      error.squared_error += off * off;
    }
    error.absolute_error = std::abs(error.judged.Mean() - label.scores.Mean());
    error.certainty =
        *std::max_element(label.scores.probability.begin(), label.scores.probability.end());
    error.stones = position.board.count();
    error.in_house = StonesInHouse(position.board, edge);
    error.collisions = engine->Run(position.board, position.turn, label.called).contacts;
    errors.push_back(error);
  }
  return errors;
}

std::vector<StateError> FromBestToWorst(std::span<const StateError> errors, int least_in_house,
                                        double most_certain) {
  std::vector<StateError> ranked;
  for (const StateError& error : errors) {
    if (error.in_house < least_in_house || error.certainty > most_certain) continue;
    ranked.push_back(error);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const StateError& a, const StateError& b) {
    return a.squared_error < b.squared_error;
  });
  return ranked;
}

std::vector<ErrorGroup> GroupErrors(std::span<const StateError> errors, int StateError::*key,
                                    int most) {
  std::vector<ErrorGroup> groups(static_cast<std::size_t>(most) + 1);
  for (const StateError& error : errors) {
    ErrorGroup& group = groups[static_cast<std::size_t>(std::min(error.*key, most))];
    ++group.states;
    group.squared_error += error.squared_error;
    group.absolute_error += error.absolute_error;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups[i].key = static_cast<int>(i);
    const double states = std::max(1, groups[i].states);
    groups[i].squared_error /= states;
    groups[i].absolute_error /= states;
  }
  std::erase_if(groups, [](const ErrorGroup& group) { return group.states == 0; });
  return groups;
}

}  // namespace skipstone
