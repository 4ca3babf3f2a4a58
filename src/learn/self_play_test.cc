// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/self_play.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/work.h"
#include "learn/run_folder.h"
#include "net/features.h"
#include "net/network.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

NetworkDefinition TinyNetwork() {
  NetworkDefinition definition;
  definition.kind = NetworkKind::kPvStones;
  definition.stone = {16, 16};
  definition.hidden = {16};
  return definition;
}

class SelfPlayTest : public testing::Test {
 protected:
  SelfPlayTest()
      : folder_(fs::temp_directory_path() / ("skipstone-selfplay-" + std::to_string(::getpid()))),
        start_(folder_.string() + "-start") {
    fs::remove_all(folder_);
    WriteTensorFile(start_, Network::Random(TinyNetwork(), 1).ToFile());
    setup_.terms = MakeTerms(Law::kFcv1);
    setup_.simulations = 12;
    setup_.search = "kr-dl-uct:actions=5";
    setup_.ends_of_generation = 4;
    setup_.positions = 3 * 4 * kStones;
    setup_.window = 2 * 4 * kStones;
  }
  ~SelfPlayTest() override {
    fs::remove_all(folder_);
    fs::remove(start_);
  }

  // The network that comes out depends on the data and on nothing else.
  SelfPlayWorld World() {
    SelfPlayWorld world;
    world.threads = 2;
    world.stop = [this, asked = 0]() mutable { return stop_ > 0 && ++asked >= stop_; };
    world.train = [this](const fs::path& path) {
      const Json json = Json::parse(ReadFile(path));
      const fs::path at = path.parent_path();
      jobs_.push_back(json);
      const std::string data = ReadFile(at / json["data"][0].get<std::string>());
      std::uint64_t seed = 0;
      for (const char c : data) seed = 31 * seed + static_cast<unsigned char>(c);
      if (json.contains("continue")) {
        EXPECT_TRUE(fs::exists(at / json["continue"].get<std::string>()));
      }
      WriteFile(at / json["checkpoint"].get<std::string>(), "state");
      WriteFile(at / json["curve"].get<std::string>(),
                R"({"step":1,"train_loss":2.5,"test_loss":null})"
                "\n");
      const NetworkDefinition definition =
          NetworkDefinitionFromJson(Field(json["definition"], "definition"));
      WriteTensorFile(at / json["out"].get<std::string>(),
                      Network::Random(definition, seed).ToFile());
      return stop_ == 0;
    };
    world.say = [this](const std::string& line) { said_.push_back(line); };
    world.provenance = {{"commit", "0123"}};
    return world;
  }
  // By name; of each a hash.
  std::map<std::string, std::uint64_t> Files(const fs::path& folder) const {
    std::map<std::string, std::uint64_t> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      std::string content = ReadFile(entry.path());
      // Ends are appended as they are done.
      if (entry.path().filename() == "ends") content = std::to_string(content.size());
      Hasher hasher;
      hasher.AddText(content);
      files[fs::relative(entry.path(), folder).string()] = hasher.value();
    }
    return files;
  }

  fs::path folder_;
  fs::path start_;
  SelfPlaySetup setup_;
  std::vector<Json> jobs_;
  std::vector<std::string> said_;
  int stop_ = 0;
};

TEST_F(SelfPlayTest, AnEndIsTheSameForTheSameSeed) {
  setup_.simulations = 30;
  SelfPlayer a(setup_, start_);
  SelfPlayer b(setup_, start_);
  b.Play(9, 9);
  const SampledEnd end = a.Play(1, 2);
  EXPECT_EQ(end, b.Play(1, 2));
  EXPECT_NE(end, b.Play(2, 2));
  EXPECT_EQ(end.number, 2U);
  for (int shot = 0; shot < kStones; ++shot) {
    const PolicySample& sample = end.samples[static_cast<std::size_t>(shot)];
    EXPECT_EQ(sample.position.turn, (Turn{shot, Team::k1}));
    double scores = 0.0;
    for (const double p : sample.scores.probability) scores += p;
    EXPECT_NEAR(scores, 1.0, 1e-5);
    double parts = 0.0;
    for (const PolicySample::Share& share : sample.shares) parts += double{share.part};
    EXPECT_NEAR(parts, 1.0, 1e-5);
  }
}

TEST_F(SelfPlayTest, PlaysAndLearnsByTurns) {
  SelfPlay self_play(folder_, setup_, start_, World());
  ASSERT_TRUE(self_play.Run());
  ASSERT_EQ(jobs_.size(), 3U);
  EXPECT_TRUE(jobs_[0].contains("init"));
  EXPECT_EQ(jobs_[1]["continue"], "../generation-0001/checkpoint");
  EXPECT_EQ(jobs_[0]["steps"], 1);
  // Every position says by which network it was played, and how.
  std::vector<std::string> players;
  for (int generation = 0; generation < 3; ++generation) {
    const JsonOut header = WorkFile::HeaderOf(self_play.EndsPath(generation));
    EXPECT_EQ(header["generation"], generation);
    EXPECT_EQ(header["provenance"]["commit"], "0123");
    EXPECT_EQ(header["setup"]["simulations"], 12);
    players.push_back(header["network"].get<std::string>());
  }
  EXPECT_NE(players[0], players[1]);
  EXPECT_NE(players[1], players[2]);
  EXPECT_TRUE(fs::exists(self_play.NetworkPath(3)));
  EXPECT_FALSE(fs::exists(folder_ / "generation-0001/train.data"));
  EXPECT_FALSE(fs::exists(folder_ / "generation-0001/checkpoint"));
  EXPECT_TRUE(fs::exists(folder_ / "generation-0003/checkpoint"));
  // More positions may be asked for later; what is there stands.
  setup_.positions *= 2;
  SelfPlay more(folder_, setup_, start_, World());
  ASSERT_TRUE(more.Run());
  EXPECT_EQ(jobs_.size(), 6U);
  setup_.alpha = 0.5;
  EXPECT_THROW(SelfPlay(folder_, setup_, start_, World()), Error);
}

// The value's target is seen by the side to throw: of the first shot the team without the hammer.
TEST_F(SelfPlayTest, ScoresAreTheThrowers) {
  setup_.simulations = 30;
  setup_.explore = 0;
  setup_.executions = 0;
  setup_.for_the_win = false;
  const SampledEnd end = SelfPlayer(setup_, start_).Play(1, 2);
  SearchTask task;
  task.position.turn = {0, Team::k1};
  task.seed = RandomStream({.seed = 1, .game = 2, .purpose = Purpose::kLearn}).NextU64();
  SpecifiedSearch search = MakeSearch(setup_.SpecOf(start_), setup_.terms);
  const ScoreDistribution hammers = search.search->Run(task, search.limits).ranked.front().scores;
  double skew = 0.0;
  for (int points = -kMostPoints; points <= kMostPoints; ++points) {
    EXPECT_NEAR(end.samples[0].scores[points], hammers[-points], 1e-6) << points;
    skew += std::abs(hammers[points] - hammers[-points]);
  }
  EXPECT_GT(skew, 1e-3) << "the views could not be told apart";
}

// The value learns from throws of the call: of the last stone each is a score.
TEST_F(SelfPlayTest, ScoresAreOfFreshThrows) {
  setup_.solve_last = false;
  setup_.executions = 8;
  int uncertain = 0;
  for (std::uint32_t number = 0; number < 8; ++number) {
    const SampledEnd end = SelfPlayer(setup_, start_).Play(1, number);
    for (const double p : end.samples.back().scores.probability) {
      EXPECT_EQ(8.0 * p, std::round(8.0 * p));
      uncertain += p > 0.0 && p < 1.0 ? 1 : 0;
    }
    // Of stones before it the network judges what comes next: next to nothing is impossible.
    const auto& before = end.samples[kStones - 2].scores.probability;
    EXPECT_GT(*std::min_element(before.begin(), before.end()), 0.0);
  }
  EXPECT_GT(uncertain, 0) << "throws have errors";
  // What the first throws lead to is judged, and seen by the side to throw.
  setup_.executions = 400;
  setup_.for_the_win = false;
  const SampledEnd end = SelfPlayer(setup_, start_).Play(1, 2);
  setup_.executions = 0;
  setup_.explore = 0;
  const SampledEnd searched = SelfPlayer(setup_, start_).Play(1, 2);
  EXPECT_NE(end.samples[0].scores, searched.samples[0].scores);
  EXPECT_NEAR(end.samples[0].scores.Mean(), searched.samples[0].scores.Mean(), 0.2);
  EXPECT_GT(std::abs(end.samples[0].scores.Mean()), 0.3) << "the views could not be told apart";
}

TEST_F(SelfPlayTest, LearnsLessOfLaterGenerations) {
  setup_.learning_rate = 0.01;
  EXPECT_EQ(setup_.LearningRate(0), 0.01);
  EXPECT_EQ(setup_.LearningRate(9), 0.01);
  EXPECT_EQ(setup_.LearningRate(19), 0.005);
  setup_.ends_of_generation = 1;
  setup_.positions = 12 * kStones;
  ASSERT_TRUE(SelfPlay(folder_, setup_, start_, World()).Run());
  EXPECT_EQ(jobs_[9]["learning_rate"], 0.01);
  EXPECT_EQ(jobs_[11]["learning_rate"], setup_.LearningRate(11));
  // Nor does a run go on with other targets.
  for (const auto& change : std::vector<std::function<void(SelfPlaySetup&)>>{
           [](SelfPlaySetup& setup) { setup.explore = 3; },
           [](SelfPlaySetup& setup) { setup.executions = 3; },
           [](SelfPlaySetup& setup) { setup.learn_visits = true; }}) {
    SelfPlaySetup other = setup_;
    change(other);
    EXPECT_THROW(SelfPlay(folder_, other, start_, World()), Error);
  }
}

// How many samples there are, and of which generations.
TEST_F(SelfPlayTest, LearnsFromTheLatestPositions) {
  setup_.samples_per_position = 20.0;
  setup_.batch = 64;
  setup_.positions = 2 * 4 * kStones;
  ASSERT_TRUE(SelfPlay(folder_, setup_, start_, World()).Run());
  // One generation of five is a fifth of 20 samples a position, two are two fifths.
  EXPECT_EQ(jobs_[0]["steps"], 4);
  EXPECT_EQ(jobs_[1]["steps"], 8);
  // The window has two: the first is not needed for the third.
  fs::remove(folder_ / "generation-0000/ends");
  setup_.positions = 3 * 4 * kStones;
  ASSERT_TRUE(SelfPlay(folder_, setup_, start_, World()).Run());
  EXPECT_EQ(jobs_.size(), 3U);
  // Nor is any before that the window still holds left out: it is played again.
  fs::remove(folder_ / "generation-0002/ends");
  setup_.positions = 4 * 4 * kStones;
  ASSERT_TRUE(SelfPlay(folder_, setup_, start_, World()).Run());
  EXPECT_EQ(jobs_.size(), 4U);
  SelfPlay whole(folder_ / "whole", setup_, start_, World());
  ASSERT_TRUE(whole.Run());
  EXPECT_EQ(ReadFile(folder_ / "generation-0004/network.safetensors"),
            ReadFile(whole.NetworkPath(4)));
  EXPECT_FALSE(fs::exists(folder_ / "generation-0000/ends"));
}

// Everything that labels depend on is said where they are.
TEST_F(SelfPlayTest, EndsSayWhatTheyArePlayedWith) {
  setup_.positions = 1;
  SelfPlay self_play(folder_, setup_, start_, World());
  ASSERT_TRUE(self_play.Run());
  const JsonOut header = WorkFile::HeaderOf(self_play.EndsPath(0));
  EXPECT_EQ(header["network"], HashOfNetwork(self_play.NetworkPath(0)));
  EXPECT_EQ(header["provenance"]["commit"], "0123");
  EXPECT_EQ(header["setup"]["seed"], 1);
  EXPECT_EQ(header["setup"]["win_table"],
            HashOfTable(ShippedWinTable(Law::kFcv1, setup_.terms.rules.tie_break)));
}

// A kill between the last picture and the report.
TEST_F(SelfPlayTest, PicturesHaveWhatTheReportHas) {
  SelfPlayWorld world = World();
  std::size_t drawn = 0;
  world.draw = [&](const std::vector<SelfPlayPoint>& curve) {
    const fs::path report = folder_ / "report.jsonl";
    EXPECT_EQ(curve.size(), 1 + (fs::exists(report) ? ReadSelfPlayReport(report).size() : 0));
    drawn = curve.size();
  };
  ASSERT_TRUE(SelfPlay(folder_, setup_, start_, world).Run());
  EXPECT_EQ(drawn, 3U);
}

TEST_F(SelfPlayTest, StoppedAnywhereNoPositionIsLostOrCountedTwice) {
  SelfPlay whole(folder_ / "whole", setup_, start_, World());
  ASSERT_TRUE(whole.Run());
  int stops = 0;
  for (int after = 1; after < 12; ++after) {
    stop_ = after % 3 + 2;
    SelfPlay stopped(folder_ / "stopped", setup_, start_, World());
    stops += stopped.Run() ? 0 : 1;
  }
  EXPECT_GT(stops, 3);
  stop_ = 0;
  SelfPlay rest(folder_ / "stopped", setup_, start_, World());
  ASSERT_TRUE(rest.Run());
  EXPECT_EQ(Files(folder_ / "stopped"), Files(folder_ / "whole"));
}

TEST_F(SelfPlayTest, AGateKeepsOutWhatIsNotBetter) {
  setup_.gate = true;
  SelfPlayWorld world = World();
  int asked = 0;
  world.better = [&](const fs::path& fresh, const fs::path& before) -> std::optional<bool> {
    EXPECT_NE(fresh, before);
    return ++asked == 2;
  };
  world.rate_every = 2;
  std::size_t drawn = 0;
  world.draw = [&](const std::vector<SelfPlayPoint>& curve) { drawn = curve.size(); };
  world.rate = [](const fs::path&, const fs::path&) -> std::optional<double> { return 12.5; };
  SelfPlay self_play(folder_, setup_, start_, world);
  ASSERT_TRUE(self_play.Run());
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(self_play.PlayerPath(1), self_play.NetworkPath(0));
  EXPECT_EQ(self_play.PlayerPath(2), self_play.NetworkPath(2));
  EXPECT_EQ(self_play.PlayerPath(3), self_play.NetworkPath(2));
  EXPECT_EQ(drawn, 3U);
  const std::vector<SelfPlayPoint> curve = ReadSelfPlayReport(folder_ / "report.jsonl");
  ASSERT_EQ(curve.size(), 3U);
  EXPECT_EQ(curve[1].positions, 2 * 4 * kStones);
  EXPECT_EQ(curve[1].elo, 12.5);
  EXPECT_EQ(curve[2].passed, false);
  EXPECT_EQ(curve[0].elo, std::nullopt);
  const std::string report = ReadFile(folder_ / "report.jsonl");
  EXPECT_NE(report.find(R"("passed":true,"elo":12.5)"), std::string::npos) << report;
  EXPECT_NE(report.find(R"("passed":false})"), std::string::npos) << report;
}

TEST_F(SelfPlayTest, LearnsWhatAnEndIsPlayedFor) {
  std::vector<std::vector<float>> stakes;  // of the samples of each generation
  SelfPlayWorld world = World();
  const auto train = world.train;
  world.train = [&](const fs::path& path) {
    const TensorFile data = ReadTensorFile(path.parent_path() / "train.data");
    const auto& globals = data.At("globals", {-1, kMostGlobalFeatures}).values;
    for (auto row = globals.begin(); row != globals.end(); row += kMostGlobalFeatures) {
      stakes.emplace_back(row + kGlobalFeatures, row + kMostGlobalFeatures);
    }
    return train(path);
  };
  setup_.ends_of_generation = 20;
  setup_.positions = 1;
  SelfPlay self_play(folder_, setup_, start_, world);
  ASSERT_TRUE(self_play.Run());
  EXPECT_EQ(ReadFile(self_play.StartPath()), ReadFile(start_));
  EXPECT_TRUE(Network::Read(self_play.NetworkPath(0)).definition().stakes);
  EXPECT_TRUE(Network::Read(self_play.NetworkPath(1)).definition().stakes);
  // An end is played for one thing from its first stone to its last, and the samples say which.
  std::map<Stake, int> ends;
  WorkFile::ReadAll(self_play.EndsPath(0), SampledEndSize(),
                    [&](std::string_view record, const std::string&) {
                      const SampledEnd end = SampledEndFrom(record);
                      for (const PolicySample& sample : end.samples) {
                        EXPECT_EQ(sample.stake, end.samples[0].stake);
                      }
                      ++ends[end.samples[0].stake];
                    });
  EXPECT_GT(ends.size(), 5U);
  for (const std::vector<float>& seen : stakes) {
    Stake stake;
    std::copy(seen.begin(), seen.end(), stake.begin());
    EXPECT_TRUE(ends.contains(stake));
  }
  // For points nothing of this is there.
  setup_.for_the_win = false;
  EXPECT_THROW(SelfPlay(folder_, setup_, start_, World()), Error);  // another run
  SelfPlay points(folder_ / "points", setup_, start_, World());
  ASSERT_TRUE(points.Run());
  EXPECT_FALSE(Network::Read(points.NetworkPath(1)).definition().stakes);
}

// The last stone teaches its best call, not what a few simulations make of it.
TEST_F(SelfPlayTest, LearnsTheLastStoneAsItIsSolved) {
  const auto shares = [](const PolicySample& sample) {
    return std::count_if(sample.shares.begin(), sample.shares.end(),
                         [](const PolicySample::Share& share) { return share.part > 0.0F; });
  };
  setup_.for_the_win = false;
  const SampledEnd solved = SelfPlayer(setup_, start_).Play(1, 2);
  const PolicySample& last = solved.samples.back();
  LastStone solver(setup_.terms.ice, setup_.terms.rules, setup_.terms.sizes(), kQuickLastStone);
  const LastStoneAnswer answer = solver.Solve(last.position, UtilityOfPoints());
  const PolicyCells cells(setup_.terms.ice, MaxSpeed(setup_.terms.sizes(), Law::kFcv1));
  EXPECT_EQ(shares(last), 1);
  EXPECT_EQ(last.shares[0].cell, cells.CellOf(answer.best));
  EXPECT_NEAR(last.scores.Mean(), answer.scores.Mean(), 1e-3);  // the hammer team throws
  EXPECT_GT(shares(solved.samples[14]), 1);
  setup_.solve_last = false;
  const SampledEnd searched = SelfPlayer(setup_, start_).Play(1, 2);
  EXPECT_EQ(searched.samples[14], solved.samples[14]);
  EXPECT_GT(shares(searched.samples.back()), 1);
}

TEST(SelfPlayUtility, IsOfCloseGamesAndNowAndThenOfPoints) {
  const WinTable& table = ShippedWinTable(Law::kFcv1, TieBreak::kExtraEnds);
  RandomStream random({.seed = 1, .purpose = Purpose::kTest});
  int points = 0;
  int last_ends = 0;
  constexpr int kDraws = 2000;
  for (int i = 0; i < kDraws; ++i) {
    const Utility utility = DrawUtility(table, random);
    points += utility == UtilityOfPoints() ? 1 : 0;
    for (int lead = -8; lead <= 8; ++lead) {
      last_ends += utility == table.UtilityOf(0, lead) ? 1 : 0;
    }
    EXPECT_GT(utility[kMostPoints] - utility[-kMostPoints], 0.05);  // there is something to win
  }
  EXPECT_NEAR(points, kDraws / 8, 50);
  EXPECT_NEAR(last_ends, kDraws * 7 / 8 / 2.718, 100);
}

TEST_F(SelfPlayTest, TheLogsLabelMixesInTheScore) {
  setup_.for_the_win = false;
  setup_.alpha = 1.0;
  setup_.positions = 1;  // one generation
  SelfPlayWorld world = World();
  TensorFile data;
  const auto train = world.train;
  world.train = [&](const fs::path& path) {
    data = ReadTensorFile(path.parent_path() / "train.data");
    return train(path);
  };
  setup_.samples_per_position = 20.0;
  SelfPlay self_play(folder_, setup_, start_, world);
  ASSERT_TRUE(self_play.Run());
  // What each position of the ends looks like to a network, and whose score it is.
  std::map<std::vector<float>, int> points;
  const StoneFeatures features(setup_.terms);
  WorkFile::ReadAll(self_play.EndsPath(0), SampledEndSize(),
                    [&](std::string_view record, const std::string&) {
                      const SampledEnd end = SampledEndFrom(record);
                      for (const PolicySample& sample : end.samples) {
                        std::vector<float> seen(kStones * kStoneFeatures + kGlobalFeatures);
                        features.EncodeDense(sample.position.board, sample.position.turn,
                                             std::span(seen).first(kStones * kStoneFeatures),
                                             std::span(seen).last(kGlobalFeatures));
                        const bool hammer = sample.position.turn.thrower() == Team::k1;
                        // An empty sheet is in all ends.
                        if (sample.position.board.count() > 0)
                          points[seen] = hammer ? end.points : -end.points;
                      }
                    });
  const auto& stones = data.At("stones", {-1, kStones, kStoneFeatures}).values;
  const auto& globals = data.At("globals", {-1, kGlobalFeatures}).values;
  const auto& targets = data.At("target", {-1, kScores}).values;
  int known = 0;
  int unequal = 0;
  for (std::size_t row = 0; row < targets.size() / kScores; ++row) {
    std::vector<float> seen(stones.begin() + row * kStones * kStoneFeatures,
                            stones.begin() + (row + 1) * kStones * kStoneFeatures);
    seen.insert(seen.end(), globals.begin() + row * kGlobalFeatures,
                globals.begin() + (row + 1) * kGlobalFeatures);
    const auto found = points.find(seen);
    if (found == points.end()) continue;
    ++known;
    unequal += found->second != 0 ? 1 : 0;
    for (int score = -kMostPoints; score <= kMostPoints; ++score) {
      EXPECT_EQ(targets[row * kScores + static_cast<std::size_t>(score + kMostPoints)],
                score == found->second ? 1.0F : 0.0F);
    }
  }
  EXPECT_GT(known, 100);
  EXPECT_GT(unequal, 0) << "the views could not be told apart";
}

TEST_F(SelfPlayTest, BeginsWithAPolicy) {
  WriteTensorFile(start_, Network::Random({}, 1).ToFile());
  EXPECT_THROW(SelfPlay(folder_, setup_, start_, World()), Error);
  EXPECT_FALSE(fs::exists(folder_));
}

}  // namespace
}  // namespace skipstone
