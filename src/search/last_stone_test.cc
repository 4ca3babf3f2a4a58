// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/last_stone.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

#include "ice/free_path.h"

namespace skipstone {
namespace {

Position Last(const Board& board, Team hammer = Team::k1) { return {board, {kStones - 1, hammer}}; }

Rules RulesFor(Law law) {
  return MakeRules(law == Law::kFcv1 ? RulesPreset::kDc3 : RulesPreset::kDc2);
}

// Eight stones; team 1 has the hammer.
Board Crowd() {
  Board board;
  const Vec2 theirs[] = {{0.0, 0.2}, {0.3, -3.0}, {-0.8, 0.9}, {-0.1, -2.4}};
  const Vec2 ours[] = {{0.7, 0.1}, {-0.6, -0.3}, {1.2, 0.7}, {0.0, -1.4}};
  for (int i = 0; i < 4; ++i) {
    board.Put(SlotOf(Team::k0, i), theirs[i]);
    board.Put(SlotOf(Team::k1, i), ours[i]);
  }
  return board;
}

struct ToyCase {
  Law law;
  const char* sizes;
};

class LastStoneTest : public testing::TestWithParam<ToyCase> {
 protected:
  LastStoneTest()
      : ice_(DefaultIce(GetParam().law)),
        solver_(ice_, RulesFor(ice_.law), SizesFromText(GetParam().sizes)) {}

  Ice ice_;
  LastStone solver_;
};

INSTANTIATE_TEST_SUITE_P(Models, LastStoneTest,
                         testing::Values(ToyCase{Law::kFcv1, "dc3"}, ToyCase{Law::kDc2, "gat"},
                                         ToyCase{Law::kFcv1, "gat"}, ToyCase{Law::kFcv1, "none"},
                                         ToyCase{Law::kFcv1,
                                                 "dc3:speed_error=0.00001,angle_error=0.000001"}));

TEST_P(LastStoneTest, AnOpenHouseIsADrawToTheButton) {
  const LastStoneAnswer answer = solver_.Solve(Last({}), UtilityOfPoints());
  EXPECT_NEAR(answer.worth, 1.0, 0.001);
  EXPECT_NEAR(answer.scores[1], 1.0, 0.001);
  const Vec2 stop = FreePath::For(ice_.law).StopPoint(answer.best);
  EXPECT_LT(std::hypot(stop.x, stop.y), kFourFootRadius_m);
}

TEST_P(LastStoneTest, ALoneStoneOnTheButtonIsHitForOne) {
  Board board;
  board.Put(0, {0.0, 0.0});
  const LastStoneAnswer answer = solver_.Solve(Last(board), UtilityOfPoints());
  EXPECT_GT(answer.worth, 0.99);
  EXPECT_GT(answer.scores[1], 0.99);
  EXPECT_GT(answer.best.speed_mps, TeeDraw(ice_.law, Handle::kCw).speed_mps);
}

TEST_P(LastStoneTest, AnOwnStoneOnTheButtonGetsCompany) {
  Board board;
  board.Put(8, {0.0, 0.0});
  EXPECT_NEAR(solver_.Solve(Last(board), UtilityOfPoints()).worth, 2.0, 0.01);
}

TEST_P(LastStoneTest, WhoWantsABlankGetsIt) {
  Utility blank;
  blank.worth[kMostPoints] = 1.0;
  const LastStoneAnswer answer = solver_.Solve(Last({}), blank);
  EXPECT_EQ(answer.worth, 1.0);
  EXPECT_EQ(answer.scores[0], 1.0);
}

TEST_P(LastStoneTest, TheWorthIsTheScoresAndTheRankingIsInOrder) {
  const LastStoneAnswer answer = solver_.Solve(Last(Crowd()), UtilityOfPoints());
  EXPECT_EQ(answer.worth, answer.scores.Mean());
  EXPECT_EQ(answer.scores, solver_.ScoresOf(Last(Crowd()), answer.best));
  ASSERT_FALSE(answer.ranked.empty());
  EXPECT_TRUE(answer.ranked.front().exact);
  for (std::size_t i = 0; i < answer.ranked.size(); ++i) {
    const LastStoneCall& call = answer.ranked[i];
    EXPECT_NEAR(
        std::accumulate(call.scores.probability.begin(), call.scores.probability.end(), 0.0), 1.0,
        1e-9);
    if (i > 0) {
      EXPECT_LE(call.worth, answer.ranked[i - 1].worth);
    }
  }
  // Nothing is kept from one position to the next.
  solver_.Solve(Last({}), UtilityOfPoints());
  const LastStoneAnswer again = solver_.Solve(Last(Crowd()), UtilityOfPoints());
  EXPECT_EQ(again.best, answer.best);
  EXPECT_EQ(again.scores, answer.scores);
}

// The other team with the hammer and the same stones in its place: the same answer.
TEST(LastStone, KnowsNoTeams) {
  Board other;
  const Board board = Crowd();
  ForEachSlot(board.present(), [&](int slot) {
    other.Put((slot + kStonesPerTeam) % kStones, board.position(slot));
  });
  const Ice ice = DefaultIce(Law::kFcv1);
  LastStone solver(ice, MakeRules(RulesPreset::kDc3), SizesFromText("dc3"));
  const LastStoneAnswer a = solver.Solve(Last(board, Team::k1), UtilityOfPoints());
  const LastStoneAnswer b = solver.Solve(Last(other, Team::k0), UtilityOfPoints());
  // Engines take stones in the order of their slots, so a few outcomes differ in the last bits.
  EXPECT_NEAR(a.worth, b.worth, 0.01);
  EXPECT_NEAR(a.best.speed_mps, b.best.speed_mps, 0.01);
}

TEST(LastStone, QuadratureAgreesWithRandomExecutions) {
  constexpr int kSamples = 100000;
  for (const ToyCase& c : {ToyCase{Law::kFcv1, "dc3"}, ToyCase{Law::kFcv1, "olympic"},
                           ToyCase{Law::kDc2, "gat"}, ToyCase{Law::kDc2, "olympic"},
                           ToyCase{Law::kFcv1, "dc3:speed_error=0.1,angle_error=0.02"}}) {
    const Ice ice = DefaultIce(c.law);
    LastStone solver(ice, RulesFor(c.law), SizesFromText(c.sizes), {.fineness = 0.2});
    const LastStoneAnswer answer = solver.Solve(Last(Crowd()), UtilityOfPoints());
    const auto execution = MakeExecution(SizesFromText(c.sizes), c.law);
    const auto engine = MakeEngine("event", ice);
    RandomStream random({.seed = 5, .purpose = Purpose::kTest});
    std::vector<Release> releases;
    for (int i = 0; i < kSamples; ++i) releases.push_back(execution->Sample(answer.best, random));
    std::vector<std::int8_t> points(releases.size());
    engine->RunScores(Crowd(), {kStones - 1, Team::k1}, releases,
                      ScoringEdgeOf(ice.sheet, RulesFor(c.law)), points);
    double sum = 0.0;
    for (const std::int8_t p : points) sum += HammerPoints(p, Team::k1);
    EXPECT_NEAR(answer.worth, sum / kSamples, 0.01 + 3.0 * 2.0 / std::sqrt(kSamples))
        << c.sizes << " " << LawName(c.law);
  }
}

// Where the scores scatter it looks around its best call once more, and moves only to a better one:
// what it calls is worth no less than what a quick look finds, by the same many throws.
TEST(LastStone, TheCloserLookIsNotForTheWorse) {
  const Ice ice = DefaultIce(Law::kFcv1);
  const Rules rules = RulesFor(ice.law);
  LastStone full(ice, rules, SizesFromText("dc3"));
  LastStone quick(ice, rules, SizesFromText("dc3"), kQuickLastStone);
  RandomStream random({.seed = 77, .purpose = Purpose::kTest});
  int scattered = 0;
  for (int number = 0; number < 19; ++number) {
    Board board;
    for (int i = 0; i < 14; ++i) {
      const Vec2 place{random.Uniform(-1.6, 1.6), random.Uniform(-2.5, 1.6)};
      bool free = true;
      ForEachSlot(board.present(),
                  [&](int slot) { free = free && Length(board.position(slot) - place) >= 0.32; });
      if (free) board.Put(SlotOf(i % 2 == 0 ? Team::k0 : Team::k1, i / 2), place);
    }
    if (number != 4 && number != 9 && number != 18) continue;  // of many that scatter
    const LastStoneAnswer answer = full.Solve(Last(board), UtilityOfPoints());
    const Release call = quick.Solve(Last(board), UtilityOfPoints()).best;
    EXPECT_GE(answer.worth, full.ScoresOf(Last(board), call).Mean()) << number;
    double squares = 0.0;
    for (int points = -kMostPoints; points <= kMostPoints; ++points) {
      squares += answer.scores[points] * points * points;
    }
    scattered += squares - answer.worth * answer.worth > 0.7 * 0.7 ? 1 : 0;
  }
  EXPECT_EQ(scattered, 3);
}

// Without errors the lattice leaves out nothing else.
TEST(LastStone, IdleLinesChangeNothing) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const Ice ice = DefaultIce(law);
    LastStone quick(ice, RulesFor(law), SizesFromText("none"));
    LastStone thorough(ice, RulesFor(law), SizesFromText("none"), {.throw_all = true});
    for (const Board& board : {Board(), Crowd()}) {
      LastStoneWorths a;
      LastStoneWorths b;
      quick.Solve(Last(board), UtilityOfPoints(), &a);
      thorough.Solve(Last(board), UtilityOfPoints(), &b);
      EXPECT_EQ(a.as_it_lies, b.as_it_lies);
      EXPECT_EQ(a.points, b.points) << LawName(law) << " " << board.count();
    }
  }
}

TEST(LastStone, CellsThatNeighboursDecideAreSeldomWrong) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const Ice ice = DefaultIce(law);
    const ExecutionSizes sizes = SizesFromText(law == Law::kFcv1 ? "dc3" : "gat");
    LastStone quick(ice, RulesFor(law), sizes);
    LastStone thorough(ice, RulesFor(law), sizes, {.throw_all = true});
    LastStoneWorths a;
    LastStoneWorths b;
    const LastStoneAnswer first = quick.Solve(Last(Crowd()), UtilityOfPoints(), &a);
    const LastStoneAnswer second = thorough.Solve(Last(Crowd()), UtilityOfPoints(), &b);
    EXPECT_NEAR(first.worth, second.worth, 0.005);
    EXPECT_LT(first.throws, 0.8 * second.throws);
    std::size_t wrong = 0;
    for (std::size_t handle = 0; handle < 2; ++handle) {
      for (std::size_t cell = 0; cell < a.points[handle].size(); ++cell) {
        wrong += a.points[handle][cell] != b.points[handle][cell];
      }
    }
    EXPECT_LT(static_cast<double>(wrong), 0.005 * static_cast<double>(2 * a.points[0].size()));
  }
}

TEST(LastStoneWorths, ACellsScoresAreWorthWhatItSays) {
  LastStone solver(DefaultIce(Law::kFcv1), MakeRules(RulesPreset::kDc3), SizesFromText("olympic"),
                   {.fineness = 0.3});
  LastStoneWorths worths;
  solver.Solve(Last(Crowd()), UtilityOfPoints(), &worths);
  const Lattice& lattice = worths.lattice();
  for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
    for (int row = 0; row < lattice.callable_rows; row += 5) {
      for (int column = 0; column < lattice.columns; column += 7) {
        const ScoreDistribution scores = worths.ScoresAt(handle, row, column);
        EXPECT_NEAR(scores.Mean(),
                    worths.worth[static_cast<std::size_t>(handle)][lattice.Index(row, column)],
                    1e-9);
      }
    }
  }
}

TEST(LastStone, AFoulLeavesTheBoardAsItLies) {
  const Ice ice = DefaultIce(Law::kFcv1);
  Rules rules = MakeRules(RulesPreset::kDc3);
  Board board;
  board.Put(0, {0.0, -3.0});
  const auto hit = Aim(ice.law).HitStone({0.0, -3.0}, 0.0, 3.0, Handle::kCw);
  ASSERT_TRUE(hit);
  const ExecutionSizes none = SizesFromText("none");
  for (const int guard_shots : {5, 16}) {
    rules.guard_shots = guard_shots;
    LastStone solver(ice, rules, none, {.fineness = 0.05});
    const ScoreDistribution scores = solver.ScoresOf(Last(board), hit->pass.release);
    EXPECT_EQ(scores[0], 1.0) << guard_shots;
    EXPECT_EQ(solver.Solve(Last(board), UtilityOfPoints()).worth, 1.0);
  }
}

TEST(LastStone, LargeErrorsStillFindTheMiddle) {
  LastStone solver(DefaultIce(Law::kFcv1), MakeRules(RulesPreset::kDc3),
                   SizesFromText("dc3:speed_error=0.1,angle_error=0.02"));
  const LastStoneAnswer answer = solver.Solve(Last({}), UtilityOfPoints());
  const double tee_draw = solver.ScoresOf(Last({}), TeeDraw(Law::kFcv1, Handle::kCw)).Mean();
  EXPECT_GE(answer.worth, tee_draw - 0.002);
  EXPECT_LT(answer.worth, tee_draw + 0.02);
  // Errors beyond all measure neither crash nor take minutes.
  for (const char* sizes :
       {"dc3:speed_error=10,angle_error=10", "gat:across_error=10,along_error=10",
        "olympic:speed_error=10", "dc3:max_speed=0.5"}) {
    LastStone wild(DefaultIce(Law::kFcv1), MakeRules(RulesPreset::kDc3), SizesFromText(sizes));
    EXPECT_GE(wild.Solve(Last({}), UtilityOfPoints()).worth, 0.0) << sizes;
  }
}

}  // namespace
}  // namespace skipstone
