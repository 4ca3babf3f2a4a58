// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/commentary.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

// One turn, thrown exactly as called, with the stones as given.
class Commentary : public testing::Test {
 protected:
  Commentary() {
    header_.terms = MakeTerms(Law::kFcv1);
    header_.players = {"rule", "draw"};
    game_ = NewGame(header_.terms.rules);
    engine_ = MakeEngine("event", header_.terms.ice);
    draw_ = TeeDraw(Law::kFcv1, Handle::kCw);
  }

  // Stands the game at a shot of the first end.
  void At(int shot) { game_.shot = shot; }
  void Lies(Team team, int index, Vec2 position) { game_.board.Put(SlotOf(team, index), position); }

  // {the call, what came of it}
  std::pair<std::string, std::string> Play(const Move& move, Milliseconds used_ms = 0) {
    Game after = game_;
    Recording recording;
    RecordMove recorded;
    recorded.team = game_.to_move();
    recorded.shot = game_.shot;
    recorded.called = move;
    const TurnResult result =
        PlayMove(after, header_.terms.rules, *engine_, move, used_ms, &recording);
    recorded.board = result.thrown.outcome.board;
    const TurnReport report{game_, after, recorded, result, &recording};
    return {CallText(report, header_, *engine_), OutcomeText(report, header_)};
  }
  std::string Outcome(const Move& move) { return Play(move).second; }

  RecordHeader header_;
  Game game_;
  std::unique_ptr<Engine> engine_;
  Release draw_;
};

TEST_F(Commentary, SaysWhoCalls) {
  EXPECT_EQ(Play(draw_).first.rfind("red 1, rule: ", 0), 0U);
  At(5);
  EXPECT_EQ(Play(draw_).first.rfind("yellow 3, draw: ", 0), 0U);
  EXPECT_EQ(Play(Concede{}).first, "yellow 3, draw: concedes");
}

TEST_F(Commentary, SaysWhereAThrowWent) {
  EXPECT_EQ(Outcome(draw_), "comes to rest 0.0 m from the tee; red lies one");
  EXPECT_EQ(Outcome(Release{0.93 * draw_.speed_mps, draw_.angle_rad, Handle::kCw}),
            "comes to rest in front of the house; nobody lies in the house");
  EXPECT_EQ(Outcome(Release{0.8 * draw_.speed_mps, draw_.angle_rad, Handle::kCw}),
            "short of the hog line; nobody lies in the house");
  EXPECT_EQ(Outcome(Release{0.0, 0.0, Handle::kCw}),
            "short of the hog line; nobody lies in the house");
  EXPECT_EQ(Outcome(Release{3.5, 0.0, Handle::kCw}), "through the house; nobody lies in the house");
  EXPECT_EQ(Outcome(Release{3.5, 0.2, Handle::kCw}), "out at the side; nobody lies in the house");
}

TEST_F(Commentary, SaysWhatAThrowDid) {
  At(6);
  Lies(Team::k1, 0, {0.0, 0.2});
  Lies(Team::k1, 1, {1.0, 0.0});
  EXPECT_EQ(Outcome(draw_), "moves yellow 1; red lies one");
  Release hit{3.0, 0.0, Handle::kCw};
  const SlotSet target = SlotBit(SlotOf(Team::k1, 0));
  while ((engine_->Run(game_.board, game_.position().turn, hit).left & target) == 0) {
    hit.angle_rad -= 0.001;
  }
  EXPECT_EQ(Outcome(hit).rfind("takes out yellow 1", 0), 0U) << Outcome(hit);
  At(15);
  EXPECT_EQ(Outcome(Release{3.5, 0.2, Handle::kCw}), "out at the side; yellow scores two");
  game_.hammer = Team::k0;
  EXPECT_EQ(Outcome(Release{3.5, 0.2, Handle::kCw}), "out at the side; yellow steals two");
  game_.board = Board();
  EXPECT_EQ(Outcome(Release{3.5, 0.2, Handle::kCw}), "out at the side; the end is blank");
}

TEST_F(Commentary, SaysThatAGuardWasProtected) {
  At(1);
  Lies(Team::k0, 0, {0.0, -3.0});
  Release hit{3.0, 0.0, Handle::kCw};
  while (!engine_->Run(game_.board, game_.position().turn, hit).contacts) hit.angle_rad -= 0.001;
  EXPECT_EQ(Outcome(hit),
            "foul: it moved a protected guard; the stones are put back; nobody lies in the house");
}

TEST_F(Commentary, SaysThatAMoveCameTooLate) {
  EXPECT_EQ(Play(OutOfTime{}).first, "red 1, rule: no call in time");
  EXPECT_EQ(Play(OutOfTime{}).second, "out of time");
  EXPECT_EQ(Outcome(Concede{}), "the game is over");
}

TEST(ResultText, SaysWhoWinsAndWhy) {
  GameRecord record;
  record.header.players = {"rule", "draw"};
  record.score = {3, 1};
  const auto text = [&](std::optional<Team> winner, Reason reason) {
    record.result = {winner, reason};
    return ResultText(record);
  };
  EXPECT_EQ(text(Team::k0, Reason::kScore), "red (rule) 3 : 1 yellow (draw): red wins");
  EXPECT_EQ(text(std::nullopt, Reason::kDraw), "red (rule) 3 : 1 yellow (draw): a draw");
  EXPECT_EQ(text(Team::k1, Reason::kTimeLimit),
            "red (rule) 3 : 1 yellow (draw): yellow wins, red is out of time");
  EXPECT_EQ(text(Team::k1, Reason::kConcede),
            "red (rule) 3 : 1 yellow (draw): yellow wins, red concedes");
  EXPECT_EQ(text(Team::k0, Reason::kCrash),
            "red (rule) 3 : 1 yellow (draw): red wins, yellow crashed");
  EXPECT_EQ(text(Team::k0, Reason::kNonsense),
            "red (rule) 3 : 1 yellow (draw): red wins, yellow called no shot that could be thrown");
}

}  // namespace
}  // namespace skipstone
