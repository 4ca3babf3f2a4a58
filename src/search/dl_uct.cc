// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// PUCT (Silver et al. 2016) over the cells of a policy, with execution errors as chance nodes:
//   choose the action of the largest  v(a) + C P(a) sqrt(1 + sum of n) / (1 + n(a)),
// where one that was never tried counts as its node does. As in uct.cc the number of outcomes
// sampled for an action stays within the square root of its visits; a visit beyond that goes down
// the outcome visited least. A value network judges new positions.

#include "search/dl_uct.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "search/policy_guide.h"

namespace skipstone {
namespace {

struct Action {
  Release release;
  double prior = 0.0;
  double visits = 0.0;
  double sum = 0.0;
  std::vector<int> outcomes = {};  // nodes
};

struct Node {
  Position position;
  bool listed = false;
  double visits = 0.0;   // by the parent's action, and
  double choices = 0.0;  // the sum of its actions' visits
  double sum = 0.0;      // of their values
  std::vector<Action> actions;
};

class DlUctTree : public SimulatedTree {
 public:
  DlUctTree(const SearchSetup& setup, const DlUctOptions& options)
      : SimulatedTree(setup), options_(options), guide_(setup, options.network) {}

  void Start(const SearchTask& task, std::uint32_t thread, std::int64_t most_nodes) override {
    Prepare(task, thread, most_nodes, options_.puct);
    count_ = 0;
    AddNode(task.position);
    ListActions(nodes_[0]);
    root_notes_.assign(nodes_[0].actions.size(), {});
  }

  void PlayOut() override {
    path_.clear();
    int at = 0;
    while (true) {
      Node& node = nodes_[static_cast<std::size_t>(at)];
      if (!node.listed) ListActions(node);
      const std::size_t chosen = Select(node);
      path_.push_back({at, chosen});
      Action& action = node.actions[chosen];
      const bool last = node.position.turn.shot == kStones - 1;
      if (!last && !WantsOutcome(action)) {
        at = LeastVisited(action);
        continue;
      }
      const Position next = simulation_.Throw(
          node.position, simulation_.Sample(node.position.turn, action.release, random_));
      if (!last && count_ < most_nodes_) {
        const int added = AddNode(next);
        nodes_[static_cast<std::size_t>(added)].visits = 1.0;
        action.outcomes.push_back(added);
      }
      ScoreDistribution scores;
      if (last) {
        scores[simulation_.Score(next)] = 1.0;
      } else {
        scores = guide_.Judge(next);
      }
      BackUp(scores);
      return;
    }
  }

  std::int64_t nodes() const override { return count_; }

  std::vector<RootAction> Root() const override {
    std::vector<RootAction> root;
    for (const Action& action : nodes_[0].actions) {
      const RootNote& note = root_notes_[root.size()];
      RootAction& known = root.emplace_back();
      known.release = action.release;
      known.visits = known.density = action.visits;
      known.sum = known.weighted_sum = action.sum;
      known.squares = note.squares;
      known.scores = note.scores;
      known.reply = ReplyTo(action);
    }
    return root;
  }

  std::uint64_t Hash() const override {
    Hasher hasher;
    for (std::int64_t i = 0; i < count_; ++i) {
      const Node& node = nodes_[static_cast<std::size_t>(i)];
      hasher.AddInt(HashOf(node.position));
      hasher.AddDouble(node.visits);
      if (!node.listed) continue;
      for (const Action& action : node.actions) {
        hasher.AddDouble(action.visits);
        hasher.AddDouble(action.sum);
      }
    }
    return hasher.value();
  }

 private:
  struct Step {
    int node;
    std::size_t action;
  };

  int AddNode(const Position& position) {
    if (count_ == static_cast<std::int64_t>(nodes_.size())) nodes_.emplace_back();
    Node& node = nodes_[static_cast<std::size_t>(count_)];
    node.position = position;
    node.listed = false;
    node.visits = node.choices = node.sum = 0.0;
    node.actions.clear();
    return static_cast<int>(count_++);
  }

  void ListActions(Node& node) {
    guide_.Likeliest(node.position, options_.actions, proposals_);
    for (const PolicyGuide::Proposal& proposal : proposals_) {
      node.actions.push_back({.release = proposal.release, .prior = proposal.probability});
    }
    node.listed = true;
  }

  std::size_t Select(const Node& node) const {
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

  bool WantsOutcome(const Action& action) const {
    if (action.outcomes.empty()) return true;
    const double next = static_cast<double>(action.outcomes.size()) + 1.0;
    return next * next <= action.visits + 1.0 && count_ < most_nodes_;
  }

  int LeastVisited(const Action& action) {
    const int least =
        *std::min_element(action.outcomes.begin(), action.outcomes.end(), [&](int a, int b) {
          return nodes_[static_cast<std::size_t>(a)].visits <
                 nodes_[static_cast<std::size_t>(b)].visits;
        });
    nodes_[static_cast<std::size_t>(least)].visits += 1.0;
    return least;
  }

  void BackUp(const ScoreDistribution& scores) {
    for (const Step& step : path_) {
      Node& node = nodes_[static_cast<std::size_t>(step.node)];
      const double value = ValueAt(node.position.turn, scores);
      node.choices += 1.0;
      node.sum += value;
      node.actions[step.action].visits += 1.0;
      node.actions[step.action].sum += value;
    }
    NoteAtRoot(path_[0].action, scores);
  }

  // What the opponent would do after the outcome visited most.
  std::optional<Release> ReplyTo(const Action& action) const {
    const Node* most = nullptr;
    for (const int outcome : action.outcomes) {
      const Node& node = nodes_[static_cast<std::size_t>(outcome)];
      if (node.choices > 0.0 && (most == nullptr || node.visits > most->visits)) most = &node;
    }
    if (most == nullptr) return std::nullopt;
    return std::max_element(most->actions.begin(), most->actions.end(),
                            [](const Action& a, const Action& b) { return a.visits < b.visits; })
        ->release;
  }

  DlUctOptions options_;
  PolicyGuide guide_;
  std::int64_t count_ = 0;
  std::deque<Node> nodes_;
  std::vector<Step> path_;
  std::vector<PolicyGuide::Proposal> proposals_;
};

}  // namespace

std::unique_ptr<Tree> MakeDlUctTree(const SearchSetup& setup, const DlUctOptions& options) {
  return std::make_unique<DlUctTree>(setup, options);
}

}  // namespace skipstone
