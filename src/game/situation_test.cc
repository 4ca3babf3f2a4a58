// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/situation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "game/playout.h"

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
  EXPECT_EQ(fcv1.terms.ice, DefaultIce(Law::kFcv1));
  EXPECT_EQ(fcv1.terms.rules, MakeRules(RulesPreset::kDc3));
  EXPECT_EQ(fcv1.terms.sizes(), DefaultSizes(ExecutionModel::kDc3));
  EXPECT_EQ(fcv1.game, NewGame(fcv1.terms.rules));
  const Situation dc2 = FromText(R"({"ice":"dc2"})");
  EXPECT_EQ(dc2.terms.rules, MakeRules(RulesPreset::kDc2));
  EXPECT_EQ(dc2.terms.sizes(), DefaultSizes(ExecutionModel::kGat));
  EXPECT_EQ(FromText(R"({"rules":"dc4"})").terms.ice.removal, Removal::kDc4);
}

TEST(Situation, ReadsAMomentOfAGame) {
  const Situation s =
      FromText(R"({"rules":"curling","execution":"olympic","ends":8,"end":7,"shot":15,"hammer":0,)"
               R"("score":[3,5],"stones":[{"team":1,"x":0.1,"y":0.2},{"team":0,"x":1,"y":-3}]})");
  EXPECT_EQ(s.terms.rules.ends, 8);
  EXPECT_TRUE(s.terms.rules.no_tick);
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
  EXPECT_EQ(s.game.clock_ms, s.terms.rules.extra_end_time_ms);
  EXPECT_EQ(s.game.Total(Team::k0), 3);
}

TEST(Situation, StonesNeverTakeTheSlotOfTheThrow) {
  const Situation s = FromText(R"({"shot":2,"stones":[{"team":0,"idx":1,"x":0,"y":0}]})");
  EXPECT_TRUE(s.game.board.Has(0));
  EXPECT_FALSE(s.game.board.Has(1));
  EXPECT_NO_THROW(CheckThrow(s.terms.ice, s.game.board, s.game.position().turn, Release{}));
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

TEST(Situation, RefusesFieldsItDoesNotKnow) {
  EXPECT_EQ(ErrorOf(R"({"stonez":[]})"),
            "unknown field \"stonez\" of a position (did you mean stones?); expected only ice, "
            "rules, execution, ends, end, shot, hammer, score, stones, comment");
  const auto begins = [](const char* text, const std::string& beginning) {
    EXPECT_EQ(ErrorOf(text).substr(0, beginning.size()), beginning);
  };
  begins(R"({"hamer":0})", "unknown field \"hamer\" of a position (did you mean hammer?)");
  begins(R"({"wind":0})", "unknown field \"wind\" of a position; expected only ice");
  begins(R"({"stones":[{"team":0,"id":3,"x":0,"y":0}]})",
         "stones[0]: unknown field \"id\" of a stone (did you mean idx?); expected only team");
  begins(R"({"rules":{"preset":"dc3","guards":5}})", "rules: unknown field \"guards\" of rules");
  begins(R"({"execution":{"model":"gat","speed_error":0.1}})",
         "execution: unknown field \"speed_error\" of the model gat");
  begins(R"({"ice":{"law":"fcv1","removal":"dc3","sheet_width":4.75,"widht":4}})",
         "ice: unknown field \"widht\" of an ice");
  EXPECT_EQ(ErrorOf("[]"), "expected an object: a position");
  // A place for notes, and what programs know of stones at rest.
  EXPECT_EQ(ErrorOf(R"({"comment":"the final, end 9",
                        "stones":[{"team":0,"x":0,"y":0,"angle":0.3}]})"),
            "");
}

TEST(Situation, RefusesStonesThatAreNotOnTheSheet) {
  EXPECT_EQ(ErrorOf(R"({"stones":[{"team":1,"x":0,"y":0},{"team":0,"x":100,"y":0}]})"),
            "stones[1]: a stone cannot lie at (100, 0); expected x from -2.230 to 2.230 and y from "
            "-6.256 to 1.974, in metres from the tee, y growing towards the back line; the stones "
            "look as if they were in centimetres, or in millimetres");
  const auto hint = [](const std::string& stones, const char* ice = "fcv1") {
    const std::string error =
        ErrorOf(fmt::format(R"({{"ice":"{}","stones":[{}]}})", ice, stones).c_str());
    const auto at = error.find("; the stones look as if they were ");
    return at == std::string::npos ? "" : error.substr(at + 34);
  };
  EXPECT_EQ(hint(R"({"team":1,"x":0,"y":38.4},{"team":0,"x":1,"y":33})"),
            "in the frame of fcv1's programs (there y - 38.405 is our y)");
  EXPECT_EQ(hint(R"({"team":1,"x":2.4,"y":5},{"team":0,"x":1,"y":10})", "dc2"),
            "in the frame of dc2's programs (there x - 2.375 is our x, and 4.88 - y our y)");
  EXPECT_EQ(hint(R"({"team":1,"x":5,"y":-4},{"team":0,"x":-1,"y":6})").substr(0, 18),
            "in feet (0.3048 m)");
  EXPECT_EQ(hint(R"({"team":1,"x":0,"y":-30})"), "in inches (0.0254 m), or in centimetres");
  EXPECT_EQ(hint(R"({"team":1,"x":0,"y":-30},{"team":0,"x":5000,"y":0})"), "");
}

// By dc3's rules no stone lies short of the hog line; by the others one that was hit may.
TEST(Situation, TakesStonesAtTheEdges) {
  for (const char* rules : {"dc3", "dc4", "curling"}) {
    const auto error = [rules](const char* stone) {
      return ErrorOf(
          fmt::format(R"({{"rules":"{}","stones":[{{"team":0,{}}}]}})", rules, stone).c_str());
    };
    EXPECT_EQ(error(R"("x":0,"y":1.97)"), "") << "on the back line";
    EXPECT_EQ(error(R"("x":2.23,"y":0)"), "");
    EXPECT_EQ(error(R"("x":-2.23,"y":-6.2)"), "");
    EXPECT_NE(error(R"("x":0,"y":1.98)"), "");
    EXPECT_NE(error(R"("x":-2.24,"y":0)"), "");
    EXPECT_NE(error(R"("x":0,"y":-30)"), "");
    EXPECT_EQ(error(R"("x":0,"y":-6.9)").empty(), rules != std::string("dc3"));
  }
}

// Whatever a throw leaves on the sheet can stand in a position file.
TEST(Situation, TakesEveryPositionOfRandomEnds) {
  for (const char* rules : {"dc3", "dc4", "curling", "dc2"}) {
    const RulesPreset preset = PresetFromName(rules);
    Situation s;
    s.terms = MakeTerms(preset == RulesPreset::kDc2 ? Law::kDc2 : Law::kFcv1, preset,
                        DefaultSizes(ExecutionModel::kNone));
    const auto engine = MakeEngine("event", s.terms.ice);
    for (std::uint32_t end = 0; end < 50; ++end) {
      s.game = NewGame(s.terms.rules);
      RandomStream random({.seed = 25, .game = end, .purpose = Purpose::kPlayout});
      for (; s.game.shot < kStones - 1; ++s.game.shot) {
        const Position position = s.game.position();
        s.game.board = ThrowStone(position, RandomCall(position, s.terms.ice.law, random), *engine,
                                  s.terms.rules)
                           .outcome.board;
        Situation after = s;
        ++after.game.shot;
        const Json json = Json::parse(ToJson(after).dump());
        ASSERT_EQ(SituationFromJson(Field(json, "")).game.board, s.game.board)
            << rules << ", end " << end;
      }
    }
  }
}

}  // namespace
}  // namespace skipstone
