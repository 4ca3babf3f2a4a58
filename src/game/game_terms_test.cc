// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/game_terms.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

TEST(GameTerms, AnIceHasItsUsualOnes) {
  const GameTerms fcv1 = MakeTerms(Law::kFcv1);
  EXPECT_EQ(fcv1.ice, DefaultIce(Law::kFcv1));
  EXPECT_EQ(fcv1.rules, MakeRules(RulesPreset::kDc3));
  EXPECT_EQ(fcv1.sizes(), DefaultSizes(ExecutionModel::kDc3));
  const GameTerms dc2 = MakeTerms(Law::kDc2);
  EXPECT_EQ(dc2.ice, DefaultIce(Law::kDc2));
  EXPECT_EQ(dc2.rules, MakeRules(RulesPreset::kDc2));
  EXPECT_EQ(dc2.sizes(), DefaultSizes(ExecutionModel::kGat));
}

TEST(GameTerms, TheRemovalRuleGoesWithTheRules) {
  const GameTerms terms = MakeTerms(Law::kFcv1, RulesPreset::kDc4, SizesFromText("none"));
  EXPECT_EQ(terms.ice, IceForRules(Law::kFcv1, RulesPreset::kDc4));
  EXPECT_EQ(terms.rules.preset, RulesPreset::kDc4);
  EXPECT_EQ(terms.sizes(), SizesFromText("none"));
}

TEST(GameTerms, OneExecutionIsEverybodys) {
  const GameTerms usual = MakeTerms(Law::kFcv1);
  const GameTerms none = {usual.ice, usual.rules, SizesFromText("none")};
  EXPECT_EQ(none.execution, SameForBoth(SizesFromText("none")));
  EXPECT_EQ(GameTerms(usual.ice, usual.rules, usual.execution), usual);
  EXPECT_NE(none, usual);
}

TEST(GameTerms, KnowHowTheStoneAtHandIsThrown) {
  GameTerms terms = MakeTerms(Law::kFcv1);
  terms.execution[0][3] = SizesFromText("none");
  // Team 0's fourth throws its stones seven and eight.
  EXPECT_EQ(terms.sizes({12, Team::k1}).model, ExecutionModel::kNone);
  EXPECT_EQ(terms.sizes({15, Team::k0}).model, ExecutionModel::kNone);
  EXPECT_EQ(terms.sizes({11, Team::k0}).model, ExecutionModel::kDc3);
  EXPECT_EQ(terms.sizes({13, Team::k1}).model, ExecutionModel::kDc3);
  EXPECT_THROW(terms.sizes(), Error) << "there is no one answer";
}

}  // namespace
}  // namespace skipstone
