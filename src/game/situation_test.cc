// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/situation.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

Situation FromText(const char* text) {
  const Json json = Json::parse(text);
  return SituationFromJson(Field(json, ""));
}

std::string ErrorOf(const char* text) {
  try {
    FromText(text);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kBadData);
    return e.what();
  }
  return "";
}

TEST(Situation, DefaultsFollowTheIce) {
  const Situation fcv1 = FromText("{}");
  EXPECT_EQ(fcv1.ice, DefaultIce(Law::kFcv1));
  EXPECT_EQ(fcv1.rules, MakeRules(RulesPreset::kDc3));
  EXPECT_EQ(fcv1.execution, DefaultSizes(ExecutionModel::kDc3));
  EXPECT_EQ(fcv1.game, NewGame(fcv1.rules));
  const Situation dc2 = FromText(R"({"ice":"dc2"})");
  EXPECT_EQ(dc2.rules, MakeRules(RulesPreset::kDc2));
  EXPECT_EQ(dc2.execution, DefaultSizes(ExecutionModel::kGat));
  EXPECT_EQ(FromText(R"({"rules":"dc4"})").ice.removal, Removal::kDc4);
}

TEST(Situation, ReadsAMomentOfAGame) {
  const Situation s =
      FromText(R"({"rules":"curling","execution":"olympic","ends":8,"end":7,"shot":15,"hammer":0,)"
               R"("score":[3,5],"stones":[{"team":1,"x":0.1,"y":0.2},{"team":0,"x":1,"y":-3}]})");
  EXPECT_EQ(s.rules.ends, 8);
  EXPECT_TRUE(s.rules.no_tick);
  EXPECT_EQ(s.game.end, 7);
  EXPECT_EQ(s.game.to_move(), Team::k0);
  EXPECT_EQ(s.game.Total(Team::k0), 3);
  EXPECT_EQ(s.game.Total(Team::k1), 5);
  EXPECT_EQ(s.game.board.position(8), (Vec2{0.1, 0.2}));
  EXPECT_EQ(s.game.board.position(0), (Vec2{1.0, -3.0}));
  const Json json = Json::parse(ToJson(s).dump());
  EXPECT_EQ(SituationFromJson(Field(json, "")), s);
  EXPECT_EQ(HashOf(SituationFromJson(Field(json, ""))), HashOf(s));
  EXPECT_NE(HashOf(FromText("{}")), HashOf(s));
}

TEST(Situation, TheShotDefaultsToTheEarliestTheStonesAllow) {
  // Two stones of team 0, which leads: its third stone is shot 4, but team 1 comes first.
  EXPECT_EQ(FromText(R"({"stones":[{"team":0,"x":0,"y":0},{"team":0,"x":1,"y":0}]})").game.shot, 3);
  EXPECT_EQ(FromText(R"({"stones":[{"team":1,"x":0,"y":0}]})").game.shot, 2);
  EXPECT_EQ(FromText(R"({"hammer":0,"stones":[{"team":1,"x":0,"y":0}]})").game.shot, 1);
}

TEST(Situation, AnExtraEndHasItsOwnClocks) {
  const Situation s = FromText(R"({"ends":8,"end":8,"score":[3,3]})");
  EXPECT_EQ(s.game.clock_ms, s.rules.extra_end_time_ms);
  EXPECT_EQ(s.game.Total(Team::k0), 3);
}

TEST(Situation, StonesNeverTakeTheSlotOfTheThrow) {
  const Situation s = FromText(R"({"shot":2,"stones":[{"team":0,"idx":1,"x":0,"y":0}]})");
  EXPECT_TRUE(s.game.board.Has(0));
  EXPECT_FALSE(s.game.board.Has(1));
  EXPECT_NO_THROW(CheckThrow(s.ice, s.game.board, s.game.position().turn, Release{}));
}

TEST(Situation, ErrorsNameTheField) {
  EXPECT_EQ(ErrorOf(R"({"ice":"water"})"), "ice: expected the ice fcv1 or dc2, got \"water\"");
  EXPECT_EQ(ErrorOf(R"({"shot":16})"), "shot: expected a whole number from 0 to 15, got 16");
  EXPECT_EQ(ErrorOf(R"({"score":[1]})"), "score: expected two totals, one per team");
  EXPECT_EQ(ErrorOf(R"({"score":[1,0]})"),
            "score[0]: expected 0 in the first end: nothing has been scored yet");
  EXPECT_EQ(ErrorOf(R"({"shot":1,"stones":[{"team":1,"x":0,"y":0}]})"),
            "stones: team 1 has 1 stones on the sheet but has thrown 0 by shot 1");
  EXPECT_EQ(ErrorOf(R"({"stones":[{"team":1,"x":0,"y":0},{"team":0,"x":0.1,"y":0}]})"),
            "stones: two stones overlap by more than 15 mm, near (0.100, 0.000)");
  EXPECT_EQ(ErrorOf(R"({"stones":[{"team":1,"x":0}]})"), "stones[0].y: missing");
}

}  // namespace
}  // namespace skipstone
