// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/network.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/random.h"
#include "game/end.h"
#include "net/features.h"
#include "net/network_evaluator.h"
#include "net/network_reference.h"
#include "net/safetensors_hash.h"
#include "net/shipped_networks.h"

namespace skipstone {
namespace {

NetworkDefinition NnX(int inputs_per_stone, int stones_left, std::vector<int> hidden) {
  NetworkDefinition definition;
  definition.kind = NetworkKind::kNnX;
  definition.inputs_per_stone = inputs_per_stone;
  definition.stones_left = stones_left;
  definition.hidden = std::move(hidden);
  return definition;
}

double Difference(const ScoreDistribution& a, const ScoreDistribution& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < kScores; ++i) {
    most = std::max(most, std::abs(a.probability[i] - b.probability[i]));
  }
  return most;
}

void ExpectBad(const TensorFile& file, const std::string& reason) {
  const Error error = ErrorOf([&] { Network::FromFile(file, "x.safetensors"); });
  EXPECT_EQ(error.kind(), ErrorKind::kBadData) << reason;
  EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
  EXPECT_TRUE(std::string(error.what()).starts_with("x.safetensors")) << error.what();
}

TEST(NetworkDefinition, SurvivesJson) {
  NetworkDefinition wide;
  wide.stone = {32, 128};
  wide.hidden = {512, 64, 16};
  NetworkDefinition policy = wide;
  policy.kind = NetworkKind::kPvStones;
  for (const NetworkDefinition& definition :
       {NetworkDefinition(), wide, NnX(5, 9, {32}), NnX(7, 15, {64, 64}), policy}) {
    const Json json = ParseJson(ToJson(definition).dump(), "");
    EXPECT_EQ(NetworkDefinitionFromJson(Field(json, "")), definition);
  }
}

TEST(NetworkDefinition, SaysWhatIsWrong) {
  const auto reason = [](const std::string& text) {
    const Json json = ParseJson(text, "");
    return std::string(ErrorOf([&] { NetworkDefinitionFromJson(Field(json, "d")); }).what());
  };
  EXPECT_TRUE(reason("{}").starts_with("d.kind"));
  EXPECT_TRUE(reason(R"({"kind":"cnn"})").starts_with("d.kind: expected \"stones\", "));
  EXPECT_TRUE(reason(R"({"kind":"stones","feature_version":2,"stone":[64,96],"hidden":[16]})")
                  .starts_with("d.feature_version: expected 1, got 2"));
  const auto widths = [&](const std::string& stone, const std::string& hidden) {
    return reason(R"({"kind":"stones","feature_version":1,"stone":)" + stone + R"(,"hidden":)" +
                  hidden + "}");
  };
  EXPECT_EQ(widths("[64,96]", "[16]"), "no error");
  EXPECT_TRUE(widths("[64]", "[16]").starts_with("d.stone"));
  EXPECT_TRUE(widths("[64,8]", "[16]").starts_with("d.stone[1]"));
  EXPECT_TRUE(widths("[64,100]", "[16]").starts_with("d.stone[1]: expected a multiple of 16"));
  EXPECT_TRUE(widths("[64,96]", "[]").starts_with("d.hidden"));
  EXPECT_TRUE(widths("[64,96]", "[16,8192]").starts_with("d.hidden[1]"));
  EXPECT_TRUE(widths("[64,96]", "[16,16,16,16,16,16,16,16,16]").starts_with("d.hidden"));
}

TEST(Network, SurvivesItsFile) {
  const Network network = Network::Random({}, 1);
  const TensorFile file = TensorFileFrom(BytesOf(network.ToFile()), "file");
  const Network again = Network::FromFile(file, "file");
  EXPECT_EQ(again.definition(), network.definition());
  EXPECT_EQ(again.metadata(), network.metadata());
  EXPECT_EQ(again.tensors(), network.tensors());
  EXPECT_EQ(again.ToFile(), network.ToFile());
  EXPECT_EQ(network.tensors(), Network::Random({}, 1).tensors());
  EXPECT_NE(network.tensors(), Network::Random({}, 2).tensors());
}

TEST(Network, RefusesWhatIsNone) {
  const TensorFile good = Network::Random({}, 1).ToFile();
  const auto with = [&](const auto& change) {
    TensorFile file = good;
    change(file);
    return file;
  };
  ExpectBad({}, "no network of skipstone");
  ExpectBad(with([](TensorFile& f) { f.metadata.erase("definition"); }), "\"definition\"");
  ExpectBad(with([](TensorFile& f) { f.metadata["format"] = "skipstone-network 2"; }),
            "expected the format \"skipstone-network 1\", got \"skipstone-network 2\"");
  ExpectBad(with([](TensorFile& f) { f.metadata["definition"] = "{"; }), "not valid JSON");
  ExpectBad(with([](TensorFile& f) {
              std::string& text = f.metadata["definition"];
              text.replace(text.find("version\":1"), 10, "version\":9");
            }),
            "feature_version: expected 1, got 9");
  ExpectBad(with([](TensorFile& f) { f.tensors.pop_back(); }), "scores.bias");
  ExpectBad(with([](TensorFile& f) { f.tensors[1].name = "stone.one.weight"; }), "stone.1.weight");
  ExpectBad(with([](TensorFile& f) { std::swap(f.tensors[1].shape[0], f.tensors[1].shape[1]); }),
            "stone.1.weight: expected a tensor of shape [96, 64], got [64, 96]");
  ExpectBad(with([](TensorFile& f) {
              f.tensors.push_back({"more", {1}, {0}});
            }),
            "expected 9 tensors, got 10");
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    ExpectBad(with([&](TensorFile& f) { f.tensors[3].values[5] = bad; }),
              "hidden.0.weight: expected finite weights");
  }
}

TEST(Network, SeesEveryChangedByte) {
  NetworkDefinition small;
  small.stone = {16, 16};
  small.hidden = {16};
  const std::string bytes = BytesOf(Network::Random(small, 1).ToFile());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x11);
    EXPECT_THROW(Network::FromFile(TensorFileFrom(changed, "file"), "file"), Error) << i;
  }
}

TEST(NetworkEvaluator, ComputesWhatThePlainWayDoes) {
  const std::vector<Board> boards = RandomBoards(75, 1);
  const StoneFeatures features(kTerms);
  NetworkDefinition odd;  // widths that leave panels half filled, and three layers
  odd.stone = {48, 16};
  odd.hidden = {80, 16, 144};
  for (const NetworkDefinition& definition : {NetworkDefinition(), odd}) {
    const auto network = WithBiases(definition);
    for (const Turn& turn : {Turn{0, Team::k0}, Turn{7, Team::k1}, Turn{15, Team::k1}}) {
      std::vector<ScoreDistribution> wanted;
      for (const Board& board : boards) {
        wanted.push_back(ScoresOf(*network, StonesReference(*network, features, board, turn)));
      }
      for (const std::string& kernel : NetworkKernels()) {
        const auto evaluator = MakeNetworkEvaluator(network, kTerms, kernel);
        std::vector<ScoreDistribution> scores(boards.size());
        for (const std::size_t batch : {1, 2, 3, 5, 12, 13, 32, 75}) {
          for (std::size_t at = 0; at < boards.size(); at += batch) {
            const std::size_t count = std::min(batch, boards.size() - at);
            evaluator->Evaluate({boards.data() + at, count}, turn, {scores.data() + at, count});
          }
          for (std::size_t i = 0; i < boards.size(); ++i) {
            ASSERT_LT(Difference(scores[i], wanted[i]), 2e-6) << kernel << " batch " << batch;
            const std::array<double, kScores>& p = scores[i].probability;
            ASSERT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1.0, 1e-12);
          }
        }
      }
    }
  }
}

TEST(NetworkEvaluator, StaysFiniteForLargeWeights) {
  for (const float factor : {1e4F, 1e30F}) {
    TensorFile file = Network::Random({}, 1).ToFile();
    for (Tensor& tensor : file.tensors) {
      for (float& value : tensor.values) value *= factor;
    }
    const auto network = std::make_shared<const Network>(Network::FromFile(file, "test"));
    for (const std::string& kernel : NetworkKernels()) {
      for (const Board& board : RandomBoards(8, 2)) {
        ScoreDistribution scores;
        MakeNetworkEvaluator(network, kTerms, kernel)
            ->Evaluate({&board, 1}, {3, Team::k0}, {&scores, 1});
        double sum = 0.0;
        for (const double p : scores.probability) {
          EXPECT_GE(p, 0.0);
          sum += p;
        }
        EXPECT_NEAR(sum, 1.0, 1e-12);
      }
    }
  }
}

TEST(NetworkEvaluator, NnXComputesWhatThePlainWayDoes) {
  const std::vector<Board> boards = RandomBoards(40, 3);
  const ScoringEdge edge = ScoringEdgeOf(kTerms.ice.sheet, kTerms.rules);
  const std::vector<std::shared_ptr<const Network>> networks = {WithBiases(NnX(7, 1, {64, 32})),
                                                                WithBiases(NnX(5, 3, {128}))};
  for (const std::string& kernel : NetworkKernels()) {
    const auto evaluator = MakeNetworkEvaluator(networks, kTerms, kernel);
    std::vector<ScoreDistribution> scores(boards.size());
    for (const auto& network : networks) {
      const NetworkDefinition& definition = network->definition();
      const Turn turn{kStones - definition.stones_left, Team::k0};
      evaluator->Evaluate(boards, turn, scores);
      for (std::size_t i = 0; i < boards.size(); ++i) {
        std::vector<float> in(static_cast<std::size_t>(kStones * definition.inputs_per_stone));
        EncodeNnX(boards[i], turn, edge, definition.inputs_per_stone, in);
        const auto wanted = ScoresOf(*network, LastHidden(*network, {in.begin(), in.end()}, 0));
        ASSERT_LT(Difference(scores[i], wanted), 2e-6) << kernel;
      }
    }
    EXPECT_EQ(ErrorOf([&] {
                evaluator->Evaluate(boards, {14, Team::k0}, scores);
              }).kind(),
              ErrorKind::kInternal);
  }
}

TEST(NetworkEvaluator, RunsOnDenseFeatures) {
  const std::vector<Board> boards = RandomBoards(40, 4);
  const Turn turn{9, Team::k1};
  const auto network = WithBiases({});
  const StoneFeatures features(kTerms);
  std::vector<float> stones(boards.size() * kStones * kStoneFeatures);
  std::vector<float> globals(boards.size() * kGlobalFeatures);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    features.EncodeDense(
        boards[i], turn,
        std::span(stones).subspan(i * kStones * kStoneFeatures, kStones * kStoneFeatures),
        std::span(globals).subspan(i * kGlobalFeatures, kGlobalFeatures));
  }
  for (const std::string& kernel : NetworkKernels()) {
    std::vector<ScoreDistribution> wanted(boards.size());
    std::vector<ScoreDistribution> scores(boards.size());
    MakeNetworkEvaluator(network, kTerms, kernel)->Evaluate(boards, turn, wanted);
    RunDense(*network, kernel, stones, globals, scores);
    EXPECT_EQ(scores, wanted);
  }
}

// Made by the trainer: a network, what it was shown, and what libtorch answered.
TEST(NetworkEvaluator, ComputesWhatTheTrainerDoes) {
  const std::filesystem::path golden = std::filesystem::path(SKIPSTONE_SOURCE_DIR) / "tests/golden";
  const Network network = Network::Read(golden / "trainer_network.safetensors");
  const TensorFile file = ReadTensorFile(golden / "trainer_outputs.safetensors");
  const Tensor& stones = file.At("stones", {-1, kStones, kStoneFeatures});
  const std::int64_t count = stones.shape[0];
  const Tensor& globals = file.At("globals", {count, kGlobalFeatures});
  const Tensor& wanted = file.At("scores", {count, kScores});
  const auto all = static_cast<std::size_t>(count);
  std::vector<ScoreDistribution> scores(all);
  for (const std::string& kernel : NetworkKernels()) {
    for (const std::size_t batch : {all, std::size_t{1}}) {
      for (std::size_t i = 0; i < all; i += batch) {
        RunDense(network, kernel,
                 std::span(stones.values)
                     .subspan(i * kStones * kStoneFeatures, batch * kStones * kStoneFeatures),
                 std::span(globals.values).subspan(i * kGlobalFeatures, batch * kGlobalFeatures),
                 std::span(scores).subspan(i, batch));
      }
      for (std::size_t i = 0; i < all; ++i) {
        for (std::size_t k = 0; k < kScores; ++k) {
          ASSERT_NEAR(scores[i].probability[k], double{wanted.values[i * kScores + k]}, 1e-5)
              << kernel << ", batch " << batch << ", position " << i << ", output " << k;
        }
      }
      scores.assign(all, {});
    }
  }
}

TEST(MakeEvaluator, KnowsItsSpecs) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "skipstone_make_evaluator_test";
  std::filesystem::create_directories(folder / "nn");
  const std::string a = (folder / "a.safetensors").string();
  const std::string b = (folder / "b.safetensors").string();
  WriteTensorFile(a, Network::Random({}, 1).ToFile());
  WriteTensorFile(b, Network::Random({}, 2).ToFile());
  WriteTensorFile(folder / "nn/nn_3.safetensors", Network::Random(NnX(7, 3, {32}), 1).ToFile());

  const std::vector<Board> boards = RandomBoards(40, 5);
  const Turn turn{13, Team::k1};
  const auto scores_of = [&](const std::string& spec) {
    std::vector<ScoreDistribution> scores(boards.size());
    MakeEvaluator(spec, kTerms)->Evaluate(boards, turn, scores);
    return scores;
  };
  EXPECT_EQ(MakeEvaluator("random", kTerms)->name(), "stones");
  const auto wanted = scores_of("random:seed=1");
  EXPECT_EQ(scores_of("random"), wanted);
  EXPECT_EQ(scores_of("network:file=" + a), wanted);
  EXPECT_NE(scores_of("network:file=" + b), wanted);
  EXPECT_EQ(MakeEvaluator("network:file=" + (folder / "nn").string(), kTerms)->name(), "nn-x");
  EXPECT_NO_THROW(scores_of("network:file=" + (folder / "nn").string()));
  EXPECT_EQ(scores_of("check:a=" + a + ",b=" + a), wanted);
  const Error differs = ErrorOf([&] { scores_of("check:a=" + a + ",b=" + b); });
  EXPECT_EQ(differs.kind(), ErrorKind::kInternal);
  EXPECT_NE(std::string(differs.what()).find("\"shot\":13"), std::string::npos) << differs.what();
  EXPECT_NO_THROW(scores_of("check:a=" + a + ",b=" + b + ",tolerance=1"));
  EXPECT_EQ(scores_of("check:file=" + a + ",a=" + NetworkKernels().front() + ",b=x86-64-v2"),
            wanted);
  for (const std::string spec : {"", "network", "network:file=", "random:seed=x", "best",
                                 "check:a=x", "random:sed=1", "shipped:file=x"}) {
    EXPECT_EQ(ErrorOf([&] { MakeEvaluator(spec, kTerms); }).kind(), ErrorKind::kUsage) << spec;
  }
  EXPECT_EQ(ErrorOf([&] { MakeEvaluator("check:file=" + a + ",a=x86-64-v9", kTerms); }).kind(),
            ErrorKind::kUsage);
  EXPECT_EQ(ErrorOf([&] { MakeEvaluator("network:file=/nowhere", kTerms); }).kind(),
            ErrorKind::kEnvironment);
  EXPECT_EQ(ErrorOf([&] { MakeEvaluator("network:file=" + folder.string(), kTerms); }).kind(),
            ErrorKind::kEnvironment);
  std::filesystem::remove_all(folder);
}

TEST(ShippedNetwork, IsThereOrSaysWhatToDo) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    GameTerms terms = kTerms;
    terms.ice = DefaultIce(law);
    ASSERT_TRUE(HasShippedNetwork(law));
    EXPECT_EQ(ShippedNetwork(law), ShippedNetwork(law));
    EXPECT_EQ(ShippedNetwork(law)->definition().kind, NetworkKind::kStoneSet);
    EXPECT_EQ(MakeEvaluator("shipped", terms)->name(), "stones");
  }
  EXPECT_FALSE(HasShippedNetwork(Law::kFcv1, NetworkKind::kNnX));
  const Error error = ErrorOf([] { ShippedNetwork(Law::kFcv1, NetworkKind::kNnX); });
  EXPECT_EQ(error.kind(), ErrorKind::kEnvironment);
  EXPECT_NE(std::string(error.what()).find("models/nn-x_fcv1.safetensors"), std::string::npos)
      << error.what();
}

TEST(NetworkHash, IsTheOneInTheFile) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("network-hash-{}", ::getpid());
  for (const std::uint64_t seed : {1U, 2U}) {
    WriteTensorFile(path, Network::Random({.stone = {16, 16}, .hidden = {16}}, seed).ToFile());
    const std::string hash = NetworkHash(fmt::format("network:file={}", path.string()), Law::kFcv1,
                                         NetworkKind::kStoneSet);
    EXPECT_EQ(hash.size(), 16U);
    EXPECT_NE(ReadFile(path).find(fmt::format("\"hash\":\"{}\"", hash)), std::string::npos) << hash;
  }
  std::filesystem::remove(path);
  const std::string fcv1 = NetworkHash("shipped", Law::kFcv1, NetworkKind::kStoneSet);
  EXPECT_EQ(fcv1.size(), 16U);
  EXPECT_NE(fcv1, NetworkHash("shipped", Law::kDc2, NetworkKind::kStoneSet));
}

}  // namespace
}  // namespace skipstone
