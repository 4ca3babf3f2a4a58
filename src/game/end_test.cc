// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/end.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ice/free_path.h"

namespace skipstone {
namespace {

const Ice kFcv1 = DefaultIce(Law::kFcv1);
const Ice kDc2 = DefaultIce(Law::kDc2);

// Stones on the centre line at the given distances behind the tee.
Board BoardOf(std::initializer_list<double> team0, std::initializer_list<double> team1) {
  Board board;
  int index = 0;
  for (const double y : team0) board.Put(SlotOf(Team::k0, index++), {0.0, y});
  index = 0;
  for (const double y : team1) board.Put(SlotOf(Team::k1, index++), {0.0, y});
  return board;
}

int Score(const Board& board, RulesPreset preset = RulesPreset::kDc3, const Ice& ice = kFcv1) {
  return EndScore(board, ice.sheet, MakeRules(preset));
}

TEST(EndScore, CountsStonesNearerThanTheOpponentsBest) {
  EXPECT_EQ(Score({}), 0);
  EXPECT_EQ(Score(BoardOf({0.5}, {})), 1);
  EXPECT_EQ(Score(BoardOf({}, {0.5, 1.0, 1.9})), -3);
  EXPECT_EQ(Score(BoardOf({0.1, 0.6, 1.2}, {0.9})), 2);
  EXPECT_EQ(Score(BoardOf({0.1, 0.6, 1.2}, {0.05})), -1);
  EXPECT_EQ(Score(BoardOf({-2.5}, {-3.0})), 0) << "guards do not count";
  EXPECT_EQ(Score(BoardOf({0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, {1.0})), 8);
}

TEST(EndScore, AnExactTieScoresNothing) {
  for (const RulesPreset preset : {RulesPreset::kDc3, RulesPreset::kDc4, RulesPreset::kDc2}) {
    EXPECT_EQ(Score(BoardOf({0.5, 0.6}, {-0.5}), preset), 0);
    EXPECT_EQ(Score(BoardOf({0.5, 0.6}, {-0.5, 0.4}), preset), -1);
  }
}

TEST(EndScore, TheEdgeOfTheHouse) {
  const auto at = [](double d) { return BoardOf({d}, {}); };
  const double edge = kFcv1.sheet.house_radius_m + double{0.145f};
  // dc3 needs the stone to reach into the house, dc4 and curling let it touch.
  EXPECT_EQ(Score(at(std::nextafter(edge, 0.0))), 1);
  EXPECT_EQ(Score(at(edge)), 0);
  EXPECT_EQ(Score(at(edge), RulesPreset::kDc4), 1);
  EXPECT_EQ(Score(at(edge), RulesPreset::kCurling), 1);
  EXPECT_EQ(Score(at(std::nextafter(edge, 3.0)), RulesPreset::kDc4), 0);
  // A tie at the very edge is still a tie.
  EXPECT_EQ(Score(BoardOf({edge}, {-edge}), RulesPreset::kDc4), 0);
  EXPECT_EQ(Score(BoardOf({edge}, {-1.0}), RulesPreset::kDc4), -1);
  // dc2 counts to 1.98 m, 5 mm beyond a stone that touches the house.
  EXPECT_EQ(Score(at(1.9799), RulesPreset::kDc2, kDc2), 1);
  EXPECT_EQ(Score(at(1.9801), RulesPreset::kDc2, kDc2), 0);
}

bool InZone(Vec2 p, RulesPreset preset, const Ice& ice = kFcv1) {
  Board board;
  board.Put(3, p);
  return StonesInGuardZone(board, ice.sheet, MakeRules(preset)) == SlotBit(3);
}

TEST(GuardZone, WhereEachRuleSeesIt) {
  const RulesPreset all[] = {RulesPreset::kDc3, RulesPreset::kDc4, RulesPreset::kDc2,
                             RulesPreset::kCurling};
  for (const RulesPreset preset : all) {
    EXPECT_TRUE(InZone({0.0, -3.0}, preset));
    EXPECT_FALSE(InZone({0.0, -1.5}, preset)) << "in the house";
    EXPECT_FALSE(InZone({0.0, -1.95}, preset)) << "biting the house";
    EXPECT_FALSE(InZone({0.0, 2.1}, preset)) << "behind the house";
    EXPECT_TRUE(InZone({2.1, -0.2}, preset)) << "beside the house, in front of the tee line";
  }
  // On the tee line beside the house: in for dc4, which looks at the centre.
  EXPECT_TRUE(InZone({2.1, -0.05}, RulesPreset::kDc4));
  EXPECT_FALSE(InZone({2.1, -0.05}, RulesPreset::kDc3));
  EXPECT_FALSE(InZone({2.1, 0.05}, RulesPreset::kDc4));
  // dc2's zone begins behind the hog line.
  EXPECT_TRUE(InZone({0.0, -6.2}, RulesPreset::kDc2, kDc2));
  EXPECT_FALSE(InZone({0.0, -6.3}, RulesPreset::kDc2, kDc2));
  EXPECT_TRUE(InZone({0.0, -6.3}, RulesPreset::kDc3));
}

TEST(Foul, ProtectsOnlyTheOpponentsGuards) {
  Position before{{}, {2, Team::k1}};  // team 0 throws
  before.board.Put(0, {0.5, -3.0});
  before.board.Put(8, {-0.5, -3.0});
  before.board.Put(9, {0.0, 0.0});
  const Rules rules = MakeRules(RulesPreset::kDc3);
  const auto foul_without = [&](int slot) {
    Board after = before.board;
    after.Remove(slot);
    return IsFoul(before, after, kFcv1, rules);
  };
  EXPECT_FALSE(IsFoul(before, before.board, kFcv1, rules));
  EXPECT_TRUE(foul_without(8));
  EXPECT_FALSE(foul_without(0)) << "one's own guard";
  EXPECT_FALSE(foul_without(9)) << "a stone in the house";
  Board moved = before.board;
  moved.Put(8, {1.0, 1.0});
  EXPECT_FALSE(IsFoul(before, moved, kFcv1, rules)) << "moved but in play";
}

TEST(Foul, NoTickProtectsGuardsOnTheCentreLine) {
  Position before{{}, {2, Team::k1}};
  before.board.Put(8, {0.1, -3.0});
  before.board.Put(9, {0.2, -4.0});
  const auto foul_with = [&](RulesPreset preset, int slot, Vec2 p) {
    Board after = before.board;
    after.Put(slot, p);
    return IsFoul(before, after, kFcv1, MakeRules(preset));
  };
  EXPECT_TRUE(foul_with(RulesPreset::kCurling, 8, {0.2, -2.9}));
  EXPECT_FALSE(foul_with(RulesPreset::kCurling, 8, {-0.14, -1.0})) << "along the line is allowed";
  EXPECT_FALSE(foul_with(RulesPreset::kCurling, 9, {1.2, -2.9})) << "it did not touch the line";
  EXPECT_FALSE(foul_with(RulesPreset::kDc3, 8, {0.2, -2.9})) << "dc3 has no such rule";
}

// A stone touches the line that runs under its edge.
TEST(Foul, NoTickGoesAsFarAsAStoneTouchesTheLine) {
  const Rules rules = MakeRules(RulesPreset::kCurling);
  const auto ticked = [&](double from, double to) {
    Position before{{}, {2, Team::k1}};
    before.board.Put(8, {from, -3.0});
    Board after = before.board;
    after.Put(8, {to, -2.0});
    return IsFoul(before, after, kFcv1, rules);
  };
  for (const double side : {-1.0, 1.0}) {
    EXPECT_TRUE(ticked(side * 0.144, side * 0.146)) << "moved off the line by a hair";
    EXPECT_FALSE(ticked(0.0, side * 0.144));
    EXPECT_FALSE(ticked(side * 0.146, side * 1.0)) << "it was off the line";
    EXPECT_FALSE(ticked(side * 0.146, side * 0.144));
    EXPECT_TRUE(ticked(side * kFcv1.sheet.stone_radius_m, side * 0.146));
  }
}

TEST(Foul, Dc2CountsAStoneOutsideThePlayAreaAsGone) {
  Position before{{}, {2, Team::k1}};
  before.board.Put(8, {0.0, -5.9});
  Board pushed_back = before.board;
  pushed_back.Put(8, {0.0, -6.3});
  EXPECT_TRUE(IsFoul(before, pushed_back, kDc2, MakeRules(RulesPreset::kDc2)));
  EXPECT_FALSE(IsFoul(before, pushed_back, kFcv1, MakeRules(RulesPreset::kDc3)));
}

TEST(ThrowStone, AFoulPutsTheStonesBack) {
  const auto engine = MakeEngine("box2d", kFcv1);
  const Rules rules = MakeRules(RulesPreset::kDc3);
  // Full weight at a guard on the path of the throw.
  const Release peel{3.6, -0.02, Handle::kCw};
  Recording recording;
  recording.interval_s = 0.1;
  engine->Run({}, {0, Team::k1}, peel, &recording);
  Vec2 guard;
  for (const auto& point : recording.paths[0]) {
    if (point.position.y < -3.0) guard = {point.position.x + 0.02, point.position.y};
  }
  for (const int shot : {4, 6}) {
    Position before{{}, {shot, Team::k1}};
    before.board.Put(8, guard);
    const ThrowResult result = ThrowStone(before, peel, *engine, rules);
    EXPECT_GT(result.outcome.contacts, 0);
    EXPECT_EQ(result.foul, shot == 4) << "the fifth stone is the last protected from";
    if (shot == 4) {
      EXPECT_EQ(result.outcome.board, before.board);
      EXPECT_EQ(result.outcome.left, SlotBit(before.turn.slot()));
    } else {
      EXPECT_FALSE(result.outcome.board.Has(8));
    }
  }
}

TEST(Position, JsonRoundTripAndHash) {
  Position position{{}, {7, Team::k0}};
  position.board.Put(4, {0.1, -0.3});
  const Json json = Json::parse(ToJson(position).dump());
  EXPECT_EQ(PositionFromJson(Field(json, "")), position);
  EXPECT_EQ(HashOf(PositionFromJson(Field(json, ""))), HashOf(position));
  Position other = position;
  other.turn.hammer = Team::k1;
  EXPECT_NE(HashOf(other), HashOf(position));
}

}  // namespace
}  // namespace skipstone
