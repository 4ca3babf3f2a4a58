// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/state_errors.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "ice/free_path.h"

namespace skipstone {
namespace {

const GameTerms kTerms = MakeTerms(Law::kFcv1);

// Expects one point or none, whatever the board.
class HalfAPoint : public Evaluator {
 public:
  std::string_view name() const override { return "half a point"; }
  void Evaluate(std::span<const Board> boards, const Turn&,
                std::span<ScoreDistribution> scores) override {
    for (std::size_t i = 0; i < boards.size(); ++i) {
      scores[i] = {};
      scores[i][0] = 0.5;
      scores[i][1] = 0.5;
    }
  }
};

// A draw to the tee, with one stone left; both score chances are the label's.
Label DrawToTheTee(double none, double two) {
  Label label;
  label.position = {{}, {kStones - 1, Team::k1}};
  label.called = FreePath::For(Law::kFcv1).DrawTo({0.0, 0.0}, Handle::kCw);
  label.scores[0] = none;
  label.scores[2] = two;
  return label;
}

StateError ErrorOf(double squared, int in_house, double certainty, std::size_t label) {
  StateError error;
  error.label = label;
  error.squared_error = squared;
  error.absolute_error = 2.0 * squared;
  error.in_house = in_house;
  error.certainty = certainty;
  return error;
}

std::vector<std::size_t> LabelsOf(const std::vector<StateError>& errors) {
  std::vector<std::size_t> labels;
  for (const StateError& error : errors) labels.push_back(error.label);
  return labels;
}

TEST(StateErrors, AreWhatTheJudgementIsOffBy) {
  std::vector<Label> labels = {DrawToTheTee(0.25, 0.75), DrawToTheTee(1.0, 0.0)};
  // In the call's way; in the house; in front of it and far from the path.
  Board& board = labels[1].position.board;
  board.Put(SlotOf(Team::k0, 0), {0.0, 0.0});
  board.Put(SlotOf(Team::k1, 0), {1.2, 0.5});
  board.Put(SlotOf(Team::k1, 1), {2.0, -4.0});
  HalfAPoint judge;
  const std::vector<StateError> errors = StateErrorsOf(labels, judge, kTerms);
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(LabelsOf(errors), (std::vector<std::size_t>{0, 1}));
  EXPECT_DOUBLE_EQ(errors[0].squared_error, 0.0625 + 0.25 + 0.5625);
  EXPECT_DOUBLE_EQ(errors[0].absolute_error, 1.0);
  EXPECT_DOUBLE_EQ(errors[0].certainty, 0.75);
  EXPECT_EQ(errors[0].stones, 0);
  EXPECT_EQ(errors[0].in_house, 0);
  EXPECT_EQ(errors[0].collisions, 0);
  EXPECT_EQ(errors[0].judged[1], 0.5);
  EXPECT_DOUBLE_EQ(errors[1].squared_error, 0.5);
  EXPECT_DOUBLE_EQ(errors[1].absolute_error, 0.5);
  EXPECT_DOUBLE_EQ(errors[1].certainty, 1.0);
  EXPECT_EQ(errors[1].stones, 3);
  EXPECT_EQ(errors[1].in_house, 2);
  EXPECT_EQ(errors[1].collisions, 1);
}

TEST(StateErrors, OfACallThatCannotBeThrownAreRefused) {
  std::vector<Label> labels = {DrawToTheTee(1.0, 0.0)};
  labels[0].called.speed_mps = std::numeric_limits<double>::quiet_NaN();
  HalfAPoint judge;
  EXPECT_THROW(StateErrorsOf(labels, judge, kTerms), Error);
}

TEST(StateErrors, AreRankedWithoutTheTrivial) {
  const std::vector<StateError> errors = {ErrorOf(0.3, 2, 0.5, 0), ErrorOf(0.1, 0, 0.5, 1),
                                          ErrorOf(0.2, 3, 0.95, 2), ErrorOf(0.1, 2, 0.9, 3)};
  EXPECT_EQ(LabelsOf(FromBestToWorst(errors)), (std::vector<std::size_t>{1, 3, 2, 0}));
  EXPECT_EQ(LabelsOf(FromBestToWorst(errors, 2)), (std::vector<std::size_t>{3, 2, 0}));
  EXPECT_EQ(LabelsOf(FromBestToWorst(errors, 2, 0.9)), (std::vector<std::size_t>{3, 0}));
}

TEST(StateErrors, AreGroupedWithTheLastGroupOpen) {
  const std::vector<StateError> errors = {ErrorOf(0.2, 0, 0.5, 0), ErrorOf(0.4, 0, 0.5, 1),
                                          ErrorOf(0.1, 2, 0.5, 2), ErrorOf(0.3, 7, 0.5, 3)};
  const std::vector<ErrorGroup> groups = GroupErrors(errors, &StateError::in_house, 2);
  ASSERT_EQ(groups.size(), 2U) << "none with one stone";
  EXPECT_EQ(groups[0].key, 0);
  EXPECT_EQ(groups[0].states, 2);
  EXPECT_DOUBLE_EQ(groups[0].squared_error, 0.3);
  EXPECT_DOUBLE_EQ(groups[0].absolute_error, 0.6);
  EXPECT_EQ(groups[1].key, 2);
  EXPECT_EQ(groups[1].states, 2);
  EXPECT_DOUBLE_EQ(groups[1].squared_error, 0.2);
}

}  // namespace
}  // namespace skipstone
