// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/policy_guide.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "net/network.h"

namespace skipstone {
namespace {

// Weights are summed by blocks, so that drawing one and taking it out is a matter of a few dozen
// additions.
constexpr int kBlocks = 64;
constexpr int kBlockSize = kPolicyCells / kBlocks;
// A cell so much less likely than the likeliest is not worth sorting.
constexpr float kNegligible = 1e-5F;

}  // namespace

SpecOption PolicyNetworkOption() {
  return SpecOption::Text("network", "FILE", "a network file of the kind pv-stones")
      .Unsaid("the shipped one");
}

SpecOption BlankOption(double fallback) {
  return SpecOption::Number(
      "blank", fallback, 0.0, 1.0,
      "how many of the scores of one that a network foretells could as well be "
      "blank ends; not with one that knows stakes");
}

std::string PolicyNetworkFrom(SpecOptions& options, const GameTerms& setup) {
  const std::string spec = options.Given("network")
                               ? fmt::format("network:file={}", options.Text("network"))
                               : "shipped";
  MakePolicyValue(spec, {setup.ice, setup.rules, setup.execution[0][0]});
  return spec;
}

double PolicyTemperature(const Rules& rules, const Turn& turn) {
  return turn.shot < rules.guard_shots - 1 ? 1.0 : 0.33;
}

PolicyGuide::PolicyGuide(const GameTerms& terms, const std::string& network, double blank)
    : rules_(terms.rules),
      blank_(blank),
      throwers_(terms,
                [&](const ExecutionSizes& sizes) {
                  auto thrower = std::make_shared<Thrower>();
                  thrower->network = MakePolicyValue(network, {terms.ice, terms.rules, sizes});
                  thrower->cells =
                      std::make_unique<PolicyCells>(terms.ice, MaxSpeed(sizes, terms.ice.law));
                  return thrower;
                }),
      weights_(kPolicyCells) {
  if (throwers_.Of({0, Team::k1}).network->knows_stakes()) blank_ = 0.0;
}

void PolicyGuide::PlayFor(const Utility& utility) {
  utility_ = utility;
  for (int shot = 0; shot < kStones; ++shot) {  // that is every thrower
    throwers_.Of({shot, Team::k1}).network->PlayFor(utility);
  }
}

ScoreDistribution PolicyGuide::Judge(const Position& position, const Simulation& simulation) const {
  ScoreDistribution scores;
  if (Simulation::IsOver(position)) {
    scores[simulation.Score(position)] = 1.0;
    return scores;
  }
  throwers_.Of(position.turn).network->Evaluate({&position.board, 1}, position.turn, {&scores, 1});
  return Foreseen(scores, utility_, blank_);
}

void PolicyGuide::Draw(const Position& position, int count, RandomStream& random,
                       std::vector<Proposal>& proposals) {
  Thrower& thrower = throwers_.Of(position.turn);
  thrower.network->Policy(position.board, position.turn, PolicyTemperature(rules_, position.turn),
                          weights_);
  std::array<double, kBlocks> blocks{};
  const auto sum_block = [&](int block) {
    const auto first = weights_.begin() + block * kBlockSize;
    blocks[static_cast<std::size_t>(block)] = std::accumulate(first, first + kBlockSize, 0.0);
  };
  for (int block = 0; block < kBlocks; ++block) sum_block(block);
  const double all = std::accumulate(blocks.begin(), blocks.end(), 0.0);
  proposals.clear();
  while (static_cast<int>(proposals.size()) < count) {
    const double total = std::accumulate(blocks.begin(), blocks.end(), 0.0);
    if (!(total > 0.0)) return;
    double left = random.Uniform() * total;
    int block = 0;
    while (block + 1 < kBlocks && left >= blocks[static_cast<std::size_t>(block)]) {
      left -= blocks[static_cast<std::size_t>(block++)];
    }
    // Rounding may lead past the last weight: then it is the last one that is left.
    int chosen = -1;
    for (int cell = block * kBlockSize; cell < kPolicyCells; ++cell) {
      const float weight = weights_[static_cast<std::size_t>(cell)];
      if (weight <= 0.0F) continue;
      chosen = cell;
      left -= double{weight};
      if (left < 0.0) break;
    }
    if (chosen < 0) return;
    float& weight = weights_[static_cast<std::size_t>(chosen)];
    proposals.push_back({chosen, thrower.cells->ReleaseOf(chosen), double{weight} / all});
    weight = 0.0F;
    sum_block(chosen / kBlockSize);
  }
}

void PolicyGuide::Likeliest(const Position& position, int count, std::vector<Proposal>& proposals) {
  Thrower& thrower = throwers_.Of(position.turn);
  thrower.network->Policy(position.board, position.turn, 1.0, weights_);
  const auto weight = [&](int cell) { return weights_[static_cast<std::size_t>(cell)]; };
  double all = 0.0;
  order_.clear();
  for (int cell = 0; cell < kPolicyCells; ++cell) {
    all += double{weight(cell)};
    if (weight(cell) > kNegligible) order_.push_back(cell);
  }
  const std::size_t kept = std::min(order_.size(), static_cast<std::size_t>(count));
  std::partial_sort(
      order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(kept), order_.end(),
      [&](int a, int b) { return weight(a) != weight(b) ? weight(a) > weight(b) : a < b; });
  proposals.clear();
  for (std::size_t i = 0; i < kept; ++i) {
    const int cell = order_[i];
    proposals.push_back({cell, thrower.cells->ReleaseOf(cell), double{weight(cell)} / all});
  }
}

}  // namespace skipstone
