// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/board.h"

#include <gtest/gtest.h>

#include "ice/ice.h"
#include "ice/release.h"

namespace skipstone {
namespace {

Board FromText(const char* text) {
  const Json json = Json::parse(text);
  return BoardFromJson(Field(json, "stones"));
}

std::string ErrorOf(const char* text) {
  try {
    FromText(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Board, SlotsBelongToTeams) {
  EXPECT_EQ(SlotOf(Team::k0, 7), 7);
  EXPECT_EQ(SlotOf(Team::k1, 0), 8);
  EXPECT_EQ(OwnerOf(7), Team::k0);
  EXPECT_EQ(OwnerOf(8), Team::k1);
  EXPECT_EQ(IndexOf(13), 5);
  EXPECT_EQ(SlotsOf(Team::k0) | SlotsOf(Team::k1), 0xffff);
}

TEST(Board, RemovingLeavesNoTrace) {
  Board board;
  board.Put(3, {1.0, 2.0});
  EXPECT_TRUE(board.Has(3));
  EXPECT_NE(board, Board());
  board.Remove(3);
  EXPECT_EQ(board, Board());
  EXPECT_EQ(HashOf(board), HashOf(Board()));
}

TEST(Board, JsonKeepsSlotsAndEveryBit) {
  Board board;
  board.Put(2, {0.1 + 0.2, -1e-17});
  board.Put(15, {-2.2, 1.9739999771118164});
  const Json json = Json::parse(ToJson(board).dump());
  EXPECT_EQ(BoardFromJson(Field(json, "")), board);
  EXPECT_EQ(HashOf(BoardFromJson(Field(json, ""))), HashOf(board));
}

TEST(Board, StonesWithoutIndexTakeFreeSlotsInOrder) {
  const Board board =
      FromText(R"([{"team":1,"x":1,"y":0},{"team":1,"idx":0,"x":2,"y":0},{"team":0,"x":3,"y":0}])");
  EXPECT_EQ(board.x(8), 2.0);
  EXPECT_EQ(board.x(9), 1.0);
  EXPECT_EQ(board.x(0), 3.0);
}

TEST(Board, ErrorsNameTheStone) {
  EXPECT_EQ(ErrorOf(R"([{"team":0,"idx":1,"x":1,"y":0},{"team":0,"idx":1,"x":2,"y":0}])"),
            "stones[1]: team 0 idx 1 is there twice");
  EXPECT_EQ(ErrorOf(R"([{"team":0,"idx":1,"x":"a","y":0}])"),
            "stones[0].x: expected a finite number, got \"a\"");
  EXPECT_EQ(ErrorOf(R"([{"team":2,"idx":1,"x":0,"y":0}])"),
            "stones[0].team: expected team 0 (red) or 1 (yellow), got 2");
  EXPECT_EQ(ErrorOf(R"([{"team":0,"idx":8,"x":0,"y":0}])"),
            "stones[0].idx: expected a whole number from 0 to 7, got 8");
  EXPECT_EQ(ErrorOf(R"({})"), "stones: expected an array, got an object");
}

TEST(Ice, JsonRoundTripAndHash) {
  for (const Ice& ice :
       {DefaultIce(Law::kFcv1), DefaultIce(Law::kDc2), MakeIce(Law::kFcv1, Removal::kDc4),
        MakeIce(Law::kFcv1, Removal::kDc3, 4.4), MakeIce(Law::kFcv1, Removal::kCurling)}) {
    const Json json = Json::parse(ToJson(ice).dump());
    EXPECT_EQ(IceFromJson(Field(json, "ice")), ice);
    EXPECT_EQ(HashOf(IceFromJson(Field(json, "ice"))), HashOf(ice));
  }
  EXPECT_NE(HashOf(DefaultIce(Law::kFcv1)), HashOf(MakeIce(Law::kFcv1, Removal::kDc4)));
  EXPECT_NE(HashOf(DefaultIce(Law::kFcv1)), HashOf(MakeIce(Law::kFcv1, Removal::kDc3, 4.4)));
}

TEST(Release, JsonRoundTripAndHash) {
  const Release release{2.4000000953674316, -0.05483, Handle::kCcw};
  const Json json = Json::parse(ToJson(release).dump());
  EXPECT_EQ(ReleaseFromJson(Field(json, "")), release);
  EXPECT_EQ(HashOf(ReleaseFromJson(Field(json, ""))), HashOf(release));
  EXPECT_NE(HashOf(release), HashOf(Release{2.4000000953674316, -0.05483, Handle::kCw}));
}

}  // namespace
}  // namespace skipstone
