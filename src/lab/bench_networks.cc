// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/machine.h"
#include "base/stop.h"
#include "game/end.h"
#include "game/throw_samples.h"
#include "lab/bench.h"
#include "net/features.h"
#include "net/network.h"
#include "options/verb.h"
#include "shots/rule.h"

namespace skipstone {
namespace {

constexpr std::uint64_t kSeed = 1;
// The measurements take turns this often, so that all see the same state of the machine.
constexpr int kRounds = 15;
constexpr int kEnds = 64;
constexpr std::array<std::size_t, 2> kBatches = {1, 32};
constexpr std::size_t kPolicyEvery = 16;  // positions: the plain way takes long

struct Options {
  std::string ice = "fcv1";
  std::string file;
  double seconds = 0.5;
  bool json = false;
};

// Boards of one turn.
struct Group {
  Turn turn;
  std::vector<Board> boards;
};

// The positions of some ends of rule against rule, by turn.
std::vector<Group> PositionsOfPlay(const GameTerms& terms) {
  const std::unique_ptr<Engine> engine = MakeEngine("event", terms.ice);
  const std::unique_ptr<const Execution> execution = MakeExecution(terms.sizes(), terms.ice.law);
  const RulePolicy policy(terms.ice, terms.rules);
  std::vector<Group> groups(kStones);
  for (int shot = 0; shot < kStones; ++shot) {
    groups[static_cast<std::size_t>(shot)].turn = {shot, Team::k1};
  }
  for (std::uint32_t end = 0; end < kEnds; ++end) {
    RandomStream random({.seed = kSeed, .game = end, .purpose = Purpose::kPlayout});
    Position position{Board(), {0, Team::k1}};
    for (Group& group : groups) {
      position.turn = group.turn;
      group.boards.push_back(position.board);
      const Release thrown = execution->Sample(policy.Call(position, {}), random);
      position.board = ThrowStone(position, thrown, *engine, terms.rules).outcome.board;
    }
  }
  return groups;
}

// Boards with eight stones, by turn: what a search meets late in a crowded end.
std::vector<Group> PositionsOfEight(const GameTerms& terms) {
  const std::unique_ptr<Engine> engine = MakeEngine("event", terms.ice);
  std::vector<Group> groups;
  for (const ThrowSample& sample : MakeThrows(ThrowCase::kHit8, kSeed, kEnds * kStones, *engine)) {
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& g) { return g.turn == sample.turn; });
    if (group == groups.end()) group = groups.insert(group, {sample.turn, {}});
    group->boards.push_back(sample.board);
  }
  return groups;
}

// A network as its definition reads: what the kernels are compared with.
class PlainJudge : public PolicyValue {
 public:
  PlainJudge(std::shared_ptr<const Network> source, const GameTerms& terms)
      : network_(std::move(source)),
        cells_(terms.ice, MaxSpeed(terms.sizes(), terms.ice.law)),
        features_(terms) {
    for (const Tensor& tensor : network_->tensors()) {
      const auto widest =
          static_cast<std::size_t>(*std::max_element(tensor.shape.begin(), tensor.shape.end()));
      if (widest > in_.size()) in_.resize(widest);
    }
    out_.resize(in_.size());
  }

  std::string_view name() const override { return "plain"; }
  bool knows_stakes() const override { return network_->definition().stakes; }
  void PlayFor(const Utility& utility) override { stake_ = StakeOf(utility); }

  void Evaluate(std::span<const Board> boards, const Turn& turn,
                std::span<ScoreDistribution> scores) override {
    for (std::size_t i = 0; i < boards.size(); ++i) {
      EvaluateOne(boards[i], turn, scores[i]);
      if (network_->definition().kind != NetworkKind::kPvStones) continue;
      scores[i] = BetweenViews(scores[i], turn);
    }
  }

  // Of a network that has one.
  void Policy(const Board& board, const Turn& turn, double temperature,
              std::span<float> weights) override {
    const std::size_t at = RunHidden(board, turn) + 2;
    Through(network_->tensors()[at], &network_->tensors()[at + 1], false);
    float largest = std::numeric_limits<float>::lowest();
    for (int cell = 0; cell < kPolicyCells; ++cell) {
      if (!cells_.Masked(cell)) largest = std::max(largest, in_[static_cast<std::size_t>(cell)]);
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double below = double{in_[i]} - double{largest};
      weights[i] = cells_.Masked(static_cast<int>(i))
                       ? 0.0F
                       : static_cast<float>(std::exp(below / temperature));
    }
  }

 private:
  // in_ becomes relu(weights in_ + bias).
  void Through(const Tensor& weights, const Tensor* bias, bool relu) {
    const auto columns = static_cast<std::size_t>(weights.shape[1]);
    for (std::size_t row = 0; row < static_cast<std::size_t>(weights.shape[0]); ++row) {
      float sum = bias == nullptr ? 0.0F : bias->values[row];
      for (std::size_t k = 0; k < columns; ++k) sum += weights.values[row * columns + k] * in_[k];
      out_[row] = relu ? std::max(sum, 0.0F) : sum;
    }
    std::swap(in_, out_);
  }

  // in_ becomes the last hidden layer; returns which tensor comes next.
  std::size_t RunHidden(const Board& board, const Turn& turn) {
    const std::vector<Tensor>& tensors = network_->tensors();
    features_.EncodeDense(board, turn, stones_, globals_);
    const auto width = static_cast<std::size_t>(network_->definition().stone[1]);
    pooled_.assign(2 * width, 0.0F);
    for (int stone = 0; stone < board.count(); ++stone) {
      std::copy_n(stones_.begin() + stone * kStoneFeatures, kStoneFeatures, in_.begin());
      Through(tensors[0], nullptr, true);
      Through(tensors[1], &tensors[2], true);
      for (std::size_t i = 0; i < width; ++i) {
        pooled_[i] += 0.25F * in_[i];
        pooled_[width + i] = std::max(pooled_[width + i], in_[i]);
      }
    }
    std::copy(pooled_.begin(), pooled_.end(), in_.begin());
    auto own = in_.begin() + static_cast<std::ptrdiff_t>(2 * width);
    own = std::copy(globals_.begin(), globals_.end(), own);
    if (knows_stakes()) std::copy(stake_.begin(), stake_.end(), own);
    std::size_t at = 3;
    for (std::size_t i = 0; i < network_->definition().hidden.size(); ++i, at += 2) {
      Through(tensors[at], &tensors[at + 1], true);
    }
    return at;
  }

  void EvaluateOne(const Board& board, const Turn& turn, ScoreDistribution& scores) {
    const std::size_t at = RunHidden(board, turn);
    Through(network_->tensors()[at], &network_->tensors()[at + 1], false);
    const float largest = *std::max_element(in_.begin(), in_.begin() + kScores);
    double sum = 0.0;
    for (std::size_t i = 0; i < kScores; ++i) {
      sum += scores.probability[i] = std::exp(double{in_[i]} - double{largest});
    }
    for (double& probability : scores.probability) probability /= sum;
  }

  std::shared_ptr<const Network> network_;
  PolicyCells cells_;
  StoneFeatures features_;
  std::vector<float> stones_ = std::vector<float>(kStones * kStoneFeatures);
  std::vector<float> globals_ = std::vector<float>(kGlobalFeatures);
  Stake stake_{};
  std::vector<float> pooled_;
  std::vector<float> in_;
  std::vector<float> out_;
};

class NetworksBench {
 public:
  // `policy` is a network of the kind pv-stones.
  NetworksBench(std::string name, std::vector<Group> groups, std::shared_ptr<const Network> source,
                const std::shared_ptr<const Network>& policy, const GameTerms& terms,
                double seconds)
      : seconds_(seconds),
        name_(std::move(name)),
        network_(std::move(source)),
        groups_(std::move(groups)) {
    std::size_t stones = 0;
    for (const Group& group : groups_) {
      positions_ += group.boards.size();
      for (const Board& board : group.boards) stones += static_cast<std::size_t>(board.count());
      for (std::size_t i = 0; i < group.boards.size(); i += kPolicyEvery) {
        of_policies_.push_back({group.boards[i], group.turn});
      }
    }
    mean_stones_ = static_cast<double>(stones) / static_cast<double>(positions_);
    features_ = std::make_unique<StoneFeatures>(terms);
    evaluators_.push_back({"plain", std::make_unique<PlainJudge>(network_, terms),
                           std::make_unique<PlainJudge>(policy, terms)});
    for (const std::string& kernel : NetworkKernels()) {
      evaluators_.push_back({kernel, MakeNetworkEvaluator(network_, terms, kernel),
                             MakePolicyValue(policy, terms, kernel)});
    }
    for (Measured& evaluator : evaluators_) {
      Judge(*evaluator.evaluator, 32, evaluator.scores);
      Policies(*evaluator.policy, evaluator.policies);
    }
  }

  void Run() {
    for (int round = 0; round < kRounds && !StopRequested(); ++round) {
      encoding_ns_.push_back(NsOf([&] { Encode(); }, positions_));
      std::vector<ScoreDistribution> scores;
      std::vector<float> policies;
      for (Measured& evaluator : evaluators_) {
        evaluator.policy_ns.push_back(
            NsOf([&] { Policies(*evaluator.policy, policies); }, of_policies_.size()));
        for (std::size_t i = 0; i < kBatches.size(); ++i) {
          evaluator.ns[i].push_back(
              NsOf([&] { Judge(*evaluator.evaluator, kBatches[i], scores); }, positions_));
        }
      }
    }
  }

  void Print() const {
    fmt::print("{}: {} positions, {:.1f} stones in the mean; encoding alone {:.0f} ns\n", name_,
               positions_, mean_stones_, MedianOf(encoding_ns_));
    fmt::print("{:<6}{:>16}{:>7}{:>16}{:>7}{:>16}{:>7}{:>22}\n", "", "batch 1", "ratio", "batch 32",
               "ratio", "policy", "ratio", "largest errors");
    for (const Measured& evaluator : evaluators_) {
      fmt::print("{:<6}", evaluator.name);
      for (std::size_t i = 0; i < kBatches.size(); ++i) {
        fmt::print("{:>12.0f} p/s{:>7.1f}", PerSecond(evaluator.ns[i]), Ratio(evaluator, i));
      }
      fmt::print("{:>12.0f} p/s{:>7.1f}", PerSecond(evaluator.policy_ns), PolicyRatio(evaluator));
      fmt::print("{:>13.1e} {:.1e}\n", ErrorOf(evaluator), PolicyErrorOf(evaluator));
    }
  }

  JsonOut Json() const {
    JsonOut json = {{"name", name_},
                    {"positions", positions_},
                    {"mean_stones", mean_stones_},
                    {"encoding_ns", MedianOf(encoding_ns_)}};
    for (const Measured& evaluator : evaluators_) {
      JsonOut& kernel = json["kernels"][evaluator.name];
      for (std::size_t i = 0; i < kBatches.size(); ++i) {
        kernel[fmt::format("batch_{}", kBatches[i])] = {
            {"positions_per_second", PerSecond(evaluator.ns[i])}, {"ratio", Ratio(evaluator, i)}};
      }
      kernel["policy"] = {{"positions_per_second", PerSecond(evaluator.policy_ns)},
                          {"ratio", PolicyRatio(evaluator)}};
      kernel["largest_error"] = ErrorOf(evaluator);
      kernel["largest_policy_error"] = PolicyErrorOf(evaluator);
    }
    return json;
  }

 private:
  struct Measured {
    std::string name;
    std::unique_ptr<Evaluator> evaluator;
    std::unique_ptr<PolicyValue> policy;
    std::vector<ScoreDistribution> scores = {};
    std::vector<float> policies = {};
    std::array<std::vector<double>, kBatches.size()> ns = {};  // of a position, by round
    std::vector<double> policy_ns = {};
  };

  // All positions, in batches of one turn.
  void Judge(Evaluator& evaluator, std::size_t batch, std::vector<ScoreDistribution>& scores) {
    scores.resize(positions_);
    std::size_t done = 0;
    for (const Group& group : groups_) {
      const std::span<const Board> boards = group.boards;
      for (std::size_t at = 0; at < boards.size(); at += batch) {
        const std::size_t count = std::min(batch, boards.size() - at);
        evaluator.Evaluate(boards.subspan(at, count), group.turn, {scores.data() + done, count});
        done += count;
      }
    }
  }

  // Of some positions, one at a time, as a search asks.
  void Policies(PolicyValue& judge, std::vector<float>& policies) {
    policies.resize(of_policies_.size() * kPolicyCells);
    for (std::size_t i = 0; i < of_policies_.size(); ++i) {
      judge.Policy(of_policies_[i].board, of_policies_[i].turn, 1.0,
                   std::span(policies).subspan(i * kPolicyCells, kPolicyCells));
    }
  }

  void Encode() {
    for (const Group& group : groups_) {
      for (const Board& board : group.boards) {
        features_->Encode(board, group.turn, encoded_);
        sink_ = sink_ + encoded_.features[0][3];
      }
    }
  }

  template <typename F>
  double NsOf(const F& pass, std::size_t positions) const {
    const double start = CpuSeconds();
    std::size_t done = 0;
    do {
      pass();
      done += positions;
    } while (CpuSeconds() - start < seconds_ / kRounds);
    return 1e9 * (CpuSeconds() - start) / static_cast<double>(done);
  }

  static double PerSecond(const std::vector<double>& ns) { return 1e9 / MedianOf(ns); }
  double Ratio(const Measured& evaluator, std::size_t batch) const {
    return PerSecond(evaluator.ns[batch]) / PerSecond(evaluators_.front().ns[batch]);
  }
  double PolicyRatio(const Measured& evaluator) const {
    return PerSecond(evaluator.policy_ns) / PerSecond(evaluators_.front().policy_ns);
  }
  // Against the plain one.
  double ErrorOf(const Measured& evaluator) const {
    double most = 0.0;
    for (std::size_t i = 0; i < positions_; ++i) {
      for (int points = -kMostPoints; points <= kMostPoints; ++points) {
        most = std::max(
            most, std::abs(evaluator.scores[i][points] - evaluators_.front().scores[i][points]));
      }
    }
    return most;
  }
  // Where the likeliest cell has 1.
  double PolicyErrorOf(const Measured& evaluator) const {
    double most = 0.0;
    for (std::size_t i = 0; i < evaluator.policies.size(); ++i) {
      most =
          std::max(most, std::abs(double{evaluator.policies[i]} - evaluators_.front().policies[i]));
    }
    return most;
  }

  double seconds_;
  std::string name_;
  std::shared_ptr<const Network> network_;
  std::vector<Group> groups_;
  std::size_t positions_ = 0;
  std::vector<Position> of_policies_;
  double mean_stones_ = 0.0;
  std::unique_ptr<StoneFeatures> features_;
  StoneFeatures::Encoded encoded_;
  std::vector<Measured> evaluators_;
  std::vector<double> encoding_ns_;
  float sink_ = 0.0F;  // what compilers must not throw away
};

void Run(const Options& options) {
  if (std::isnan(options.seconds)) {  // which is in every range
    throw Error(ErrorKind::kUsage, "--seconds", "expected seconds, got nan");
  }
  const auto network = std::make_shared<const Network>(
      options.file.empty() ? Network::Random({}, kSeed) : Network::Read(options.file));
  NetworkDefinition with_policy = network->definition();
  if (!SeesStones(with_policy.kind)) {
    throw Error(ErrorKind::kUsage, "--file",
                fmt::format("expected a network of the kind stones or pv-stones, got {}",
                            NetworkKindName(with_policy.kind)));
  }
  auto policy = network;
  if (with_policy.kind != NetworkKind::kPvStones) {
    with_policy.kind = NetworkKind::kPvStones;
    policy = std::make_shared<const Network>(Network::Random(with_policy, kSeed));
  }
  const GameTerms terms = MakeTerms(LawFromName(options.ice));
  const JsonOut definition = ToJson(network->definition());
  std::vector<NetworksBench> benches;
  benches.emplace_back("rule against rule", PositionsOfPlay(terms), network, policy, terms,
                       options.seconds);
  benches.emplace_back("eight stones", PositionsOfEight(terms), network, policy, terms,
                       options.seconds);
  for (NetworksBench& bench : benches) bench.Run();
  if (StopRequested()) {
    fmt::print(stderr, "skipstone: bench: stopped\n");
    return;
  }
  if (options.json) {
    JsonOut sets = JsonOut::array();
    for (const NetworksBench& bench : benches) sets.push_back(bench.Json());
    fmt::print("{}\n", JsonOut({{"machine", MachineText()},
                                {"ice", options.ice},
                                {"definition", definition},
                                {"sets", sets}})
                           .dump());
    return;
  }
  fmt::print("{}; one thread, its CPU time; medians of {} rounds; encoding included\n{} {}\n",
             MachineText(), kRounds, options.ice, definition.dump());
  for (const NetworksBench& bench : benches) bench.Print();
}

}  // namespace

void AddBenchNetworks(Verb& bench) {
  Verb* networks =
      bench.add_subcommand("networks", "Positions a network judges per second and core, by kernel");
  const auto options = std::make_shared<Options>();
  networks->add_option("--ice", options->ice, "fcv1 or dc2")
      ->check(IsMember({"fcv1", "dc2"}))
      ->capture_default_str();
  networks->add_option("--file", options->file,
                       "a network of the kind stones or pv-stones; else random weights");
  networks->add_option("--seconds", options->seconds, "how long each measurement runs")
      ->check(Range(0.001, 1000.0))
      ->capture_default_str();
  networks->add_flag("--json", options->json, "for programs");
  AddExample(*networks, "./skipstone bench networks --seconds 0.02");
  networks->callback([options] { Run(*options); });
}

}  // namespace skipstone
