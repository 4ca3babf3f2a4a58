// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc2_messages.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace skipstone {
namespace {

template <typename Message>
Message Read(std::string_view text) {
  return std::get<Message>(Dc2FromText(text));
}

// From a session with the field's server.
TEST(Dc2Messages, CapturedOnesAreRead) {
  EXPECT_TRUE(std::holds_alternative<Dc2Connected>(Dc2FromText("CONNECTED")));
  const auto login = Read<Dc2Login>("LOGIN alpha secret alpha");
  EXPECT_EQ(login.id, "alpha");
  EXPECT_EQ(login.password, "secret");
  EXPECT_TRUE(Read<Dc2LoginAnswer>("LOGIN OK").accepted);
  EXPECT_FALSE(Read<Dc2LoginAnswer>("LOGIN NG").accepted);
  EXPECT_EQ(Read<Dc2NewGame>("NEWGAME alpha beta").names[1], "beta");
  const auto state = Read<Dc2SetState>("SETSTATE 7 0 8 1");
  EXPECT_EQ(state.shot, 7);
  EXPECT_EQ(state.ends, 8);
  EXPECT_EQ(state.turn, Team::k1);
  EXPECT_EQ(Dc2Lead(state), Team::k0);
  EXPECT_EQ(Read<Dc2Go>("GO 218704 218997").clock_ms[0], 218704);
  EXPECT_EQ(Read<Dc2Score>("SCORE -1").first_points, -1);
  EXPECT_EQ(Read<Dc2TotalScore>("TOTALSCORE 0 1").points[1], 1);
  EXPECT_EQ(Read<Dc2GameOver>("GAMEOVER LOSE").result, Dc2Result::kLose);
  const Release shot = Read<Dc2RunShot>("RUNSHOT 0.505019 -29.489698 1").release;
  EXPECT_EQ(shot.handle, Handle::kCcw);
  EXPECT_GT(shot.angle_rad, 0.0);
  EXPECT_NEAR(shot.speed_mps, 29.494, 0.001);
}

TEST(Dc2Messages, QuirksAreTaken) {
  for (const char* text : {"CONCEDE", "CONCEED", "CONSEED", "concede", "CONCEDE alpha \r\n"}) {
    EXPECT_TRUE(std::holds_alternative<Dc2Concede>(Dc2FromText(text))) << text;
  }
  EXPECT_EQ(Read<Dc2Login>("LOGIN a b").name, "a");
  EXPECT_TRUE(std::holds_alternative<Dc2Unknown>(Dc2FromText("GAMEINFO 0 1")));
  EXPECT_TRUE(Read<Dc2SetOrder>("SETORDER").players.empty());
  EXPECT_EQ(Read<Dc2SetOrder>("SETORDER 1 0").players, (std::vector<int>{1, 0}));
  EXPECT_EQ(Read<Dc2Go>("GO -3 0").clock_ms[0], 0);
  EXPECT_EQ(Read<Dc2SetState>("setstate 0 1 1 1").end, 1);
}

// After the last shot of an end POSITION still shows it; SETSTATE tells.
TEST(Dc2Messages, StonesOfThrowsToComeDoNotLie) {
  const auto position = Read<Dc2Position>(
      "POSITION 1.826821 7.154101 2.118844 6.597493 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
      "0 0 0 0 2.375 4.88");
  EXPECT_EQ(Dc2Board(position, 0, Team::k0).present(), 0U);
  const Board board = Dc2Board(position, 2, Team::k1);
  EXPECT_TRUE(board.Has(SlotOf(Team::k1, 0)));
  EXPECT_TRUE(board.Has(SlotOf(Team::k0, 0)));
  EXPECT_FALSE(board.Has(SlotOf(Team::k0, 7)));
  EXPECT_NEAR(board.x(SlotOf(Team::k1, 0)), 1.826821 - 2.375, 1e-6);
  EXPECT_NEAR(board.y(SlotOf(Team::k1, 0)), 4.88 - 7.154101, 1e-6);
  const Board whole = Dc2Board(position, kStones, Team::k0);
  EXPECT_EQ(Dc2Board(Dc2PositionOf(whole, Team::k0), kStones, Team::k0), whole);
}

// What our server says our client understands to the last bit.
TEST(Dc2Messages, NumbersComeBack) {
  const Release release = ReleaseFromOwnFrame(
      Law::kDc2, {static_cast<double>(-0.98576217F), static_cast<double>(-29.559858F)},
      Handle::kCw);
  EXPECT_EQ(Read<Dc2BestShot>(ToText(Dc2BestShot{release})).release, release);
  Dc2Position position;
  position.stones[3] = PositionFromOwnFrame(
      Law::kDc2, {static_cast<double>(1.8268213F), static_cast<double>(7.1541014F)});
  const std::string text = ToText(position);
  EXPECT_LT(text.size(), 1024U);
  EXPECT_EQ(Read<Dc2Position>(text).stones, position.stones);
  for (const char* same :
       {"CONNECTED",     "LOGIN a b c",   "LOGIN OK",         "LOGIN NG",       "ISREADY",
        "READYOK",       "NEWGAME a b",   "SETSTATE 3 1 8 0", "GO 1 2",         "CONCEDE",
        "CONCEDE a",     "TIMEOUT a",     "SCORE -3",         "TOTALSCORE 3 4", "GAMEOVER WIN",
        "GAMEOVER LOSE", "GAMEOVER DRAW", "DISCONNECT",       "LOGOUT",         "SETORDER",
        "SETORDER 0 1",  "PUTSTONE",      "PUTSTONE 2"}) {
    EXPECT_EQ(ToText(Dc2FromText(same)), same);
  }
}

TEST(Dc2Messages, AnythingElseIsRefused) {
  for (const char* bad : {"",
                          " ",
                          "BESTSHOT",
                          "BESTSHOT 1 2",
                          "BESTSHOT nan 2 0",
                          "BESTSHOT 1 inf 0",
                          "BESTSHOT 1 1e999 0",
                          "BESTSHOT 1 2 3",
                          "BESTSHOT 1,0 2 0",
                          "BESTSHOT 0x10 2 0",
                          "SETSTATE 17 0 8 0",
                          "SETSTATE 0 0 8 2",
                          "SETSTATE 1.5 0 8 0",
                          "POSITION 1 2 3",
                          "GAMEOVER",
                          "GAMEOVER MAYBE",
                          "SCORE 9",
                          "GO",
                          "NEWGAME a",
                          "LOGIN"}) {
    EXPECT_THROW(Dc2FromText(bad), Error) << bad;
  }
  EXPECT_THROW(Dc2FromText(std::string(kMostDc2Bytes + 1, 'A')), Error);
}

}  // namespace
}  // namespace skipstone
