// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// UCT over the generator's candidates, with execution errors as chance (search/chance_tree.h):
//   choose the action of the largest  v(a) + C sqrt(log(sum of n) / n(a)).
//
// RAVE (Gelly and Silver 2011) mixes v(a) with the mean over play-outs in which the same team used
// an action of the same description further down, with weight beta / (beta + n(a)). PW admits one
// more action whenever their number is below the root of the node's visits: a random one, or with
// RAVE the one of the largest RAVE value.

#include "search/uct.h"

#include <cmath>

#include "base/exact_math.h"

namespace skipstone {
namespace {

using Action = UctAction;

class UctTree : public ChanceTree<Action> {
 public:
  UctTree(const GameTerms& terms, const UctOptions& options)
      : ChanceTree(terms, options.ucb), options_(options) {}

  std::vector<RootAction> Root() const override {
    std::vector<RootAction> root;
    for (const Action& action : nodes_[0].actions) {
      root.push_back(RootActionOf(action, root_notes_[action.listed_as]));
      root.back().intention = root_shots_[action.listed_as].intention;
    }
    return root;
  }

 private:
  void ListActions(Node& node) override {
    simulation_.List(node.position, shots_);
    for (const Shot& shot : shots_) {
      Action& action = node.actions.emplace_back();
      action.release = shot.release;
      action.description = DescriptionOf(shot.intention);
      action.listed_as = static_cast<std::uint32_t>(node.actions.size() - 1);
    }
    node.admitted = options_.widen ? 0 : node.actions.size();
  }

  void Widen(Node& node) {
    if (node.admitted == node.actions.size()) return;
    const auto admitted = static_cast<double>(node.admitted);
    if (admitted * admitted >= node.choices + 1.0) return;
    const std::size_t rest = node.actions.size() - node.admitted;
    std::size_t next = node.admitted + random_.Below(static_cast<std::uint32_t>(rest));
    if (options_.rave) {
      // One without a RAVE value counts as the others do on average.
      double most = -std::numeric_limits<double>::infinity();
      double mean = 0.0;
      for (std::size_t i = 0; i < node.admitted; ++i) mean += node.actions[i].sum;
      mean /= std::max(1.0, node.choices);
      const std::size_t first = next;
      for (std::size_t i = 0; i < rest; ++i) {
        const std::size_t other = node.admitted + (first - node.admitted + i) % rest;
        const Action& action = node.actions[other];
        const double value = action.rave_visits > 0.0 ? action.rave_sum / action.rave_visits : mean;
        if (value > most) {
          most = value;
          next = other;
        }
      }
    }
    std::swap(node.actions[node.admitted++], node.actions[next]);
  }

  std::size_t Select(Node& node) override {
    Widen(node);
    const double log_choices = ExactLog(std::max(1.0, node.choices));
    std::size_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < node.admitted; ++i) {
      const Action& action = node.actions[i];
      if (action.visits == 0.0) return i;
      double value = action.sum / action.visits;
      if (options_.rave && action.rave_visits > 0.0) {
        const double weight = options_.beta / (options_.beta + action.visits);
        value += weight * (action.rave_sum / action.rave_visits - value);
      }
      value += constant_ * std::sqrt(log_choices / action.visits);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return best;
  }

  void Judge(const Position& reached) override {
    const int points = Evaluate(reached);
    for (std::size_t i = 0; i < path_.size(); ++i) {
      Node& node = nodes_[path_[i].node];
      Action& action = node.actions[path_[i].action];
      const double value = ValueAt(node.position.turn, points);
      BackUp(node, action, value);
      if (i == 0) NoteAtRoot(action.listed_as, points);
      if (!options_.rave) continue;
      for (std::size_t j = i + 2; j < path_.size(); j += 2) {
        const std::uint32_t used = nodes_[path_[j].node].actions[path_[j].action].description;
        for (Action& same : node.actions) {
          if (same.description != used) continue;
          same.rave_visits += 1.0;
          same.rave_sum += value;
        }
      }
    }
  }

  UctOptions options_;
};

}  // namespace

std::unique_ptr<ChanceTree<UctAction>> MakeUctTree(const GameTerms& terms,
                                                   const UctOptions& options) {
  return std::make_unique<UctTree>(terms, options);
}

SearchKind UctKind(bool rave, bool widen) {
  const UctOptions defaults;
  SearchKind kind{
      rave ? (widen ? "rave-pw" : "rave") : (widen ? "pw" : "uct"),
      rave ? (widen ? "UCT with RAVE and progressive widening" : "UCT with RAVE")
           : (widen ? "UCT with progressive widening" : "UCT over the generator's candidates"),
      {SpecOption::Number("ucb", defaults.ucb, 0.0, kMostConstant,
                          "constant of exploration, in points"),
       SpecOption::Number("lcb", kLcbConstant, 0.0, kMostConstant,
                          "constant of the final choice, in points")},
      [rave, widen](const GameTerms& setup, SpecOptions& options) {
        UctOptions uct{.rave = rave, .widen = widen};
        uct.ucb = options.Number("ucb");
        if (rave) uct.beta = options.Number("beta");
        return std::make_unique<TreeSearch>(
            setup, [uct](const GameTerms& s) { return MakeUctTree(s, uct); }, false,
            options.Number("lcb"));
      }};
  if (rave) {
    kind.options.push_back(
        SpecOption::Number("beta", defaults.beta, 0.0, kMostConstant, "weight of RAVE, in visits"));
  }
  return kind;
}

}  // namespace skipstone
