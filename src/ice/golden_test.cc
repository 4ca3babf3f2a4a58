// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The golden shots, computed by the field's own simulators (tests/golden): the engines must land
// every stone where they do.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "ice/engine.h"

namespace skipstone {
namespace {

struct Comparison {
  int shots = 0;
  int bit_exact = 0;       // every final position equal as float32
  int other_stones = 0;    // not the same stones in play
  int other_contacts = 0;  // not the same number of impacts, where the file has it
  double worst_m = 0.0;
};

// A golden line as its file has it, without the parser of `simulate`, which has its own tests.
struct GoldenShot {
  explicit GoldenShot(const Json& line, Law law) {
    const auto point = [law](const Json& stone) {
      return PositionFromOwnFrame(law, {stone["x"].get<float>(), stone["y"].get<float>()});
    };
    const auto slot = [](const Json& stone) {
      return 8 * stone["team"].get<int>() + stone["idx"].get<int>();
    };
    for (const Json& stone : line["stones"]) before.Put(slot(stone), point(stone));
    for (const Json& stone : line["result"]["stones"]) after.Put(slot(stone), point(stone));
    turn = {2 * line["thrown"]["idx"].get<int>() + line["thrown"]["team"].get<int>(), Team::k1};
    const Json& shot = line["shot"];
    release = ReleaseFromOwnFrame(law, {shot["vx"].get<float>(), shot["vy"].get<float>()},
                                  shot["rotation"] == "cw" ? Handle::kCw : Handle::kCcw);
  }
  Board before;
  Board after;
  Turn turn;
  Release release;
};

Comparison Compare(const std::string& file, Law law) {
  Comparison c;
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/" + file);
  EXPECT_TRUE(in.is_open()) << file;
  const auto engine = MakeEngine("box2d", DefaultIce(law));
  for (std::string text; std::getline(in, text);) {
    const Json line = Json::parse(text);
    // Shots under the free-guard-zone rule are the game layer's (shot_line_test.cc).
    if (line.value("four_rock_rule", false)) continue;
    const GoldenShot shot(line, law);
    CheckThrow(engine->ice(), shot.before, shot.turn, shot.release);
    const Outcome outcome = engine->Run(shot.before, shot.turn, shot.release);
    ++c.shots;
    if (line.contains("collisions") && line["collisions"] != outcome.contacts) ++c.other_contacts;
    if (outcome.board.present() != shot.after.present()) {
      ++c.other_stones;
      ADD_FAILURE() << line["id"] << ": other stones in play";
      continue;
    }
    bool exact = true;
    ForEachSlot(shot.after.present(), [&](int slot) {
      const Vec2 a = outcome.board.position(slot);
      const Vec2 b = shot.after.position(slot);
      exact = exact && a == b;
      c.worst_m = std::max(c.worst_m, std::hypot(a.x - b.x, a.y - b.y));
    });
    c.bit_exact += exact ? 1 : 0;
  }
  return c;
}

void ExpectBitExact(const std::string& file, Law law, int shots) {
  const Comparison c = Compare(file, law);
  EXPECT_EQ(c.shots, shots);
  EXPECT_EQ(c.bit_exact, shots);
  EXPECT_EQ(c.other_contacts, 0);
}

TEST(Golden, Fcv1Free) { ExpectBitExact("fcv1_dev_free.jsonl", Law::kFcv1, 200); }
TEST(Golden, Fcv1Real) { ExpectBitExact("fcv1_dev_real.jsonl", Law::kFcv1, 1500); }
TEST(Golden, Fcv1Cluster) { ExpectBitExact("fcv1_dev_cluster.jsonl", Law::kFcv1, 250); }
TEST(Golden, Dc2Free) { ExpectBitExact("dc2_dev_free.jsonl", Law::kDc2, 155); }
TEST(Golden, Dc2Real) { ExpectBitExact("dc2_dev_real.jsonl", Law::kDc2, 748); }

// 12 of the 300 differ, by micrometres, as with the facts' own recipe; the cause is not known.
TEST(Golden, Dc2Cluster) {
  const Comparison c = Compare("dc2_dev_cluster.jsonl", Law::kDc2);
  EXPECT_EQ(c.shots, 300);
  EXPECT_GE(c.bit_exact, 288);
  EXPECT_LT(c.worst_m, 1e-5);
}

// The paths of the free shots: a point every half second, to the last digit.
TEST(Golden, Fcv1Paths) {
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/fcv1_dev_free.jsonl");
  const auto engine = MakeEngine("box2d", DefaultIce(Law::kFcv1));
  int points = 0;
  std::string text;
  for (int i = 0; i < 40 && std::getline(in, text); ++i) {
    const Json line = Json::parse(text);
    const GoldenShot shot(line, Law::kFcv1);
    Recording recording;
    recording.interval_s = 0.5;
    engine->Run(shot.before, shot.turn, shot.release, &recording);
    const auto& path = recording.paths[static_cast<std::size_t>(shot.turn.slot())];
    const Json& golden = line["path"];
    ASSERT_GE(path.size(), golden.size());
    for (std::size_t k = 0; k < golden.size(); ++k, ++points) {
      const Vec2 own = PositionToOwnFrame(Law::kFcv1, path[k].position);
      EXPECT_NEAR(path[k].time_s, golden[k][0].get<double>(), 1e-9);
      EXPECT_EQ(static_cast<float>(own.x), golden[k][1].get<float>());
      EXPECT_EQ(static_cast<float>(own.y), golden[k][2].get<float>());
    }
  }
  EXPECT_GT(points, 1000);
}

}  // namespace
}  // namespace skipstone
