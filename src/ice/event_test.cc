// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/event.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <new>

#include "base/hash.h"
#include "base/random.h"
#include "ice/free_path.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SKIPSTONE_COUNTS_ALLOCATIONS 0
#else
#define SKIPSTONE_COUNTS_ALLOCATIONS 1
namespace {
std::atomic<long> allocations{0};
void* Allocate(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* memory = alignment > alignof(std::max_align_t)
                     ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                     : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace
void* operator new(std::size_t size) { return Allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif

namespace skipstone {
namespace {

struct GoldenThrow {
  Board before;
  Board after;
  Turn turn;
  Release release;
};

std::vector<GoldenThrow> ReadGolden(const std::string& file, Law law) {
  std::vector<GoldenThrow> throws;
  std::ifstream in(SKIPSTONE_SOURCE_DIR "/tests/golden/" + file);
  EXPECT_TRUE(in.is_open()) << file;
  for (std::string text; std::getline(in, text);) {
    const Json line = Json::parse(text);
    if (line.value("four_rock_rule", false)) continue;
    const auto fill = [law](const Json& stones, Board& board) {
      for (const Json& stone : stones) {
        board.Put(8 * stone["team"].get<int>() + stone["idx"].get<int>(),
                  PositionFromOwnFrame(law, {stone["x"].get<float>(), stone["y"].get<float>()}));
      }
    };
    GoldenThrow& t = throws.emplace_back();
    fill(line["stones"], t.before);
    fill(line["result"]["stones"], t.after);
    t.turn = {2 * line["thrown"]["idx"].get<int>() + line["thrown"]["team"].get<int>(), Team::k1};
    const Json& shot = line["shot"];
    t.release = ReleaseFromOwnFrame(law, {shot["vx"].get<float>(), shot["vy"].get<float>()},
                                    shot["rotation"] == "cw" ? Handle::kCw : Handle::kCcw);
  }
  return throws;
}

struct Agreement {
  std::vector<double> errors_mm;  // of stones that moved and are there in both, sorted
  double same_stones = 0.0;       // parts of the throws
  double same_points = 0.0;

  double Quantile(double q) const {
    return errors_mm[static_cast<std::size_t>(q * static_cast<double>(errors_mm.size() - 1))];
  }
};

Agreement AgreeOnGolden(const std::string& file, Law law) {
  const std::vector<GoldenThrow> throws = ReadGolden(file, law);
  const Ice ice = DefaultIce(law);
  const auto engine = MakeEngine("event", ice);
  const ScoringEdge edge{ice.sheet.house_radius_m + ice.sheet.stone_radius_m, false};
  Agreement agreement;
  for (const GoldenThrow& t : throws) {
    const Board after = engine->Run(t.before, t.turn, t.release).board;
    agreement.same_stones += after.present() == t.after.present() ? 1.0 : 0.0;
    agreement.same_points += Points(after, edge) == Points(t.after, edge) ? 1.0 : 0.0;
    ForEachSlot(after.present() & t.after.present(), [&](int slot) {
      const Vec2 a = after.position(slot);
      const Vec2 b = t.after.position(slot);
      if (t.before.Has(slot) && a == t.before.position(slot) && b == a) return;
      agreement.errors_mm.push_back(1000.0 * std::hypot(a.x - b.x, a.y - b.y));
    });
  }
  agreement.same_stones /= static_cast<double>(throws.size());
  agreement.same_points /= static_cast<double>(throws.size());
  std::sort(agreement.errors_mm.begin(), agreement.errors_mm.end());
  return agreement;
}

TEST(Event, LandsFreeDrawsWhereTheReferenceDoes) {
  const Agreement fcv1 = AgreeOnGolden("fcv1_dev_free.jsonl", Law::kFcv1);
  EXPECT_EQ(fcv1.same_stones, 1.0);
  EXPECT_LE(fcv1.Quantile(0.5), 0.5);
  EXPECT_LE(fcv1.Quantile(0.99), 2.0);
  const Agreement dc2 = AgreeOnGolden("dc2_dev_free.jsonl", Law::kDc2);
  EXPECT_EQ(dc2.same_stones, 1.0);
  EXPECT_LE(dc2.Quantile(0.5), 0.2);
  EXPECT_LE(dc2.Quantile(0.99), 1.0);
}

TEST(Event, AgreesOnRealShots) {
  const Agreement fcv1 = AgreeOnGolden("fcv1_dev_real.jsonl", Law::kFcv1);
  EXPECT_GE(fcv1.same_stones, 0.994);
  EXPECT_GE(fcv1.same_points, 0.994);
  EXPECT_LE(fcv1.Quantile(0.5), 0.8);
  EXPECT_LE(fcv1.Quantile(0.95), 18.0);  // which is the reference's own floor on these shots
  const Agreement dc2 = AgreeOnGolden("dc2_dev_real.jsonl", Law::kDc2);
  EXPECT_GE(dc2.same_stones, 0.994);
  EXPECT_GE(dc2.same_points, 0.994);
  EXPECT_LE(dc2.Quantile(0.5), 0.2);
  EXPECT_LE(dc2.Quantile(0.95), 3.0);
}

TEST(Event, AgreesOnClusters) {
  const Agreement fcv1 = AgreeOnGolden("fcv1_dev_cluster.jsonl", Law::kFcv1);
  EXPECT_GE(fcv1.same_stones, 0.994);
  EXPECT_GE(fcv1.same_points, 0.99);
  EXPECT_LE(fcv1.Quantile(0.5), 1.0);
  EXPECT_LE(fcv1.Quantile(0.95), 15.0);
  const Agreement dc2 = AgreeOnGolden("dc2_dev_cluster.jsonl", Law::kDc2);
  EXPECT_GE(dc2.same_stones, 0.99);
  EXPECT_GE(dc2.same_points, 0.99);
  EXPECT_LE(dc2.Quantile(0.5), 0.2);
  EXPECT_LE(dc2.Quantile(0.95), 3.0);
}

// Throws at random boards, for the tests that need no reference.
struct RandomThrow {
  Board board;
  Turn turn;
  Release release;
};

RandomThrow MakeRandomThrow(Law law, int number) {
  RandomStream random({.seed = 11, .game = static_cast<std::uint32_t>(number)});
  RandomThrow t;
  t.turn = {static_cast<int>(random.Below(16)), random.Below(2) == 0 ? Team::k0 : Team::k1};
  const int stones = static_cast<int>(random.Below(13));
  for (int i = 0; i < stones; ++i) {
    const int slot = static_cast<int>(random.Below(16));
    if (slot == t.turn.slot() || t.board.Has(slot)) continue;
    t.board.Put(slot, {-2.0 + 4.0 * random.Uniform(), -4.0 + 5.5 * random.Uniform()});
    if (FindOverlap(t.board, DefaultIce(law).sheet)) t.board.Remove(slot);
  }
  t.release = FreePath::For(law).DrawTo(
      {-1.5 + 3.0 * random.Uniform(), -2.0 + 20.0 * random.Uniform() * random.Uniform()},
      random.Below(2) == 0 ? Handle::kCw : Handle::kCcw);
  return t;
}

TEST(Event, KernelsAgreeBitForBit) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    std::vector<std::uint64_t> hashes;
    for (const std::string_view kernel : EventKernels()) {
      const auto engine = MakeEventWithKernel(DefaultIce(law), kernel);
      Hasher hasher;
      const auto add = [&](const Board& board, const Turn& turn, const Release& release) {
        const Outcome outcome = engine->Run(board, turn, release);
        hasher.AddInt(HashOf(outcome.board));
        hasher.AddInt(static_cast<std::uint64_t>(outcome.contacts));
      };
      for (int i = 0; i < 20000; ++i) {
        const RandomThrow t = MakeRandomThrow(law, i);
        add(t.board, t.turn, t.release);
      }
      const std::string name(LawName(law));
      for (const GoldenThrow& t : ReadGolden(name + "_dev_cluster.jsonl", law)) {
        add(t.before, t.turn, t.release);
      }
      hashes.push_back(hasher.value());
    }
    ASSERT_FALSE(hashes.empty());
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes.front()) << LawName(law);
  }
}

TEST(Event, BatchesGiveTheSameAsSingleThrows) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const auto engine = MakeEngine("event", DefaultIce(law));
    const ScoringEdge edge{1.9, true};
    for (int number = 0; number < 20; ++number) {
      const RandomThrow t = MakeRandomThrow(law, number);
      std::vector<Release> releases;
      for (int i = 0; i < 100; ++i) releases.push_back(MakeRandomThrow(law, 1000 + i).release);
      releases.push_back({100.0, 0.0, Handle::kCw});  // beyond the tables
      std::vector<Outcome> outcomes(releases.size());
      std::vector<Board> boards(releases.size());
      std::vector<std::int8_t> points(releases.size());
      engine->RunBatch(t.board, t.turn, releases, outcomes);
      engine->RunBoards(t.board, t.turn, releases, boards);
      engine->RunScores(t.board, t.turn, releases, edge, points);
      for (std::size_t i = 0; i < releases.size(); ++i) {
        const Outcome one = engine->Run(t.board, t.turn, releases[i]);
        ASSERT_EQ(outcomes[i], one);
        ASSERT_EQ(boards[i], one.board);
        ASSERT_EQ(points[i], Points(one.board, edge));
      }
    }
  }
}

TEST(Event, AllocatesNothingPerThrow) {
#if SKIPSTONE_COUNTS_ALLOCATIONS
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const auto engine = MakeEngine("event", DefaultIce(law));
    std::vector<RandomThrow> throws;
    for (int i = 0; i < 1000; ++i) throws.push_back(MakeRandomThrow(law, i));
    std::vector<Release> releases(64, throws[0].release);
    std::vector<Outcome> outcomes(releases.size());
    const long before = allocations;
    for (const RandomThrow& t : throws) engine->Run(t.board, t.turn, t.release);
    engine->RunBatch(throws[0].board, throws[0].turn, releases, outcomes);
    EXPECT_EQ(allocations - before, 0);
  }
#else
  GTEST_SKIP() << "a sanitizer owns the allocator";
#endif
}

TEST(Event, RecordingsEndWhereTheStonesLie) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const auto engine = MakeEngine("event", DefaultIce(law));
    const auto reference = MakeEngine("box2d", DefaultIce(law));
    for (int number = 0; number < 12; ++number) {
      const RandomThrow t = MakeRandomThrow(law, number);
      Recording recording;
      const Outcome outcome = engine->Run(t.board, t.turn, t.release, &recording);
      EXPECT_EQ(outcome, engine->Run(t.board, t.turn, t.release));
      EXPECT_EQ(static_cast<int>(recording.contacts.size()), outcome.contacts);
      for (int slot = 0; slot < kStones; ++slot) {
        const auto& path = recording.paths[static_cast<std::size_t>(slot)];
        if (path.empty()) {
          EXPECT_EQ(t.board.Has(slot), outcome.board.Has(slot));
          continue;
        }
        for (std::size_t i = 1; i < path.size(); ++i) {
          EXPECT_GT(path[i].time_s, path[i - 1].time_s);
        }
        if (!outcome.board.Has(slot)) continue;
        EXPECT_NEAR(path.back().position.x, outcome.board.x(slot), 1e-4);
        EXPECT_NEAR(path.back().position.y, outcome.board.y(slot), 1e-4);
      }
      Recording expected;
      if (reference->Run(t.board, t.turn, t.release, &expected).contacts > 1) continue;
      // Long ways in float32: the reference is some millimetres off itself.
      const auto& path = recording.paths[static_cast<std::size_t>(t.turn.slot())];
      const auto& other = expected.paths[static_cast<std::size_t>(t.turn.slot())];
      ASSERT_GE(path.size(), 10U);
      for (std::size_t i = 0; i + 2 < std::min(path.size(), other.size()); ++i) {
        EXPECT_NEAR(path[i].time_s, other[i].time_s, 1e-9);
        EXPECT_NEAR(path[i].position.x, other[i].position.x, 0.02);
        EXPECT_NEAR(path[i].position.y, other[i].position.y, 0.02);
      }
      const auto thrown = static_cast<std::size_t>(t.turn.slot());
      if (outcome.contacts == 0 && outcome.board.Has(t.turn.slot())) {
        EXPECT_NEAR(recording.angles_rad[thrown], expected.angles_rad[thrown], 0.05);
      }
    }
  }
}

// Shots whose answer depends on the removal rule; both engines must give it.
TEST(Event, RemovesStonesByEachRule) {
  struct Case {
    const char* what;
    Vec2 target;
    Handle handle;
  };
  const Case cases[] = {{"short of the hog line", {0.3, -6.6}, Handle::kCw},
                        {"over the hog line", {0.3, -6.1}, Handle::kCcw},
                        {"past the back line", {0.2, 2.2}, Handle::kCw},
                        {"on the back line", {0.2, 1.9}, Handle::kCcw},
                        {"over the side line", {2.6, 0.5}, Handle::kCw},
                        {"at the side line", {2.2, 0.5}, Handle::kCcw}};
  Board board;
  board.Put(1, {-1.0, 1.5});
  board.Put(8, {0.35, -6.3});  // between the hog lines of the rules, in the way of some
  const Turn turn{4, Team::k1};
  for (const Ice& ice : {MakeIce(Law::kFcv1, Removal::kDc3), MakeIce(Law::kFcv1, Removal::kDc4),
                         MakeIce(Law::kFcv1, Removal::kCurling),
                         MakeIce(Law::kFcv1, Removal::kDc3, 4.2), DefaultIce(Law::kDc2)}) {
    const auto reference = MakeEngine("box2d", ice);
    const auto engine = MakeEngine("event", ice);
    for (const Case& c : cases) {
      const Release release = FreePath::For(ice.law).DrawTo(c.target, c.handle);
      const Outcome a = reference->Run(board, turn, release);
      const Outcome b = engine->Run(board, turn, release);
      EXPECT_EQ(a.board.present(), b.board.present()) << RemovalName(ice.removal) << " " << c.what;
      EXPECT_EQ(a.left, b.left) << RemovalName(ice.removal) << " " << c.what;
    }
  }
}

// Slow and wide: the path leaves over the side line and would come to rest inside again.
TEST(Event, AStoneThatCurlsBackIsOut) {
  const Ice ice = DefaultIce(Law::kFcv1);
  const auto reference = MakeEngine("box2d", ice);
  const auto engine = MakeEngine("event", ice);
  int curled_back = 0;
  for (int i = 0; i < 40; ++i) {
    // Stops between the side lines; the bulge of the way there is outside for the larger ones.
    const Release release = FreePath::For(Law::kFcv1).DrawTo({-2.05 - 0.004 * i, 0.5}, Handle::kCw);
    const Outcome a = reference->Run({}, {}, release);
    const Outcome b = engine->Run({}, {}, release);
    const Vec2 stop = FreePath::For(Law::kFcv1).StopPoint(release);
    if (a.board.count() == 0 && std::abs(stop.x) < 2.2) ++curled_back;
    if (std::abs(std::abs(stop.x) - 2.23) > 0.005) {
      EXPECT_EQ(a.board.present(), b.board.present()) << i;
    }
  }
  EXPECT_GT(curled_back, 3);
}

TEST(Event, LeavesWhatIsBeyondItsTablesToTheReference) {
  Board board;
  board.Put(3, {0.01, 0.2});
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const Release release{law == Law::kFcv1 ? 5.0 : 66.0, 0.0, Handle::kCw};
    EXPECT_EQ(MakeEngine("event", DefaultIce(law))->Run(board, {8, Team::k1}, release),
              MakeEngine("box2d", DefaultIce(law))->Run(board, {8, Team::k1}, release));
  }
}

}  // namespace
}  // namespace skipstone
