// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/states.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"

namespace skipstone {
namespace {

Ice IceOf(Law law) {
  return IceForRules(law, law == Law::kFcv1 ? RulesPreset::kDc3 : RulesPreset::kDc2);
}

RandomStream StreamOf(std::uint64_t seed) { return RandomStream({.seed = seed}); }

int CountOf(const Board& board, Team team) {
  return std::popcount(static_cast<SlotSet>(board.present() & SlotsOf(team)));
}

// Only stones that were delivered, in play, and none within another. Team 0 throws first. Stones
// that an engine left lying may touch.
void ExpectPossible(const Board& board, int shot, const Sheet& sheet, double gap_m) {
  const double r = sheet.stone_radius_m;
  ForEachSlot(board.present(), [&](int slot) {
    EXPECT_LT(IndexOf(slot), (shot + (OwnerOf(slot) == Team::k0 ? 1 : 0)) / 2) << shot;
    const Vec2 place = board.position(slot);
    EXPECT_LT(std::abs(place.x), sheet.half_width_m - r + 1e-9);
    EXPECT_GT(place.y - r, sheet.hog_line_y_m - 1e-9);
    EXPECT_LT(place.y - r, sheet.back_line_y_m + 1e-9);
    ForEachSlot(board.present(), [&](int other) {
      if (other <= slot) return;
      EXPECT_GT(std::hypot(place.x - board.x(other), place.y - board.y(other)), 2.0 * r + gap_m);
    });
  });
}

class States : public testing::TestWithParam<Law> {};
INSTANTIATE_TEST_SUITE_P(Ices, States, testing::Values(Law::kFcv1, Law::kDc2));

TEST_P(States, OfChanceArePossible) {
  const Ice ice = IceOf(GetParam());
  for (int left = 1; left < kStones; ++left) {
    RandomStream random = StreamOf(static_cast<std::uint64_t>(left));
    for (int i = 0; i < 300; ++i) {
      const Position position = RandomState(ice, left, random);
      EXPECT_EQ(position.turn.shot, kStones - left);
      EXPECT_EQ(position.turn.hammer, Team::k1);
      EXPECT_LE(CountOf(position.board, Team::k0), 4);
      EXPECT_LE(CountOf(position.board, Team::k1), 4);
      ExpectPossible(position.board, position.turn.shot, ice.sheet, 0.0);
      if (HasFailure()) return;
    }
  }
}

TEST_P(States, OfChanceAreDistributedAsInThePaper) {
  const Ice ice = IceOf(GetParam());
  RandomStream random = StreamOf(1);
  constexpr int kStates = 5000;
  const double width = 2.0 * ice.sheet.half_width_m;
  int stones = 0;
  int in_house = 0;
  double distance = 0.0;  // in the house, from the tee
  // Out of it, by team: all, those about the quarter lines, and in the first and the second two
  // metres from the hog line.
  std::array<std::array<double, 4>, 2> out{};
  int empty = 0;
  std::map<int, int> by_difference;
  for (int i = 0; i < kStates; ++i) {
    const Board board = RandomState(ice, 1, random).board;
    ForEachSlot(board.present(), [&](int slot) {
      ++stones;
      const double from_tee = std::hypot(board.x(slot), board.y(slot));
      if (from_tee < ice.sheet.house_radius_m + ice.sheet.stone_radius_m) {
        ++in_house;
        distance += from_tee;
        return;
      }
      auto& [all, quarter, first, second] = out[static_cast<std::size_t>(Index(OwnerOf(slot)))];
      const double from_hog = board.y(slot) - ice.sheet.hog_line_y_m;
      all += 1.0;
      quarter += std::abs(std::abs(board.x(slot)) - width / 4.0) < width / 8.0 ? 1.0 : 0.0;
      first += from_hog < 2.0 ? 1.0 : 0.0;
      second += from_hog >= 2.0 && from_hog < 4.0 ? 1.0 : 0.0;
    });
    empty += board.count() == 0 ? 1 : 0;
    ++by_difference[std::abs(CountOf(board, Team::k0) - CountOf(board, Team::k1))];
  }
  // A bit fewer than drawn: a crowded house has less room.
  EXPECT_NEAR(static_cast<double>(in_house) / stones, 0.6, 0.05);
  // In the house a normal distribution of half its radius: 0.556 radii from the tee.
  EXPECT_NEAR(distance / in_house / ice.sheet.house_radius_m, 0.57, 0.05);
  // Out of it the first team about the middle, its spread a quarter of the width; the hammer team
  // about the quarter lines, its spread a sixteenth. Along the sheet evenly.
  EXPECT_NEAR(out[0][1] / out[0][0], 0.51, 0.08);
  EXPECT_GT(out[1][1] / out[1][0], 0.9);
  for (const auto& [all, quarter, first, second] : out) EXPECT_NEAR(first / second, 0.95, 0.15);
  EXPECT_GT(empty, 0);
  EXPECT_LT(empty, kStates / 50);
  // Of either sign: a difference of none stands against two of one.
  EXPECT_GT(2 * by_difference[0], by_difference[1]);
  for (int difference = 1; difference < 4; ++difference) {
    EXPECT_GT(by_difference[difference], by_difference[difference + 1]) << difference;
  }
  EXPECT_GT(by_difference[4], 0);
}

TEST_P(States, OfOneStreamAreTheSame) {
  const Ice ice = IceOf(GetParam());
  for (int left = 1; left < kStones; ++left) {
    RandomStream a = StreamOf(3);
    RandomStream b = StreamOf(3);
    RandomStream c = StreamOf(4);
    const Position position = RandomState(ice, left, a);
    EXPECT_EQ(position, RandomState(ice, left, b));
    EXPECT_EQ(Perturbed(position, ice, a), Perturbed(position, ice, b));
    if (left < kStones - 1) {
      EXPECT_NE(position, RandomState(ice, left, c));
    }
  }
}

TEST_P(States, PerturbedArePossibleToo) {
  const Ice ice = IceOf(GetParam());
  RandomStream random = StreamOf(5);
  int more = 0;
  int fewer = 0;
  int owners = 0;
  int moved = 0;
  for (int i = 0; i < 3000; ++i) {
    const Position before = RandomState(ice, 1 + i % (kStones - 1), random);
    const Position after = Perturbed(before, ice, random);
    EXPECT_EQ(after.turn, before.turn);
    ExpectPossible(after.board, after.turn.shot, ice.sheet, 0.0);
    if (HasFailure()) return;
    const int change = after.board.count() - before.board.count();
    EXPECT_LE(std::abs(change), 1);
    more += change > 0 ? 1 : 0;
    fewer += change < 0 ? 1 : 0;
    owners += change == 0 && CountOf(after.board, Team::k0) != CountOf(before.board, Team::k0);
    moved += after.board != before.board ? 1 : 0;
  }
  EXPECT_GT(more, 200);
  EXPECT_GT(fewer, 200);
  EXPECT_GT(owners, 100);
  EXPECT_GT(moved, 2000);
}

TEST_P(States, OfPlayedEndsAreTheSameForTheSameSeedAndNumber) {
  const GameTerms terms = MakeTerms(GetParam());
  for (const char* search : {"rule", "kr-uct:playouts=20,last-stone=off"}) {
    EndPlayer player(terms, search, 0.15);
    EndPlayer other(terms, search, 0.15);
    const LearningEnd end = player.Play(1, 2);
    EXPECT_NE(player.Play(1, 3).boards, end.boards);
    EXPECT_NE(player.Play(2, 2).boards, end.boards);
    // Whatever was played before.
    EXPECT_EQ(player.Play(1, 2).boards, end.boards);
    EXPECT_EQ(other.Play(1, 2).boards, end.boards);
    EXPECT_EQ(end.boards[0].count(), 0);
    EXPECT_GT(end.boards[kStones - 1].count(), 0);
    for (int shot = 0; shot < kStones; ++shot) {
      const Position position = end.Before(shot);
      EXPECT_EQ(position.turn.shot, shot);
      EXPECT_EQ(position.turn.hammer, Team::k1);
      // Engines leave touching stones up to Box2D's slop apart or within one another.
      ExpectPossible(position.board, shot, terms.ice.sheet, -0.01);
      if (shot == 0) continue;
      // At most the stone thrown is new.
      const auto known = static_cast<SlotSet>(
          end.boards[static_cast<std::size_t>(shot - 1)].present() |
          SlotBit(SlotOf(shot % 2 == 1 ? Team::k0 : Team::k1, (shot - 1) / 2)));
      EXPECT_EQ(position.board.present() & ~known, 0) << shot;
    }
  }
}

TEST(MixedSeed, KeepsItsValues) {
  EXPECT_EQ(MixedSeed({1, 0, 3, 7}), 1965871448053053184U);
  EXPECT_EQ(MixedSeed({1, 2}), 8581494755304202342U);
  EXPECT_EQ(MixedSeed({1, 2}, "label"), 5928676530074479179U);
}

TEST(SourceMix, IsReadFromText) {
  const SourceMix mix = SourceMixFromText("play=2,random=6");
  EXPECT_EQ(mix.parts, (std::array{0.25, 0.0, 0.75}));
  EXPECT_EQ(ToText(mix), "play=0.25,perturbed=0,random=0.75");
  EXPECT_EQ(SourceMixFromText(ToText(SourceMix{})).parts, SourceMix{}.parts);
  for (const char* text : {"", "play=0", "plays=1", "play=-1", "play=x", "play", "play=nan"}) {
    try {
      SourceMixFromText(text);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage) << text;
    }
  }
}

}  // namespace
}  // namespace skipstone
