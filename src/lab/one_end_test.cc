// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/one_end.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "base/files.h"
#include "lab/yee_tables.h"

namespace skipstone {
namespace {

class OneEnd : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove(path_);
    setup_ = YeeSetup({.playouts = 10, .games = 4, .rival_games = 2, .seed = 3});
    setup_.hammer_states = 2;
  }
  void TearDown() override { std::filesystem::remove(path_); }

  // Plays up to so many pairs of games.
  bool Play(int threads, int most = 1000) {
    OneEndFile file(path_, setup_);
    int asked = 0;
    return PlayOneEndGames(
        setup_, file, threads, [&] { return asked++ >= most; }, [](std::size_t, std::size_t) {});
  }

  static std::vector<std::string> SortedLines(const std::filesystem::path& path) {
    std::vector<std::string> lines;
    LineReader reader(path.string());
    while (auto line = reader.Next()) lines.push_back(line->text);
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() /
      (std::string("skipstone_") + testing::UnitTest::GetInstance()->current_test_info()->name() +
       ".jsonl");
  OneEndSetup setup_;
};

TEST_F(OneEnd, GoesOnWhereItStopped) {
  EXPECT_TRUE(Play(2));
  const auto whole = SortedLines(path_);
  // Four pairings of four games, six of two, and the setup.
  EXPECT_EQ(whole.size(), 4U * 4U + 6U * 2U + 1U);
  std::filesystem::remove(path_);
  EXPECT_FALSE(Play(1, 3));
  // Killed in the middle of a line.
  const std::string text = ReadFile(path_);
  WriteFile(path_, text + "{\"pairing\":3,\"ga");
  EXPECT_TRUE(Play(1));
  EXPECT_EQ(SortedLines(path_), whole);
}

TEST_F(OneEnd, RefusesGamesOfAnotherSetupAndDamage) {
  Play(1, 1);
  const std::string text = ReadFile(path_);
  OneEndSetup other = setup_;
  other.seed = 4;
  EXPECT_THROW(OneEndFile(path_, other), Error);
  for (const char* line :
       {"{\"pairing\":77,\"game\":0,\"hammer\":0,\"points\":1}\n", "rubbish\n",
        "{\"pairing\":0,\"game\":0,\"hammer\":0,\"points\":9}\n",
        "{\"pairing\":0,\"game\":0,\"hammer\":0,\"points\":1,\"stones\":[[0,1]]}\n"}) {
    WriteFile(path_, text + line);
    EXPECT_THROW(OneEndFile(path_, setup_), Error) << line;
  }
}

TEST_F(OneEnd, MakesTheTables) {
  Play(2);
  const OneEndFile file(path_, setup_);
  const YeeTable1 table = MakeYeeTable1(setup_, file.games());
  ASSERT_EQ(table.names, (std::vector<std::string>{"kr-uct", "pw", "rave-pw", "rave", "uct"}));
  EXPECT_FALSE(table.cells[0][0].has_value());
  EXPECT_EQ(table.games[0][4], 4);
  EXPECT_EQ(table.games[1][2], 2);
  double sum = 0.0;
  for (const OneEndGame& game : file.games()) {
    if (game.pairing == 3) sum += game.points;
  }
  EXPECT_NEAR(table.cells[0][4]->mean, sum / 4.0, 1e-12);
  EXPECT_NEAR(table.cells[4][0]->mean, -sum / 4.0, 1e-12);
  EXPECT_NE(Markdown(table).find("| kr-uct |"), std::string::npos);

  const std::filesystem::path hammer = path_.string() + ".hammer";
  std::filesystem::remove(hammer);
  const auto value = [&](int most) {
    int asked = 0;
    return ValueHammerShots(
        setup_, file.games(), hammer, 1, [&] { return asked++ >= most; },
        [](std::size_t, std::size_t) {});
  };
  EXPECT_EQ(value(4).size(), 4U);
  const std::vector<HammerState> states = value(1000);
  std::filesystem::remove(hammer);
  ASSERT_EQ(states.size(), 10U * 2U);
  for (const HammerState& state : states) {
    ASSERT_EQ(state.values.size(), 6U);
    // Solved is best, but for the accuracy of the solution.
    for (const double v : state.values) EXPECT_LE(v, state.values[5] + 0.02);
  }
  const HammerTable table2 = MakeYeeTable2(setup_, states);
  EXPECT_EQ(table2.rows.size(), 5U);
  int total = 0;
  for (const int count : table2.states) total += count;
  EXPECT_EQ(total, 20);
  EXPECT_EQ(MakeYeeTable3(setup_, states).size(), 4U);
  EXPECT_GT(HammerGain(states, 5, 4)->mean, 0.0);
}

// Luck and hammer cancel in a pair: a search against itself comes out even.
TEST_F(OneEnd, IsEvenAgainstItself) {
  setup_.searches = {"uct:playouts=20", "uct:playouts=20"};
  setup_.pairings = {{{0, 1}, 6}};
  Play(1);
  const OneEndFile file(path_, setup_);
  const YeeTable1 table = MakeYeeTable1(setup_, file.games());
  EXPECT_EQ(table.cells[0][1]->mean, 0.0);
}

}  // namespace
}  // namespace skipstone
