// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/engine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ice/box2d_fcv1.h"
#include "ice/free_path.h"

namespace skipstone {
namespace {

constexpr Law kLaws[] = {Law::kFcv1, Law::kDc2};
constexpr Handle kHandles[] = {Handle::kCw, Handle::kCcw};

Outcome ThrowOn(const Ice& ice, const Board& board, const Turn& turn, const Release& release,
                Recording* recording = nullptr) {
  CheckThrow(ice, board, turn, release);
  return MakeEngine("box2d", ice)->Run(board, turn, release, recording);
}

Release Draw(Law law, Vec2 target, Handle handle = Handle::kCw) {
  return FreePath::For(law).DrawTo(target, handle);
}

// A hit on the stone: draw weight through it times `weight`, aimed so that it meets it.
Release Hit(Law law, Vec2 target, double weight) {
  const Release draw = Draw(law, target);
  const Sheet sheet = DefaultIce(law).sheet;
  const double bearing = std::atan2(target.x, target.y - sheet.release_y_m);
  return {draw.speed_mps * weight, bearing + (draw.angle_rad - bearing) / (weight * weight),
          Handle::kCw};
}

std::string BadDataText(const Ice& ice, const Board& board, const Turn& turn,
                        const Release& release) {
  try {
    CheckThrow(ice, board, turn, release);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kBadData);
    return e.what();
  }
  return "";
}

TEST(Engine, DrawsStopWhereTheFreePathSays) {
  for (const Law law : kLaws) {
    for (const Handle handle : kHandles) {
      for (const Vec2 target : {Vec2{0.0, 0.0}, Vec2{1.2, -4.0}, Vec2{-1.5, 1.0}}) {
        const Outcome outcome =
            ThrowOn(DefaultIce(law), {}, {6, Team::k1}, Draw(law, target, handle));
        const int slot = SlotOf(Team::k0, 3);
        ASSERT_TRUE(outcome.board.Has(slot));
        EXPECT_EQ(outcome.left, 0);
        EXPECT_EQ(outcome.contacts, 0);
        const Vec2 p = outcome.board.position(slot);
        // The float32 steps of fcv1 are up to 8 mm from exact ones (facts, section 8).
        EXPECT_LT(std::hypot(p.x - target.x, p.y - target.y), 0.008) << LawName(law);
      }
    }
  }
}

TEST(Engine, HandleDecidesTheCurl) {
  for (const Law law : kLaws) {
    const double speed = Draw(law, {0.0, 0.0}).speed_mps;
    for (const Handle handle : kHandles) {
      const Outcome outcome = ThrowOn(DefaultIce(law), {}, {0, Team::k1}, {speed, 0.0, handle});
      EXPECT_GT(CurlSide(handle) * outcome.board.x(0), 1.0) << LawName(law);
    }
  }
}

TEST(Engine, AThrowDependsOnNothingButItsArguments) {
  // The field's server keeps one simulator for a match, and its history shows; ours must not.
  for (const Law law : kLaws) {
    const Ice ice = DefaultIce(law);
    Board board;
    board.Put(0, {0.0, 0.1});
    board.Put(8, {0.2, 0.35});
    board.Put(9, {-0.1, 0.38});
    const Release hit = Hit(law, {0.0, 0.1}, 1.3);
    const auto engine = MakeEngine("box2d", ice);
    const Outcome first = engine->Run(board, {4, Team::k1}, hit);
    EXPECT_GT(first.contacts, 1);
    engine->Run({}, {5, Team::k1}, Draw(law, {0.5, 0.5}));
    EXPECT_EQ(engine->Run(board, {4, Team::k1}, hit), first);
    std::vector<Release> releases = {hit, Draw(law, {0.0, -3.0}), hit};
    std::vector<Outcome> outcomes(releases.size());
    engine->RunBatch(board, {4, Team::k1}, releases, outcomes);
    EXPECT_EQ(outcomes[0], first);
    EXPECT_EQ(outcomes[2], first);
    EXPECT_EQ(outcomes[1], engine->Run(board, {4, Team::k1}, releases[1]));
  }
}

// The stones of a match's world lie as those of a fresh one, but for what its history leaves in the
// last bits; and it has a history, the same each time.
TEST(MatchWorld, PlaysEndsInBothDirections) {
  const Ice ice = DefaultIce(Law::kFcv1);
  const auto engine = MakeEngine("box2d", ice);
  Board board;
  board.Put(0, {0.0, 0.1});
  board.Put(8, {0.2, 0.35});
  const Release hit = Hit(Law::kFcv1, {0.0, 0.1}, 1.3);
  MatchWorld world(ice);
  MatchWorld again(ice);
  for (int end = 0; end < 3; ++end) {
    Recording recording;
    Recording fresh_recording;
    const Outcome fresh = engine->Run(board, {2, Team::k1}, hit, &fresh_recording);
    const Outcome outcome = world.Run(board, {2, Team::k1}, end, hit, &recording);
    EXPECT_EQ(again.Run(board, {2, Team::k1}, end, hit), outcome);
    EXPECT_EQ(outcome.contacts, fresh.contacts);
    ASSERT_EQ(outcome.board.present(), fresh.board.present()) << end;
    ForEachSlot(fresh.board.present(), [&](int slot) {
      const auto i = static_cast<std::size_t>(slot);
      EXPECT_NEAR(outcome.board.x(slot), fresh.board.x(slot), 1e-3) << end;
      EXPECT_NEAR(outcome.board.y(slot), fresh.board.y(slot), 1e-3) << end;
      EXPECT_NEAR(recording.angles_rad[i], fresh_recording.angles_rad[i], 1e-2) << end;
    });
  }
}

TEST(MatchWorld, PutsStonesBackAsTheyLay) {
  const Ice ice = DefaultIce(Law::kFcv1);
  Board board;
  board.Put(8, {0.0, -3.0});
  const Release hit = Hit(Law::kFcv1, {0.0, -3.0}, 1.6);
  MatchWorld world(ice);
  ASSERT_GT(world.Run(board, {2, Team::k1}, 0, hit).contacts, 0);
  world.PutBack();
  const Outcome next = world.Run(board, {3, Team::k1}, 0, Draw(Law::kFcv1, {1.0, 0.0}));
  EXPECT_EQ(next.contacts, 0);
  EXPECT_EQ(next.board.position(8), board.position(8));
}

TEST(MatchWorld, OnlyDigitalCurling3HasOne) {
  EXPECT_THROW(MatchWorld world(DefaultIce(Law::kDc2)), Error);
  EXPECT_THROW(MatchWorld world(MakeIce(Law::kFcv1, Removal::kDc4)), Error);
}

TEST(Engine, RefusesWhatCannotBeThrownAndNamesTheField) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const Law law : kLaws) {
    const Ice ice = DefaultIce(law);
    const Turn turn{4, Team::k1};
    const Release draw = Draw(law, {0.0, 0.0});
    const auto with = [](Vec2 a, Vec2 b) {
      Board board;
      board.Put(0, a);
      board.Put(8, b);
      return board;
    };
    EXPECT_EQ(BadDataText(ice, with({0, 0}, {0, 1}), turn, draw), "");
    // Resting stones overlap by a few millimetres in real data; more than 15 is damage.
    EXPECT_EQ(BadDataText(ice, with({0, 0}, {0, 0.276}), turn, draw), "");
    EXPECT_NE(BadDataText(ice, with({0, 0}, {0, 0.274}), turn, draw).find("stones: team 0 idx 0"),
              std::string::npos);
    EXPECT_NE(BadDataText(ice, with({nan, 0}, {0, 1}), turn, draw).find("stones:"),
              std::string::npos);
    EXPECT_NE(BadDataText(ice, with({0, 0}, {0, -inf}), turn, draw).find("stones: team 1"),
              std::string::npos);
    EXPECT_NE(BadDataText(ice, with({0, 0}, {0, ice.sheet.release_y_m}), turn, draw)
                  .find("the release point"),
              std::string::npos);
    EXPECT_NE(BadDataText(ice, {}, turn, {nan, 0.0, Handle::kCw}).find("shot:"), std::string::npos);
    EXPECT_NE(BadDataText(ice, {}, turn, {2.0, inf, Handle::kCw}).find("shot:"), std::string::npos);
    EXPECT_NE(BadDataText(ice, {}, turn, {2000.0, 0.0, Handle::kCw}).find("shot:"),
              std::string::npos);
    EXPECT_NE(BadDataText(ice, {}, {16, Team::k1}, draw).find("shot:"), std::string::npos);
    Board taken;
    taken.Put(turn.slot(), {0.0, 0.0});
    EXPECT_NE(BadDataText(ice, taken, turn, draw).find("thrown: team 0 idx 2"), std::string::npos);
  }
  EXPECT_THROW(MakeEngine("box3d", DefaultIce(Law::kFcv1)), Error);
  EXPECT_THROW(MakeIce(Law::kDc2, Removal::kDc3), Error);
  EXPECT_THROW(MakeIce(Law::kFcv1, Removal::kDc2), Error);
}

TEST(Engine, ExtremeThrowsEnd) {
  for (const Law law : kLaws) {
    for (const double speed : {0.0, 1e-9, 1e-4, 50.0, kMaxSpeed_mps}) {
      for (const double angle : {0.0, 1.5, -3.0}) {
        const Outcome outcome =
            ThrowOn(DefaultIce(law), {}, {0, Team::k1}, {speed, angle, Handle::kCcw});
        EXPECT_EQ(outcome.board.count(), 0);
        EXPECT_EQ(outcome.left, SlotBit(0));
      }
    }
  }
}

TEST(Engine, DroppedStonesOnDc2) {
  // Beyond the hog line or over the back line: there in the input, never loaded.
  const Ice ice = DefaultIce(Law::kDc2);
  Board board;
  board.Put(0, {0.0, ice.sheet.hog_line_y_m - 1.0});
  board.Put(1, {0.0, ice.sheet.back_line_y_m + 0.2});
  board.Put(8, {2.3, 0.0});
  board.Put(9, {1.0, -1.0});
  const Outcome outcome = ThrowOn(ice, board, {4, Team::k1}, Draw(Law::kDc2, {-1.0, -1.0}));
  EXPECT_EQ(outcome.board.present(), SlotBit(9) | SlotBit(2));
  EXPECT_EQ(outcome.left, SlotBit(0) | SlotBit(1) | SlotBit(8));
}

TEST(Removal, HogLine) {
  const double hog = DefaultIce(Law::kFcv1).sheet.hog_line_y_m;
  const Turn turn{3, Team::k1};  // team 1, idx 1
  // A throw that stops on the hog line is out by every rule.
  for (const Removal removal : {Removal::kDc3, Removal::kDc4, Removal::kCurling}) {
    const Ice ice = MakeIce(Law::kFcv1, removal);
    EXPECT_EQ(ThrowOn(ice, {}, turn, Draw(Law::kFcv1, {0.0, hog + 0.1})).left, SlotBit(9));
    EXPECT_EQ(ThrowOn(ice, {}, turn, Draw(Law::kFcv1, {0.0, hog + 0.2})).left, 0);
  }
  EXPECT_EQ(ThrowOn(DefaultIce(Law::kDc2), {}, turn, Draw(Law::kDc2, {0.0, -6.4 + 0.1})).left,
            SlotBit(9));
  // Having hit a stone saves it by dc4's and curling's rule, not by dc3's.
  Board board;
  board.Put(0, {0.0, hog + 0.35});
  const Release bump = Draw(Law::kFcv1, {0.0, hog + 0.2});
  EXPECT_EQ(ThrowOn(MakeIce(Law::kFcv1, Removal::kDc3), board, turn, bump).left, SlotBit(9));
  EXPECT_EQ(ThrowOn(MakeIce(Law::kFcv1, Removal::kDc4), board, turn, bump).left, 0);
  EXPECT_EQ(ThrowOn(MakeIce(Law::kFcv1, Removal::kCurling), board, turn, bump).left, 0);
  // An old stone short of the line: dc3 clears it at rest, the others leave it.
  Board old;
  old.Put(0, {1.5, hog + 0.05});
  const Release draw = Draw(Law::kFcv1, {-1.0, 0.0});
  EXPECT_EQ(ThrowOn(MakeIce(Law::kFcv1, Removal::kDc3), old, turn, draw).left, SlotBit(0));
  EXPECT_EQ(ThrowOn(MakeIce(Law::kFcv1, Removal::kDc4), old, turn, draw).left, 0);
  EXPECT_EQ(ThrowOn(MakeIce(Law::kFcv1, Removal::kCurling), old, turn, draw).left, 0);
}

TEST(Removal, SideAndBackLines) {
  const Sheet sheet = DefaultIce(Law::kFcv1).sheet;
  const Turn turn{2, Team::k1};
  // A stone at rest on the side line: dc3 takes it before the first step, dc4 only while it moves.
  Board side;
  side.Put(8, {sheet.half_width_m - 0.1, 0.0});
  const Release draw = Draw(Law::kFcv1, {-1.0, -1.0});
  EXPECT_EQ(ThrowOn(MakeIce(Law::kFcv1, Removal::kDc3), side, turn, draw).left, SlotBit(8));
  EXPECT_EQ(ThrowOn(MakeIce(Law::kFcv1, Removal::kDc4), side, turn, draw).left, 0);
  // Biting the back line is in, completely past it is out; by dc4 only once all is at rest, so a
  // stone behind the line can still be hit.
  for (const Removal removal : {Removal::kDc3, Removal::kDc4, Removal::kCurling}) {
    const Ice ice = MakeIce(Law::kFcv1, removal);
    EXPECT_EQ(ThrowOn(ice, {}, turn, Draw(Law::kFcv1, {0.0, sheet.back_line_y_m + 0.12})).left, 0);
    EXPECT_EQ(ThrowOn(ice, {}, turn, Draw(Law::kFcv1, {0.0, sheet.back_line_y_m + 0.17})).left,
              SlotBit(1));
  }
  Board behind;
  behind.Put(8, {0.0, sheet.back_line_y_m + 0.6});
  const Release through = Draw(Law::kFcv1, {0.0, sheet.back_line_y_m + 1.0});
  const Outcome dc3 = ThrowOn(MakeIce(Law::kFcv1, Removal::kDc3), behind, turn, through);
  const Outcome dc4 = ThrowOn(MakeIce(Law::kFcv1, Removal::kDc4), behind, turn, through);
  EXPECT_EQ(dc3.contacts, 0);
  EXPECT_EQ(dc4.contacts, 1);
  EXPECT_EQ(dc3.left, SlotBit(8) | SlotBit(1));
  EXPECT_EQ(dc4.left, SlotBit(8) | SlotBit(1));
  // The sheet's width counts.
  const Ice narrow = MakeIce(Law::kFcv1, Removal::kDc3, 3.0);
  EXPECT_EQ(ThrowOn(narrow, {}, turn, Draw(Law::kFcv1, {1.4, 0.0})).left, SlotBit(1));
  EXPECT_EQ(ThrowOn(DefaultIce(Law::kFcv1), {}, turn, Draw(Law::kFcv1, {1.4, 0.0})).left, 0);
}

TEST(Recording, PathsContactsAndAngles) {
  for (const Law law : kLaws) {
    const Ice ice = DefaultIce(law);
    const Turn turn{3, Team::k1};
    const Release hit = Draw(law, {0.0, 1.6});
    Recording recording;
    recording.interval_s = law == Law::kFcv1 ? 0.5 : 0.05;
    // A stone in the way, a little off the line so that both go on moving.
    ThrowOn(ice, {}, turn, hit, &recording);
    Vec2 place;
    for (const auto& point : recording.paths[9]) {
      if (point.position.y < -0.5) place = {point.position.x + 0.05, point.position.y};
    }
    Board board;
    board.Put(0, place);
    board.Put(8, {1.5, 0.5});
    const Outcome outcome = ThrowOn(ice, board, turn, hit, &recording);
    EXPECT_EQ(outcome, ThrowOn(ice, board, turn, hit)) << "recording changes nothing";
    ASSERT_EQ(outcome.contacts, 1);
    ASSERT_EQ(recording.contacts.size(), 1U);
    EXPECT_EQ(recording.contacts[0].slot_a, 0);
    EXPECT_EQ(recording.contacts[0].slot_b, 9);
    EXPECT_TRUE(recording.paths[8].empty()) << "a stone that did not move has no path";
    for (const int slot : {0, 9}) {
      const auto& path = recording.paths[static_cast<std::size_t>(slot)];
      ASSERT_GT(path.size(), 3U);
      for (std::size_t i = 1; i < path.size(); ++i) {
        EXPECT_GT(path[i].time_s, path[i - 1].time_s);
        EXPECT_LE(path[i].time_s - path[i - 1].time_s, recording.interval_s + 1e-9);
      }
      if (outcome.board.Has(slot)) {
        EXPECT_EQ(path.back().position, outcome.board.position(slot));
      }
    }
    EXPECT_EQ(recording.paths[9].front().position, (Vec2{0.0, ice.sheet.release_y_m}));
    EXPECT_EQ(recording.paths[9].front().time_s, 0.0);
    EXPECT_NEAR(recording.paths[0].front().position.x, place.x, 1e-6);
    EXPECT_NEAR(recording.paths[0].front().position.y, place.y, 1e-5);
    EXPECT_LE(recording.paths[0].front().time_s, recording.contacts[0].time_s);
    EXPECT_NE(recording.angles_rad[9], 0.0);
    EXPECT_EQ(recording.angles_rad[8], 0.0);
  }
}

TEST(FreePath, AgreesWithTheFieldsLibrary) {
  // Thrown along +y with ccw on fcv1: the table of FCV1_PHYSICS section 3, from the real library.
  struct Row {
    double speed, x, y;
  };
  for (const Row& row :
       {Row{1.80, -0.9929, 20.4217}, Row{2.00, -1.3089, 25.7243}, Row{2.40, -2.0975, 38.2320},
        Row{3.00, -3.6968, 61.7709}, Row{3.50, -5.4352, 85.7926}}) {
    const Vec2 stop = FreePath::For(Law::kFcv1).StopPoint({row.speed, 0.0, Handle::kCcw});
    // float32 steps drift by millimetres, the more the longer the path.
    EXPECT_NEAR(stop.x, row.x, 0.006);
    EXPECT_NEAR(stop.y - DefaultIce(Law::kFcv1).sheet.release_y_m, row.y, 0.006);
  }
  // dc2's tee draw by the exact closed form, from DC2_PROTOCOL section 5.
  const Vec2 v = VelocityToOwnFrame(Law::kDc2, Draw(Law::kDc2, {0.0, 0.0}, Handle::kCw));
  EXPECT_NEAR(v.x, -0.985762, 1e-6);
  EXPECT_NEAR(v.y, -29.559858, 1e-6);
  for (const Law law : kLaws) {
    for (const Handle handle : kHandles) {
      const Vec2 target{0.7, -2.1};
      const Vec2 stop = FreePath::For(law).StopPoint(Draw(law, target, handle));
      EXPECT_NEAR(stop.x, target.x, 1e-9);
      EXPECT_NEAR(stop.y, target.y, 1e-9);
    }
  }
}

TEST(Frames, EveryFloat32SurvivesTheWayThroughTheHouseFrame) {
  std::uint32_t state = 1;
  const auto next = [&state] {
    state = state * 1664525U + 1013904223U;
    return static_cast<float>(state >> 8) / 16777216.0f;
  };
  for (int i = 0; i < 100000; ++i) {
    const float x = (next() - 0.5f) * 4.75f;
    const float y = next() * 42.0f;
    for (const Law law : kLaws) {
      const Vec2 own{law == Law::kDc2 ? double{x} + 2.375 : double{x}, double{y}};
      const Vec2 again = PositionToOwnFrame(law, PositionFromOwnFrame(law, own));
      ASSERT_EQ(static_cast<float>(again.x), static_cast<float>(own.x));
      ASSERT_EQ(static_cast<float>(again.y), static_cast<float>(own.y));
      const float vx = (next() - 0.5f) * 2.0f;
      const float vy = (law == Law::kDc2 ? -30.0f : 3.0f) * (0.5f + next());
      const Vec2 velocity =
          VelocityToOwnFrame(law, ReleaseFromOwnFrame(law, {vx, vy}, Handle::kCw));
      ASSERT_EQ(static_cast<float>(velocity.x), vx);
      ASSERT_EQ(static_cast<float>(velocity.y), vy);
    }
  }
}

}  // namespace
}  // namespace skipstone
