// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "game/execution.h"
#include "game/throw_samples.h"
#include "shots/namer.h"
#include "shots/places.h"

namespace skipstone {
namespace {

class GeneratorTest : public testing::TestWithParam<Law> {
 protected:
  GeneratorTest()
      : ice_(DefaultIce(GetParam())),
        rules_(MakeRules(GetParam() == Law::kFcv1 ? RulesPreset::kDc3 : RulesPreset::kDc2)),
        engine_(MakeEngine("event", ice_)) {}

  // Positions out of random ends with 2 to 10 stones lying.
  std::vector<Position> Positions(int count) {
    std::vector<Position> positions;
    for (const ThrowSample& sample : MakeThrows(ThrowCase::kReal, 2026, count, *engine_)) {
      positions.push_back({sample.board, sample.turn});
    }
    return positions;
  }

  Ice ice_;
  Rules rules_;
  std::unique_ptr<Engine> engine_;
};

INSTANTIATE_TEST_SUITE_P(Ices, GeneratorTest, testing::Values(Law::kFcv1, Law::kDc2),
                         [](const auto& suite) { return std::string(LawName(suite.param)); });

TEST_P(GeneratorTest, ListsAsManyAsASkipWouldConsider) {
  const Generator skip(ice_, rules_, Width::kSkip);
  const Generator wide(ice_, rules_, Width::kWide);
  ShotList shots;
  std::vector<std::size_t> counts;
  for (const Position& position : Positions(300)) {
    skip.List(position, shots);
    counts.push_back(shots.size());
    wide.List(position, shots);
    EXPECT_GT(shots.size(), counts.back());
  }
  std::sort(counts.begin(), counts.end());
  EXPECT_GE(counts[counts.size() / 20], 7U);
  EXPECT_LE(counts[counts.size() - counts.size() / 20], 30U);
}

TEST_P(GeneratorTest, KnowsTheWholeVocabulary) {
  const Generator generator(ice_, rules_, Width::kSkip);
  ShotList shots;
  std::set<ShotType> types;
  for (const Position& position : Positions(300)) {
    generator.List(position, shots);
    for (const Shot& shot : shots) types.insert(shot.intention.type);
  }
  EXPECT_EQ(types.size(), static_cast<std::size_t>(kShotTypes));
}

TEST_P(GeneratorTest, TouchesFirstWhatItIsPlayedOn) {
  int wrong = 0;
  int all = 0;
  for (const Width width : {Width::kSkip, Width::kWide}) {
    const Generator generator(ice_, rules_, width);
    ShotList shots;
    for (const Position& position : Positions(100)) {
      generator.List(position, shots);
      for (const Shot& shot : shots) {
        Recording recording;
        recording.contacts_only = true;
        engine_->Run(position.board, position.turn, shot.release, &recording);
        const ShotType type = shot.intention.type;
        const bool touches = type >= ShotType::kTapBack && type != ShotType::kThrough;
        int met = -1;
        if (!recording.contacts.empty()) {
          const Recording::Contact& first = recording.contacts.front();
          met = first.slot_a == position.turn.slot() ? first.slot_b : first.slot_a;
        }
        ++all;
        if (met != (touches ? shot.intention.target : -1)) ++wrong;
      }
    }
  }
  // Paths that graze a stone by less than the engine's millimetres may touch it.
  EXPECT_LE(wrong, 0.005 * all) << wrong << " of " << all;
}

TEST_P(GeneratorTest, NoTwoAreTheSameThrow) {
  const Generator generator(ice_, rules_, Width::kWide);
  const auto execution = MakeExecution(DefaultSizes(ExecutionModel::kDc3), ice_.law);
  ShotList shots;
  for (const Position& position : Positions(50)) {
    generator.List(position, shots);
    for (const Shot& a : shots) {
      for (const Shot& b : shots) {
        if (&a == &b || a.release.handle != b.release.handle) continue;
        const StandardPoint p = execution->ToStandard(a.release);
        const StandardPoint q = execution->ToStandard(b.release);
        EXPECT_GE(std::max(std::abs(p.u - q.u), std::abs(p.w - q.w)), 0.49);
      }
    }
  }
}

TEST_P(GeneratorTest, RespectsTheFreeGuardZoneAndTheSpeedLimit) {
  Position position{Board(), {3, Team::k1}};
  const int guard = SlotOf(Team::k0, 0);
  position.board.Put(guard, {0.0, -3.0});
  ShotList shots;
  const Generator generator(ice_, rules_, Width::kWide);
  const auto takes_guard = [&] {
    return std::any_of(shots.begin(), shots.end(), [&](const Shot& shot) {
      const ShotType type = shot.intention.type;
      return shot.intention.target == guard &&
             (type == ShotType::kPeel || type == ShotType::kHitAndStay);
    });
  };
  generator.List(position, shots);
  EXPECT_FALSE(takes_guard());
  position.turn.shot = 7;
  generator.List(position, shots);
  EXPECT_TRUE(takes_guard());

  const double limit = Aim(ice_.law).SpeedOf(Weight::kControl);
  Generator(ice_, rules_, Width::kWide, limit).List(position, shots);
  for (const Shot& shot : shots) EXPECT_LE(shot.release.speed_mps, limit);
  EXPECT_TRUE(takes_guard());
}

TEST_P(GeneratorTest, TicksNoGuardThatTheRulesKeepOnTheCentreLine) {
  const Rules curling = MakeRules(RulesPreset::kCurling);
  Position position{Board(), {3, Team::k1}};
  const int guard = SlotOf(Team::k0, 0);
  position.board.Put(guard, {0.05, -3.2});
  ShotList shots;
  const auto ticks = [&](const Rules& rules, int shot) {
    position.turn.shot = shot;
    int count = 0;
    for (const Width width : {Width::kSkip, Width::kWide}) {
      Generator(ice_, rules, width).List(position, shots);
      count += static_cast<int>(std::count_if(shots.begin(), shots.end(), [&](const Shot& s) {
        return s.intention.type == ShotType::kTick && s.intention.target == guard;
      }));
    }
    return count;
  };
  EXPECT_GT(ticks(rules_, 3), 0);
  EXPECT_EQ(ticks(curling, 3), 0);
  EXPECT_GT(ticks(curling, 5), 0) << "from the sixth stone on";
}

// Their stone beside the house may be taken, but not driven onto a guard of theirs that may not.
TEST_P(GeneratorTest, DrivesNoStoneOntoAProtectedGuard) {
  const int open = SlotOf(Team::k0, 0);
  const int guard = SlotOf(Team::k0, 1);
  Position position;
  position.turn.hammer = Team::k1;
  position.board.Put(open, {1.45, -1.2});
  position.board.Put(guard, {1.95, -0.4});
  ShotList shots;
  const auto hits = [&](Width width, int shot, int second) {
    position.turn.shot = shot;
    Generator(ice_, rules_, width).List(position, shots);
    return std::count_if(shots.begin(), shots.end(), [&](const Shot& s) {
      return s.intention.target == open && s.intention.second == second;
    });
  };
  ASSERT_EQ(StonesInGuardZone(position.board, ice_.sheet, rules_), SlotBit(guard));
  for (const Width width : {Width::kSkip, Width::kWide}) {
    EXPECT_GT(hits(width, 3, -1), 0) << "the open stone may be hit";
    EXPECT_EQ(hits(width, 3, guard), 0);
    EXPECT_GT(hits(width, 7, guard), 0) << "later nothing is protected";
  }
}

// Draws have the weight they need: one that is more than the thrower can is no draw.
TEST_P(GeneratorTest, ListsNothingThatIsTooFastForTheThrower) {
  const double limit = 0.99 * TeeDraw(ice_.law, Handle::kCw).speed_mps;
  ShotList shots;
  for (const Width width : {Width::kSkip, Width::kWide}) {
    const auto faster = [&](const Generator& generator, ShotType last_type) {
      std::ptrdiff_t count = 0;
      for (const Position& position : Positions(20)) {
        generator.List(position, shots);
        EXPECT_GT(shots.size(), 0U);
        count += std::count_if(shots.begin(), shots.end(), [&](const Shot& shot) {
          return shot.intention.type <= last_type && shot.release.speed_mps > limit;
        });
      }
      return count;
    };
    EXPECT_GT(faster(Generator(ice_, rules_, width), ShotType::kFreeze), 0) << limit;
    EXPECT_EQ(faster(Generator(ice_, rules_, width, limit), ShotType::kThrough), 0) << limit;
  }
}

TEST_P(GeneratorTest, AFullSheetAndAnEmptyOneGetAList) {
  const Generator generator(ice_, rules_, Width::kSkip);
  ShotList shots;
  generator.List({Board(), {0, Team::k1}}, shots);
  EXPECT_GE(shots.size(), 7U);
  Position full{Board(), {15, Team::k1}};
  for (int slot = 0; slot < kStones - 1; ++slot) {
    full.board.Put(slot, {-1.0 + 0.5 * (slot % 5), -1.0 + 0.8 * (slot / 5)});
  }
  generator.List(full, shots);
  EXPECT_GE(shots.size(), 1U);
}

// The namer sees only the release: on shots that come off, it finds what the generator meant.
TEST_P(GeneratorTest, TheNamerAgreesOnShotsThatComeOff) {
  for (const Width width : {Width::kSkip, Width::kWide}) {
    const Generator generator(ice_, rules_, width);
    ShotList shots;
    int listed = 0;
    int came_off = 0;
    int agreed = 0;
    for (const Position& position : Positions(width == Width::kSkip ? 300 : 100)) {
      generator.List(position, shots);
      for (const Shot& shot : shots) {
        ++listed;
        const Outcome outcome = engine_->Run(position.board, position.turn, shot.release);
        if (!CameOff(shot.intention, position, outcome.board)) continue;
        ++came_off;
        const Intention name = NameShot(position, shot.release, rules_, *engine_).intention;
        if (name.type == shot.intention.type && name.target == shot.intention.target &&
            name.second == shot.intention.second) {
          ++agreed;
        }
      }
    }
    EXPECT_GE(agreed, 0.95 * came_off) << agreed << " of " << came_off;
    const std::string name = width == Width::kSkip ? "skip" : "wide";
    RecordProperty(name + "_agreed", std::to_string(agreed) + " of " + std::to_string(came_off));
    // ... which is most of them: the generator does not promise what nobody could do.
    EXPECT_GE(came_off, 0.9 * listed) << came_off << " of " << listed;
  }
}

}  // namespace
}  // namespace skipstone
