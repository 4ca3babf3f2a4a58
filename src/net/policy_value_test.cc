// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <numeric>

#include "net/network_evaluator.h"
#include "net/network_reference.h"
#include "net/shipped_networks.h"

namespace skipstone {
namespace {

NetworkDefinition Pv(std::vector<int> stone = {64, 96}, std::vector<int> hidden = {256, 256}) {
  NetworkDefinition definition;
  definition.kind = NetworkKind::kPvStones;
  definition.stone = std::move(stone);
  definition.hidden = std::move(hidden);
  return definition;
}

// The likeliest of the open cells has 1.
std::vector<double> WeightsOf(const std::vector<double>& policy, const PolicyCells& cells,
                              double temperature) {
  std::vector<double> weights(kPolicyCells, 0.0);
  double most = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (cells.Masked(static_cast<int>(i))) continue;
    weights[i] = std::pow(policy[i], 1.0 / temperature);
    most = std::max(most, weights[i]);
  }
  for (double& weight : weights) weight /= most;
  return weights;
}

TEST(PvStones, HasAPolicyBehindTheScores) {
  const std::vector<TensorShape> shapes = ShapesOf(Pv());
  const std::vector<TensorShape> stones = ShapesOf({});
  ASSERT_EQ(shapes.size(), stones.size() + 2);
  for (std::size_t i = 0; i < stones.size(); ++i) EXPECT_EQ(shapes[i].name, stones[i].name);
  EXPECT_EQ(shapes[stones.size()].name, "policy.weight");
  EXPECT_EQ(shapes[stones.size()].shape, (std::vector<std::int64_t>{2048, 256}));
  EXPECT_EQ(shapes.back().name, "policy.bias");
  EXPECT_EQ(shapes.back().shape, (std::vector<std::int64_t>{2048}));
}

TEST(PvStones, SurvivesItsFile) {
  const Network network = Network::Random(Pv({16, 16}, {16}), 1);
  const TensorFile file = TensorFileFrom(BytesOf(network.ToFile()), "file");
  EXPECT_EQ(Network::FromFile(file, "file").ToFile(), network.ToFile());
}

TEST(PvStones, RefusesWhatIsNone) {
  const Network network = Network::Random(Pv({16, 16}, {16}), 1);
  const auto reason = [&](const auto& change) {
    TensorFile file = network.ToFile();
    change(file);
    return std::string(ErrorOf([&] { Network::FromFile(file, "x"); }).what());
  };
  EXPECT_NE(reason([](TensorFile& f) { f.tensors.pop_back(); }).find("policy.bias"),
            std::string::npos);
  EXPECT_NE(reason([](TensorFile& f) {
              f.tensors.back().shape = {2047};
              f.tensors.back().values.pop_back();
            }).find("policy.bias: expected a tensor of shape [2048], got [2047]"),
            std::string::npos);
  EXPECT_NE(reason([](TensorFile& f) {
              f.tensors.back().values[7] = std::numeric_limits<float>::infinity();
            }).find("policy.bias: expected finite weights"),
            std::string::npos);
  // No other kind can know stakes.
  const auto knowing = [](const char* kind) {
    NetworkDefinition definition;
    definition.stakes = true;
    JsonOut json = ToJson(definition);
    json["kind"] = kind;
    const Json parsed = Json::parse(json.dump());
    return NetworkDefinitionFromJson(Field(parsed, "d"));
  };
  EXPECT_TRUE(knowing("pv-stones").stakes);
  EXPECT_NE(std::string(ErrorOf([&] { knowing("stones"); }).what()).find("d.stakes"),
            std::string::npos);
  // One kind's weights under the other's name.
  const std::string stones = ToJson(Network::Random({}, 1).definition()).dump();
  const TensorFile pv = Network::Random(Pv(), 1).ToFile();
  const auto renamed = [&](TensorFile file, const std::string& definition) {
    file.metadata["definition"] = definition;
    return std::string(ErrorOf([&] { Network::FromFile(file, "x"); }).what());
  };
  EXPECT_EQ(renamed(pv, stones), "x: expected 9 tensors, got 11");
  EXPECT_NE(renamed(Network::Random({}, 1).ToFile(), pv.metadata.at("definition")).find("policy"),
            std::string::npos);
}

// In a tied last end with an extra one to come: to steal is a win, to blank half of one.
Utility LastEnd() {
  Utility utility;
  for (int points = -kMostPoints; points <= kMostPoints; ++points) {
    utility.worth[static_cast<std::size_t>(points + kMostPoints)] = points > 0    ? 1.0
                                                                    : points == 0 ? 0.75
                                                                                  : 0.0;
  }
  utility.per_point = 0.25;
  return utility;
}

TEST(Stake, IsWhatEachPointIsWorthToTheHammerTeam) {
  for (const float value : StakeOf(UtilityOfPoints())) EXPECT_EQ(value, 0.0F);
  const Stake stake = StakeOf(LastEnd());
  for (std::size_t i = 0; i < stake.size(); ++i) {
    // The steps to 0 points, worth three average ones, and to +1, worth one.
    EXPECT_FLOAT_EQ(stake[i], i == 7 ? 1.0F : i == 8 ? 0.0F : -0.5F) << i;
  }
  Utility steep = LastEnd();
  steep.per_point = 1e-3;
  EXPECT_EQ(StakeOf(steep)[7], 3.0F);
}

TEST(PolicyValue, AWidenedNetworkJudgesAllStakesAsBefore) {
  const auto network = WithBiases(Pv());
  const auto wide = std::make_shared<const Network>(network->WithStakes());
  EXPECT_EQ(wide->WithStakes().ToFile(), wide->ToFile());
  EXPECT_EQ(Network::FromFile(wide->ToFile(), "x").definition(), wide->definition());
  const auto narrow_judge = MakePolicyValue(network, kTerms);
  const auto wide_judge = MakePolicyValue(wide, kTerms);
  EXPECT_FALSE(narrow_judge->knows_stakes());
  EXPECT_TRUE(wide_judge->knows_stakes());
  const std::vector<Board> boards = RandomBoards(12, 1);
  for (const Utility& utility : {UtilityOfPoints(), LastEnd()}) {
    narrow_judge->PlayFor(utility);
    wide_judge->PlayFor(utility);
    std::vector<ScoreDistribution> narrow(boards.size());
    std::vector<ScoreDistribution> same(boards.size());
    narrow_judge->Evaluate(boards, {14, Team::k1}, narrow);
    wide_judge->Evaluate(boards, {14, Team::k1}, same);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      for (int points = -kMostPoints; points <= kMostPoints; ++points) {
        EXPECT_NEAR(narrow[i][points], same[i][points], 1e-6);
      }
    }
  }
}

TEST(PolicyValue, SeesWhatTheEndIsPlayedFor) {
  NetworkDefinition definition = Pv();
  definition.stakes = true;
  const auto network = WithBiases(definition);
  const std::vector<Board> boards = RandomBoards(12, 2);
  const StoneFeatures features(kTerms);
  const PolicyCells cells(kTerms.ice, MaxSpeed(kTerms.sizes(), kTerms.ice.law));
  constexpr Turn kTurn{15, Team::k1};  // the hammer team's, so that scores are as it sees them
  for (const std::string& kernel : NetworkKernels()) {
    const auto judge = MakePolicyValue(network, kTerms, kernel);
    std::vector<float> weights(kPolicyCells);
    for (const Utility& utility : {UtilityOfPoints(), LastEnd(), UtilityOfPoints()}) {
      judge->PlayFor(utility);
      std::vector<ScoreDistribution> scores(boards.size());
      judge->Evaluate(boards, kTurn, scores);
      for (std::size_t i = 0; i < boards.size(); ++i) {
        const std::vector<double> hidden =
            StonesReference(*network, features, boards[i], kTurn, StakeOf(utility));
        const ScoreDistribution wanted = ScoresOf(*network, hidden);
        for (int points = -kMostPoints; points <= kMostPoints; ++points) {
          EXPECT_NEAR(scores[i][points], wanted[points], 1e-5) << kernel;
        }
        judge->Policy(boards[i], kTurn, 1.0, weights);
        const auto policy = WeightsOf(Answer(*network, hidden, "policy"), cells, 1.0);
        for (std::size_t cell = 0; cell < kPolicyCells; ++cell) {
          EXPECT_NEAR(weights[cell], policy[cell], 1e-4) << kernel;
        }
      }
    }
  }
}

TEST(PvStones, SeesChangedBytes) {
  const std::string bytes = BytesOf(Network::Random(Pv({16, 16}, {16}), 1).ToFile());
  for (std::size_t i = 0; i < bytes.size(); i += 997) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x11);
    EXPECT_THROW(Network::FromFile(TensorFileFrom(changed, "file"), "file"), Error) << i;
    EXPECT_THROW(TensorFileFrom(bytes.substr(0, i), "file"), Error) << i;
  }
}

TEST(PolicyValue, ComputesWhatThePlainWayDoes) {
  const std::vector<Board> boards = RandomBoards(12, 1);
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const GameTerms terms = MakeTerms(law);
    const PolicyCells cells(terms.ice, MaxSpeed(terms.sizes(), law));
    const StoneFeatures features(terms);
    // Widths that leave panels half filled, too.
    for (const NetworkDefinition& definition : {Pv(), Pv({48, 16}, {80, 16, 144})}) {
      const auto network = WithBiases(definition);
      std::vector<std::unique_ptr<PolicyValue>> judges;
      for (const std::string& kernel : NetworkKernels()) {
        judges.push_back(MakePolicyValue(network, terms, kernel));
      }
      for (const Turn& turn : {Turn{0, Team::k0}, Turn{7, Team::k1}, Turn{14, Team::k1}}) {
        for (const Board& board : boards) {
          const std::vector<double> hidden = StonesReference(*network, features, board, turn);
          const std::vector<double> policy = Answer(*network, hidden, "policy");
          for (const double temperature : {1.0, 0.33}) {
            const std::vector<double> wanted = WeightsOf(policy, cells, temperature);
            for (std::size_t kernel = 0; kernel < judges.size(); ++kernel) {
              std::vector<float> weights(kPolicyCells, -1.0F);
              judges[kernel]->Policy(board, turn, temperature, weights);
              for (std::size_t i = 0; i < weights.size(); ++i) {
                // The likeliest is 1: as probabilities they are far closer.
                ASSERT_NEAR(weights[i], wanted[i], 1e-5 / temperature)
                    << NetworkKernels()[kernel] << ", cell " << i;
                ASSERT_TRUE(weights[i] == 0.0F || !cells.Masked(static_cast<int>(i))) << i;
              }
              EXPECT_EQ(*std::max_element(weights.begin(), weights.end()), 1.0F);
            }
          }
        }
      }
    }
  }
}

TEST(PolicyValue, JudgesForTheHammerTeam) {
  const std::vector<Board> boards = RandomBoards(40, 2);
  const StoneFeatures features(kTerms);
  const auto network = WithBiases(Pv());
  for (const std::string& kernel : NetworkKernels()) {
    const auto judge = MakePolicyValue(network, kTerms, kernel);
    EXPECT_EQ(judge->name(), "pv-stones");
    const auto evaluator = MakeNetworkEvaluator(network, kTerms, kernel);
    EXPECT_EQ(evaluator->name(), "pv-stones");
    for (const Turn& turn : {Turn{4, Team::k0}, Turn{4, Team::k1}, Turn{15, Team::k0}}) {
      std::vector<ScoreDistribution> scores(boards.size());
      std::vector<ScoreDistribution> again(boards.size());
      judge->Evaluate(boards, turn, scores);
      evaluator->Evaluate(boards, turn, again);
      EXPECT_EQ(scores, again);
      for (std::size_t i = 0; i < boards.size(); ++i) {
        const ScoreDistribution own =
            ScoresOf(*network, StonesReference(*network, features, boards[i], turn));
        for (int points = -kMostPoints; points <= kMostPoints; ++points) {
          // Even shots are the other team's.
          const int seen = turn.shot == 15 ? points : -points;
          ASSERT_NEAR(scores[i][points], own[seen], 2e-6) << kernel << ", shot " << turn.shot;
        }
      }
    }
  }
}

TEST(PolicyValue, LeavesJudgementsAsTheyWere) {
  const std::vector<Board> boards = RandomBoards(4, 3);
  const auto judge = MakePolicyValue("random", kTerms);
  std::vector<ScoreDistribution> before(boards.size());
  std::vector<ScoreDistribution> after(boards.size());
  std::vector<float> weights(kPolicyCells);
  std::vector<float> again(kPolicyCells);
  judge->Evaluate(boards, {3, Team::k0}, before);
  judge->Policy(boards[1], {3, Team::k0}, 1.0, weights);
  judge->Evaluate(boards, {3, Team::k0}, after);
  judge->Policy(boards[1], {3, Team::k0}, 1.0, again);
  EXPECT_EQ(before, after);
  EXPECT_EQ(weights, again);
}

TEST(PolicyValue, StaysFiniteForLargeWeights) {
  for (const float factor : {1e4F, 1e30F}) {
    TensorFile file = Network::Random(Pv(), 1).ToFile();
    for (Tensor& tensor : file.tensors) {
      for (float& value : tensor.values) value *= factor;
    }
    const auto network = std::make_shared<const Network>(Network::FromFile(file, "test"));
    for (const std::string& kernel : NetworkKernels()) {
      const auto judge = MakePolicyValue(network, kTerms, kernel);
      for (const Board& board : RandomBoards(8, 4)) {
        for (const double temperature : {1e-6, 1.0, 1e6}) {
          std::vector<float> weights(kPolicyCells);
          judge->Policy(board, {3, Team::k0}, temperature, weights);
          for (const float weight : weights) ASSERT_TRUE(weight >= 0.0F && weight <= 1.0F);
          EXPECT_EQ(*std::max_element(weights.begin(), weights.end()), 1.0F);
        }
      }
    }
  }
}

// Made by the trainer: a network, what it was shown, and what libtorch answered.
TEST(PolicyValue, ComputesWhatTheTrainerDoes) {
  const std::filesystem::path golden = std::filesystem::path(SKIPSTONE_SOURCE_DIR) / "tests/golden";
  const Network network = Network::Read(golden / "trainer_pv_network.safetensors");
  const TensorFile file = ReadTensorFile(golden / "trainer_pv_outputs.safetensors");
  const Tensor& stones = file.At("stones", {-1, kStones, kStoneFeatures});
  const std::int64_t count = stones.shape[0];
  const Tensor& globals = file.At("globals", {count, kGlobalFeatures});
  const Tensor& wanted = file.At("scores", {count, kScores});
  const Tensor& wanted_policy = file.At("policy", {count, kPolicyCells});
  std::vector<ScoreDistribution> scores(static_cast<std::size_t>(count));
  std::vector<float> policies(scores.size() * kPolicyCells);
  for (const std::string& kernel : NetworkKernels()) {
    RunDense(network, kernel, stones.values, globals.values, scores, policies);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      for (std::size_t k = 0; k < kScores; ++k) {
        ASSERT_NEAR(scores[i].probability[k], double{wanted.values[i * kScores + k]}, 1e-5)
            << kernel << ", position " << i << ", output " << k;
      }
      const auto policy = policies.begin() + static_cast<std::ptrdiff_t>(i * kPolicyCells);
      const double sum = std::accumulate(policy, policy + kPolicyCells, 0.0);
      for (std::size_t k = 0; k < kPolicyCells; ++k) {
        const std::size_t at = i * kPolicyCells + k;
        ASSERT_NEAR(policies[at] / sum, double{wanted_policy.values[at]}, 1e-5)
            << kernel << ", position " << i << ", cell " << k;
      }
    }
  }
}

TEST(MakePolicyValue, KnowsItsSpecs) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "skipstone_make_policy_value_test";
  std::filesystem::create_directories(folder);
  const std::string pv = (folder / "pv.safetensors").string();
  const std::string stones = (folder / "stones.safetensors").string();
  WriteTensorFile(pv, Network::Random(Pv(), 1).ToFile());
  WriteTensorFile(stones, Network::Random({}, 1).ToFile());
  const Board board = RandomBoards(3, 5)[2];
  const auto policy_of = [&](const std::string& spec) {
    std::vector<float> weights(kPolicyCells);
    MakePolicyValue(spec, kTerms)->Policy(board, {6, Team::k1}, 1.0, weights);
    return weights;
  };
  const auto wanted = policy_of("random:seed=1");
  EXPECT_EQ(policy_of("random"), wanted);
  EXPECT_EQ(policy_of("network:file=" + pv), wanted);
  EXPECT_NE(policy_of("random:seed=2"), wanted);
  EXPECT_EQ(MakeEvaluator("network:file=" + pv, kTerms)->name(), "pv-stones");
  const Error other = ErrorOf([&] { policy_of("network:file=" + stones); });
  EXPECT_EQ(other.kind(), ErrorKind::kUsage);
  EXPECT_EQ(std::string(other.what()),
            stones + ": expected a network of the kind pv-stones, which has a policy, got stones");
  for (const std::string spec : {"", "network", "network:file=", "random:seed=x", "best",
                                 "check:a=x", "random:sed=1", "shipped:file=x"}) {
    EXPECT_EQ(ErrorOf([&] { MakePolicyValue(spec, kTerms); }).kind(), ErrorKind::kUsage) << spec;
  }
  EXPECT_EQ(ErrorOf([&] { policy_of("network:file=/nowhere"); }).kind(), ErrorKind::kEnvironment);
  std::filesystem::remove_all(folder);
}

TEST(MakePolicyValue, IsShippedForBothIces) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    ASSERT_TRUE(HasShippedNetwork(law, NetworkKind::kPvStones));
    const auto network = ShippedNetwork(law, NetworkKind::kPvStones);
    EXPECT_EQ(network->definition().kind, NetworkKind::kPvStones);
    EXPECT_EQ(network->metadata().at("ice"), LawName(law));
    EXPECT_EQ(MakePolicyValue("shipped", MakeTerms(law))->name(), "pv-stones");
  }
}

}  // namespace
}  // namespace skipstone
