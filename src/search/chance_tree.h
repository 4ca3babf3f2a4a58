// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <algorithm>
#include <vector>

#include "search/node_pool.h"
#include "search/tree.h"

namespace skipstone {

// A tree whose nodes have a list of actions, each followed by chance: the outcomes sampled for it.
// Their number stays within the square root of its visits; a visit beyond that goes down the
// outcome visited least. The last stone of an end leads nowhere, so each visit of it samples a new
// outcome.
struct ChanceAction {
  Release release;
  double visits = 0.0;
  double sum = 0.0;  // of values
  int outcomes = 0;
  int first_outcome = -1;
};

template <typename Action>
struct ChanceNode {
  Position position;
  bool listed = false;
  double visits = 0.0;       // by the parent's action
  int next_outcome = -1;     // of that action
  double choices = 0.0;      // the sum of its actions' visits
  double sum = 0.0;          // of their values
  std::size_t admitted = 0;  // actions, from the front, that may be chosen
  std::vector<Action> actions;

  void Clear() {
    listed = false;
    visits = choices = sum = 0.0;
    next_outcome = -1;
    admitted = 0;
    actions.clear();
  }
};

// `Action` is a ChanceAction with what a search adds to it.
template <typename Action>
class ChanceTree : public SimulatedTree {
 public:
  void Start(const SearchTask& task, std::uint32_t thread, std::int64_t most_nodes) override {
    Prepare(task, thread, most_nodes, ucb_);
    nodes_.Clear();
    nodes_.Add(task.position);
    List(nodes_[0]);
    root_shots_ = shots_;
    root_notes_.assign(nodes_[0].actions.size(), {});
  }

  void PlayOut() final {
    path_.clear();
    int at = 0;
    while (true) {
      Node& node = nodes_[at];
      if (!node.listed) List(node);
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
      if (!last && nodes_.count() < most_nodes_) AddOutcome(action, next);
      Judge(next);
      return;
    }
  }

  std::int64_t nodes() const final { return nodes_.count(); }
  // For tests; the root is the first.
  const ChanceNode<Action>& Look(int node) const { return nodes_[node]; }

  std::uint64_t Hash() const final {
    return nodes_.Hash([](Hasher& hasher, const Node& node) {
      hasher.AddDouble(node.visits);
      for (const Action& action : node.actions) {
        hasher.AddDouble(action.visits);
        hasher.AddDouble(action.sum);
      }
    });
  }

 protected:
  using Node = ChanceNode<Action>;
  struct Step {
    int node;
    std::size_t action;
  };

  ChanceTree(const GameTerms& terms, double ucb) : SimulatedTree(terms), ucb_(ucb) {}

  virtual void ListActions(Node& node) = 0;
  virtual std::size_t Select(Node& node) = 0;
  // What the position that was reached is worth, to be backed up along the path.
  virtual void Judge(const Position& reached) = 0;

  // At a step of the path.
  void BackUp(Node& node, Action& action, double value) {
    node.choices += 1.0;
    node.sum += value;
    action.visits += 1.0;
    action.sum += value;
  }

  RootAction RootActionOf(const Action& action, const RootNote& note) const {
    RootAction known;
    known.release = action.release;
    known.visits = known.density = action.visits;
    known.sum = known.weighted_sum = action.sum;
    known.squares = note.squares;
    known.scores = note.scores;
    known.reply = ReplyTo(action);
    return known;
  }

  NodePool<Node> nodes_;
  std::vector<Step> path_;

 private:
  void List(Node& node) {
    ListActions(node);
    node.listed = true;
  }

  bool WantsOutcome(const Action& action) const {
    if (action.outcomes == 0) return true;
    const double next = action.outcomes + 1.0;
    return next * next <= action.visits + 1.0 && nodes_.count() < most_nodes_;
  }

  void AddOutcome(Action& action, const Position& position) {
    const int outcome = nodes_.Add(position);
    nodes_[outcome].visits = 1.0;
    nodes_[outcome].next_outcome = action.first_outcome;
    action.first_outcome = outcome;
    ++action.outcomes;
  }

  int LeastVisited(const Action& action) {
    int least = action.first_outcome;
    for (int i = least; i >= 0; i = nodes_[i].next_outcome) {
      if (nodes_[i].visits < nodes_[least].visits) least = i;
    }
    nodes_[least].visits += 1.0;
    return least;
  }

  // What the opponent would do after the outcome visited most.
  std::optional<Release> ReplyTo(const Action& action) const {
    const Node* most = nullptr;
    for (int i = action.first_outcome; i >= 0; i = nodes_[i].next_outcome) {
      const Node& node = nodes_[i];
      if (node.choices > 0.0 && (most == nullptr || node.visits > most->visits)) most = &node;
    }
    if (most == nullptr) return std::nullopt;
    return std::max_element(most->actions.begin(), most->actions.end(),
                            [](const Action& a, const Action& b) { return a.visits < b.visits; })
        ->release;
  }

  double ucb_;
};

}  // namespace skipstone
