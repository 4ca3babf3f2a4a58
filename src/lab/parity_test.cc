// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/parity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "game/execution.h"
#include "ice/free_path.h"

namespace skipstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The reference, with a release that is off by a known amount.
class OffEngine : public Engine {
 public:
  OffEngine(const Ice& ice, double off_mps) : inner_(MakeEngine("box2d", ice)), off_mps_(off_mps) {}
  std::string_view name() const override { return "off"; }
  const Ice& ice() const override { return inner_->ice(); }
  Outcome Run(const Board& board, const Turn& turn, const Release& release,
              Recording* recording) override {
    Release changed = release;
    changed.speed_mps += off_mps_;
    return inner_->Run(board, turn, changed, recording);
  }

 private:
  std::unique_ptr<Engine> inner_;
  double off_mps_;
};

ParityOptions OptionsFor(double off_mps) {
  return {.engine = [off_mps](const Ice& ice) { return std::make_unique<OffEngine>(ice, off_mps); },
          .reference = [](const Ice& ice) { return MakeEngine("box2d", ice); }};
}

std::vector<ParityShot> ShotsOf(ThrowCase throw_case, Law law, int count) {
  const Ice ice = DefaultIce(law);
  const auto engine = MakeEngine("box2d", ice);
  std::vector<ParityShot> shots;
  for (const ThrowSample& sample : MakeThrows(throw_case, 1, count, *engine)) {
    shots.push_back({std::to_string(shots.size()), ice, sample});
  }
  return shots;
}

Outcome OutcomeOf(std::initializer_list<std::pair<int, Vec2>> stones, int contacts = 0) {
  Outcome outcome;
  for (const auto& [slot, place] : stones) outcome.board.Put(slot, place);
  outcome.contacts = contacts;
  return outcome;
}

TEST(Parity, CompareLooksAtMovedStonesThatStayInBoth) {
  const Ice ice = DefaultIce(Law::kFcv1);
  Board before;
  before.Put(0, {0.5, 0.5});
  before.Put(1, {1.0, 1.0});
  before.Put(2, {-1.0, -3.0});
  // Slot 0 stays (but for float32), 1 moves in one only, 2 leaves in one only, 8 is thrown.
  const Outcome a = OutcomeOf({{0, {0.5, 0.5}}, {1, {1.0, 1.0}}, {2, {-1, -3}}, {8, {0, 1}}}, 1);
  const Outcome b = OutcomeOf({{0, {0.500002, 0.5}}, {1, {1.0, 1.03}}, {8, {0.3, 1.4}}}, 2);
  const Difference difference = Compare(before, a, b, ice);
  ASSERT_EQ(difference.stones.size(), 2U);
  EXPECT_EQ(difference.stones[0].slot, 1);
  EXPECT_NEAR(difference.stones[0].distance_m, 0.03, 1e-12);
  EXPECT_EQ(difference.stones[1].slot, 8);
  EXPECT_NEAR(difference.stones[1].distance_m, 0.5, 1e-12);
  EXPECT_EQ(difference.only_in_one, SlotBit(2));
  EXPECT_FALSE(difference.same_stones());
  EXPECT_TRUE(difference.same_score) << "the stone in front of the house counts nothing";
  EXPECT_FALSE(difference.same_contacts);
  EXPECT_EQ(difference.Largest(), kInfinity);
  EXPECT_FALSE(Compare(before, OutcomeOf({{0, {0.5, 0.5}}}), OutcomeOf({}), ice).same_score);
  const Outcome broken = OutcomeOf({{0, {std::nan(""), 0.5}}});
  EXPECT_EQ(Compare(before, broken, broken, ice).Largest(), kInfinity);
  const Difference none = Compare(before, a, a, ice);
  EXPECT_EQ(none.Largest(), 0.0);
  EXPECT_TRUE(none.same_stones() && none.same_score && none.same_contacts);
}

TEST(Parity, QuantilesAreNearestRanks) {
  std::vector<Difference> differences(100);
  std::vector<const Difference*> all;
  for (int i = 0; i < 100; ++i) {
    Difference& difference = differences[static_cast<std::size_t>((i * 37) % 100)];
    difference.stones.push_back({0, 0.001 * (i + 1)});
    difference.same_score = i >= 10;
    difference.only_in_one = i < 20 ? SlotBit(3) : SlotSet{0};
    all.push_back(&difference);
  }
  const DifferenceSummary summary = Summarize(all);
  EXPECT_EQ(summary.stones, 100U);
  EXPECT_DOUBLE_EQ(summary.median_m, 0.05);
  EXPECT_DOUBLE_EQ(summary.p95_m, 0.095);
  EXPECT_DOUBLE_EQ(summary.p99_m, 0.099);
  EXPECT_DOUBLE_EQ(summary.max_m, 0.1);
  EXPECT_DOUBLE_EQ(summary.same_score, 0.9);
  EXPECT_DOUBLE_EQ(summary.same_stones, 0.8);
  EXPECT_DOUBLE_EQ(summary.same_contacts, 1.0);
  EXPECT_EQ(Summarize({}).stones, 0U);
}

ParityResult ResultOf(double error_m, double response_m, int contacts = 0) {
  ParityResult result;
  result.reference.contacts = contacts;
  result.error.stones = {{0, error_m}};
  if (error_m == kInfinity) result.error = {.stones = {}, .only_in_one = 1};
  result.response_m = response_m;
  return result;
}

TEST(Parity, AnErrorIsUnexplainedBeyondThreeTimesTheResponse) {
  EXPECT_FALSE(ResultOf(0.3, 0.11).IsUnexplained());
  EXPECT_TRUE(ResultOf(0.3, 0.09).IsUnexplained());
  EXPECT_FALSE(ResultOf(kInfinity, kInfinity).IsUnexplained()) << "undecided in the reference";
  EXPECT_TRUE(ResultOf(kInfinity, 1.0).IsUnexplained());
  EXPECT_FALSE(ResultOf(1.0, kInfinity).IsUnexplained());
  EXPECT_FALSE(ParityResult{}.IsUnexplained());
}

TEST(Parity, WorstAreTheUnexplainedThenTheLargest) {
  const std::vector<ParityResult> results = {ResultOf(0.1, 0.1), ResultOf(0.04, 0.01),
                                             ResultOf(kInfinity, kInfinity),
                                             ResultOf(kInfinity, 0.1), ResultOf(0.5, 1.0)};
  EXPECT_EQ(WorstOf(results, 4), (std::vector<std::size_t>{3, 1, 2, 4}));
  EXPECT_EQ(WorstOf(results, 10).size(), 5U);
}

TEST(Parity, RowsSplitByTheReferencesContacts) {
  std::vector<ParityResult> results;
  for (const int contacts : {0, 0, 1, 2, 3, 4, 9}) results.push_back(ResultOf(0.01, 0.0, contacts));
  std::vector<std::pair<std::string, std::size_t>> shots;
  for (const ParityRow& row : ParityRows(results)) {
    shots.emplace_back(row.contacts, row.shots);
    EXPECT_EQ(row.error.stones, row.shots);
    EXPECT_FALSE(row.floor);
  }
  EXPECT_EQ(shots, (std::vector<std::pair<std::string, std::size_t>>{
                       {"all", 7}, {"0-1", 3}, {"0", 2}, {"1", 1}, {"2-3", 2}, {"4+", 2}}));
}

// An engine that is off by exactly what the floor is off by has exactly the floor as its error.
TEST(Parity, TheFloorIsWhatAKnownErrorLooksLike) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const auto shots = ShotsOf(ThrowCase::kHit4, law, law == Law::kFcv1 ? 4 : 20);
    const auto results = RunParity(shots, OptionsFor(FloorSpeed(law)));
    ASSERT_EQ(results.size(), shots.size());
    for (const ParityResult& result : results) {
      ASSERT_TRUE(result.floor);
      EXPECT_EQ(result.error, *result.floor);
      EXPECT_FALSE(result.IsUnexplained());
    }
  }
}

TEST(Parity, AFreeDrawsErrorIsItsSpeedsEffect) {
  const auto shots = ShotsOf(ThrowCase::kFree, Law::kDc2, 20);
  const double off_mps = 100.0 * FloorSpeed(Law::kDc2);
  const auto results = RunParity(shots, OptionsFor(off_mps));
  for (const ParityResult& result : results) {
    ASSERT_EQ(result.error.stones.size(), 1U);
    const double expected = off_mps * FreePath::For(Law::kDc2).DistancePerSpeed(
                                          shots[result.index].thrown.release.speed_mps);
    EXPECT_NEAR(result.error.Largest() / expected, 1.0, 0.02);
    EXPECT_GT(result.error.Largest(), kNotable_m);
    EXPECT_TRUE(result.IsUnexplained());
  }
}

TEST(Parity, ResultsDoNotDependOnThreads) {
  const auto shots = ShotsOf(ThrowCase::kFuzz, Law::kDc2, 40);
  const ParityOptions options = OptionsFor(0.001);
  const auto one = RunParity(shots, options);
  const auto four = RunParity(shots, options, {.threads = 4});
  ASSERT_EQ(one.size(), shots.size());
  ASSERT_EQ(four.size(), shots.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].index, i);
    EXPECT_EQ(one[i].error, four[i].error);
    EXPECT_EQ(one[i].floor, four[i].floor);
  }
}

TEST(Parity, AFailingEngineReachesTheCaller) {
  const auto shots = ShotsOf(ThrowCase::kFree, Law::kDc2, 3);
  ParityOptions options = OptionsFor(0.0);
  options.engine = [](const Ice&) -> std::unique_ptr<Engine> {
    throw Error(ErrorKind::kUsage, "", "no such engine");
  };
  EXPECT_THROW(RunParity(shots, options), Error);
}

}  // namespace
}  // namespace skipstone
