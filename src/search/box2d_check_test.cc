// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/box2d_check.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

// `event`, but for what a test does to the boards.
class AlteredEngine : public Engine {
 public:
  using Alter = std::function<void(Board&, const Turn&, const Release&)>;
  AlteredEngine(const Ice& ice, Alter alter)
      : engine_(MakeEngine("event", ice)), alter_(std::move(alter)) {}

  std::string_view name() const override { return "altered"; }
  const Ice& ice() const override { return engine_->ice(); }
  Outcome Run(const Board& board, const Turn& turn, const Release& release,
              Recording* recording) override {
    Outcome outcome = engine_->Run(board, turn, release, recording);
    alter_(outcome.board, turn, release);
    return outcome;
  }

 private:
  std::unique_ptr<Engine> engine_;
  Alter alter_;
};

Box2dCheck Against(const GameTerms& terms, AlteredEngine::Alter alter,
                   const Box2dCheckSetting& setting = {}) {
  return Box2dCheck(terms, setting, MakeEngine("event", terms.ice),
                    std::make_unique<AlteredEngine>(terms.ice, std::move(alter)));
}

// The stone with the one handle is lost.
void LoseClockwise(Board& board, const Turn& turn, const Release& release) {
  if (release.handle == Handle::kCw && board.Has(turn.slot())) board.Remove(turn.slot());
}

SearchTask TaskAt(int shot, std::uint64_t seed = 1) {
  SearchTask task;
  task.position.turn = {shot, Team::k1};
  task.position.board.Put(SlotOf(Team::k0, 0), {0.9, 0.8});
  task.position.board.Put(SlotOf(Team::k1, 0), {-1.5, 0.6});
  task.seed = seed;
  return task;
}

// Draws to the tee, clockwise first, each a little worse for the search than the one before.
std::vector<Candidate> Draws(Law law, int count = 2) {
  std::vector<Candidate> ranked(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    Candidate& candidate = ranked[static_cast<std::size_t>(i)];
    candidate.release = TeeDraw(law, i % 2 == 0 ? Handle::kCw : Handle::kCcw);
    candidate.release.speed_mps *= 1.0 - 0.002 * (i / 2);
    candidate.bound = candidate.value = 0.5 - 0.01 * i;
  }
  return ranked;
}

TEST(Box2dCheck, ChoosesWhatTheReferenceSaysIsBetter) {
  const GameTerms terms = MakeTerms(Law::kFcv1);
  Box2dCheck check = Against(terms, LoseClockwise);
  // The last stone counts as it lies, earlier ones by roll-outs.
  for (const int shot : {14, 15}) {
    const Box2dCheckResult result = check.Run(TaskAt(shot), Draws(Law::kFcv1));
    EXPECT_EQ(result.choice, 1U);
    ASSERT_EQ(result.checked.size(), 2U);
    EXPECT_LT(result.checked[0].correction, -0.2);
    EXPECT_GT(result.checked[0].differing, 12);
    EXPECT_EQ(result.checked[1].correction, 0.0);
    EXPECT_EQ(result.throws, 32);
  }
  // What is too far behind stays there.
  std::vector<Candidate> ranked = Draws(Law::kFcv1);
  ranked[1].bound = -5.0;
  EXPECT_EQ(check.Run(TaskAt(15), ranked).choice, 0U);
}

TEST(Box2dCheck, EqualEnginesChangeNothing) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const GameTerms terms = MakeTerms(law);
    Box2dCheck check = Against(terms, [](Board&, const Turn&, const Release&) {});
    for (const int shot : {2, 11, 15}) {
      std::vector<Candidate> ranked = Draws(law, 6);
      ranked[1].bound = ranked[0].bound;
      const Box2dCheckResult result = check.Run(TaskAt(shot), ranked);
      EXPECT_EQ(result.choice, 0U);
      ASSERT_EQ(result.checked.size(), 4U);
      for (const CheckedCall& call : result.checked) {
        EXPECT_EQ(call.correction, 0.0);
        EXPECT_EQ(call.differing, 0);
      }
    }
  }
}

TEST(Box2dCheck, IsNotConcernedWithLessThanAMillimetre) {
  const GameTerms terms = MakeTerms(Law::kFcv1);
  const auto move = [](double by_m) {
    return [by_m](Board& board, const Turn& turn, const Release&) {
      if (board.Has(turn.slot())) {
        board.Put(turn.slot(), board.position(turn.slot()) + Vec2{by_m, 0.0});
      }
    };
  };
  const std::vector<Candidate> ranked = Draws(Law::kFcv1);
  for (const CheckedCall& call : Against(terms, move(0.0009)).Run(TaskAt(9), ranked).checked) {
    EXPECT_EQ(call.differing, 0);
    EXPECT_EQ(call.correction, 0.0);
  }
  for (const CheckedCall& call : Against(terms, move(0.0011)).Run(TaskAt(9), ranked).checked) {
    EXPECT_GT(call.differing, 12);
  }
}

TEST(Box2dCheck, OneThrowInManyIsNoReason) {
  const GameTerms terms = MakeTerms(Law::kFcv1);
  int throws = 0;
  const auto lose_one = [&throws](Board& board, const Turn& turn, const Release&) {
    if (++throws % 32 == 7 && board.Has(turn.slot())) board.Remove(turn.slot());
  };
  std::vector<Candidate> ranked = Draws(Law::kFcv1);
  ranked[1].bound = ranked[0].bound - 0.001;
  const Box2dCheckResult careful = Against(terms, lose_one).Run(TaskAt(15), ranked);
  EXPECT_LT(careful.checked[0].correction, -0.001);
  EXPECT_EQ(careful.choice, 0U);
  throws = 0;
  EXPECT_EQ(Against(terms, lose_one, {.certainty = 0.0}).Run(TaskAt(15), ranked).choice, 1U);
}

TEST(Box2dCheck, DependsOnTheTaskAlone) {
  const GameTerms terms = MakeTerms(Law::kFcv1);
  Box2dCheck a = Against(terms, LoseClockwise);
  Box2dCheck b = Against(terms, LoseClockwise);
  const std::vector<Candidate> ranked = Draws(Law::kFcv1, 4);
  const auto differences = [&](Box2dCheck& check, const SearchTask& task) {
    std::vector<double> all;
    for (const CheckedCall& call : check.Run(task, ranked).checked) {
      all.insert(all.end(), call.differences.begin(), call.differences.end());
    }
    return all;
  };
  const std::vector<double> first = differences(a, TaskAt(10));
  EXPECT_EQ(first.size(), 64U);
  EXPECT_NE(differences(b, TaskAt(10, 2)), first);
  EXPECT_EQ(differences(b, TaskAt(10)), first);
}

TEST(Box2dCheck, LeavesAloneWhatHasNoRival) {
  const GameTerms terms = MakeTerms(Law::kFcv1);
  const Box2dCheckResult result =
      Against(terms, LoseClockwise).Run(TaskAt(15), Draws(Law::kFcv1, 1));
  EXPECT_EQ(result.choice, 0U);
  EXPECT_EQ(result.throws, 0);
}

// A clock that only throws move.
class Box2dCheckInTime : public testing::Test {
 protected:
  Box2dCheckResult Run(double seconds) {
    now_s_ = 0.0;
    return check_.Run(TaskAt(15), ranked_, [this, seconds] { return seconds - now_s_; });
  }

  GameTerms terms_ = MakeTerms(Law::kFcv1);
  std::vector<Candidate> ranked_ = Draws(Law::kFcv1, 4);
  double now_s_ = 0.0;
  double takes_s_ = 0.02;
  Box2dCheck check_ =
      Against(terms_, [this](Board& board, const Turn& turn, const Release& thrown) {
        now_s_ += takes_s_;
        LoseClockwise(board, turn, thrown);
      });
};

TEST_F(Box2dCheckInTime, ThrowsAsManyErrorsAsFit) {
  const Box2dCheckResult whole = Run(10.0);
  EXPECT_EQ(whole.throws, 64);
  EXPECT_EQ(whole.choice, 1U);
  EXPECT_NEAR(check_.throw_s(), 0.02, 1e-9);  // as it is, no longer a guess
  const Box2dCheckResult part = Run(0.5);
  EXPECT_EQ(part.throws, 24);
  EXPECT_EQ(part.choice, 1U);
  EXPECT_LE(now_s_, 0.5);
  EXPECT_EQ(Run(0.3).throws, 0);  // would be three
  EXPECT_EQ(Run(-1.0).throws, 0);
}

TEST_F(Box2dCheckInTime, StopsWhenTheTimeIsUpAndLeavesTheChoice) {
  Run(10.0);
  takes_s_ = 0.05;
  const Box2dCheckResult result = Run(1.0);
  EXPECT_LE(now_s_, 1.0 + takes_s_);
  EXPECT_LT(result.throws, 48);
  EXPECT_EQ(result.choice, 0U);
  EXPECT_TRUE(result.checked.empty());
  // It knows better the next time.
  EXPECT_NEAR(check_.throw_s(), 0.05, 1e-9);
  EXPECT_EQ(Run(1.0).throws, 16);
  EXPECT_EQ(Run(0.9).throws, 16);
}

TEST_F(Box2dCheckInTime, ForgetsAStall) {
  Run(10.0);
  takes_s_ = 5.0;
  EXPECT_EQ(Run(1.0).throws, 1);
  takes_s_ = 0.02;
  int calls = 0;
  while (Run(1.0).throws == 0 && calls < 100) ++calls;
  EXPECT_LT(calls, 50);
}

TEST_F(Box2dCheckInTime, ReservesNoMoreThanAPart) {
  Run(10.0);
  EXPECT_NEAR(check_.Reserve(60.0), 65 * 0.02, 1e-9);
  EXPECT_EQ(check_.Reserve(0.5), 0.0);
  for (const double seconds : {1.4, 2.0, 3.0, 4.0}) {
    EXPECT_GT(check_.Reserve(seconds), 0.0);
    EXPECT_LE(check_.Reserve(seconds), 0.25 * seconds);
  }
}

TEST(Box2dCheck, TriesSearchesAndSolvedStonesOnBox2d) {
  const GameTerms terms = MakeTerms(Law::kDc2);
  Box2dCheck check(terms, {.errors = 4});
  for (const int shot : {13, 15}) {
    SpecifiedSearch made = MakeSearch("kr-uct:playouts=400", terms);
    const SearchResult found = made.search->Run(TaskAt(shot), made.limits);
    EXPECT_EQ(found.solved, shot == 15);
    ASSERT_GE(found.ranked.size(), 2U);
    for (std::size_t i = 1; i < found.ranked.size(); ++i) {
      EXPECT_LE(found.ranked[i].bound, found.ranked[i - 1].bound);
      EXPECT_LE(found.ranked[i].bound, found.ranked[i].value);
    }
    const Box2dCheckResult result = check.Run(TaskAt(shot), found.ranked);
    EXPECT_EQ(result.throws, 4 * static_cast<int>(result.checked.size()));
    for (const CheckedCall& call : result.checked) EXPECT_LT(std::abs(call.correction), 0.5);
  }
}

}  // namespace
}  // namespace skipstone
