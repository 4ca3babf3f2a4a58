// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/throw_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "game/execution.h"

namespace skipstone {
namespace {

constexpr Law kLaws[] = {Law::kFcv1, Law::kDc2};

// Stops the thrown stone at once where the order of delivery says, so that ends are played in no
// time: for what does not depend on physics.
class RowEngine : public Engine {
 public:
  explicit RowEngine(Law law) : ice_(DefaultIce(law)) {}
  std::string_view name() const override { return "row"; }
  const Ice& ice() const override { return ice_; }
  Outcome Run(const Board& board, const Turn& turn, const Release& /*release*/,
              Recording* /*recording*/) override {
    Outcome outcome{board, 0, 0};
    outcome.board.Put(turn.slot(), {-1.6 + 0.4 * (turn.shot % 8), turn.shot < 8 ? -1.0 : 0.0});
    return outcome;
  }

 private:
  Ice ice_;
};

// Of all pairs of stones: centre distance less a diameter.
double SmallestGap(const Board& board, const Sheet& sheet) {
  double smallest = 1e9;
  ForEachSlot(board.present(), [&](int a) {
    ForEachSlot(board.present(), [&](int b) {
      if (a >= b) return;
      const double distance = std::hypot(board.x(a) - board.x(b), board.y(a) - board.y(b));
      smallest = std::min(smallest, distance - 2.0 * sheet.stone_radius_m);
    });
  });
  return smallest;
}

TEST(ThrowSamples, CasesHaveNames) {
  for (const ThrowCase throw_case : kThrowCases) {
    EXPECT_EQ(CaseFromName(CaseName(throw_case)), throw_case);
    EXPECT_NE(CaseNames().find(CaseName(throw_case)), std::string::npos);
  }
  try {
    CaseFromName("sweep");
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(e.what()).find("\"sweep\""), std::string::npos);
  }
}

TEST(ThrowSamples, AreTheSameForASeedHoweverManyAreMade) {
  for (const Law law : kLaws) {
    RowEngine engine(law);
    std::set<std::uint64_t> releases;
    for (const ThrowCase throw_case : kThrowCases) {
      const auto many = MakeThrows(throw_case, 3, 40, engine);
      auto few = MakeThrows(throw_case, 3, 25, engine);
      ASSERT_EQ(many.size(), 40U);
      ASSERT_EQ(few.size(), 25U);
      EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin())) << CaseName(throw_case);
      EXPECT_NE(MakeThrows(throw_case, 4, 1, engine).front(), many.front());
      for (const ThrowSample& sample : many) releases.insert(HashOf(sample.release));
    }
    // Only fuzz repeats itself, in its fastest throws' speeds but not their angles.
    EXPECT_EQ(releases.size(), 40U * kThrowCases.size());
  }
}

TEST(ThrowSamples, CanBeThrownAndSaidInAShotLine) {
  for (const Law law : kLaws) {
    RowEngine engine(law);
    for (const ThrowCase throw_case : kThrowCases) {
      for (const ThrowSample& sample : MakeThrows(throw_case, 1, 300, engine)) {
        ASSERT_NO_THROW(CheckThrow(engine.ice(), sample.board, sample.turn, sample.release));
        ASSERT_EQ(sample.turn.hammer, Team::k1);
        ForEachSlot(sample.board.present(), [&](int slot) {
          ASSERT_LT(2 * IndexOf(slot) + Index(OwnerOf(slot)), sample.turn.shot) << "thrown later";
        });
        ASSERT_GE(sample.release.speed_mps, 0.0);
        // The speed cap, and four standard deviations of the execution error.
        ASSERT_LE(sample.release.speed_mps, 4.03 * SpeedScale(law));
        ASSERT_LE(std::abs(sample.release.angle_rad), 0.15);
      }
    }
  }
}

TEST(ThrowSamples, HaveTheirCasesStones) {
  for (const Law law : kLaws) {
    RowEngine engine(law);
    const Sheet& sheet = engine.ice().sheet;
    const std::pair<ThrowCase, int> fixed[] = {{ThrowCase::kFree, 0}, {ThrowCase::kDraw8, 8},
                                               {ThrowCase::kHit1, 1}, {ThrowCase::kHit4, 4},
                                               {ThrowCase::kHit8, 8}, {ThrowCase::kHit12, 12}};
    for (const auto& [throw_case, count] : fixed) {
      for (const ThrowSample& sample : MakeThrows(throw_case, 1, 50, engine)) {
        EXPECT_EQ(sample.board.count(), count);
        EXPECT_GT(SmallestGap(sample.board, sheet), 0.0099);
      }
    }
    for (const ThrowSample& sample : MakeThrows(ThrowCase::kReal, 1, 100, engine)) {
      EXPECT_GE(sample.board.count(), 2);
      EXPECT_LE(sample.board.count(), 10);
    }
    const auto clusters = MakeThrows(ThrowCase::kCluster, 1, 100, engine);
    for (std::size_t i = 0; i < clusters.size(); ++i) {
      const double gap = SmallestGap(clusters[i].board, sheet);
      EXPECT_GE(gap, i % 2 == 0 ? -0.00201 : -1e-12);
      EXPECT_LE(gap, i % 2 == 0 ? 0.0 : 0.0015);
    }
    int most = 0;
    int touching = 0;
    int on_a_line = 0;
    for (const ThrowSample& sample : MakeThrows(ThrowCase::kFuzz, 1, 300, engine)) {
      const double gap = SmallestGap(sample.board, sheet);
      EXPECT_GE(gap, -0.00201);
      most = std::max(most, sample.board.count());
      touching += gap < 0.0 ? 1 : 0;
      ForEachSlot(sample.board.present(), [&](int slot) {
        const double beside = sheet.half_width_m - sheet.stone_radius_m;
        on_a_line += std::abs(std::abs(sample.board.x(slot)) - beside) < 0.005 ? 1 : 0;
      });
    }
    EXPECT_EQ(most, 15);
    EXPECT_GT(touching, 100);
    EXPECT_GT(on_a_line, 30);
  }
}

// With the reference: throws do what their case says.
TEST(ThrowSamples, MeetWhatTheyShould) {
  for (const Law law : kLaws) {
    const auto engine = MakeEngine("box2d", DefaultIce(law));
    const int count = law == Law::kFcv1 ? 8 : 40;
    const auto contacts = [&](ThrowCase throw_case) {
      std::vector<int> counts;
      for (const ThrowSample& sample : MakeThrows(throw_case, 1, count, *engine)) {
        counts.push_back(engine->Run(sample.board, sample.turn, sample.release).contacts);
      }
      std::sort(counts.begin(), counts.end());
      return counts;
    };
    EXPECT_EQ(contacts(ThrowCase::kFree).back(), 0);
    EXPECT_EQ(contacts(ThrowCase::kDraw8).back(), 0);
    EXPECT_EQ(contacts(ThrowCase::kHit1).front(), 1);
    EXPECT_GE(contacts(ThrowCase::kHit8).front(), 1);
    EXPECT_GE(contacts(ThrowCase::kCluster)[1], 1);
    const auto real = contacts(ThrowCase::kReal);
    EXPECT_EQ(real.front(), 0);
    EXPECT_GE(real.back(), 1);
  }
}

TEST(ThrowSamples, BatchesScatterAroundOneCall) {
  const auto engine = MakeEngine("box2d", DefaultIce(Law::kDc2));
  for (const ThrowCase throw_case : {ThrowCase::kDraw8, ThrowCase::kHit4}) {
    const auto samples = MakeThrows(throw_case, 2, 3, *engine);
    const auto batches = MakeBatches(throw_case, 2, 3, 50, *engine);
    ASSERT_EQ(batches.size(), 3U);
    for (std::size_t i = 0; i < batches.size(); ++i) {
      EXPECT_EQ(batches[i].board, samples[i].board);
      ASSERT_EQ(batches[i].releases.size(), 50U);
      std::set<double> speeds;
      for (const Release& release : batches[i].releases) {
        speeds.insert(release.speed_mps);
        EXPECT_EQ(release.handle, samples[i].release.handle);
        EXPECT_NEAR(release.angle_rad, samples[i].release.angle_rad, 0.009);
        EXPECT_NEAR(release.speed_mps, samples[i].release.speed_mps, 0.038 * SpeedScale(Law::kDc2));
        if (throw_case == ThrowCase::kDraw8) {
          EXPECT_EQ(engine->Run(batches[i].board, batches[i].turn, release).contacts, 0);
        }
      }
      EXPECT_EQ(speeds.size(), 50U);
    }
  }
}

}  // namespace
}  // namespace skipstone
