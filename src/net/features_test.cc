// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/features.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "game/end.h"

namespace skipstone {
namespace {

using Encoded = StoneFeatures::Encoded;

// Some stones, anywhere where stones lie.
Board RandomBoard(RandomStream& random) {
  Board board;
  for (int slot = 0; slot < kStones; ++slot) {
    if (random.Below(2) == 0) continue;
    board.Put(slot, {random.Uniform(-2.2, 2.2), random.Uniform(-6.0, 1.9)});
  }
  return board;
}

Turn RandomTurn(RandomStream& random) {
  return {static_cast<int>(random.Below(kStones)), random.Below(2) == 0 ? Team::k0 : Team::k1};
}

void ExpectEqual(const Encoded& a, const Encoded& b) {
  ASSERT_EQ(a.stones, b.stones);
  EXPECT_EQ(a.globals, b.globals);
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.stones); ++i) {
    EXPECT_EQ(a.hammer_owned[i], b.hammer_owned[i]);
    EXPECT_EQ(a.features[i], b.features[i]);
  }
}

TEST(StoneFeatures, SeeAPositionOfKnownStones) {
  const GameTerms terms = MakeTerms(Law::kFcv1);
  const StoneFeatures features(terms);
  Board board;
  board.Put(SlotOf(Team::k1, 0), {0.3, 0.4});   // hammer, 0.5 m: shot stone
  board.Put(SlotOf(Team::k1, 1), {0.3, -3.0});  // hammer, a guard 3.4 m in front of it
  board.Put(SlotOf(Team::k0, 0), {0.0, 0.8});   // the other's, 0.5 m behind the first
  Encoded e;
  features.Encode(board, {4, Team::k1}, e);
  ASSERT_EQ(e.stones, 3);
  EXPECT_TRUE(e.hammer_owned[0]);
  EXPECT_TRUE(e.hammer_owned[1]);
  EXPECT_FALSE(e.hammer_owned[2]);
  const auto expect = [](const std::array<float, 16>& got, const std::vector<double>& wanted) {
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_NEAR(got[i], i < wanted.size() ? wanted[i] : 0.0, 1e-6) << "feature " << i;
    }
  };
  const double gap = 0.5 - 2.0 * terms.ice.sheet.stone_radius_m;
  expect(e.features[0],
         {1, 0.15, 0.1, 0.125, 1.0 / (1.0 + 25.0 / 36.0), 1, 1, 0, 0, 1.0, 0, 1.0 - gap / 0.6});
  const double far = std::sqrt(9.09);
  expect(e.features[1],
         {1, 0.15, -0.75, far / 4.0, 1.0 / (1.0 + 9.09 / 0.36), 0, 0, 0.25, 0.25, 0, 0, 0});
  expect(e.features[2], {1, 0, 0.2, 0.2, 1.0 / (1.0 + 16.0 / 9.0), 1, 0, 0, 0.25, 0, 0.5, 0});
  for (int i = 0; i < 25; ++i) {
    EXPECT_EQ(e.globals[static_cast<std::size_t>(i)], i == 11 || i == 16 + 4 + 1 ? 1.0F : 0.0F);
  }
  EXPECT_NEAR(e.globals[25], 0.2, 1e-6);  // the fifth of five
  EXPECT_EQ(e.globals[26], 0.0F);
  EXPECT_NEAR(e.globals[27], 0.0, 1e-3);
  EXPECT_NEAR(e.globals[28], 0.0, 1e-3);
  EXPECT_EQ(e.globals[29], 0.0F);
  EXPECT_EQ(e.globals[30], 0.25F);
  EXPECT_EQ(e.globals[31], 0.125F);
}

TEST(StoneFeatures, SeeTheRulesAndTheErrors) {
  GameTerms terms = MakeTerms(Law::kFcv1);
  terms.rules.no_tick = true;
  terms.rules.scoring_inclusive = true;
  ExecutionSizes sizes = terms.sizes();
  sizes.speed_error_mps *= 2.0;
  sizes.angle_error_rad *= 0.5;
  terms.execution = SameForBoth(sizes);
  Encoded e;
  StoneFeatures(terms).Encode({}, {0, Team::k0}, e);
  EXPECT_EQ(e.stones, 0);
  EXPECT_EQ(e.globals[15], 1.0F);
  EXPECT_EQ(e.globals[20], 1.0F);
  EXPECT_EQ(e.globals[25], 1.0F);
  EXPECT_EQ(e.globals[26], 1.0F);
  EXPECT_NEAR(e.globals[27], 1.0, 1e-3);
  EXPECT_NEAR(e.globals[28], -1.0, 1e-3);
  EXPECT_EQ(e.globals[29], 1.0F);
  StoneFeatures(terms).Encode({}, {15, Team::k0}, e);
  EXPECT_EQ(e.globals[0], 1.0F);
  EXPECT_EQ(e.globals[25], 0.0F);
  EXPECT_EQ(e.globals[26], 0.0F);
  terms.execution = SameForBoth(DefaultSizes(ExecutionModel::kNone));
  StoneFeatures(terms).Encode({}, {0, Team::k0}, e);
  EXPECT_EQ(e.globals[27], -10.0F);
  EXPECT_EQ(e.globals[28], -10.0F);
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    for (const ExecutionModel model :
         {ExecutionModel::kDc3, ExecutionModel::kGat, ExecutionModel::kOlympic}) {
      terms = MakeTerms(law);
      terms.execution = SameForBoth(DefaultSizes(model));
      StoneFeatures(terms).Encode({}, {0, Team::k0}, e);
      EXPECT_NEAR(e.globals[27], 0.0, 3.0) << LawName(law) << ModelName(model);
      EXPECT_NEAR(e.globals[28], 0.0, 3.0) << LawName(law) << ModelName(model);
      if (model != ExecutionModel::kDc3) continue;
      EXPECT_NEAR(e.globals[27], 0.0, 1e-2) << LawName(law);
      EXPECT_NEAR(e.globals[28], 0.0, 1e-2) << LawName(law);
    }
  }
}

TEST(StoneFeatures, AgreeWithPoints) {
  RandomStream random({.seed = 1});
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const GameTerms terms = MakeTerms(law);
    const StoneFeatures features(terms);
    for (int i = 0; i < 500; ++i) {
      Board board = RandomBoard(random);
      const Turn turn = RandomTurn(random);
      if (i % 10 == 0) {  // an exact tie
        board.Put(0, {0.1, 0.2});
        board.Put(8, {-0.1, 0.2});
      }
      Encoded e;
      features.Encode(board, turn, e);
      int score = 0;
      for (std::size_t s = 0; s < static_cast<std::size_t>(e.stones); ++s) {
        if (e.features[s][6] == 1.0F) score += e.hammer_owned[s] ? 1 : -1;
      }
      const int points = HammerPoints(EndScore(board, terms.ice.sheet, terms.rules), turn.hammer);
      EXPECT_EQ(score, points);
      EXPECT_EQ(e.globals[static_cast<std::size_t>(20 + std::clamp(points, -4, 4))], 1.0F);
    }
  }
}

TEST(StoneFeatures, MirrorImagesDifferInOneSign) {
  RandomStream random({.seed = 2});
  const StoneFeatures features(MakeTerms(Law::kFcv1));
  for (int i = 0; i < 500; ++i) {
    const Board board = RandomBoard(random);
    const Turn turn = RandomTurn(random);
    Board mirrored;
    ForEachSlot(board.present(), [&](int slot) {
      mirrored.Put(slot, {-board.x(slot), board.y(slot)});
    });
    Encoded a;
    Encoded b;
    features.Encode(board, turn, a);
    features.Encode(mirrored, turn, b);
    for (std::size_t s = 0; s < static_cast<std::size_t>(b.stones); ++s) {
      b.features[s][1] = -b.features[s][1];
    }
    ExpectEqual(a, b);
  }
}

TEST(StoneFeatures, OnlyTheHammerTellsTheTeamsApart) {
  RandomStream random({.seed = 3});
  const StoneFeatures features(MakeTerms(Law::kFcv1));
  for (int i = 0; i < 500; ++i) {
    const Board board = RandomBoard(random);
    const Turn turn = RandomTurn(random);
    Board swapped;
    ForEachSlot(board.present(), [&](int slot) {
      swapped.Put(SlotOf(Opponent(OwnerOf(slot)), IndexOf(slot)), board.position(slot));
    });
    Encoded a;
    Encoded b;
    features.Encode(board, turn, a);
    features.Encode(swapped, {turn.shot, Opponent(turn.hammer)}, b);
    ExpectEqual(a, b);
  }
}

TEST(StoneFeatures, DenseHoldsTheSame) {
  RandomStream random({.seed = 4});
  const StoneFeatures features(MakeTerms(Law::kFcv1));
  std::vector<float> stones(kStones * kStoneFeatures, 7.0F);
  std::vector<float> globals(kGlobalFeatures, 7.0F);
  for (int i = 0; i < 100; ++i) {
    const Board board = RandomBoard(random);
    const Turn turn = RandomTurn(random);
    Encoded e;
    features.Encode(board, turn, e);
    features.EncodeDense(board, turn, stones, globals);
    EXPECT_TRUE(std::equal(globals.begin(), globals.end(), e.globals.begin()));
    for (int s = 0; s < kStones; ++s) {
      for (int f = 0; f < kStoneFeatures; ++f) {
        const auto at = static_cast<std::size_t>(s);
        const bool lies = s < e.stones && e.hammer_owned[at] == (f < kFeaturesPerOwner);
        const float wanted =
            lies ? e.features[at][static_cast<std::size_t>(f % kFeaturesPerOwner)] : 0.0F;
        EXPECT_EQ(stones[static_cast<std::size_t>(s * kStoneFeatures + f)], wanted);
      }
    }
  }
}

TEST(EncodeNnX, SortsByDistance) {
  Board board;
  board.Put(SlotOf(Team::k1, 3), {1.0, -4.0});
  board.Put(SlotOf(Team::k0, 2), {0.0, 0.8});
  board.Put(SlotOf(Team::k1, 0), {0.3, 0.4});
  const ScoringEdge edge{1.974, false};
  std::vector<float> inputs(kStones * 7, 7.0F);
  EncodeNnX(board, {15, Team::k1}, edge, 7, inputs);
  const std::vector<double> wanted = {0.15, 0.1,  1,  1, 1, 0.125,
                                      0,  //
                                      0,    0.2,  -1, 1, 1, 0.2,
                                      1,  //
                                      0.5,  -1.0, 1,  0, 1, std::sqrt(17.0) / 4.0,
                                      1};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_NEAR(inputs[i], i < wanted.size() ? wanted[i] : 0.0, 1e-6) << i;
  }
  std::vector<float> five(kStones * 5, 7.0F);
  EncodeNnX(board, {15, Team::k1}, edge, 5, five);
  for (std::size_t stone = 0; stone < kStones; ++stone) {
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(five[stone * 5 + i], inputs[stone * 7 + i]);
  }
}

}  // namespace
}  // namespace skipstone
