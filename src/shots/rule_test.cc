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

  // A stone in the way of a call.
  Vec2 InTheWayOf(const Release& call) {
    Recording recording;
    recording.interval_s = 0.05;
    engine_->Run({}, {0, Team::k1}, call, &recording);
    for (const auto& point : recording.paths[0]) {
      if (point.position.y > -4.0) return point.position;
    }
    ADD_FAILURE() << "it does not come so far";
    return {};
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

// To its side first: the stone curls in from the middle; the other way if that is not free.
TEST_F(RuleTest, ComesFromTheOtherSideIfAStoneIsInTheWay) {
  for (const double x : {-0.5, 0.5}) {
    Position position{Board(), {7, Team::k1}};
    position.board.Put(kRed1, {x, 0.1});
    const Release first = policy_.Call(position, {.ends_left = 5});
    EXPECT_EQ(first.handle, x < 0.0 ? Handle::kCcw : Handle::kCw);
    EXPECT_EQ(CallFor(position).type, ShotType::kHitAndStay);
    position.board.Put(kYellow1, InTheWayOf(first));
    const Release second = policy_.Call(position, {.ends_left = 5});
    EXPECT_NE(second.handle, first.handle) << x;
    EXPECT_EQ(CallFor(position).target, kRed1);
  }
  // A draw to the button, too.
  Position position{Board(), {7, Team::k1}};
  const Release first = policy_.Call(position, {.ends_left = 5});
  EXPECT_EQ(first, Aim(ice_.law).DrawTo({}, Handle::kCw));
  position.board.Put(kYellow1, InTheWayOf(first));
  EXPECT_EQ(policy_.Call(position, {.ends_left = 5}), Aim(ice_.law).DrawTo({}, Handle::kCcw));
}

TEST_F(RuleTest, LeavesGuardsAloneThatMayNotBeTaken) {
  Position position{Board(), {3, Team::k1}};
  position.board.Put(kRed1, {0.0, 0.3});
  position.board.Put(kRed2, {0.0, -2.2});
  // A lead makes it safe to peel, else it runs the guard back.
  for (const Standing& standing :
       {Standing{.lead = 0, .ends_left = 5}, {.lead = 4, .ends_left = 5}}) {
    position.turn.shot = 3;
    const Intention early = CallFor(position, standing);
    EXPECT_EQ(early.type, ShotType::kDraw) << ShotTypeName(early.type);
    position.turn.shot = 5;
    const Intention late = CallFor(position, standing);
    EXPECT_EQ(late.target, kRed2);
    EXPECT_EQ(late.type, standing.lead > 0 ? ShotType::kPeel : ShotType::kRunBack)
        << ShotTypeName(late.type);
  }
  // An own guard may be used at any time.
  position.turn.shot = 3;
  position.board.Remove(kRed2);
  position.board.Put(kYellow1, {0.0, -2.2});
  EXPECT_EQ(CallFor(position).target, kYellow1);
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

// Who leads is behind in the eyes of the other: without the hammer both teams begin with a guard,
// and with it who is behind plays a corner guard, who leads draws.
TEST_F(RuleTest, RollOutsTellEachTeamItsOwnLead) {
  const ErrorBank errors(SizesFromText("none"), ice_.law);
  const Throwers throwers = SameThrowers(errors, policy_);
  const auto points = [&](int lead, int shots) {
    RandomStream random({.seed = 1, .purpose = Purpose::kTest});
    return RollOut({Board(), {0, Team::k1}}, {.lead = lead, .ends_left = 5}, shots, throwers,
                   rules_, *engine_, random);
  };
  for (const int lead : {-1, 1}) EXPECT_EQ(points(lead, 1), 0) << "a guard counts nothing";
  EXPECT_EQ(points(1, 2), 0) << "team 1, behind, plays a guard, too";
  EXPECT_EQ(points(-1, 2), -1) << "team 1 leads and draws";
  // A lead that is safe at once: a draw, and the other team hits it or lies beside it.
  EXPECT_EQ(points(3, 1), 1);
}

TEST_F(RuleTest, RollOutsAskWhoThrows) {
  const ErrorBank none(SizesFromText("none"), ice_.law);
  const ErrorBank wild(SizesFromText("dc3:speed_error=10,angle_error=10"), ice_.law);
  // Who cannot throw as far as the house makes no points.
  const RulePolicy unable(ice_, rules_, 0.9 * TeeDraw(ice_.law, Handle::kCw).speed_mps);
  for (const Team hammer : {Team::k0, Team::k1}) {
    for (int shot = 2; shot < kStones; ++shot) {
      const Turn turn{shot, hammer};
      Throwers throwers = SameThrowers(wild, unable);
      throwers.by_team[static_cast<std::size_t>(Index(turn.thrower()))]
                      [static_cast<std::size_t>(shot / 4)] = {&none, &policy_};
      // Alone, and after one whose stone is lost.
      for (const int before : {0, 1}) {
        RandomStream random({.seed = 1, .purpose = Purpose::kTest});
        EXPECT_EQ(RollOut({Board(), {shot - before, hammer}}, {}, 1 + before, throwers, rules_,
                          *engine_, random),
                  turn.thrower() == Team::k0 ? 1 : -1)
            << shot;
      }
    }
  }
}

// Throw by throw, by the rules: fouls, too. The policy here thinks that any guard may be taken.
TEST_F(RuleTest, RollOutsAreThrowsByTheRules) {
  const ErrorBank errors(DefaultSizes(ExecutionModel::kDc3), ice_.law);
  Rules lawless = rules_;
  lawless.guard_shots = 0;
  const RulePolicy policy(ice_, lawless);
  const Throwers throwers = SameThrowers(errors, policy);
  int fouls = 0;
  int mattered = 0;
  std::uint32_t game = 0;
  for (const ThrowSample& sample : MakeThrows(ThrowCase::kReal, 5, 3000, *engine_)) {
    if (!GuardRuleActive(rules_, sample.turn.shot)) continue;
    const Standing standing{.lead = static_cast<int>(game % 7) - 3, .ends_left = 2};
    const int shots = 1 + static_cast<int>(game % 5);
    const auto stream = [&] {
      return RandomStream({.seed = 2, .game = game, .purpose = Purpose::kTest});
    };
    Position position{sample.board, sample.turn};
    RandomStream random = stream();
    Standing own = standing;
    bool foul = false;
    for (int i = 0; i < shots && position.turn.shot < kStones; ++i) {
      const Release thrown = errors.Sample(policy.Call(position, own), random);
      const ThrowResult result = ThrowStone(position, thrown, *engine_, rules_);
      foul = foul || result.foul;
      position = {result.outcome.board, {position.turn.shot + 1, position.turn.hammer}};
      own.lead = -own.lead;
    }
    random = stream();
    const int points =
        RollOut({sample.board, sample.turn}, standing, shots, throwers, rules_, *engine_, random);
    EXPECT_EQ(points, EndScore(position.board, ice_.sheet, rules_)) << game;
    random = stream();
    fouls += foul ? 1 : 0;
    mattered += points != RollOut({sample.board, sample.turn}, standing, shots, throwers, lawless,
                                  *engine_, random)
                    ? 1
                    : 0;
    ++game;
  }
  EXPECT_GT(fouls, 10);
  EXPECT_GT(mattered, 3);
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
