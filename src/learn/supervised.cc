// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/supervised.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "learn/dataset.h"
#include "learn/end_file.h"
#include "learn/run_folder.h"
#include "net/network.h"
#include "search/simulation.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

constexpr double kLeast = 1e-9;  // of a probability, where its logarithm is taken
constexpr const char* kCurrent = "current";

// The ends that are played, with their calls.
struct CallBytes {
  std::array<double, kStones> speed;
  std::array<double, kStones> angle;
  std::array<std::uint8_t, kStones> handle;
};

std::uint64_t HashOf(const std::vector<CalledEnd>& ends) {
  Hasher hasher;
  for (const CalledEnd& end : ends) {
    hasher.AddInt(end.game);
    for (const Position& position : end.positions) hasher.AddInt(HashOf(position));
    for (const Release& called : end.called) hasher.AddInt(HashOf(called));
  }
  return hasher.value();
}

// Value targets of section 5.1.
class ValueTargets {
 public:
  ValueTargets(const SupervisedSetup& setup, std::unique_ptr<Evaluator> judge)
      : setup_(setup), simulation_(setup.terms), judge_(std::move(judge)) {}

  ScoreDistribution Of(const CalledEnd& end, std::size_t shot, RandomStream& random) {
    const std::size_t last =
        std::min(shot + static_cast<std::size_t>(setup_.depth), end.called.size()) - 1;
    const Position& before = end.positions[last];
    ScoreDistribution sum;
    for (int i = 0; i < setup_.executions; ++i) {
      const Position after =
          simulation_.Throw(before, simulation_.Sample(before.turn, end.called[last], random));
      ScoreDistribution scores;
      if (Simulation::IsOver(after)) {
        scores[simulation_.Score(after)] = 1.0;
      } else {
        judge_->Evaluate({&after.board, 1}, after.turn, {&scores, 1});
      }
      for (std::size_t s = 0; s < kScores; ++s) {
        sum.probability[s] += scores.probability[s] / setup_.executions;
      }
    }
    return BetweenViews(sum, end.positions[shot].turn);
  }

 private:
  const SupervisedSetup& setup_;
  Simulation simulation_;
  std::unique_ptr<Evaluator> judge_;
};

// How often each cell is called at each shot.
class TurnTable {
 public:
  TurnTable(std::span<const PolicySample> samples, bool mirrored)
      : counts_(kStones * kPolicyCells) {
    for (const PolicySample& sample : samples) {
      for (const PolicySample::Share& share : sample.shares) {
        const int shot = sample.position.turn.shot;
        counts_[Place(shot, share.cell)] += double{share.part};
        if (mirrored) counts_[Place(shot, PolicyCells::Mirrored(share.cell))] += double{share.part};
      }
    }
  }

  // With `prior` seen of each cell beforehand.
  double Probability(int shot, int cell, double prior) const {
    const auto first = counts_.begin() + static_cast<std::ptrdiff_t>(Place(shot, 0));
    const double total = std::accumulate(first, first + kPolicyCells, prior * kPolicyCells);
    return (counts_[Place(shot, cell)] + prior) / total;
  }
  std::span<const double> CountsOf(int shot) const {
    return std::span(counts_).subspan(Place(shot, 0), kPolicyCells);
  }

 private:
  static std::size_t Place(int shot, int cell) {
    return static_cast<std::size_t>(shot * kPolicyCells + cell);
  }
  std::vector<double> counts_;
};

// Whether fewer than `most` cells have more than this one; of equals the first counts.
template <typename Weights>
bool IsAmong(const Weights& weights, int cell, int most) {
  const auto own = weights[static_cast<std::size_t>(cell)];
  int better = 0;
  for (int other = 0; other < kPolicyCells; ++other) {
    const auto weight = weights[static_cast<std::size_t>(other)];
    better += weight > own || (weight == own && other < cell) ? 1 : 0;
  }
  return better < most;
}

}  // namespace

JsonOut ToJson(const SupervisedSetup& setup) {
  return {{"ice", ToJson(setup.terms.ice)},
          {"rules", ToJson(setup.terms.rules)},
          {"execution", ToJson(setup.terms.sizes())},
          {"network", ToJson(setup.network)},
          {"seed", setup.seed},
          {"ends", setup.ends},
          {"player", setup.player},
          {"random_calls", setup.random_calls},
          {"depth", setup.depth},
          {"executions", setup.executions},
          {"judge", setup.judge},
          {"steps", setup.steps},
          {"batch", setup.batch},
          {"learning_rate", setup.learning_rate},
          {"weight_decay", setup.weight_decay}};
}

JsonOut ToJson(const SupervisedReport& report) {
  return {{"positions", report.positions},
          {"policy_cross_entropy", report.policy_cross_entropy},
          {"table_cross_entropy", report.table_cross_entropy},
          {"top1", report.top1},
          {"top5", report.top5},
          {"table_top5", report.table_top5},
          {"value_cross_entropy", report.value_cross_entropy},
          {"constant_cross_entropy", report.constant_cross_entropy},
          {"value_entropy", report.value_entropy},
          {"value_explained", report.ValueExplained()}};
}

SupervisedReport Judge(std::span<const PolicySample> training, std::span<const PolicySample> test,
                       PolicyValue& network) {
  SKIPSTONE_CHECK(!training.empty() && !test.empty());
  // With and without mirror images; the better one counts, as to its prior: nothing is made easy.
  const std::array<TurnTable, 2> tables = {TurnTable(training, false), TurnTable(training, true)};
  ScoreDistribution mean;
  for (const PolicySample& sample : training) {
    for (std::size_t i = 0; i < kScores; ++i) {
      mean.probability[i] += sample.scores.probability[i] / static_cast<double>(training.size());
    }
  }
  constexpr std::array kPriors = {1.0, 0.3, 0.1, 0.03, 0.01, 0.003};
  std::array<double, 2 * kPriors.size()> table_losses{};
  std::array<double, 2> table_top5{};
  SupervisedReport report;
  report.positions = static_cast<int>(test.size());
  const double part = 1.0 / static_cast<double>(test.size());
  std::vector<float> weights(kPolicyCells);
  for (const PolicySample& sample : test) {
    const Turn& turn = sample.position.turn;
    network.Policy(sample.position.board, turn, 1.0, weights);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (const PolicySample::Share& share : sample.shares) {
      if (share.part <= 0.0F) continue;
      const double p = double{weights[share.cell]} / total;
      report.policy_cross_entropy -= part * double{share.part} * std::log(std::max(kLeast, p));
      for (std::size_t k = 0; k < table_losses.size(); ++k) {
        const double p_of_table = tables[k % 2].Probability(turn.shot, share.cell, kPriors[k / 2]);
        table_losses[k] -= part * double{share.part} * std::log(p_of_table);
      }
    }
    const int called = sample.shares[0].cell;
    report.top1 += part * (IsAmong(weights, called, 1) ? 1.0 : 0.0);
    report.top5 += part * (IsAmong(weights, called, 5) ? 1.0 : 0.0);
    for (std::size_t k = 0; k < 2; ++k) {
      table_top5[k] += part * (IsAmong(tables[k].CountsOf(turn.shot), called, 5) ? 1.0 : 0.0);
    }
    ScoreDistribution judged;
    network.Evaluate({&sample.position.board, 1}, turn, {&judged, 1});
    judged = BetweenViews(judged, turn);
    for (std::size_t i = 0; i < kScores; ++i) {
      const double p = sample.scores.probability[i];
      if (p <= 0.0) continue;
      report.value_cross_entropy -= part * p * std::log(std::max(kLeast, judged.probability[i]));
      report.constant_cross_entropy -= part * p * std::log(std::max(kLeast, mean.probability[i]));
      report.value_entropy -= part * p * std::log(p);
    }
  }
  report.table_cross_entropy = *std::min_element(table_losses.begin(), table_losses.end());
  report.table_top5 = std::max(table_top5[0], table_top5[1]);
  return report;
}

Supervised::Supervised(fs::path folder, const SupervisedSetup& setup, LearnWorld world,
                       std::vector<CalledEnd> given)
    : folder_(std::move(folder)),
      setup_(setup),
      world_(std::move(world)),
      given_(std::move(given)) {
  SKIPSTONE_CHECK(setup.network.kind == NetworkKind::kPvStones && setup.depth >= 1);
  // What cannot be made is told of before anything is written.
  if (setup.ends > 0) EndPlayer(setup.terms, setup.player, setup.random_calls);
  if (setup.judge != kCurrent) MakeEvaluator(setup.judge, setup.terms);
  JsonOut run = ToJson(setup_);
  run["given"] = {{"ends", given_.size()}, {"hash", HashText(HashOf(given_))}};
  BeginRun(folder_, run);
}

fs::path Supervised::SamplesPath(int round) const {
  return folder_ / fmt::format("round-{}.samples", round);
}
fs::path Supervised::NetworkPath(int round) const {
  return folder_ / fmt::format("round-{}.safetensors", round);
}

// 1. What the reference player does.
bool Supervised::PlayEnds() {
  const GameTerms search = setup_.terms;
  std::vector<CalledEnd> played(static_cast<std::size_t>(setup_.ends));
  Work work;
  work.what = "ends";
  work.path = EndsPath();
  work.header = {{"skipstone", "called ends"},
                 {"version", 1},
                 {"ice", LawName(setup_.terms.ice.law)},
                 {"rules", PresetName(setup_.terms.rules.preset)},
                 {"execution", ToJson(setup_.terms.sizes())},
                 {"seed", setup_.seed},
                 {"player", setup_.player},
                 {"network", NetworkBehind(setup_.player, setup_.terms.ice.law)},
                 {"random_calls", setup_.random_calls},
                 {"provenance", world_.provenance}};
  work.record_size = sizeof(EndBytes) + sizeof(CallBytes);
  work.count = static_cast<std::uint32_t>(setup_.ends);
  work.take = [&](std::string_view record, const std::string&) {
    const auto [number, boards] = EndFrom(record.substr(0, sizeof(EndBytes)));
    CallBytes calls;
    std::memcpy(&calls, record.data() + sizeof(EndBytes), sizeof calls);
    CalledEnd end;
    end.game = number;
    for (std::size_t i = 0; i < kStones; ++i) {
      if (!std::isfinite(calls.speed[i]) || !std::isfinite(calls.angle[i])) throw BadEnd(number);
      end.positions.push_back(boards.Before(static_cast<int>(i)));
      end.called.push_back(
          {calls.speed[i], calls.angle[i], calls.handle[i] == 0 ? Handle::kCw : Handle::kCcw});
    }
    if (number < played.size()) played[number] = std::move(end);
    return number;
  };
  work.make_maker = [&] {
    const auto player = std::make_shared<EndPlayer>(search, setup_.player, setup_.random_calls);
    return [&, player](std::uint32_t number) {
      std::array<Release, kStones> called;
      std::string record =
          ToRecord(player->Play(MixedSeed({setup_.seed}, "supervised"), number, &called), number);
      CallBytes calls{};
      for (std::size_t i = 0; i < kStones; ++i) {
        calls.speed[i] = called[i].speed_mps;
        calls.angle[i] = called[i].angle_rad;
        calls.handle[i] = static_cast<std::uint8_t>(called[i].handle);
      }
      return record.append(reinterpret_cast<const char*>(&calls), sizeof calls);
    };
  };
  if (!Do(work, world_)) return false;
  ends_ = std::move(played);
  ends_.insert(ends_.end(), given_.begin(), given_.end());
  if (ends_.empty()) {
    throw Error(ErrorKind::kUsage, "",
                "expected ends to learn from, got none; play some (--ends) "
                "or give files of games");
  }
  return true;
}

// 2. Their targets. An end with fewer than sixteen shots has empty samples at its end.
bool Supervised::MakeSamples(int round) {
  std::string judge = setup_.judge;
  if (judge == kCurrent) {
    judge = round == 0 ? fmt::format("random:seed={}", setup_.seed % 1'000'000'000)
                       : fmt::format("network:file={}", NetworkPath(round - 1).string());
  }
  const PolicyCells cells(setup_.terms.ice, MaxSpeed(setup_.terms.sizes(), setup_.terms.ice.law));
  Work work;
  work.what = fmt::format("ends with targets, round {}", round);
  work.path = SamplesPath(round);
  work.header = {{"skipstone", "policy samples"},
                 {"version", 1},
                 {"setup", ToJson(setup_)},
                 {"round", round},
                 {"judge", NetworkHash(judge, setup_.terms.ice.law, NetworkKind::kStoneSet)},
                 {"provenance", world_.provenance}};
  work.record_size = SampledEndSize();
  work.count = static_cast<std::uint32_t>(ends_.size());
  work.take = [](std::string_view record, const std::string&) {
    return SampledEndFrom(record).number;
  };
  work.make_maker = [&] {
    const auto targets = std::make_shared<ValueTargets>(setup_, MakeEvaluator(judge, setup_.terms));
    return [&, targets](std::uint32_t number) {
      const CalledEnd& from = ends_[number];
      RandomStream random(
          {.seed = MixedSeed({setup_.seed, static_cast<std::uint64_t>(round)}, "targets"),
           .game = number,
           .purpose = Purpose::kLearn});
      SampledEnd end;
      end.number = number;
      for (std::size_t shot = 0; shot < kStones; ++shot) {
        PolicySample& sample = end.samples[shot];
        sample.position.turn = {static_cast<int>(shot), Team::k1};
        if (shot >= from.called.size()) continue;
        sample.position = from.positions[shot];
        sample.SetCell(cells.CellOf(from.called[shot]));
        sample.scores = targets->Of(from, shot, random);
      }
      return ToBytes(end);
    };
  };
  return Do(work, world_);
}

std::vector<PolicySample> Supervised::SamplesOf(int round, bool test) const {
  std::vector<std::optional<SampledEnd>> found(ends_.size());
  WorkFile::ReadAll(SamplesPath(round), SampledEndSize(),
                    [&](std::string_view record, const std::string&) {
                      const SampledEnd end = SampledEndFrom(record);
                      if (end.number < found.size()) found[end.number] = end;
                    });
  std::vector<PolicySample> samples;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    if (!found[i] || IsForTesting(ends_[i].game) != test) continue;
    samples.insert(samples.end(), found[i]->samples.begin(),
                   found[i]->samples.begin() + static_cast<std::ptrdiff_t>(ends_[i].called.size()));
  }
  return samples;
}

// 3. The network.
bool Supervised::Train(int round) {
  const fs::path out = NetworkPath(round);
  const auto place = [&](const char* suffix) {
    return folder_ / fmt::format("round-{}{}", round, suffix);
  };
  const auto tidy = [&] {
    for (const char* suffix : {".checkpoint", ".train", ".test"}) fs::remove(place(suffix));
  };
  if (fs::exists(out)) {
    tidy();  // a kill may have come between
    return true;
  }
  for (const bool test : {false, true}) {
    WriteTensorFile(place(test ? ".test" : ".train"),
                    PolicyDatasetOf(SamplesOf(round, test), setup_.terms, false));
  }
  JsonOut metadata = NetworkMetadata(setup_.terms, world_.provenance);
  metadata["round"] = fmt::format("{}", round);
  JsonOut job = {{"definition", ToJson(setup_.network)},
                 {"data", {place(".train").filename().string()}},
                 {"test", place(".test").filename().string()},
                 {"out", out.filename().string()},
                 {"checkpoint", place(".checkpoint").filename().string()},
                 {"curve", place(".curve.jsonl").filename().string()},
                 {"steps", setup_.steps},
                 {"batch", setup_.batch},
                 {"learning_rate", setup_.learning_rate},
                 {"weight_decay", setup_.weight_decay},
                 {"seed", setup_.seed},
                 {"threads", world_.threads},
                 {"metadata", metadata}};
  if (round > 0) job["init"] = NetworkPath(round - 1).filename().string();
  WriteFile(place(".job.json"), job.dump(1) + "\n");
  if (!world_.train(place(".job.json")) || !fs::exists(out)) return false;
  tidy();
  return true;
}

SupervisedReport Supervised::Report(int round) const {
  const auto network = MakePolicyValue(
      std::make_shared<const Network>(Network::Read(NetworkPath(round))), setup_.terms);
  return Judge(SamplesOf(round, false), SamplesOf(round, true), *network);
}

bool Supervised::Run() {
  if (!PlayEnds()) return false;
  for (int round = 0; round < setup_.rounds; ++round) {
    if (!fs::exists(NetworkPath(round)) && !MakeSamples(round)) return false;
    if (!Train(round)) return false;
    const SupervisedReport report = Report(round);
    WriteFile(folder_ / fmt::format("round-{}.report.json", round), ToJson(report).dump(1) + "\n");
    world_.say(fmt::format(
        "round {}: {} positions held out: policy {:.3f} nats (table {:.3f}), top five {:.1f} % "
        "(table {:.1f} %), value explained {:.3f}",
        round, report.positions, report.policy_cross_entropy, report.table_cross_entropy,
        100.0 * report.top5, 100.0 * report.table_top5, report.ValueExplained()));
  }
  return true;
}

}  // namespace skipstone
