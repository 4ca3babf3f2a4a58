// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// UCT over the generator's candidates, with execution errors as chance nodes:
//   choose the action of the largest  v(a) + C sqrt(log(sum of n) / n(a)),
// where the number of outcomes sampled for an action stays within the square root of its visits; a
// visit beyond that goes down the outcome visited least. The last stone of an end leads nowhere, so
// each visit of it samples a new outcome.
//
// RAVE (Gelly and Silver 2011) mixes v(a) with the mean over play-outs in which the same team used
// an action of the same description further down, with weight beta / (beta + n(a)). PW admits one
// more action whenever their number is below the root of the node's visits: a random one, or with
// RAVE the one of the largest RAVE value.

#include "search/uct.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "base/exact_math.h"
#include "base/hash.h"

namespace skipstone {
namespace {

struct Action {
  Release release;
  std::uint32_t description = 0;
  std::uint32_t listed_as = 0;  // place in the generator's list
  int outcomes = 0;
  int first_outcome = -1;
  double visits = 0.0;
  double sum = 0.0;
  double rave_visits = 0.0;
  double rave_sum = 0.0;
};

struct Node {
  Position position;
  double visits = 0.0;
  double choices = 0.0;   // the sum of its actions' visits
  int next_outcome = -1;  // of the same action of the parent
  bool listed = false;
  std::size_t admitted = 0;  // actions, from the front, that widening has let in
  std::vector<Action> actions;
};

class UctTree : public SimulatedTree {
 public:
  UctTree(const SearchSetup& setup, const UctOptions& options)
      : SimulatedTree(setup), options_(options) {}

  void Start(const SearchTask& task, std::uint32_t thread, std::int64_t most_nodes) override {
    Prepare(task, thread, most_nodes, options_.ucb);
    count_ = 0;
    AddNode(task.position);
    ListActions(nodes_[0]);
    root_shots_ = shots_;
    root_notes_.assign(root_shots_.size(), {});
  }

  void PlayOut() override {
    path_.clear();
    int at = 0;
    int points = 0;
    while (true) {
      Node& node = nodes_[static_cast<std::size_t>(at)];
      if (!node.listed) ListActions(node);
      Widen(node);
      const std::size_t chosen = Select(node);
      path_.push_back({at, chosen});
      Action& action = node.actions[chosen];
      const bool last = node.position.turn.shot == kStones - 1;
      if (last || WantsOutcome(action)) {
        const Position next = Simulate(node, action);
        if (!last && count_ < most_nodes_) {
          const int outcome = AddNode(next);
          nodes_[static_cast<std::size_t>(outcome)].visits = 1.0;
          nodes_[static_cast<std::size_t>(outcome)].next_outcome = action.first_outcome;
          action.first_outcome = outcome;
          ++action.outcomes;
        }
        points = Evaluate(next);
        break;
      }
      at = LeastVisited(action);
    }
    BackUp(points);
  }

  std::int64_t nodes() const override { return count_; }

  std::vector<RootAction> Root() const override {
    std::vector<RootAction> root;
    for (const Action& action : nodes_[0].actions) {
      RootAction& known = root.emplace_back();
      known.release = action.release;
      known.intention = root_shots_[action.listed_as].intention;
      known.visits = known.density = action.visits;
      known.sum = known.weighted_sum = action.sum;
      known.squares = root_notes_[action.listed_as].squares;
      known.scores = root_notes_[action.listed_as].scores;
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

  // Nodes of earlier searches are used again, with the memory they hold.
  int AddNode(const Position& position) {
    if (count_ == static_cast<std::int64_t>(nodes_.size())) nodes_.emplace_back();
    Node& node = nodes_[static_cast<std::size_t>(count_)];
    node.position = position;
    node.visits = node.choices = 0.0;
    node.next_outcome = -1;
    node.listed = false;
    node.admitted = 0;
    return static_cast<int>(count_++);
  }

  void ListActions(Node& node) {
    simulation_.List(node.position, shots_);
    node.actions.clear();
    for (std::size_t i = 0; i < shots_.size(); ++i) {
      node.actions.push_back({.release = shots_[i].release,
                              .description = DescriptionOf(shots_[i].intention),
                              .listed_as = static_cast<std::uint32_t>(i)});
    }
    node.listed = true;
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

  std::size_t Select(const Node& node) const {
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

  bool WantsOutcome(const Action& action) const {
    if (action.outcomes == 0) return true;
    const double next = action.outcomes + 1.0;
    return next * next <= action.visits + 1.0 && count_ < most_nodes_;
  }

  int LeastVisited(const Action& action) {
    int least = action.first_outcome;
    for (int i = least; i >= 0; i = nodes_[static_cast<std::size_t>(i)].next_outcome) {
      if (nodes_[static_cast<std::size_t>(i)].visits <
          nodes_[static_cast<std::size_t>(least)].visits) {
        least = i;
      }
    }
    nodes_[static_cast<std::size_t>(least)].visits += 1.0;
    return least;
  }

  Position Simulate(const Node& node, const Action& action) {
    return simulation_.Throw(node.position,
                             simulation_.Sample(node.position.turn, action.release, random_));
  }

  void BackUp(int points) {
    for (std::size_t i = 0; i < path_.size(); ++i) {
      Node& node = nodes_[static_cast<std::size_t>(path_[i].node)];
      Action& action = node.actions[path_[i].action];
      const double value = ValueAt(node.position.turn, points);
      node.choices += 1.0;
      action.visits += 1.0;
      action.sum += value;
      if (i == 0) NoteAtRoot(action.listed_as, points);
      if (!options_.rave) continue;
      for (std::size_t j = i + 2; j < path_.size(); j += 2) {
        const std::uint32_t used =
            nodes_[static_cast<std::size_t>(path_[j].node)].actions[path_[j].action].description;
        for (Action& same : node.actions) {
          if (same.description != used) continue;
          same.rave_visits += 1.0;
          same.rave_sum += value;
        }
      }
    }
  }

  // What the opponent would do after the outcome visited most.
  std::optional<Release> ReplyTo(const Action& action) const {
    const Node* most = nullptr;
    for (int i = action.first_outcome; i >= 0;
         i = nodes_[static_cast<std::size_t>(i)].next_outcome) {
      const Node& node = nodes_[static_cast<std::size_t>(i)];
      if (node.listed && (most == nullptr || node.visits > most->visits)) most = &node;
    }
    if (most == nullptr) return std::nullopt;
    const auto best =
        std::max_element(most->actions.begin(), most->actions.end(),
                         [](const Action& a, const Action& b) { return a.visits < b.visits; });
    return best->release;
  }

  UctOptions options_;
  std::int64_t count_ = 0;
  std::deque<Node> nodes_;
  std::vector<Step> path_;
};

}  // namespace

std::unique_ptr<Tree> MakeUctTree(const SearchSetup& setup, const UctOptions& options) {
  return std::make_unique<UctTree>(setup, options);
}

}  // namespace skipstone
