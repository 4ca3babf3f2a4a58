// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/time_manager.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace skipstone {
namespace {

Rules ClockedRules(int ends, Milliseconds time_ms, Milliseconds extra_ms) {
  Rules rules = MakeRules(RulesPreset::kDc3);
  rules.ends = ends;
  rules.thinking_time_ms = {time_ms, time_ms};
  rules.extra_end_time_ms = {extra_ms, extra_ms};
  return rules;
}

// A whole game of one team's clock, each call charged what it thought and some latency; whether it
// never ran out.
bool Survives(const Rules& rules, Milliseconds latency_ms, RandomStream& random,
              double* used_share) {
  TimeManager manager(rules);
  Game game = NewGame(rules);
  const Milliseconds start_ms = game.clock_ms[0];
  for (game.end = 0; game.end < rules.ends; ++game.end) {
    for (game.shot = 0; game.shot < kStones; game.shot += 2) {
      const double seconds = manager.SecondsFor(game).value();
      const auto thought_ms = static_cast<Milliseconds>(seconds * 1000.0);
      const auto delay_ms =
          static_cast<Milliseconds>(random.Below(static_cast<std::uint32_t>(2 * latency_ms + 1)));
      if (thought_ms + delay_ms >= game.clock_ms[0]) return false;
      game.clock_ms[0] -= thought_ms + delay_ms;
      manager.Learn(thought_ms, thought_ms + delay_ms);
    }
  }
  *used_share = 1.0 - static_cast<double>(game.clock_ms[0]) / static_cast<double>(start_ms);
  return true;
}

TEST(TimeManager, NeverRunsOutOfTimeAndUsesMostOfIt) {
  RandomStream random({.seed = 1, .purpose = Purpose::kTest});
  for (const int ends : {1, 2, 8, 10}) {
    for (const Milliseconds latency_ms : {0, 5, 40, 100}) {
      for (int game = 0; game < 20; ++game) {
        double used = 0.0;
        const Rules rules = ClockedRules(ends, 21'900 * ends, 21'900);
        ASSERT_TRUE(Survives(rules, latency_ms, random, &used)) << ends << ' ' << latency_ms;
        EXPECT_GT(used, 0.8) << ends << ' ' << latency_ms;
      }
    }
  }
}

TEST(TimeManager, SurvivesAClockThatIsTooShort) {
  RandomStream random({.seed = 2, .purpose = Purpose::kTest});
  double used = 0.0;
  EXPECT_TRUE(Survives(ClockedRules(10, 2'000, 200), 5, random, &used));
}

TEST(TimeManager, GivesTheStonesThatDecideMore) {
  const Rules rules = ClockedRules(8, 219'000, 21'900);
  const TimeManager manager(rules);
  Game game = NewGame(rules);
  double before = 0.0;
  for (game.shot = 1; game.shot < kStones; game.shot += 2) {
    const double now = manager.SecondsFor(game).value();
    EXPECT_GE(now, before);
    before = now;
  }
  EXPECT_GT(before, 219.0 / 64);
}

TEST(TimeManager, KnowsExtraEndsAndGamesWithoutClocks) {
  Rules rules = ClockedRules(8, 219'000, 21'900);
  Game game = NewGame(rules);
  game.end = 8;
  game.clock_ms = {21'900, 21'900};
  EXPECT_LT(TimeManager(rules).SecondsFor(game).value(), 21.9 / 8);
  EXPECT_GT(TimeManager(rules).SecondsFor(game).value(), 0.5);
  rules = ClockedRules(8, 0, 0);
  EXPECT_FALSE(TimeManager(rules).SecondsFor(NewGame(rules)).has_value());
}

TEST(TimeManager, LearnsWhatACallCosts) {
  const Rules rules = ClockedRules(10, 219'000, 21'900);
  TimeManager manager(rules);
  const double before = manager.SecondsFor(NewGame(rules)).value();
  // Of the clock 4 % are kept back, and for each of the 80 stones what a call costs: 20 ms at
  // first.
  manager.Learn(1000, 1500);
  const double after = manager.SecondsFor(NewGame(rules)).value();
  const double reserve_ms = 0.04 * 219'000;
  EXPECT_NEAR(after / before, (219'000 - reserve_ms - 80 * 500) / (219'000 - reserve_ms - 80 * 20),
              1e-9)
      << "all that it cost, at once";
  // Down by an eighth of the way.
  manager.Learn(1000, 1100);
  EXPECT_NEAR(manager.SecondsFor(NewGame(rules)).value() / before,
              (219'000 - reserve_ms - 80 * 450) / (219'000 - reserve_ms - 80 * 20), 1e-9);
  // A call cannot cost less than nothing, whatever a server says.
  TimeManager other(rules, 0);
  const double best = other.SecondsFor(NewGame(rules)).value();
  other.Learn(1000, 10);
  EXPECT_EQ(other.SecondsFor(NewGame(rules)).value(), best);
}

// One stall does not take all time to think: latency may cost a quarter of the clock.
TEST(TimeManager, KeepsThreeQuartersForThinking) {
  const Rules rules = ClockedRules(10, 219'000, 21'900);
  TimeManager manager(rules, 0);
  const double before = manager.SecondsFor(NewGame(rules)).value();
  manager.Learn(0, 100'000);
  EXPECT_NEAR(manager.SecondsFor(NewGame(rules)).value() / before, (0.96 - 0.25) / 0.96, 1e-9);
}

}  // namespace
}  // namespace skipstone
