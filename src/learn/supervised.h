// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "learn/policy_sample.h"
#include "learn/states.h"
#include "learn/world.h"
#include "net/definition.h"

namespace skipstone {

// An end as somebody played it, from its first shot on; team 1 has the hammer.
struct CalledEnd {
  std::uint32_t game = 0;           // ends of a game are for training or for testing together
  std::vector<Position> positions;  // before each shot
  std::vector<Release> called;      // there

  bool operator==(const CalledEnd&) const = default;
};

// How a policy-value network learns from a reference program (Lee et al. 2018, section 5.1).
struct SupervisedSetup {
  GameTerms terms;
  NetworkDefinition network;  // of the kind pv-stones
  std::uint64_t seed = 1;
  int ends = 16'000;  // played by the reference player, 16 positions each
  // One ply in two stages, and the last stone by the quick solver.
  std::string player = "grid:replies=0,whole=off,last-stone=off";
  double random_calls = 0.1;  // thrown instead of the player's, so that positions differ more
  // The value's target: the position `depth` shots on, its last shot thrown anew with an error;
  // the mean of so many of them. One where the end is over has its score; others are judged by an
  // evaluator (net/network.h), or by the network so far ("current"), round by round.
  int depth = 1;
  int executions = 4;
  std::string judge = "shipped";
  int rounds = 1;
  int steps = 40'000;  // of training, each round
  int batch = 512;
  double learning_rate = 1e-3;
  double weight_decay = 0.05;
};
JsonOut ToJson(const SupervisedSetup& setup);

// What a network knows of ends it has not seen, beside who knows nothing but the number of the
// shot: the table of how often each cell was called there.
struct SupervisedReport {
  int positions = 0;
  double policy_cross_entropy = 0.0;  // nats
  double table_cross_entropy = 0.0;
  double top1 = 0.0;  // how often the cell that was called is the likeliest
  double top5 = 0.0;  // and among the five likeliest
  double table_top5 = 0.0;
  double value_cross_entropy = 0.0;
  double constant_cross_entropy = 0.0;  // of who always says the mean of the training set
  double value_entropy = 0.0;           // of the targets: what perfect judgement has

  double ValueExplained() const {
    return (constant_cross_entropy - value_cross_entropy) /
           (constant_cross_entropy - value_entropy);
  }
};
JsonOut ToJson(const SupervisedReport& report);
SupervisedReport Judge(std::span<const PolicySample> training, std::span<const PolicySample> test,
                       PolicyValue& network);

// Learns in a folder; what is there already is taken up where it was left.
class Supervised {
 public:
  // `given` are ends of others, learned from beside those that are played here.
  Supervised(std::filesystem::path folder, const SupervisedSetup& setup, LearnWorld world,
             std::vector<CalledEnd> given);

  // Returns whether it came to the end.
  bool Run();

  // The pieces.
  bool PlayEnds();
  bool MakeSamples(int round);
  bool Train(int round);
  SupervisedReport Report(int round) const;

  const std::vector<CalledEnd>& ends() const { return ends_; }
  std::filesystem::path EndsPath() const { return folder_ / "ends"; }
  std::filesystem::path SamplesPath(int round) const;
  std::filesystem::path NetworkPath(int round) const;

 private:
  // Of training (false) and of testing (true).
  std::vector<PolicySample> SamplesOf(int round, bool test) const;

  std::filesystem::path folder_;
  SupervisedSetup setup_;
  LearnWorld world_;
  std::vector<CalledEnd> given_;
  std::vector<CalledEnd> ends_;  // played and given
};

}  // namespace skipstone
