// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors
//
// Teams whose players differ: each throw is that of its own thrower.

#include "search/simulation.h"

#include <gtest/gtest.h>

#include <set>

#include "search/by_thrower.h"

namespace skipstone {
namespace {

constexpr Law kLaw = Law::kFcv1;
const ExecutionSizes kSteady = SizesFromText("none");
const ExecutionSizes kWild = SizesFromText("dc3:speed_error=0.5,angle_error=0.1");

GameTerms SetupOf(const TeamSizes& team0, const TeamSizes& team1) {
  return {IceForRules(kLaw, RulesPreset::kDc3), MakeRules(RulesPreset::kDc3), {team0, team1}};
}

// All are steady but one.
GameTerms OneIsWild(std::size_t team, std::size_t player) {
  std::array<TeamSizes, 2> teams = {SameForAll(kSteady), SameForAll(kSteady)};
  teams[team][player] = kWild;
  return SetupOf(teams[0], teams[1]);
}

// Calls f(turn, team, player) for all throws of two ends.
template <typename F>
void ForEachThrow(const F& f) {
  for (const Team hammer : {Team::k0, Team::k1}) {
    for (int shot = 0; shot < kStones; ++shot) {
      const Team team = shot % 2 == 1 ? hammer : Opponent(hammer);
      f(Turn{shot, hammer}, static_cast<std::size_t>(Index(team)),
        static_cast<std::size_t>(shot / 2 / 2));
    }
  }
}

TEST(Simulation, EveryThrowerHasTheirOwnErrors) {
  std::array<TeamSizes, 2> sizes;
  for (std::size_t i = 0; i < 2 * kPlayers; ++i) {
    sizes[i / kPlayers][i % kPlayers].speed_error_mps = 0.001 * static_cast<double>(i + 1);
  }
  const GameTerms setup = SetupOf(sizes[0], sizes[1]);
  const Simulation simulation(setup);
  ForEachThrow([&](const Turn& turn, std::size_t team, std::size_t player) {
    EXPECT_EQ(simulation.execution(turn).sizes(), sizes[team][player]) << turn.shot;
  });
}

TEST(Simulation, EveryThrowIsItsThrowers) {
  const Release called = TeeDraw(kLaw, Handle::kCw);
  for (const std::size_t wild_team : {0U, 1U}) {
    for (const std::size_t wild_player : {0U, 1U, 2U, 3U}) {
      Simulation simulation(OneIsWild(wild_team, wild_player));
      ForEachThrow([&](const Turn& turn, std::size_t team, std::size_t player) {
        const bool wild = team == wild_team && player == wild_player;
        RandomStream random({.seed = 1, .purpose = Purpose::kTest});
        EXPECT_EQ(simulation.Sample(turn, called, random) != called, wild) << turn.shot;
        // A roll-out of one throw, a draw: who is steady makes the point.
        std::set<int> points;
        for (int i = 0; i < 20; ++i) {
          points.insert(simulation.RollOut({{}, turn}, {.lead = 3}, 1, random));
        }
        EXPECT_EQ(points.size(), wild ? 2U : 1U) << turn.shot;
      });
    }
  }
}

TEST(Simulation, NobodyCallsWhatTheyCannotThrow) {
  std::array<TeamSizes, 2> sizes;
  const double slowest = TeeDraw(kLaw, Handle::kCw).speed_mps;
  for (std::size_t i = 0; i < 2 * kPlayers; ++i) {
    sizes[i / kPlayers][i % kPlayers].max_speed_mps = slowest + 0.1 * static_cast<double>(i + 1);
  }
  const GameTerms setup = SetupOf(sizes[0], sizes[1]);
  const Simulation simulation(setup);
  Board board;
  board.Put(SlotOf(Team::k0, 0), {0.0, 0.1});
  board.Put(SlotOf(Team::k1, 0), {0.4, 0.6});
  board.Put(SlotOf(Team::k0, 1), {-0.7, 0.3});
  board.Put(SlotOf(Team::k1, 1), {0.9, -0.5});
  ShotList shots;
  ForEachThrow([&](const Turn& turn, std::size_t team, std::size_t player) {
    const double limit = sizes[team][player].max_speed_mps;
    simulation.List({board, turn}, shots);
    double fastest = 0.0;
    for (const Shot& shot : shots) fastest = std::max(fastest, shot.release.speed_mps);
    EXPECT_LE(fastest, limit) << turn.shot;
    EXPECT_GT(fastest, limit - 0.09) << turn.shot;
    EXPECT_LE(simulation.RuleOfThumb({board, turn}, {}).speed_mps, limit) << turn.shot;
  });
}

TEST(ByThrower, MakesOneForEachKindOfThrower) {
  std::array<TeamSizes, 2> sizes = {SameForAll(kSteady), SameForAll(kWild)};
  sizes[1][2] = SizesFromText("dc3");
  sizes[0][3] = kWild;
  int made = 0;
  const ByThrower<ExecutionSizes> throwers(SetupOf(sizes[0], sizes[1]),
                                           [&](const ExecutionSizes& own) {
                                             ++made;
                                             return std::make_shared<ExecutionSizes>(own);
                                           });
  EXPECT_EQ(made, 3);
  ForEachThrow([&](const Turn& turn, std::size_t team, std::size_t player) {
    EXPECT_EQ(throwers.Of(turn), sizes[team][player]) << turn.shot;
  });
}

}  // namespace
}  // namespace skipstone
