// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <span>
#include <vector>

#include "learn/labels.h"

namespace skipstone {

// How far a judgement of a labelled state is off, and what might make the state hard (Ataka et al.
// 2020: many stones, many collisions).
struct StateError {
  std::size_t label = 0;  // its place among the labels
  ScoreDistribution judged;
  double squared_error = 0.0;   // over the seventeen probabilities, summed
  double absolute_error = 0.0;  // of the expected score, in points
  double certainty = 0.0;       // the label's largest probability
  int stones = 0;               // on the sheet
  int in_house = 0;             // of them, as the rules count
  int collisions = 0;           // of the label's call, thrown exactly
};

// Of each label, in their order.
std::vector<StateError> StateErrorsOf(std::span<const Label> labels, Evaluator& evaluator,
                                      const GameTerms& terms);

// From the smallest squared error to the largest; equal ones in their order. What is trivial can be
// left out: states with fewer stones in the house, or with a score that is likelier than that.
std::vector<StateError> FromBestToWorst(std::span<const StateError> errors, int least_in_house = 0,
                                        double most_certain = 1.0);

// Means over the states that have something in common.
struct ErrorGroup {
  int key = 0;  // the last group of a grouping takes in whatever is beyond it
  int states = 0;
  double squared_error = 0.0;
  double absolute_error = 0.0;
};
// Keys from 0 to `most`; groups without states are left out.
std::vector<ErrorGroup> GroupErrors(std::span<const StateError> errors, int StateError::*key,
                                    int most);

}  // namespace skipstone
