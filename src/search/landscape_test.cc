// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/landscape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "search/simulation.h"

namespace skipstone {
namespace {

GameTerms TermsOn(Law law, ExecutionModel model) {
  return MakeTerms(law, UsualRules(law), DefaultSizes(model));
}

// The hammer's last stone, one of theirs in the way of the middle.
SearchTask LastStoneTask() {
  SearchTask task;
  task.position.turn = {kStones - 1, Team::k1};
  task.position.board.Put(SlotOf(Team::k0, 3), {0.1, 0.4});
  return task;
}

LandscapeSetting Small() {
  LandscapeSetting setting;
  setting.rows = 40;
  setting.columns = 50;
  setting.close_up_cells = 31;
  setting.rollouts = 2;
  return setting;
}

bool GoOn(double /*part*/) { return true; }

TEST(Landscape, HoldsTheScoresOfThrowingExactly) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  const SearchTask task = LastStoneTask();
  const Release call = TeeDraw(Law::kFcv1, Handle::kCcw);
  const auto landscape = MakeShotLandscape(terms, task, call, Small(), GoOn);
  ASSERT_TRUE(landscape);
  Simulation simulation(terms);
  for (const LandscapePatch* patch :
       {&landscape->whole[0], &landscape->whole[1], &landscape->close_up}) {
    ASSERT_EQ(patch->exact.size(), patch->speeds_mps.size() * patch->angles_rad.size());
    ASSERT_EQ(patch->called.size(), patch->exact.size());
    EXPECT_TRUE(std::is_sorted(patch->speeds_mps.begin(), patch->speeds_mps.end()));
    for (std::size_t row = 0; row < patch->speeds_mps.size(); row += 3) {
      for (std::size_t column = 0; column < patch->angles_rad.size(); column += 7) {
        const Release release{patch->speeds_mps[row], patch->angles_rad[column], patch->handle};
        EXPECT_EQ(patch->exact[patch->Index(row, column)],
                  simulation.Score(simulation.Throw(task.position, release)));
      }
    }
    // Both sides of the story are in view.
    EXPECT_EQ(*std::min_element(patch->exact.begin(), patch->exact.end()), -1.0);
    EXPECT_EQ(*std::max_element(patch->exact.begin(), patch->exact.end()), 1.0);
  }
  EXPECT_EQ(landscape->whole[0].handle, Handle::kCw);
  EXPECT_EQ(landscape->whole[1].handle, Handle::kCcw);
  // The call is the middle of the close-up.
  const LandscapePatch& near = landscape->close_up;
  EXPECT_EQ(near.speeds_mps.size(), 31U);
  EXPECT_NEAR(near.speeds_mps[15], call.speed_mps, 1e-12);
  EXPECT_NEAR(near.angles_rad[15], call.angle_rad, 1e-12);
}

// The close-up's values of calls are means over the model's own errors.
TEST(Landscape, CalledValuesAreMeansOverTheError) {
  struct Case {
    Law law;
    ExecutionModel model;
  };
  for (const Case& c :
       {Case{Law::kFcv1, ExecutionModel::kDc3}, Case{Law::kFcv1, ExecutionModel::kOlympic},
        Case{Law::kDc2, ExecutionModel::kGat}}) {
    const GameTerms terms = TermsOn(c.law, c.model);
    const SearchTask task = LastStoneTask();
    const Release call = TeeDraw(c.law, Handle::kCw);
    LandscapeSetting setting = Small();
    setting.close_up_cells = 61;
    const auto landscape = MakeShotLandscape(terms, task, call, setting, GoOn);
    ASSERT_TRUE(landscape);
    const LandscapePatch& near = landscape->close_up;
    Simulation simulation(terms);
    for (const auto& [row, column] : {std::array<std::size_t, 2>{30, 30}, {38, 25}, {20, 40}}) {
      const Release called{near.speeds_mps[row], near.angles_rad[column], near.handle};
      RandomStream random({.seed = 3, .index = static_cast<std::uint32_t>(row)});
      constexpr int kThrows = 20'000;
      double sum = 0.0;
      for (int i = 0; i < kThrows; ++i) {
        const Release thrown = simulation.Sample(task.position.turn, called, random);
        sum += simulation.Score(simulation.Throw(task.position, thrown));
      }
      // Three standard errors, and a little for the cells.
      EXPECT_NEAR(near.called[near.Index(row, column)], sum / kThrows, 0.045)
          << ModelName(c.model) << " " << row;
    }
  }
}

TEST(Landscape, IsTheSameForAnyNumberOfThreads) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  SearchTask task;
  task.position = {Board(), {13, Team::k1}};
  task.position.board.Put(SlotOf(Team::k0, 2), {0.0, -0.3});
  task.seed = 5;
  LandscapeSetting setting = Small();
  setting.rows = 12;
  setting.columns = 12;
  setting.close_up_cells = 7;
  const Release call = TeeDraw(Law::kFcv1, Handle::kCw);
  const auto one = MakeShotLandscape(terms, task, call, setting, GoOn);
  setting.threads = 3;
  const auto three = MakeShotLandscape(terms, task, call, setting, GoOn);
  ASSERT_TRUE(one && three);
  EXPECT_EQ(one->whole[0].exact, three->whole[0].exact);
  EXPECT_EQ(one->whole[1].called, three->whole[1].called);
  EXPECT_EQ(one->close_up.called, three->close_up.called);
  // Thrown short of the hog line, a stone changes nothing: one value for all such releases.
  EXPECT_EQ(one->whole[0].exact[0], one->whole[0].exact[1]);
}

TEST(Landscape, StopsWhenTold) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  EXPECT_FALSE(MakeShotLandscape(terms, LastStoneTask(), TeeDraw(Law::kFcv1, Handle::kCw), Small(),
                                 [](double) { return false; }));
}

TEST(Landscape, WithoutErrorsACallIsAThrow) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kNone);
  const auto landscape =
      MakeShotLandscape(terms, LastStoneTask(), TeeDraw(Law::kFcv1, Handle::kCw), Small(), GoOn);
  ASSERT_TRUE(landscape);
  EXPECT_EQ(landscape->whole[0].called, landscape->whole[0].exact);
}

// On the ellipse the density has fallen by the same factor everywhere.
TEST(Landscape, EllipsesAreLinesOfEqualDensity) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const ExecutionModel model = law == Law::kFcv1 ? ExecutionModel::kDc3 : ExecutionModel::kGat;
    const auto execution = MakeExecution(DefaultSizes(model), law);
    const Release call = TeeDraw(law, Handle::kCcw);
    const ErrorSides sides = ErrorSidesAt(*execution, law, call);
    for (const Release& release : ErrorEllipse(sides, call, 1.0)) {
      EXPECT_NEAR(execution->Density(call, release) / execution->Density(call, call),
                  std::exp(-0.5), 0.03);
    }
  }
}

}  // namespace
}  // namespace skipstone
