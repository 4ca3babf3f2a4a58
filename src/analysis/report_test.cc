// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "analysis/report.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

// A game of two ends in its second, 3 : 1; yellow has the hammer and lies one in the house.
Moment At(int shot) {
  Moment moment;
  moment.terms = MakeTerms(Law::kFcv1);
  moment.terms.rules.ends = 2;
  moment.game = NewGame(moment.terms.rules);
  moment.game.scores = {{{3, std::nullopt}, {1, std::nullopt}}};
  moment.game.end = 1;
  moment.game.shot = shot;
  moment.game.board.Put(SlotOf(Team::k1, 0), {0.3, 0.2});
  return moment;
}

// Two calls; the opponent's reply to the first is a peel of what lies in the house.
SearchResult Result(const Moment& moment) {
  const Aim aim(Law::kFcv1);
  SearchResult result;
  Candidate& draw = result.ranked.emplace_back();
  draw.release = aim.DrawTo({-0.6, 0.0}, Handle::kCw);
  draw.value = -0.25;
  draw.error = 0.031;
  draw.visits = 12345.0;
  draw.scores[2] = 0.3;
  draw.scores[-1] = 0.695;
  draw.scores[0] = 0.005;
  draw.reply =
      aim.HitStone({0.3, 0.2}, 0.0, aim.SpeedOf(Weight::kPeel), Handle::kCcw)->pass.release;
  Candidate& away = result.ranked.emplace_back();
  away.release = {1.0, 0.0, Handle::kCw};
  away.value = -0.75;
  away.scores[0] = 1.0;
  result.best = draw.release;
  result.playouts = 1234567;
  result.seconds = 1.26;
  result.finished = moment.game.shot != 0;
  return result;
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(AnalysisReport, ShowsValuesAsTheThrowersOwn) {
  struct Case {
    int shot;
    Currency currency;
    double shown;
    const char* text;
  };
  // Odd shots are the hammer team's.
  for (const Case& c :
       {Case{4, Currency::kWin, 0.75, "75.0 %"}, Case{5, Currency::kWin, -0.25, ""},
        Case{4, Currency::kPoints, -0.25, "-0.25"}, Case{5, Currency::kPoints, -0.25, "-0.25"}}) {
    const AnalysisReport report(At(c.shot), c.currency, "grid");
    EXPECT_EQ(report.Shown(-0.25), c.shown) << c.shot;
    if (*c.text != '\0') {
      EXPECT_EQ(report.ValueText(-0.25), c.text);
    }
  }
  EXPECT_EQ(AnalysisReport(At(5), Currency::kWin, "grid").ValueText(0.613), "61.3 %");
}

TEST(AnalysisReport, SaysItAllInWords) {
  const Moment moment = At(4);
  const AnalysisReport report(moment, Currency::kWin, "kr-uct:playouts=9");
  const std::string text = report.Text(Result(moment), 5);
  for (const char* part :
       {"End 2 of 2, red 3 : 1 yellow, shot 5 of 16: red to throw red 3, yellow has the hammer\n",
        "yellow counts 1; fcv1, dc3 rules, errors: dc3\n",
        "kr-uct:playouts=9: 1,234,567 play-outs in 1.3 s\n",
        "how likely red wins the game, \u00b1 one standard error; below it the end's likely ",
        "likely scores, as red sees them", "\n 1. 75.0 % \u00b1 3.1  draw to ",
        "; 12,345 visits\n    -2: 30 %   +1: 70 %\n", "    then yellow: ", "\n 2. 25.0 %  "}) {
    EXPECT_TRUE(Contains(text, part)) << part << "\n" << text;
  }
  EXPECT_FALSE(Contains(report.Text(Result(moment), 1), "\n 2. "));
  // The hammer team's scores stand as they are, and nobody answers an end's last stone.
  const Moment last = At(15);
  const std::string of_last = AnalysisReport(last, Currency::kPoints, "grid").Text(Result(last), 5);
  EXPECT_TRUE(Contains(of_last, "-1: 70 %   +2: 30 %")) << of_last;
  EXPECT_TRUE(Contains(of_last, "points of this end that yellow can expect")) << of_last;
  EXPECT_TRUE(Contains(of_last, " 1. -0.25 \u00b1 0.03")) << of_last;
  EXPECT_FALSE(Contains(of_last, "then ")) << of_last;
  SearchResult solved = Result(last);
  solved.solved = true;
  EXPECT_TRUE(Contains(AnalysisReport(last, Currency::kPoints, "grid").Text(solved, 1),
                       "last stone: solved with 1,234,567 throws in 1.26 s"));
}

TEST(AnalysisReport, TellsProgramsTheSame) {
  const Moment moment = At(4);
  const SearchResult result = Result(moment);
  const JsonOut json = AnalysisReport(moment, Currency::kWin, "grid").ToJson(result, 9);
  EXPECT_EQ(json["team"], 0);
  EXPECT_EQ(json["hammer"], 1);
  EXPECT_EQ(json["end"], 1);
  EXPECT_EQ(json["shot"], 4);
  EXPECT_EQ(json["score"], (JsonOut{3, 1}));
  EXPECT_EQ(json["currency"], "win");
  EXPECT_EQ(json["finished"], true);
  ASSERT_EQ(json["calls"].size(), 2U);
  const JsonOut& call = json["calls"][0];
  EXPECT_EQ(call["value"], 0.75);
  EXPECT_EQ(call["visits"], 12345.0);
  EXPECT_EQ(call["scores"][kMostPoints - 2], 0.3) << "the other team's two";
  EXPECT_EQ(call["scores"][kMostPoints + 1], 0.695);
  EXPECT_EQ(call["type"], "draw");
  EXPECT_EQ(call["reply"]["release"], ToJson(*result.ranked[0].reply));
  // It is named on the board after the call: what it meets lies there.
  EXPECT_TRUE(Contains(call["reply"]["name"], "yellow 1")) << call["reply"];
  EXPECT_TRUE(json["calls"][1]["reply"].is_null());
  EXPECT_EQ(json["best"], ToJson(result.best));
}

TEST(AnalysisReport, FitsItsLinesIntoAWindow) {
  const Moment moment = At(4);
  const AnalysisReport report(moment, Currency::kWin, "grid");
  const std::vector<std::string> lines = report.LiveLines(Result(moment), 1, 60, 7);
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_TRUE(Contains(lines[3], " 1.  75.0 % \u00b1 3.1")) << lines[3];
  EXPECT_FALSE(Contains(lines[4], "2.")) << "as many as were asked for";
}

}  // namespace
}  // namespace skipstone
