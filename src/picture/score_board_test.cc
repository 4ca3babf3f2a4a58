// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/score_board.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

std::string WithoutEscapes(std::string text) {
  for (std::size_t at; (at = text.find('\x1b')) != std::string::npos;) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

class ScoreBoard : public testing::Test {
 protected:
  explicit ScoreBoard(int ends = 3) {
    rules_.ends = ends;
    game_ = NewGame(rules_);
  }

  std::vector<std::string> Lines(int columns = 80) const {
    std::vector<std::string> lines =
        ScoreBoardLines(game_, rules_, {"rule", "greedy:samples=16"}, columns, Palette::k256);
    for (std::string& line : lines) {
      EXPECT_EQ(TextWidth(line), columns);
      line = WithoutEscapes(line);
    }
    return lines;
  }

  Rules rules_ = MakeRules(RulesPreset::kDc3);
  Game game_;
};

TEST_F(ScoreBoard, ShowsEndsTotalsStonesAndHammer) {
  game_.end = 1;
  game_.shot = 3;
  game_.scores[0][0] = 2;
  game_.scores[1][0] = 0;
  EXPECT_EQ(Lines(), (std::vector<std::string>{
                         "                          1  2  3  total",
                         "   red    rule            2            2  ●●●●●●",
                         "▸ yellow  greedy:sample…  0            0  ●●●●●●●   hammer"}));
}

TEST_F(ScoreBoard, ShowsAnExtraEndAndTheEndOfTheGame) {
  for (auto& scores : game_.scores) scores = {1, 0, 0};
  game_.end = 3;
  EXPECT_EQ(Lines()[0], "                          1  2  3 extra  total");
  EXPECT_EQ(Lines()[1], "▸  red    rule            1  0  0            1  ●●●●●●●●");
  game_.extra_end_score = {0, 2};
  game_.end = 4;
  game_.hammer.reset();
  game_.result = GameResult{Team::k1, Reason::kScore};
  EXPECT_EQ(Lines()[1], "   red    rule            1  0  0     0      1");
  EXPECT_EQ(Lines()[2], "  yellow  greedy:sample…  1  0  0     2      3");
}

TEST_F(ScoreBoard, OfManyEndsShowsTheLast) {
  rules_.ends = 40;
  game_ = NewGame(rules_);
  EXPECT_EQ(Lines()[0].substr(24, 6), "  1  2");
  game_.end = 30;
  EXPECT_NE(Lines()[0].find(" 31  total"), std::string::npos) << Lines()[0];
  game_.end = 40;
  EXPECT_NE(Lines()[0].find(" 40 extra"), std::string::npos) << Lines()[0];
  EXPECT_NE(Lines(60)[0].find(" 40 extra"), std::string::npos) << Lines(60)[0];
  rules_.ends = 10;
  game_ = NewGame(rules_);
  EXPECT_NE(Lines()[0].find("  1  2  3  4  5  6  7  8  9 10  total"), std::string::npos);
}

}  // namespace
}  // namespace skipstone
