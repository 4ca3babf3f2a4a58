// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/learned_win_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

class SituationsTest : public testing::Test {
 protected:
  SituationsTest()
      : folder_(fs::temp_directory_path() /
                ("skipstone-situations-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    setup_.terms = MakeTerms(Law::kFcv1);
    setup_.player = "kr-uct:playouts=8";
    setup_.ends = 2;
    setup_.leads = 1;
    setup_.each = 2;
  }
  ~SituationsTest() override { fs::remove_all(folder_); }

  LearnWorld World(int stop_after = 0) {
    LearnWorld world;
    world.threads = 2;
    world.stop = [stop_after, asked = 0]() mutable {
      return stop_after > 0 && ++asked >= stop_after;
    };
    world.say = [this](const std::string& line) { said_.push_back(line); };
    return world;
  }

  fs::path folder_;
  LearnedWinTableSetup setup_;
  std::vector<std::string> said_;
};

TEST_F(SituationsTest, LearnsFromTheLastEndBack) {
  const auto table = LearnWinTable(folder_, setup_, World());
  ASSERT_TRUE(table);
  EXPECT_EQ(table->scores().ends, 2);
  EXPECT_EQ(table->scores().leads, 1);
  EXPECT_EQ(setup_.PlannedEnds(), 2 * (2 * 3 + 1));
  EXPECT_EQ(said_.size(), 2U);
  EXPECT_GT(table->HammerWins(1, 1), table->HammerWins(1, -1));
  // What is there is not played again, and comes to the same.
  const auto before = fs::last_write_time(folder_ / "ends-left-2");
  EXPECT_EQ(*LearnWinTable(folder_, setup_, World()), *table);
  EXPECT_EQ(fs::last_write_time(folder_ / "ends-left-2"), before);
}

TEST_F(SituationsTest, StoppedAndGoneOnWithItIsTheSame) {
  const auto whole = LearnWinTable(folder_, setup_, World());
  fs::remove_all(folder_);
  int stops = 0;
  for (;;) {
    const auto table = LearnWinTable(folder_, setup_, World(6));
    if (table) {
      EXPECT_EQ(*table, *whole);
      break;
    }
    ASSERT_LT(++stops, 100);
  }
  EXPECT_GE(stops, 2);
}

// Who plays for the win does not play the same end whatever the lead.
TEST_F(SituationsTest, TheLeadMatters) {
  setup_.ends = 1;
  setup_.leads = 2;
  setup_.each = 3;
  setup_.player = "kr-uct:playouts=60";
  const auto table = LearnWinTable(folder_, setup_, World());
  const SituationScores& scores = table->scores();
  EXPECT_NE(scores.Of(1, -2), scores.Of(1, 2));
  double two = 0.0;
  double two_ahead = 0.0;
  for (int points = 2; points <= kMostPoints; ++points) {
    two += scores.Of(1, -2)[points];
    two_ahead += scores.Of(1, 2)[points];
  }
  EXPECT_GT(two, two_ahead);
}

TEST_F(SituationsTest, RefusesAnotherSetupsFolderAndBadPlayers) {
  ASSERT_TRUE(LearnWinTable(folder_, setup_, World()));
  setup_.seed = 2;
  EXPECT_THROW(LearnWinTable(folder_, setup_, World()), Error);
  fs::remove_all(folder_);
  setup_.player = "kr-uct:playouts=none";
  EXPECT_THROW(LearnWinTable(folder_, setup_, World()), Error);
  EXPECT_FALSE(fs::exists(folder_));
}

}  // namespace
}  // namespace skipstone
