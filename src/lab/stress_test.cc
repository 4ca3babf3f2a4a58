// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/stress.h"

#include <gtest/gtest.h>

#include <limits>

#include "lab/parity.h"

namespace skipstone {
namespace {

TEST(Stress, TheEventEngineHoldsOnItsOwn) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const StressReport report = Stress([law] { return MakeEngine("event", DefaultIce(law)); },
                                       ThrowCase::kFuzz, 3, 40000, {.threads = 2});
    EXPECT_EQ(report.throws, 40000);
    EXPECT_EQ(report.broken, 0) << LawName(law);
    EXPECT_LE(report.deep_overlaps, 1) << LawName(law);
  }
}

// The small sibling of `skipstone parity --case fuzz`: any board, any throw. What the reference
// itself turns into metres when the release changes by nothing is left out.
TEST(Stress, TheEventEngineAgreesOnAnything) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const Ice ice = DefaultIce(law);
    const auto event = MakeEngine("event", ice);
    std::vector<ParityShot> shots;
    for (const ThrowSample& thrown :
         MakeThrows(ThrowCase::kFuzz, 4, law == Law::kFcv1 ? 150 : 600, *event)) {
      shots.push_back({std::to_string(shots.size()), ice, thrown});
    }
    const auto results =
        RunParity(shots,
                  {.engine = [](const Ice& i) { return MakeEngine("event", i); },
                   .reference = [](const Ice& i) { return MakeEngine("box2d", i); }},
                  {.threads = 2});
    std::size_t unexplained = 0;
    for (const ParityResult& result : results) unexplained += result.IsUnexplained() ? 1 : 0;
    EXPECT_LE(unexplained, shots.size() / 50) << LawName(law);
  }
}

// Throws that once left stones deep in each other, as `stress` found them.
TEST(Stress, FoundThrowsStayMended) {
  struct Found {
    const char* what;
    const char* stones;  // as ToJson(Board) writes them
    Turn turn;
    Release release;
  };
  const Found found[] = {
      {"a graze in the last centimetres of a path",
       R"([{"team":0,"idx":3,"x":1.950893082438058,"y":-4.978404370759819},{"team":0,"idx":6,"x":-0.7084992630184193,"y":-2.0402275843578623},{"team":1,"idx":0,"x":2.024627105174887,"y":-6.23983260557716},{"team":1,"idx":1,"x":2.086447796674489,"y":-5.954470502408344},{"team":1,"idx":2,"x":2.207807729630658,"y":0.14538592114508653},{"team":1,"idx":4,"x":-0.08648509098442636,"y":-2.6820293602624643},{"team":1,"idx":5,"x":-1.8867471988155806,"y":1.973214408026517}])",
       {14, Team::k1},
       {27.38988374316001, 0.09978692162710959, Handle::kCcw}},
      {"two stones that press on each other all the way",
       R"([{"team":0,"idx":0,"x":1.8004442267200407,"y":0.7786782418749816},{"team":0,"idx":1,"x":1.7170307327529595,"y":-2.2488866892542383},{"team":0,"idx":2,"x":2.2283647672672755,"y":-0.9185005639025361},{"team":0,"idx":3,"x":1.565092558575599,"y":-1.100919119921823},{"team":0,"idx":4,"x":-0.44332055787404023,"y":-6.253638287560806},{"team":0,"idx":5,"x":0.31742416200772494,"y":-1.568848218155118},{"team":0,"idx":6,"x":0.6460007439701678,"y":-3.412093869438377},{"team":0,"idx":7,"x":-2.115686453913511,"y":-3.1100019562464127},{"team":1,"idx":0,"x":1.0375880055816977,"y":-4.923751304607094},{"team":1,"idx":1,"x":0.9785691844507789,"y":-5.869580886739377},{"team":1,"idx":2,"x":-0.6038297282282838,"y":0.0636582488842441},{"team":1,"idx":3,"x":1.2989216979218612,"y":-5.812590852792267},{"team":1,"idx":4,"x":0.8826420006130111,"y":-3.2419244505292655},{"team":1,"idx":5,"x":-0.8721267578183931,"y":0.2852851939842731},{"team":1,"idx":6,"x":0.48510669970353265,"y":-3.653319670046066}])",
       {15, Team::k1},
       {49.22492156484815, 0.0030262793736826332, Handle::kCw}}};
  const auto engine = MakeEngine("event", DefaultIce(Law::kDc2));
  for (const Found& f : found) {
    const Json stones = Json::parse(f.stones);
    const ThrowSample thrown{BoardFromJson(Field(stones, "stones")), f.turn, f.release};
    StressReport report;
    CheckOutcome(engine->ice(), thrown, engine->Run(thrown.board, thrown.turn, thrown.release),
                 report);
    EXPECT_EQ(report.broken, 0) << f.what;
    EXPECT_EQ(report.deep_overlaps, 0) << f.what;
  }
}

// The checks can fail.
TEST(Stress, BadOutcomesAreSeen) {
  const Ice ice = DefaultIce(Law::kFcv1);
  ThrowSample thrown;
  thrown.board.Put(3, {0.0, 0.0});
  const Outcome good{thrown.board, SlotBit(thrown.turn.slot()), 0};
  const auto check = [&](const Outcome& outcome) {
    StressReport report;
    CheckOutcome(ice, thrown, outcome, report);
    return report;
  };
  EXPECT_EQ(check(good).broken, 0);
  Outcome bad = good;
  bad.board.Put(3, {std::numeric_limits<double>::quiet_NaN(), 0.0});
  EXPECT_EQ(check(bad).broken, 1);
  bad = good;
  bad.board.Put(5, {0.0, 1.0});  // from nowhere
  EXPECT_EQ(check(bad).broken, 1);
  bad = good;
  bad.board.Put(3, {2.3, 0.0});  // over the side line
  EXPECT_EQ(check(bad).broken, 1);
  bad = good;
  bad.left = 0;
  EXPECT_EQ(check(bad).broken, 1);
  bad = good;
  bad.board.Put(thrown.turn.slot(), {0.0, 0.28});
  bad.left = 0;
  EXPECT_EQ(check(bad).deep_overlaps, 1);
  EXPECT_NEAR(check(bad).deepest_overlap_m, 0.01, 1e-6);
  EXPECT_TRUE(check(bad).worst.has_value());
}

}  // namespace
}  // namespace skipstone
