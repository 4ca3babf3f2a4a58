// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/playout.h"

#include <gtest/gtest.h>

#include <set>

namespace skipstone {
namespace {

// Random games, checked at every step and replayed (see CheckedPlayout). Until `ends` are complete;
// rules take their turn by game. The long run is `skipstone playout`, kept in docs/results.
void PlayEnds(Law law, ExecutionModel model, RulesPreset preset, int ends,
              const char* engine = "box2d") {
  int completed = 0;
  std::set<Reason> reasons;
  for (std::uint32_t game = 0; completed < ends; ++game) {
    RecordHeader header;
    header.terms = MakeTerms(law, preset, DefaultSizes(model));
    header.terms.rules.ends = 2;
    header.engine = engine;
    header.seed = 11;
    header.game = game;
    header.players = {"random", "random"};
    Playout playout;
    ASSERT_NO_THROW(playout = CheckedPlayout(header));
    completed += playout.ends;
    reasons.insert(playout.record.result.reason);
  }
  EXPECT_FALSE(reasons.empty());
}

TEST(Playout, Fcv1Dc3) { PlayEnds(Law::kFcv1, ExecutionModel::kDc3, RulesPreset::kDc3, 25); }
TEST(Playout, Fcv1Dc4) { PlayEnds(Law::kFcv1, ExecutionModel::kOlympic, RulesPreset::kDc4, 25); }
TEST(Playout, Fcv1Dc2) { PlayEnds(Law::kFcv1, ExecutionModel::kGat, RulesPreset::kDc2, 25); }
TEST(Playout, Fcv1Curling) {
  PlayEnds(Law::kFcv1, ExecutionModel::kNone, RulesPreset::kCurling, 25);
}
TEST(Playout, Dc2Dc3) { PlayEnds(Law::kDc2, ExecutionModel::kDc3, RulesPreset::kDc3, 125); }
TEST(Playout, Dc2Dc4) { PlayEnds(Law::kDc2, ExecutionModel::kOlympic, RulesPreset::kDc4, 125); }
TEST(Playout, Dc2Dc2) { PlayEnds(Law::kDc2, ExecutionModel::kGat, RulesPreset::kDc2, 125); }
TEST(Playout, Dc2Curling) {
  PlayEnds(Law::kDc2, ExecutionModel::kNone, RulesPreset::kCurling, 125);
}
TEST(Playout, OnTheEventEngine) {
  for (const RulesPreset preset : {RulesPreset::kDc3, RulesPreset::kDc4, RulesPreset::kCurling}) {
    PlayEnds(Law::kFcv1, ExecutionModel::kDc3, preset, 50, "event");
  }
  PlayEnds(Law::kDc2, ExecutionModel::kGat, RulesPreset::kDc2, 50, "event");
}

TEST(Playout, TheSameSeedPlaysTheSameGame) {
  RecordHeader header;
  header.terms = MakeTerms(Law::kDc2);
  header.terms.rules.ends = 1;
  header.seed = 5;
  const GameRecord first = CheckedPlayout(header).record;
  EXPECT_EQ(CheckedPlayout(header).record, first);
  header.seed = 6;
  EXPECT_NE(HashOf(CheckedPlayout(header).record), HashOf(first));
}

}  // namespace
}  // namespace skipstone
