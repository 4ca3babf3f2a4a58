// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/rule.h"

#include <gtest/gtest.h>

#include <string>

#include "game/throw_samples.h"
#include "shots/namer.h"
#include "shots/rollout.h"

namespace skipstone {
namespace {

class RuleTest : public testing::Test {
 protected:
  RuleTest()
      : ice_(DefaultIce(Law::kFcv1)),
        rules_(MakeRules(RulesPreset::kDc3)),
        engine_(MakeEngine("event", ice_)),
        policy_(ice_, rules_) {}

  Intention CallFor(const Position& position, const Standing& standing = {.ends_left = 5}) {
    const Release call = policy_.Call(position, standing);
    EXPECT_EQ(call, policy_.Call(position, standing));
    return NameShot(position, call, rules_, *engine_).intention;
  }

  Ice ice_;
  Rules rules_;
  std::unique_ptr<Engine> engine_;
  RulePolicy policy_;
};

constexpr int kRed1 = SlotOf(Team::k0, 0);
constexpr int kRed2 = SlotOf(Team::k0, 1);
constexpr int kYellow1 = SlotOf(Team::k1, 0);

TEST_F(RuleTest, StartsWithACentreGuardUnlessItLeads) {
  const Position first{Board(), {0, Team::k1}};
  EXPECT_EQ(CallFor(first).type, ShotType::kCentreGuard);
  EXPECT_EQ(CallFor(first, {.lead = 3, .ends_left = 1}).type, ShotType::kDraw);
}

TEST_F(RuleTest, TakesOutTheirShotStone) {
  Position position{Board(), {5, Team::k1}};
  position.board.Put(kRed1, {0.2, 0.1});
  position.board.Put(kYellow1, {0.9, 0.4});
  const Intention call = CallFor(position);
  EXPECT_EQ(call.type, ShotType::kHitAndStay);
  EXPECT_EQ(call.target, kRed1);
}

TEST_F(RuleTest, RunsAGuardBackOntoAStoneItCannotReach) {
  Position position{Board(), {7, Team::k1}};
  position.board.Put(kRed1, {0.0, 0.0});
  position.board.Put(kRed2, {0.0, -1.2});
  const Intention call = CallFor(position);
  EXPECT_TRUE(call.type == ShotType::kRunBack || call.type == ShotType::kDouble)
      << ShotTypeName(call.type);
}

TEST_F(RuleTest, GuardsItsShotStoneWithoutTheHammer) {
  Position position{Board(), {4, Team::k1}};
  position.board.Put(kRed1, {0.1, 0.0});
  EXPECT_EQ(CallFor(position).type, ShotType::kCentreGuard);
}

TEST_F(RuleTest, PlaysForTwoWithTheHammer) {
  Position position{Board(), {5, Team::k1}};
  position.board.Put(kYellow1, {0.5, 0.0});
  const Intention call = CallFor(position);
  EXPECT_EQ(call.type, ShotType::kDraw);
  EXPECT_LT(call.spot.x, 0.0);
}

TEST_F(RuleTest, BlanksAnEmptyHouseButNotTheLastEnd) {
  const Position last{Board(), {15, Team::k1}};
  EXPECT_EQ(CallFor(last, {.ends_left = 1}).type, ShotType::kThrough);
  EXPECT_EQ(CallFor(last, {.ends_left = 0}).type, ShotType::kDraw);
  EXPECT_EQ(CallFor(last, {.lead = -4, .ends_left = 1}).type, ShotType::kDraw);
}

TEST_F(RuleTest, HasACallForEveryPosition) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const Ice ice = DefaultIce(law);
    const Rules rules = MakeRules(law == Law::kFcv1 ? RulesPreset::kDc3 : RulesPreset::kDc2);
    const double limit = 3.0 * SpeedScale(law);
    const RulePolicy policy(ice, rules, limit);
    const auto engine = MakeEngine("event", ice);
    for (const ThrowSample& sample : MakeThrows(ThrowCase::kFuzz, 5, 3000, *engine)) {
      const Release call = policy.Call({sample.board, sample.turn}, {.lead = -1, .ends_left = 2});
      CheckThrow(ice, sample.board, sample.turn, call);
      EXPECT_LE(call.speed_mps, limit);
    }
  }
}

TEST_F(RuleTest, RollOutsDependOnTheirStreamAlone) {
  const ErrorBank errors(DefaultSizes(ExecutionModel::kDc3), ice_.law);
  const Throwers throwers = SameThrowers(errors, policy_);
  int different = 0;
  for (std::uint32_t end = 0; end < 50; ++end) {
    const auto play = [&](std::uint32_t stream, int most) {
      RandomStream random({.seed = 1, .game = stream, .purpose = Purpose::kTest});
      return RollOut({Board(), {0, Team::k1}}, {}, most, throwers, rules_, *engine_, random);
    };
    EXPECT_EQ(play(end, 16), play(end, 16));
    EXPECT_EQ(play(end, 0), 0);
    if (play(end, 16) != play(end + 1000, 16)) ++different;
  }
  EXPECT_GT(different, 10);
}

}  // namespace
}  // namespace skipstone
