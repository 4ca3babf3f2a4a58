// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/one_end.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "base/files.h"
#include "lab/yee_lists.h"
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

  // Plays up to so many games.
  OneEndGames Play(int threads, int most = 1000) const {
    const auto stop = [most, asked = 0]() mutable { return asked++ >= most; };
    return PlayOneEndGames(setup_, path_, {.threads = threads, .stop = stop});
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
  EXPECT_TRUE(Play(2).whole);
  const auto whole = SortedLines(path_);
  // Four pairings of four games, six of two, and the setup.
  EXPECT_EQ(whole.size(), 4U * 4U + 6U * 2U + 1U);
  std::filesystem::remove(path_);
  EXPECT_FALSE(Play(1, 3).whole);
  // Killed in the middle of a line.
  const std::string text = ReadFile(path_);
  WriteFile(path_, text + "{\"pairing\":3,\"ga");
  EXPECT_TRUE(Play(1).whole);
  EXPECT_EQ(SortedLines(path_), whole);
}

TEST_F(OneEnd, RefusesGamesOfAnotherSetupAndDamage) {
  Play(1, 1);
  const std::string text = ReadFile(path_);
  OneEndSetup other = setup_;
  other.seed = 4;
  EXPECT_THROW(ReadOneEndGames(other, path_), Error);
  for (const char* line :
       {"{\"pairing\":77,\"game\":0,\"hammer\":0,\"points\":1}\n", "rubbish\n",
        "{\"pairing\":0,\"game\":0,\"hammer\":0,\"points\":9}\n",
        "{\"pairing\":0,\"game\":0,\"hammer\":0,\"points\":1,\"stones\":[[0,1]]}\n"}) {
    WriteFile(path_, text + line);
    EXPECT_THROW(ReadOneEndGames(setup_, path_), Error) << line;
  }
}

TEST_F(OneEnd, MakesTheTables) {
  Play(2);
  const std::vector<OneEndGame> games = ReadOneEndGames(setup_, path_);
  const YeeTable1 table = MakeYeeTable1(setup_, games);
  ASSERT_EQ(table.names, (std::vector<std::string>{"kr-uct", "pw", "rave-pw", "rave", "uct"}));
  EXPECT_FALSE(table.cells[0][0].has_value());
  EXPECT_EQ(table.games[0][4], 4);
  EXPECT_EQ(table.games[1][2], 2);
  double sum = 0.0;
  for (const OneEndGame& game : games) {
    if (game.pairing == 3) sum += game.points;
  }
  EXPECT_NEAR(table.cells[0][4]->mean, sum / 4.0, 1e-12);
  EXPECT_NEAR(table.cells[4][0]->mean, -sum / 4.0, 1e-12);
  EXPECT_NE(Markdown(table).find("| kr-uct |"), std::string::npos);

  const std::filesystem::path hammer = path_.string() + ".hammer";
  std::filesystem::remove(hammer);
  const auto value = [&](int most) {
    const auto stop = [most, asked = 0]() mutable { return asked++ >= most; };
    return ValueHammerShots(setup_, games, hammer, {.stop = stop});
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

  const std::filesystem::path lists = path_.string() + ".lists";
  std::filesystem::remove(lists);
  const auto measure = [&](int most) {
    const auto stop = [most, asked = 0]() mutable { return asked++ >= most; };
    return MeasureLists(setup_, games, lists, {.stop = stop});
  };
  EXPECT_EQ(measure(1).size(), 1U);
  const std::vector<OffState> off = measure(2);
  std::filesystem::remove(lists);
  ASSERT_EQ(off.size(), 3U);
  EXPECT_NE(std::pair(off[0].pairing, off[0].game), std::pair(off[2].pairing, off[2].game));
}

TEST_F(OneEnd, CountsWhatIsOnNoList) {
  std::vector<HammerState> states;
  std::vector<OffState> off;
  const auto add = [&](std::size_t pairing, int game, std::size_t by, double distance,
                       double loss) {
    states.push_back({.pairing = pairing, .game = game, .reached_by = by, .values = {}});
    states.back().values = {9.0, 9.0, 9.0, 9.0, 1.0, 1.0 + loss};
    off.push_back({pairing, game, distance});
  };
  add(0, 0, 1, 1.5, 0.5);
  add(0, 1, 0, 0.5, 0.25);
  add(0, 3, 0, 1.0, 0.75);
  add(0, 5, 0, kFarthestOff, 1.0);
  add(4, 0, 1, 0.0, 0.0);
  const std::vector<ListRow> rows = MakeListRows(setup_, states, off);
  // Whoever reached none has no row.
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0].match, "all");
  EXPECT_EQ(rows[0].reached_by, "kr-uct");
  EXPECT_EQ(rows[0].states, 3);
  EXPECT_DOUBLE_EQ(rows[0].share_off, 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(rows[0].loss_off.mean, 1.0);
  EXPECT_DOUBLE_EQ(rows[0].loss_on.mean, 0.5);
  EXPECT_EQ(rows[1].states, 2);
  EXPECT_EQ(rows[3].match, "kr-uct against pw");
  EXPECT_EQ(rows[3].reached_by, "pw");
  EXPECT_EQ(rows[3].states, 1);
  EXPECT_EQ(rows[5].reached_by, "its rivals");
  EXPECT_EQ(rows[5].states, 1);
  EXPECT_NE(Markdown(rows).find("| kr-uct against pw | pw | 1 | 100.0 ± 0.0 |"), std::string::npos);
}

TEST(OffTheList, IsTheNearestOfTheSameHandleInErrors) {
  const ExecutionSizes sizes = DefaultSizes(ExecutionModel::kOlympic);
  const auto execution = MakeExecution(sizes, Law::kFcv1);
  const Release call{2.4, 0.01, Handle::kCw};
  ShotList list;
  list.Add({{}, {2.4, 0.01, Handle::kCcw}});
  EXPECT_EQ(OffTheList(call, list, *execution), kFarthestOff);
  // Two errors of the weight away, then one of the line.
  list.Add({{}, execution->Thrown(call, {2.0, 0.0})});
  EXPECT_NEAR(OffTheList(call, list, *execution), 2.0, 0.01);
  list.Add({{}, execution->Thrown(call, {0.0, 1.0})});
  EXPECT_NEAR(OffTheList(call, list, *execution), 1.0, 0.01);
  list.Add({{}, call});
  EXPECT_EQ(OffTheList(call, list, *execution), 0.0);
}

// By hand: two pairs of games against each of the first two rivals, one of them without its second
// game.
TEST_F(OneEnd, TellsWhoReachedTheBetterStates) {
  const auto state = [](std::size_t pairing, int game, std::size_t by, double rival,
                        double last_stone) {
    HammerState made{.pairing = pairing, .game = game, .reached_by = by, .values = {}};
    made.values.assign(6, 9.0);
    made.values[pairing + 1] = rival;
    made.values[5] = last_stone;
    return made;
  };
  const std::vector<ReachedGain> gains = ReachedGains(
      setup_, {state(0, 0, 1, 1.0, 2.0), state(0, 1, 0, 1.5, 1.75), state(0, 2, 1, 0.0, 3.0),
               state(0, 3, 0, -0.5, 2.75), state(1, 0, 2, 1.0, 1.0), state(1, 1, 0, 3.0, 2.0),
               state(1, 2, 2, 8.0, 8.0), state(4, 0, 1, 7.0, 7.0)});
  ASSERT_EQ(gains.size(), 3U);  // two rivals have states at all
  EXPECT_EQ(gains[0].rival, "pw");
  EXPECT_EQ(gains[0].pairs, 2);
  EXPECT_DOUBLE_EQ(gains[0].by_rival.mean, 0.0);
  EXPECT_DOUBLE_EQ(*gains[0].by_rival.standard_error, 0.5);
  EXPECT_DOUBLE_EQ(gains[0].by_last_stone.mean, -0.25);
  EXPECT_EQ(gains[1].rival, "rave-pw");
  EXPECT_EQ(gains[1].pairs, 1);
  EXPECT_DOUBLE_EQ(gains[1].by_rival.mean, 2.0);
  EXPECT_EQ(gains[2].rival, "all");
  EXPECT_EQ(gains[2].pairs, 3);
  EXPECT_DOUBLE_EQ(gains[2].by_rival.mean, 2.0 / 3.0);
  EXPECT_NE(Markdown(gains).find("| pw | +0.000 ± 0.500 | -0.250 ± 0.000 | 2 |"),
            std::string::npos);
}

TEST_F(OneEnd, BeforeTheLastStoneOnlyPwIsPlayed) {
  const OneEndSetup setup = YeeSetup({.playouts = 10, .games = 4, .solved = true});
  EXPECT_EQ(setup.searches, (std::vector<std::string>{"kr-uct:paper=on,playouts=10,last-stone=on",
                                                      "pw:playouts=10,last-stone=on"}));
  EXPECT_EQ(setup.pairings, (std::vector<OneEndPairing>{{{0, 1}, 4}}));
}

// Luck and hammer cancel in a pair: a search against itself comes out even.
TEST_F(OneEnd, IsEvenAgainstItself) {
  setup_.searches = {"uct:playouts=20", "uct:playouts=20"};
  setup_.pairings = {{{0, 1}, 6}};
  const YeeTable1 table = MakeYeeTable1(setup_, Play(1).games);
  EXPECT_EQ(table.cells[0][1]->mean, 0.0);
}

}  // namespace
}  // namespace skipstone
