// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/reading.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "game/shot_line.h"

namespace skipstone {
namespace {

// What is said of a shot line whose stones and velocity are these numbers.
std::string HintAt(Law law, const std::vector<Vec2>& stones, Vec2 velocity) {
  Json line = {{"stones", Json::array()},
               {"thrown", {{"team", 1}, {"idx", 0}}},
               {"shot", {{"vx", velocity.x}, {"vy", velocity.y}, {"rotation", "cw"}}}};
  for (const Vec2& at : stones) {
    line["stones"].push_back(
        {{"team", 0}, {"idx", line["stones"].size()}, {"x", at.x}, {"y", at.y}});
  }
  const ShotLine shot = ShotLineFromJson(Field(line, ""), law);
  return FrameHint(shot.ice, shot.before.board, &shot.release);
}

TEST(FrameHint, IsNothingForWhatIsWellWritten) {
  EXPECT_EQ(HintAt(Law::kFcv1, {{0.2, 38.4}, {-0.5, 33.0}}, {-0.13, 2.4}), "");
  EXPECT_EQ(HintAt(Law::kFcv1, {}, {0.0, 4.0}), "");
  EXPECT_EQ(HintAt(Law::kDc2, {{2.4, 5.0}}, {-1.0, -29.5}), "");
  // One stone that is still on the list, though it is out.
  EXPECT_EQ(HintAt(Law::kFcv1, {{0.2, 38.4}, {0.5, 41.0}}, {-0.13, 2.4}), "");
}

TEST(FrameHint, AsksForTheOtherIce) {
  EXPECT_EQ(HintAt(Law::kFcv1, {{2.4, 5.0}}, {-1.0, -29.5}),
            "the stone is thrown away from the house of fcv1; is the line meant for dc2 (--ice "
            "dc2)?");
  EXPECT_EQ(HintAt(Law::kDc2, {{0.2, 38.4}}, {-0.13, 2.4}),
            "the stone is thrown away from the house of dc2; is the line meant for fcv1 (--ice "
            "fcv1)?");
  // A speed of the right sign and stones in the other house.
  EXPECT_EQ(HintAt(Law::kFcv1, {{2.4, 5.0}}, {-0.13, 2.4}),
            "no stone lies on the sheet of fcv1; is the line meant for dc2 (--ice dc2)?");
}

TEST(FrameHint, AsksForOtherFramesAndUnits) {
  EXPECT_EQ(
      HintAt(Law::kFcv1, {{0.3, -3.7}, {-0.1, 0.3}}, {-0.13, 2.4}),
      "no stone lies on the sheet of fcv1; they look as if they were in the frame of position "
      "files (there y is 0 at the tee, here 38.405)");
  EXPECT_EQ(HintAt(Law::kFcv1, {{0.7, 126.0}, {-1.6, 108.3}}, {-0.13, 2.4}),
            "no stone lies on the sheet of fcv1; they look as if they were in feet (0.3048 m)");
  EXPECT_EQ(HintAt(Law::kFcv1, {{300.0, 700.0}}, {-0.13, 2.4}),
            "no stone lies on the sheet of fcv1");
  EXPECT_EQ(HintAt(Law::kDc2, {{0.3, -2.6}}, {-1.0, -29.5}),
            "no stone lies on the sheet of dc2; they look as if they were in the frame of position "
            "files (there the tee is at (0, 0), here at (2.375, 4.88))");
  EXPECT_EQ(
      HintAt(Law::kFcv1, {{0.2, 38.4}}, {-0.43, 7.87}),
      "7.882 m/s is far too fast on fcv1, where a draw to the tee takes 2.4 m/s; 7.88 feet per "
      "second are 2.4 m/s");
}

TEST(FrameHint, TellsAcrossFromAlong) {
  EXPECT_EQ(HintAt(Law::kFcv1, {}, {2.4, 0.13}),
            "a line of 1.52 rad leaves the sheet before the house; a velocity's x is across the "
            "sheet, its y along it");
}

TEST(ThrowHint, AsksForSpeedsAndAnglesOfAnotherKind) {
  EXPECT_EQ(ThrowHint(Law::kFcv1, {2.4, 0.05, Handle::kCw}), "");
  EXPECT_EQ(ThrowHint(Law::kDc2, {33.7, -0.11, Handle::kCw}), "");
  EXPECT_EQ(ThrowHint(Law::kFcv1, {2.4, 3.0, Handle::kCw}),
            "a line of 3 rad leaves the sheet before the house; 3 degrees are 0.0524 rad");
  EXPECT_EQ(ThrowHint(Law::kFcv1, {2.4, -1.6, Handle::kCw}),
            "a line of -1.6 rad leaves the sheet before the house; -1.6 degrees are -0.0279 rad");
  EXPECT_EQ(ThrowHint(Law::kFcv1, {29.5, 0.05, Handle::kCw}),
            "29.5 m/s is far too fast on fcv1, where a draw to the tee takes 2.4 m/s; is the throw "
            "meant for dc2?");
  EXPECT_EQ(ThrowHint(Law::kDc2, {2.4, 0.05, Handle::kCw}),
            "2.4 m/s is far too slow on dc2, where a draw to the tee takes 29.6 m/s; is the throw "
            "meant for fcv1?");
  EXPECT_EQ(ThrowHint(Law::kFcv1, {500.0, 0.05, Handle::kCw}),
            "500 m/s is far too fast on fcv1, where a draw to the tee takes 2.4 m/s");
}

}  // namespace
}  // namespace skipstone
