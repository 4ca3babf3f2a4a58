// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/dataset.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "learn/two_stones.h"
#include "net/features.h"

namespace skipstone {
namespace {

const GameTerms kTerms = MakeTerms(Law::kFcv1);

std::vector<Label> SomeLabels() {
  RandomStream random({.seed = 1});
  std::vector<Label> labels(40);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    labels[i].state = static_cast<std::uint32_t>(i);
    labels[i].position = RandomState(kTerms.ice, 2, random);
    const auto points = static_cast<int>(i % 4) - 1;
    labels[i].scores[points] = 0.75;
    labels[i].scores[points + 1] = 0.25;
  }
  return labels;
}

// Says of a position whatever it is told to.
class Told : public Evaluator {
 public:
  Told(const std::vector<Label>& labels, bool mean) : labels_(labels), mean_(mean) {}
  std::string_view name() const override { return "told"; }
  void Evaluate(std::span<const Board> boards, const Turn& turn,
                std::span<ScoreDistribution> scores) override {
    for (std::size_t i = 0; i < boards.size(); ++i) {
      scores[i] = {};
      for (const Label& label : labels_) {
        if (!mean_ && label.position == Position{boards[i], turn}) scores[i] = label.scores;
        if (!mean_) continue;
        for (std::size_t s = 0; s < kScores; ++s) {
          scores[i].probability[s] +=
              label.scores.probability[s] / static_cast<double>(labels_.size());
        }
      }
    }
  }

 private:
  const std::vector<Label>& labels_;
  bool mean_;
};

TEST(Dataset, HasTheShapesOfItsNetwork) {
  const std::vector<Label> labels = SomeLabels();
  const auto count = static_cast<std::int64_t>(labels.size());
  const auto values = [](const Tensor& tensor) {
    std::int64_t size = 1;
    for (const std::int64_t extent : tensor.shape) size *= extent;
    EXPECT_EQ(static_cast<std::int64_t>(tensor.values.size()), size) << tensor.name;
    return tensor.values;
  };
  NetworkDefinition definition;
  const TensorFile stones = DatasetOf(labels, definition, kTerms);
  EXPECT_EQ(stones.tensors.size(), 3U);
  const auto features = values(stones.At("stones", {count, kStones, kStoneFeatures}));
  values(stones.At("globals", {count, kGlobalFeatures}));
  const auto target = values(stones.At("target", {count, kScores}));
  EXPECT_TRUE(std::any_of(features.begin(), features.end(), [](float v) { return v != 0.0F; }));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t s = 0; s < kScores; ++s) {
      EXPECT_EQ(double{target[i * kScores + s]}, labels[i].scores.probability[s]);
    }
  }
  for (const int inputs : {7, 5}) {
    definition.kind = NetworkKind::kNnX;
    definition.inputs_per_stone = inputs;
    const TensorFile nn_x = DatasetOf(labels, definition, kTerms);
    EXPECT_EQ(nn_x.tensors.size(), 2U);
    const auto encoded = values(nn_x.At("inputs", {count, kStones * inputs}));
    EXPECT_TRUE(std::any_of(encoded.begin(), encoded.end(), [](float v) { return v != 0.0F; }));
    EXPECT_EQ(values(nn_x.At("target", {count, kScores})), target);
  }
  EXPECT_EQ(DatasetOf({}, {}, kTerms).At("target", {0, kScores}).values.size(), 0U);
}

TEST(Judge, WhoKnowsAllExplainsAll) {
  const std::vector<Label> labels = SomeLabels();
  Told told(labels, false);
  const Judgement judgement = Judge(labels, told);
  EXPECT_EQ(judgement.positions, 40);
  EXPECT_EQ(judgement.mean_absolute_error, 0.0);
  EXPECT_EQ(judgement.mean_squared_error, 0.0);
  EXPECT_NEAR(judgement.cross_entropy, judgement.entropy, 1e-12);
  EXPECT_NEAR(judgement.Explained(), 1.0, 1e-12);
}

TEST(Judge, WhoKnowsTheMeanExplainsNothing) {
  const std::vector<Label> labels = SomeLabels();
  Told told(labels, true);
  const Judgement judgement = Judge(labels, told);
  EXPECT_NEAR(judgement.cross_entropy, judgement.cross_entropy_of_mean, 1e-12);
  EXPECT_NEAR(judgement.Explained(), 0.0, 1e-9);
  EXPECT_GT(judgement.entropy, 0.0);
  // Means of -0.75, 0.25, 1.25 and 2.25, in equal parts.
  EXPECT_NEAR(judgement.mean_absolute_error, 1.0, 1e-9);
}

class TwoStones : public testing::Test {
 protected:
  TwoStonesLeft exact_{kTerms, {.fineness = 0.3, .candidates = 6, .finalists = 2, .quick = true}};
  std::vector<StandardPoint> errors_ = {{0.0, 0.0}, {1.0, -0.5}, {-0.8, 0.7}, {0.2, 1.0}};
  Position empty_ = {{}, {kStones - 2, Team::k1}};
};

TEST_F(TwoStones, LostTheFirstLeavesOneToTheHammer) {
  // Far too light: it does not pass the hog line.
  const Release lost{0.5 * TeeDraw(kTerms.ice.law, Handle::kCw).speed_mps, 0.0, Handle::kCw};
  EXPECT_NEAR(exact_.WorthOf(empty_, lost, errors_), 1.0, 0.01);
  // Two stones of the other team around the tee: one of them or both are in the way.
  Position hard = empty_;
  hard.board.Put(0, {0.0, 0.1});
  hard.board.Put(1, {0.0, -0.4});
  EXPECT_LT(exact_.WorthOf(hard, lost, errors_), 1.0);
}

TEST_F(TwoStones, AStoneOnTheButtonIsHitForOne) {
  const double draw = exact_.WorthOf(empty_, TeeDraw(kTerms.ice.law, Handle::kCw), errors_);
  EXPECT_GT(draw, 0.8);
  EXPECT_LE(draw, 1.01);
}

TEST_F(TwoStones, WhoFindsTheBestCallsRegretsNothing) {
  ExactPosition known;
  known.position = empty_;
  known.position.board.Put(SlotOf(Team::k1, 0), {0.0, 0.0});
  const auto hit = Aim(kTerms.ice.law).HitStone({0.0, 0.0}, 0.0, 3.0, Handle::kCw);
  ASSERT_TRUE(hit);
  known.calls = {{1.0, 0.0, Handle::kCw}, hit->pass.release};
  for (const Release& call : known.calls) {
    known.worths.push_back(exact_.WorthOf(known.position, call, errors_));
  }
  // The hammer team's stone on the button and one more make two.
  EXPECT_NEAR(known.worths[0], 2.0, 0.1);
  EXPECT_LT(known.worths[1], 1.2);

  // More stones of the hammer team are better, or worse.
  class Counts : public Evaluator {
   public:
    explicit Counts(bool right) : right_(right) {}
    std::string_view name() const override { return "counts"; }
    void Evaluate(std::span<const Board> boards, const Turn& /*turn*/,
                  std::span<ScoreDistribution> scores) override {
      for (std::size_t i = 0; i < boards.size(); ++i) {
        scores[i] = {};
        const bool stone = (boards[i].present() & SlotsOf(Team::k1)) != 0;
        scores[i][stone == right_ ? 1 : 0] = 1.0;
      }
    }

   private:
    bool right_;
  };
  Counts right(true);
  Counts wrong(false);
  EXPECT_EQ(Regret({&known, 1}, kTerms, right), 0.0);
  EXPECT_EQ(Regret({&known, 1}, kTerms, wrong), known.worths[0] - known.worths[1]);
}

}  // namespace
}  // namespace skipstone
