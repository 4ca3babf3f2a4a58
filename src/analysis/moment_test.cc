// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "analysis/moment.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "shots/aim.h"

namespace skipstone {
namespace {

constexpr Release kAway{1.0, 0.0, Handle::kCw};

// Two ends of dc3 without errors; yellow has the first hammer. In the first, red steals two with
// its last stones; in the second yellow's lead lies on the button.
GameRecord TwoEnds() {
  RecordHeader header;
  header.terms = MakeTerms(Law::kFcv1, RulesPreset::kDc3, DefaultSizes(ExecutionModel::kNone));
  header.terms.rules.ends = 2;
  header.engine = "event";
  RecordedGame game(header);
  const Aim aim(Law::kFcv1);
  for (int shot = 0; shot < kStones; ++shot) {
    const double x = shot == 12 ? -0.5 : 0.5;
    game.Play(shot == 12 || shot == 14 ? aim.DrawTo({x, 0.0}, Handle::kCw) : kAway, 1000 + shot);
  }
  for (int shot = 0; shot < kStones - 1; ++shot) {
    game.Play(shot == 1 ? aim.DrawTo({0.0, 0.0}, Handle::kCw) : kAway, 2000);
  }
  return game.SoFar();
}

template <typename F>
std::string ErrorOf(ErrorKind kind, const F& f) {
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), kind) << e.what();
    return e.what();
  }
  ADD_FAILURE() << "expected an error";
  return "";
}

TEST(Moment, OfARecordedGameHasWhatStoodThen) {
  const GameRecord record = TwoEnds();
  const Moment first = MomentOf(record, 1, 1, "game");
  EXPECT_EQ(first.game, NewGame(record.header.terms.rules));
  EXPECT_EQ(StandText(first), "End 1 of 2, red 0 : 0 yellow, shot 1 of 16");
  EXPECT_EQ(ThrowerText(first), "red to throw red 1, yellow has the hammer");
  EXPECT_EQ(LyingText(first), "no stones lie");

  const Moment last = MomentOf(record, 1, 16, "game");
  EXPECT_EQ(last.thrower(), Team::k1);
  EXPECT_EQ(last.game.hammer, Team::k1);
  EXPECT_EQ(last.game.board, record.moves[14].board);
  EXPECT_EQ(last.game.clock_ms, record.moves[14].clock_ms);
  EXPECT_EQ(last.game.Total(Team::k0), 0) << "the end is not over";
  EXPECT_EQ(LyingText(last), "red counts 2");
  EXPECT_EQ(ThrowerText(last), "yellow to throw yellow 8, it has the hammer");

  const Moment second = MomentOf(record, 2, 1, "game");
  EXPECT_EQ(second.game.board, Board()) << "the stones of the first end are gone";
  EXPECT_EQ(second.game.scores[0][0], 2);
  EXPECT_EQ(second.game.scores[1][0], 0);
  EXPECT_FALSE(second.game.scores[0][1]);
  EXPECT_EQ(second.game.hammer, Team::k1) << "who was stolen from keeps it";
  EXPECT_EQ(MomentText(second),
            "End 2 of 2, red 2 : 0 yellow, shot 1 of 16: red to throw red 1, yellow has the "
            "hammer");
  const Moment later = MomentOf(record, 2, 4, "game");
  EXPECT_EQ(LyingText(later), "yellow counts 1");
  EXPECT_EQ(later.game.hammer, Team::k1);
  EXPECT_EQ(later.thrower(), Team::k1);
  EXPECT_EQ(later.game.shot, 3);
  EXPECT_EQ(later.game.end, 1);
}

TEST(Moment, OfAShotThatWasNotPlayedIsRefused) {
  const GameRecord record = TwoEnds();
  const std::string late =
      ErrorOf(ErrorKind::kUsage, [&] { MomentOf(record, 2, 16, "game.jsonl"); });
  EXPECT_EQ(late.rfind("game.jsonl: expected a shot up to end 2, shot 15, the game's last; got end "
                       "2, shot 16, which was not played (cut off after end 2, shot 15",
                       0),
            0U)
      << late;
  GameRecord empty = record;
  empty.moves.clear();
  EXPECT_EQ(ErrorOf(ErrorKind::kBadData, [&] { MomentOf(empty, 1, 1, "game"); }),
            "game: expected a game with shots, got one without any");
}

TEST(Moment, OfAPositionWhoseGameIsOverIsRefused) {
  Situation situation;
  situation.terms = MakeTerms(Law::kFcv1);
  situation.terms.rules.ends = 2;
  situation.game = NewGame(situation.terms.rules);
  situation.game.scores = {{{1, 0}, {0, 1}}};
  situation.game.end = 2;
  const Moment extra = MomentOf(situation, "p");
  EXPECT_EQ(StandText(extra), "Extra end 1, red 1 : 1 yellow, shot 1 of 16");
  EXPECT_EQ(extra.terms.execution[1][3], situation.terms.sizes());
  situation.game.scores[1][1] = 2;
  EXPECT_EQ(
      ErrorOf(ErrorKind::kBadData, [&] { MomentOf(situation, "p"); }),
      "p: end: expected one of the game's 2 ends, or a tie for an extra end; got end 2 at red "
      "1 : 2 yellow: the game is over");
  situation.game.end = 1;
  EXPECT_NO_THROW(MomentOf(situation, "p"));
  situation.game.end = 2;
  situation.game.scores[1][1] = 1;
  situation.terms.rules.tie_break = TieBreak::kDraw;
  EXPECT_NE(ErrorOf(ErrorKind::kBadData, [&] { MomentOf(situation, "p"); })
                .find("a tie is a draw by these rules"),
            std::string::npos);
}

}  // namespace
}  // namespace skipstone
