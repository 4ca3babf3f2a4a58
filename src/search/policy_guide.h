// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "search/by_thrower.h"
#include "search/simulation.h"
#include "value/evaluator.h"

namespace skipstone {

// Lee et al. 2018, section 6.4: a policy's temperature is 1 for the shots under the free guard
// zone but its last, so that more stones stay in play, and 0.33 after.
double PolicyTemperature(const Rules& rules, const Turn& turn);

// The options `network` and `blank` of searches with a policy.
SpecOption PolicyNetworkOption();
SpecOption BlankOption(double fallback);
// The network by spec, see MakePolicyValue in net/network.h. One that cannot be used is told of
// now, not when the first tree is grown.
std::string PolicyNetworkFrom(SpecOptions& options, const GameTerms& setup);

// What a search asks of a policy-value network. One per thread; allocates nothing once it has grown
// to its sizes.
class PolicyGuide {
 public:
  // `network` by spec, see MakePolicyValue in net/network.h. Of the scores of one that it foretells
  // the part `blank` counts as blank ends where those are worth more (value/score_distribution.h);
  // a network that knows stakes foretells them itself.
  PolicyGuide(const GameTerms& terms, const std::string& network, double blank);

  // What the end is played for.
  void PlayFor(const Utility& utility);
  // Of a position before a shot; where the end is over, the score.
  ScoreDistribution Judge(const Position& position, const Simulation& simulation) const;

  struct Proposal {
    int cell = 0;
    Release release;
    double probability = 0.0;
  };
  // Distinct cells, drawn one after the other from the tempered policy (equation 10).
  void Draw(const Position& position, int count, RandomStream& random,
            std::vector<Proposal>& proposals);
  // The likeliest cells of the policy as it is, likeliest first; fewer, if the others are all but
  // impossible.
  void Likeliest(const Position& position, int count, std::vector<Proposal>& proposals);

  const PolicyCells& cells(const Turn& turn) const { return *throwers_.Of(turn).cells; }

 private:
  struct Thrower {
    std::unique_ptr<PolicyValue> network;
    std::unique_ptr<const PolicyCells> cells;
  };

  Rules rules_;
  double blank_;
  Utility utility_ = UtilityOfPoints();
  ByThrower<Thrower> throwers_;
  std::vector<float> weights_;
  std::vector<int> order_;
};

}  // namespace skipstone
