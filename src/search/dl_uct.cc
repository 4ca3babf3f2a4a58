// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// PUCT (Silver et al. 2016) over the cells of a policy, with execution errors as chance
// (search/chance_tree.h):
//   choose the action of the largest  v(a) + C P(a) sqrt(1 + sum of n) / (1 + n(a)),
// where one that was never tried counts as its node does. A value network judges new positions.

#include "search/dl_uct.h"

#include <cmath>

#include "net/definition.h"
#include "search/chance_tree.h"
#include "search/policy_guide.h"

namespace skipstone {
namespace {

struct Action : ChanceAction {
  double prior = 0.0;
};

class DlUctTree : public ChanceTree<Action> {
 public:
  DlUctTree(const GameTerms& terms, const DlUctOptions& options)
      : ChanceTree(terms, options.puct),
        options_(options),
        guide_(terms, options.network, options.blank) {}

  void Start(const SearchTask& task, std::uint32_t thread, std::int64_t most_nodes) override {
    guide_.PlayFor(task.utility);
    ChanceTree::Start(task, thread, most_nodes);
  }

  std::vector<RootAction> Root() const override {
    std::vector<RootAction> root;
    for (const Action& action : nodes_[0].actions) {
      root.push_back(RootActionOf(action, root_notes_[root.size()]));
    }
    return root;
  }

 private:
  void ListActions(Node& node) override {
    guide_.Likeliest(node.position, options_.actions, proposals_);
    for (const PolicyGuide::Proposal& proposal : proposals_) {
      Action& action = node.actions.emplace_back();
      action.release = proposal.release;
      action.prior = proposal.probability;
    }
  }

  std::size_t Select(Node& node) override {
    const double explore = constant_ * std::sqrt(node.choices + 1.0);
    const double untried = node.choices > 0.0 ? node.sum / node.choices : 0.0;
    std::size_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < node.actions.size(); ++i) {
      const Action& action = node.actions[i];
      const double mean = action.visits > 0.0 ? action.sum / action.visits : untried;
      const double value = mean + explore * action.prior / (1.0 + action.visits);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return best;
  }

  void Judge(const Position& reached) override {
    const ScoreDistribution scores = guide_.Judge(reached, simulation_);
    for (const Step& step : path_) {
      Node& node = nodes_[step.node];
      BackUp(node, node.actions[step.action], ValueAt(node.position.turn, scores));
    }
    NoteAtRoot(path_[0].action, scores);
  }

  DlUctOptions options_;
  PolicyGuide guide_;
  std::vector<PolicyGuide::Proposal> proposals_;
};

}  // namespace

std::unique_ptr<Tree> MakeDlUctTree(const GameTerms& terms, const DlUctOptions& options) {
  return std::make_unique<DlUctTree>(terms, options);
}

SearchKind DlUctKind() {
  const DlUctOptions defaults;
  return {"dl-uct",
          "PUCT over a policy network's shots, judged by its value",
          {PolicyNetworkOption(),
           SpecOption::Number("puct", defaults.puct, 0.0, kMostConstant,
                              "constant of exploration, in points"),
           SpecOption::Whole("actions", defaults.actions, 1, kPolicyCells,
                             "actions of a node, the policy's likeliest"),
           BlankOption(defaults.blank)},
          [](const GameTerms& setup, SpecOptions& options) {
            DlUctOptions dl_uct;
            dl_uct.network = PolicyNetworkFrom(options, setup);
            dl_uct.puct = options.Number("puct");
            dl_uct.actions = options.Int("actions");
            dl_uct.blank = options.Number("blank");
            return std::make_unique<TreeSearch>(
                setup, [dl_uct](const GameTerms& s) { return MakeDlUctTree(s, dl_uct); }, false,
                0.0, TreeSearch::Choice::kMostVisited);
          },
          NetworkKind::kPvStones};
}

}  // namespace skipstone
