// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/labels.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/files.h"
#include "ice/free_path.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

const GameTerms kTerms = MakeTerms(Law::kFcv1);

// Takes the end to be over.
class AsItLies : public Evaluator {
 public:
  std::string_view name() const override { return "as it lies"; }
  void Evaluate(std::span<const Board> boards, const Turn& turn,
                std::span<ScoreDistribution> scores) override {
    for (std::size_t i = 0; i < boards.size(); ++i) {
      scores[i] = {};
      const int points = EndScore(boards[i], kTerms.ice.sheet, kTerms.rules);
      scores[i][HammerPoints(points, turn.hammer)] = 1.0;
    }
  }
};

// Both teams have stones in the house. Team 1 has the hammer.
Position Crowd(int stones_left) {
  Board board;
  board.Put(SlotOf(Team::k0, 0), {0.3, 0.2});
  board.Put(SlotOf(Team::k0, 1), {-0.2, -2.9});
  board.Put(SlotOf(Team::k1, 0), {-0.5, -0.3});
  board.Put(SlotOf(Team::k1, 1), {0.9, 0.8});
  return {board, {kStones - stones_left, Team::k1}};
}

double Sum(const ScoreDistribution& scores) {
  return std::accumulate(scores.probability.begin(), scores.probability.end(), 0.0);
}

TEST(Labeller, DrawsToAnOpenHouseForOne) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const GameTerms terms = MakeTerms(law);
    Labeller labeller(terms, {}, nullptr);
    const Position position{{}, {kStones - 1, Team::k1}};
    const Label label = labeller.Make(position, 1);
    EXPECT_EQ(label.position, position);
    EXPECT_GT(label.scores[1], 0.99);
    EXPECT_NEAR(Sum(label.scores), 1.0, 1e-6);
    const Vec2 stop = FreePath::For(law).StopPoint(label.called);
    EXPECT_LT(std::hypot(stop.x, stop.y), kEightFootRadius_m);
  }
}

TEST(Labeller, DependsOnPositionSeedAndTeacherOnly) {
  Labeller labeller(kTerms, {}, std::make_unique<AsItLies>());
  for (const int left : {1, 2, 5}) {
    const Label label = labeller.Make(Crowd(left), 7);
    EXPECT_NEAR(Sum(label.scores), 1.0, 1e-6);
    for (const double p : label.scores.probability) EXPECT_EQ(p, double{static_cast<float>(p)});
    Labeller other(kTerms, {}, std::make_unique<AsItLies>());
    other.Make(Crowd(3), 8);
    EXPECT_EQ(other.Make(Crowd(left), 7), label) << left;
    // Few errors may well give the same scores once.
    bool differs = false;
    for (std::uint64_t seed = 8; seed < 14; ++seed) {
      differs = differs || other.Make(Crowd(left), seed).scores != label.scores;
    }
    EXPECT_TRUE(differs) << left;
  }
}

// The label of one stone left is a mean over random executions of the same call.
TEST(Labeller, ExecutesItsCallAfresh) {
  Labeller labeller(kTerms, {}, nullptr);
  const Label label = labeller.Make(Crowd(1), 1);
  RandomStream random({.seed = 9});
  const ScoreDistribution scores = labeller.Execute(Crowd(1), label.called, 20000, random);
  EXPECT_NEAR(label.scores.Mean(), scores.Mean(), 0.1);
}

// The hammer team throws with an odd number of stones left and wants many points.
TEST(Labeller, FindsTheBestCallOfTheTeamToThrow) {
  LabelSetting setting;
  setting.ply.fineness = 0.2;
  for (const int left : {2, 3}) {
    const double sign = left == 3 ? 1.0 : -1.0;
    const Position position = Crowd(left);
    Labeller labeller(kTerms, setting, std::make_unique<AsItLies>());
    const Label label = labeller.Make(position, 1);
    // Every third line of every second weight, by a few errors; the best of them by many.
    GridPly& ply = labeller.ply();
    RandomStream random({.seed = 3});
    std::vector<StandardPoint> few;
    std::vector<StandardPoint> many;
    ply.DrawErrors(13, random, few);
    ply.DrawErrors(610, random, many);
    Release best;
    double most = -1e9;
    for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
      for (int row = 0; row < ply.lattice().callable_rows; row += 2) {
        for (int column = 0; column < ply.lattice().columns; column += 3) {
          const Release release{ply.lattice().speeds_mps[static_cast<std::size_t>(row)],
                                ply.lattice().AngleOf(column), handle};
          const double worth = sign * ply.ScoresOf(position, release, few).Mean();
          if (worth <= most) continue;
          most = worth;
          best = release;
        }
      }
    }
    const double brute = ply.ScoresOf(position, best, many).Mean();
    const double ours = ply.ScoresOf(position, label.called, many).Mean();
    EXPECT_GT(sign * ours, sign * brute - 0.05) << left;
    // Better than to lose the stone; team 0 lies one.
    EXPECT_GT(sign * ours, sign * -1.0 + 0.5) << left;
    // Errors that chose the call had no part in the label.
    EXPECT_NEAR(label.scores.Mean(), ours, 0.15) << left;
  }
}

TEST(Labeller, TwoStagesAreNearlyAsGoodAsTheWholeGrid) {
  AsItLies evaluator;
  GridPly ply(kTerms.ice, kTerms.rules, kTerms.sizes(), evaluator);
  for (const int left : {2, 3}) {
    const double sign = left == 3 ? 1.0 : -1.0;
    const Position position = Crowd(left);
    const GridCall whole = ply.WholeGrid(position, UtilityOfPoints(), 1).front();
    const GridCall staged = ply.TwoStages(position, UtilityOfPoints(), 1).front();
    RandomStream random({.seed = 3});
    std::vector<StandardPoint> errors;
    ply.DrawErrors(610, random, errors);
    const double a = ply.ScoresOf(position, whole.release, errors).Mean();
    const double b = ply.ScoresOf(position, staged.release, errors).Mean();
    EXPECT_GT(sign * b, sign * a - 0.2) << left;
    EXPECT_GT(sign * a, sign * b - 0.05) << left;
  }
}

class LabelFileTest : public testing::Test {
 protected:
  LabelFileTest()
      : path_(fs::temp_directory_path() / ("skipstone-labels-" + std::to_string(::getpid()))) {
    fs::remove(path_);
  }
  ~LabelFileTest() override { fs::remove(path_); }

  static Label Some(std::uint32_t state) {
    RandomStream random({.seed = state});
    Label label;
    label.state = state;
    label.source = static_cast<Source>(state % kSources);
    label.position = RandomState(kTerms.ice, 1 + static_cast<int>(state % 15), random);
    label.called = {2.0 + random.Uniform(), random.Uniform(),
                    state % 2 == 0 ? Handle::kCw : Handle::kCcw};
    label.scores[2] = 0.25;
    label.scores[-1] = 0.75;
    return label;
  }

  void Append(const std::string& record) const {
    WorkFile(path_, header_, kLabelSize, [](std::string_view, const std::string&) {
    }).Append(record);
  }
  void Add(const Label& label) const { Append(ToRecord(label)); }

  fs::path path_;
  JsonOut header_ = {{"skipstone", "labels"}, {"fineness", 0.45}, {"seed", 1}};
};

TEST_F(LabelFileTest, HasItsLabelsByState) {
  for (const std::uint32_t state : {5U, 0U, 31U}) Add(Some(state));
  EXPECT_EQ(ReadLabels(path_), (std::vector{Some(0), Some(5), Some(31)}));
  // None counts twice.
  Add(Some(5));
  EXPECT_EQ(ReadLabels(path_), (std::vector{Some(0), Some(5), Some(31)}));
}

TEST_F(LabelFileTest, GetsTheLabelsItLacks) {
  for (const std::uint32_t state : {5U, 0U}) Add(Some(state));
  std::vector<std::uint32_t> made;
  const auto make_maker = [&made] {
    return [&made](std::uint32_t state) {
      made.push_back(state);
      return Some(state);
    };
  };
  EXPECT_TRUE(DoLabels("labels", path_, header_, 4, make_maker, {}));
  EXPECT_EQ(made, (std::vector{1U, 2U, 3U}));
  EXPECT_EQ(ReadLabels(path_), (std::vector{Some(0), Some(1), Some(2), Some(3), Some(5)}));
}

TEST_F(LabelFileTest, LosesATornLabelAndNoOther) {
  Add(Some(1));
  const std::size_t before = fs::file_size(path_);
  Add(Some(2));
  const std::string whole = ReadFile(path_);
  for (std::size_t size = before; size < whole.size(); ++size) {
    fs::resize_file(path_, size);
    ASSERT_EQ(ReadLabels(path_), std::vector{Some(1)}) << size;
    Add(Some(2));
    ASSERT_EQ(ReadFile(path_), whole) << size;
  }
}

TEST_F(LabelFileTest, RefusesWhatIsNoLabel) {
  Add(Some(1));
  const std::string good = ReadFile(path_);
  const auto kind = [&] {
    try {
      ReadLabels(path_);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::kInternal;
  };
  // Damage, other files, and records whose hash is right but that are no labels.
  std::string damaged = good;
  damaged[damaged.size() - 20] ^= 1;
  WriteFile(path_, damaged);
  EXPECT_EQ(kind(), ErrorKind::kBadData);
  WriteFile(path_, "garbage\n" + std::string(1000, 'x'));
  EXPECT_EQ(kind(), ErrorKind::kBadData);
  WriteFile(path_, "");
  EXPECT_EQ(kind(), ErrorKind::kBadData);
  for (const char fill : {'\0', '\x40', '\xff'}) {
    fs::remove(path_);
    Append(std::string(kLabelSize, fill));
    EXPECT_EQ(kind(), ErrorKind::kBadData) << static_cast<int>(fill);
  }
  fs::remove(path_);
  EXPECT_EQ(kind(), ErrorKind::kEnvironment);
}

}  // namespace
}  // namespace skipstone
