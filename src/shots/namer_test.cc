// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/namer.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "shots/aim.h"

namespace skipstone {
namespace {

// A release by what it is aimed at; nothing here tells the namer.
using Wish = std::function<std::optional<Release>(const Aim&, Handle)>;

std::optional<Release> ReleaseOf(const std::optional<Aim::Hit>& hit) {
  return hit ? std::optional(hit->pass.release) : std::nullopt;
}
Wish DrawTo(double x, double y) {
  return [=](const Aim& aim, Handle handle) { return aim.DrawTo({x, y}, handle); };
}
Wish PassThrough(double x, double y, Weight weight) {
  return [=](const Aim& aim, Handle handle) {
    return aim.PassThrough({x, y}, aim.SpeedOf(weight), handle)->release;
  };
}
Wish HitStone(double x, double y, double thickness, Weight weight) {
  return [=](const Aim& aim, Handle handle) {
    return ReleaseOf(aim.HitStone({x, y}, thickness, aim.SpeedOf(weight), handle));
  };
}
Wish DriveTo(double x, double y, double to_x, double to_y) {
  return [=](const Aim& aim, Handle handle) {
    return ReleaseOf(aim.DriveTo({x, y}, {to_x, to_y}, handle));
  };
}
Wish RunBack(double x, double y, double onto_x, double onto_y) {
  return [=](const Aim& aim, Handle handle) {
    return ReleaseOf(
        aim.RunBack({x, y}, {onto_x, onto_y}, 0.0, aim.SpeedOf(Weight::kPeel), handle));
  };
}
Wish HitThenHit(double x, double y, double then_x, double then_y) {
  return [=](const Aim& aim, Handle handle) {
    return ReleaseOf(aim.HitThenHit({x, y}, {then_x, then_y}, aim.SpeedOf(Weight::kPeel), handle));
  };
}

// Yellow has the hammer: red throws even shots, yellow odd ones.
struct Named {
  int shot;
  std::string stones;  // "r 0.1 -3 y 0 0": red and yellow stones in order of delivery
  Wish wish;
  Handle handle;
  std::string name;
};

Board BoardOf(const std::string& stones) {
  Board board;
  std::array<int, 2> next = {0, 0};
  std::istringstream in(stones);
  std::string colour;
  Vec2 place;
  while (in >> colour >> place.x >> place.y) {
    const Team team = colour == "r" ? Team::k0 : Team::k1;
    board.Put(SlotOf(team, next[static_cast<std::size_t>(Index(team))]++), place);
  }
  return board;
}

std::vector<Named> HandMade() {
  return {
      {0, "", DrawTo(0, 0), Handle::kCw, "draw to the button, clockwise"},
      {0, "", DrawTo(0, -0.5), Handle::kCcw, "draw to the top of the four-foot, counter-clockwise"},
      {0, "", DrawTo(0, 1.5), Handle::kCw, "draw to the back of the twelve-foot, clockwise"},
      {0, "", DrawTo(-1, 0), Handle::kCw, "draw to the left side of the eight-foot, clockwise"},
      {0, "", DrawTo(0.7, 0.6), Handle::kCcw,
       "draw to the back of the eight-foot, right, counter-clockwise"},
      {0, "", DrawTo(-1.3, -1.0), Handle::kCcw,
       "draw to the top of the twelve-foot, left, counter-clockwise"},
      {0, "", DrawTo(0, -3.2), Handle::kCw, "centre guard, clockwise"},
      {0, "", DrawTo(0, -5.2), Handle::kCw, "long centre guard, clockwise"},
      {0, "", DrawTo(0.2, -2.3), Handle::kCcw, "tight centre guard, counter-clockwise"},
      {1, "", DrawTo(1.2, -3.2), Handle::kCcw, "corner guard on the right, counter-clockwise"},
      {1, "", DrawTo(-1.2, -2.4), Handle::kCw, "tight corner guard on the left, clockwise"},
      {1, "", DrawTo(-1.0, -5.0), Handle::kCw, "long corner guard on the left, clockwise"},
      {0, "", DrawTo(0, -6.6), Handle::kCw, "short of the hog line, clockwise"},
      {0, "", DrawTo(1.9, 0.9), Handle::kCcw, "draw behind the house, counter-clockwise"},
      {0, "", DrawTo(-0.3, 1.97), Handle::kCw, "draw behind the house, clockwise"},
      {0, "", PassThrough(1.3, 0, Weight::kPeel), Handle::kCcw,
       "through, peel weight, counter-clockwise"},
      {0, "", PassThrough(-1.3, 0, Weight::kNormal), Handle::kCw, "through, firm, clockwise"},
      {2, "y 0 -3", DrawTo(0, 0), Handle::kCw,
       "come-around behind yellow 1 to the button, clockwise"},
      {3, "r 0.2 -3.2", DrawTo(0.2, -0.3), Handle::kCcw,
       "come-around behind red 1 to the top of the four-foot, right, counter-clockwise"},
      {4, "y -0.9 -2.8 r 0 0", DrawTo(-0.9, 0.2), Handle::kCw,
       "tick on yellow 1, thin on the left, draw weight, clockwise"},
      {5, "r 0 0.3", DrawTo(0, 0), Handle::kCcw, "freeze to red 1, counter-clockwise"},
      {5, "r 0.6 0.2", DrawTo(0.6, -0.11), Handle::kCw, "freeze to red 1, clockwise"},
      {6, "y 0.1 -1.2", DrawTo(0.1, -1.51), Handle::kCw, "freeze to yellow 1, clockwise"},
      {5, "r 0 0", HitStone(0, 0, 0, Weight::kBoard), Handle::kCw,
       "hit on red 1, full, board weight, clockwise"},
      {5, "r 0 0", HitStone(0, 0, 0, Weight::kNormal), Handle::kCcw,
       "hit on red 1, full, firm, counter-clockwise"},
      {5, "r 0.5 0.3", HitStone(0.5, 0.3, 0, Weight::kControl), Handle::kCw,
       "hit on red 1, full, control weight, clockwise"},
      {5, "r 0 0", HitStone(0, 0, 0.5, Weight::kBoard), Handle::kCcw,
       "hit and roll on red 1, half on the right, board weight, counter-clockwise"},
      {5, "r 0 0", HitStone(0, 0, -0.5, Weight::kBoard), Handle::kCw,
       "hit and roll on red 1, half on the left, board weight, clockwise"},
      {4, "y 0 0 y 0.5 0.5 y -0.8 0.3", HitStone(-0.8, 0.3, -0.7, Weight::kNormal), Handle::kCw,
       "peel of yellow 3, thin on the left, firm, clockwise"},
      {5, "r 0 0", HitStone(0, 0, 0.3, Weight::kBoard), Handle::kCw,
       "hit on red 1, thick on the right, board weight, clockwise"},
      {6, "y 0 -3", HitStone(0, -3, 0.4, Weight::kPeel), Handle::kCcw,
       "peel of yellow 1, thick on the right, peel weight, counter-clockwise"},
      {7, "r 0 -3", HitStone(0, -3, -0.4, Weight::kPeel), Handle::kCw,
       "peel of red 1, thick on the left, peel weight, clockwise"},
      {3, "r 0 -3", HitStone(0, -3, 0, Weight::kNormal), Handle::kCw,
       "hit on red 1, full, firm, clockwise, against the free guard zone"},
      {3, "r 0.1 -3.2", HitStone(0.1, -3.2, 0.8, Weight::kHack), Handle::kCcw,
       "tick on red 1, thin on the right, hack weight, counter-clockwise"},
      {5, "r -0.2 -3.2", HitStone(-0.2, -3.2, -0.75, Weight::kHack), Handle::kCw,
       "tick on red 1, thin on the left, hack weight, clockwise"},
      {5, "r 0 -0.4", DriveTo(0, -0.4, 0, 0.6), Handle::kCw,
       "tap-back on red 1, thick on the right, draw weight, clockwise"},
      {5, "r 0.3 0", DriveTo(0.3, 0, 0.4, 0.9), Handle::kCcw,
       "tap-back on red 1, thick on the left, draw weight, counter-clockwise"},
      {4, "r 0 -3", DriveTo(0, -3, 0, 0), Handle::kCw,
       "raise of red 1 to the button, full, draw weight, clockwise"},
      {6, "r 0.3 -2.6", DriveTo(0.3, -2.6, 0, 0), Handle::kCcw,
       "raise of red 1 to the button, full, draw weight, counter-clockwise"},
      {6, "r -0.4 -1.5", DriveTo(-0.4, -1.5, 0, 0.1), Handle::kCw,
       "raise of red 1 to the button, full, draw weight, clockwise"},
      {6, "r 0 -3 y 0 0", RunBack(0, -3, 0, 0), Handle::kCw,
       "run-back of red 1 onto yellow 1, full, peel weight, clockwise"},
      {6, "r 0.2 -2.7 y 0.5 0.4", RunBack(0.2, -2.7, 0.5, 0.4), Handle::kCcw,
       "run-back of red 1 onto yellow 1, thick on the left, peel weight, counter-clockwise"},
      {7, "r 0 -2.7 r 0 0", RunBack(0, -2.7, 0, 0), Handle::kCw,
       "run-back of red 1 onto red 2, full, peel weight, clockwise"},
      {7, "r 0 -0.2 r 0.6 0.1", HitThenHit(0, -0.2, 0.6, 0.1), Handle::kCw,
       "double on red 1 and red 2, thin on the right, peel weight, clockwise"},
      {7, "r -0.3 0 r -0.9 0.4", HitThenHit(-0.3, 0, -0.9, 0.4), Handle::kCcw,
       "double on red 1 and red 2, thin on the left, peel weight, counter-clockwise"},
      {7, "r 0 0 y 0.4 -3", HitStone(0, 0, 0, Weight::kBoard), Handle::kCw,
       "hit on red 1, full, board weight, clockwise"},
      {8, "r 1.0 0", HitStone(1.0, 0, 0, Weight::kPeel), Handle::kCw,
       "hit on red 1, full, peel weight, clockwise"},
      {8, "y -0.7 0.4", HitStone(-0.7, 0.4, 0.2, Weight::kBoard), Handle::kCcw,
       "hit on yellow 1, thick on the right, board weight, counter-clockwise"},
      {8, "y -0.7 0.4 r 0.5 0.5", DrawTo(0, 0.2), Handle::kCcw,
       "draw to the button, counter-clockwise"},
      {2, "y 0.5 -2.9", HitStone(0.5, -2.9, 0, Weight::kControl), Handle::kCw,
       "hit on yellow 1, full, control weight, clockwise, against the free guard zone"},
  };
}

TEST(NamerTest, NamesHandMadePositionsAsACurlerWould) {
  const Ice ice = DefaultIce(Law::kFcv1);
  const Rules rules = MakeRules(RulesPreset::kDc3);
  const auto engine = MakeEngine("event", ice);
  const Aim aim(ice.law);
  for (const Named& named : HandMade()) {
    const Position position{BoardOf(named.stones), {named.shot, Team::k1}};
    const auto release = named.wish(aim, named.handle);
    ASSERT_TRUE(release) << named.name;
    EXPECT_EQ(NameShot(position, *release, rules, *engine).text, named.name) << named.stones;
  }
}

// The same words on the other engine and, for draws and hits in the open, on the other ice.
TEST(NamerTest, EnginesAndIcesAgreeOnTheWords) {
  const auto engine = MakeEngine("box2d", DefaultIce(Law::kDc2));
  const Rules rules = MakeRules(RulesPreset::kDc2);
  const Aim aim(Law::kDc2);
  const auto name = [&](const std::string& stones, const Wish& wish) {
    const Position position{BoardOf(stones), {9, Team::k1}};
    return NameShot(position, *wish(aim, Handle::kCw), rules, *engine).text;
  };
  EXPECT_EQ(name("", DrawTo(0.0, 0.0)), "draw to the button, clockwise");
  EXPECT_EQ(name("", DrawTo(0.0, -3.2)), "centre guard, clockwise");
  EXPECT_EQ(name("r 0.2 0.1", HitStone(0.2, 0.1, 0.0, Weight::kControl)),
            "hit on red 1, full, control weight, clockwise");
  EXPECT_EQ(name("y 0 -3 r 0 0", RunBack(0.0, -3.0, 0.0, 0.0)),
            "run-back of yellow 1 onto red 1, full, peel weight, clockwise");
}

TEST(NamerTest, NamesOfTypesReadBack) {
  for (int i = 0; i < kShotTypes; ++i) {
    const auto type = static_cast<ShotType>(i);
    EXPECT_EQ(ShotTypeFromName(ShotTypeName(type)), type);
  }
  EXPECT_THROW(ShotTypeFromName("slap"), Error);
}

}  // namespace
}  // namespace skipstone
