// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors
//
// Play-outs of UCT and its rivals, replayed by hand: what a tree was before one, which way it went,
// and what it should have noted on the way.

#include "search/uct.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/exact_math.h"

namespace skipstone {
namespace {

using UctNode = ChanceNode<UctAction>;

struct Step {
  int node = 0;
  std::uint32_t listed_as = 0;  // of the action: its place in the node may change
  double value = 0.0;           // that was backed up
};

const UctAction& ListedAs(const UctNode& node, std::uint32_t place) {
  return *std::find_if(node.actions.begin(), node.actions.end(),
                       [&](const UctAction& action) { return action.listed_as == place; });
}

class UctPlayOuts : public testing::TestWithParam<UctOptions> {
 protected:
  UctPlayOuts() {
    const TeamSizes sizes = SameForAll(DefaultSizes(ExecutionModel::kDc3));
    setup_ = {
        IceForRules(Law::kFcv1, RulesPreset::kDc3), MakeRules(RulesPreset::kDc3), {sizes, sizes}};
    // Four stones to come, so that teams come to throw twice.
    task_.position.turn = {12, Team::k1};
    task_.position.board.Put(SlotOf(Team::k0, 0), {0.1, 0.3});
    task_.position.board.Put(SlotOf(Team::k1, 0), {-0.6, -0.4});
    task_.position.board.Put(SlotOf(Team::k0, 1), {0.9, 1.0});
    // No score is worth nothing: what was never tried is not what is worth nothing.
    for (double& worth : task_.utility.worth) worth -= 20.0;
    tree_ = MakeUctTree(setup_, GetParam());
    tree_->Start(task_, 0, 100'000);
  }

  std::vector<UctNode> Nodes() const {
    std::vector<UctNode> nodes;
    for (int i = 0; i < tree_->nodes(); ++i) nodes.push_back(tree_->Look(i));
    return nodes;
  }

  // The way that the last play-out went, by what grew since.
  std::vector<Step> PathSince(const std::vector<UctNode>& before) const {
    std::vector<Step> path;
    const auto was = [&before](int i) {
      return static_cast<std::size_t>(i) < before.size() ? before[static_cast<std::size_t>(i)]
                                                         : UctNode();
    };
    for (int at = 0; at >= 0;) {
      const UctNode& now = tree_->Look(at);
      const UctNode then = was(at);
      int next = -1;
      for (const UctAction& action : now.actions) {
        const UctAction old = then.listed ? ListedAs(then, action.listed_as) : UctAction();
        if (action.visits == old.visits) continue;
        path.push_back({at, action.listed_as, action.sum - old.sum});
        for (int i = action.first_outcome; i >= 0; i = tree_->Look(i).next_outcome) {
          if (tree_->Look(i).choices > was(i).choices) next = i;
        }
      }
      at = next;
    }
    return path;
  }

  // Whether an action below the admitted ones came in; nothing else does without widening.
  static bool Widens(const UctNode& node) {
    const auto admitted = static_cast<double>(node.admitted);
    return node.admitted < node.actions.size() && admitted * admitted < node.choices + 1.0;
  }

  static double RaveValue(const UctNode& node, const UctAction& action) {
    double sum = 0.0;
    for (std::size_t i = 0; i < node.admitted; ++i) sum += node.actions[i].sum;
    return action.rave_visits > 0.0 ? action.rave_sum / action.rave_visits
                                    : sum / std::max(1.0, node.choices);
  }

  // v(a), mixed with the RAVE value, and the bonus of UCB.
  static double UpperBound(const UctNode& node, const UctAction& action) {
    double value = action.sum / action.visits;
    if (GetParam().rave && action.rave_visits > 0.0) {
      const double weight = GetParam().beta / (GetParam().beta + action.visits);
      value = (1.0 - weight) * value + weight * action.rave_sum / action.rave_visits;
    }
    return value + GetParam().ucb * std::sqrt(ExactLog(node.choices) / action.visits);
  }

  // The choice that a node should have made, as it was before.
  static void ExpectChoice(const UctNode& before, const UctNode& after, std::uint32_t chosen) {
    if (Widens(before)) {
      ASSERT_EQ(after.admitted, before.admitted + 1);
      EXPECT_EQ(after.actions[before.admitted].listed_as, chosen) << "it is tried at once";
      if (!GetParam().rave) return;
      const double value = RaveValue(before, ListedAs(before, chosen));
      for (std::size_t i = before.admitted; i < before.actions.size(); ++i) {
        EXPECT_LE(RaveValue(before, before.actions[i]), value);
      }
      return;
    }
    ASSERT_EQ(after.admitted, before.admitted);
    const UctAction* best = nullptr;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < before.admitted; ++i) {
      const UctAction& action = before.actions[i];
      const double value = action.visits == 0.0 ? std::numeric_limits<double>::infinity()
                                                : UpperBound(before, action);
      if (value > most + 1e-12) {
        most = value;
        best = &action;
      }
    }
    ASSERT_NE(best, nullptr);
    EXPECT_EQ(best->listed_as, chosen);
  }

  GameTerms setup_;
  SearchTask task_;
  std::unique_ptr<ChanceTree<UctAction>> tree_;
};

INSTANTIATE_TEST_SUITE_P(All, UctPlayOuts,
                         testing::Values(UctOptions{}, UctOptions{.widen = true},
                                         UctOptions{.rave = true, .beta = 3.0},
                                         UctOptions{.rave = true, .widen = true}),
                         [](const testing::TestParamInfo<UctOptions>& options) {
                           return std::string(options.param.rave ? "rave" : "uct") +
                                  (options.param.widen ? "Pw" : "");
                         });

TEST_P(UctPlayOuts, GoAndNoteAsTheFormulasSay) {
  int deep = 0;
  int shared = 0;  // visits that RAVE noted
  for (int playout = 0; playout < 500; ++playout) {
    const std::vector<UctNode> before = Nodes();
    tree_->PlayOut();
    const std::vector<Step> path = PathSince(before);
    ASSERT_FALSE(path.empty());
    deep += path.size() >= 3 ? 1 : 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
      // One team's gain is the other's loss.
      EXPECT_EQ(path[i].value, i % 2 == 0 ? path[0].value : -path[0].value);
      const auto number = static_cast<std::size_t>(path[i].node);
      const UctNode& after = tree_->Look(path[i].node);
      if (number < before.size() && before[number].listed) {
        ASSERT_NO_FATAL_FAILURE(ExpectChoice(before[number], after, path[i].listed_as));
      }
    }
    // Of outcomes that are known the one visited least is gone down into.
    for (std::size_t i = 1; i < path.size(); ++i) {
      const UctNode& parent = before[static_cast<std::size_t>(path[i - 1].node)];
      const double visits = before[static_cast<std::size_t>(path[i].node)].visits;
      for (int o = ListedAs(parent, path[i - 1].listed_as).first_outcome; o >= 0;
           o = before[static_cast<std::size_t>(o)].next_outcome) {
        EXPECT_LE(visits, before[static_cast<std::size_t>(o)].visits);
      }
    }
    // RAVE: at each node of the path the value counts for what the same team used further down.
    for (int i = 0; i < static_cast<int>(before.size()); ++i) {
      const UctNode& then = before[static_cast<std::size_t>(i)];
      if (!then.listed) continue;
      const auto step =
          std::find_if(path.begin(), path.end(), [i](const Step& s) { return s.node == i; });
      for (const UctAction& action : tree_->Look(i).actions) {
        double uses = 0.0;
        if (GetParam().rave && step != path.end()) {
          for (auto later = step; path.end() - later > 2;) {
            later += 2;
            const UctNode& node = tree_->Look(later->node);
            uses += ListedAs(node, later->listed_as).description == action.description ? 1.0 : 0.0;
          }
        }
        const UctAction& old = ListedAs(then, action.listed_as);
        EXPECT_EQ(action.rave_visits, old.rave_visits + uses);
        EXPECT_EQ(action.rave_sum, old.rave_sum + (uses > 0.0 ? uses * step->value : 0.0));
        shared += static_cast<int>(uses);
      }
    }
  }
  EXPECT_GT(deep, 5);
  EXPECT_EQ(shared > 0, GetParam().rave);
}

TEST_P(UctPlayOuts, SumsAddUpAtEveryNode) {
  for (int playout = 0; playout < 500; ++playout) tree_->PlayOut();
  EXPECT_EQ(tree_->Look(0).choices, 500.0);
  for (int i = 0; i < tree_->nodes(); ++i) {
    const UctNode& node = tree_->Look(i);
    double visits = 0.0;
    double sum = 0.0;
    for (const UctAction& action : node.actions) {
      visits += action.visits;
      sum += action.sum;
      double outcomes = 0.0;
      double theirs = 0.0;
      for (int o = action.first_outcome; o >= 0; o = tree_->Look(o).next_outcome) {
        outcomes += 1.0;
        theirs += tree_->Look(o).visits;
      }
      EXPECT_EQ(outcomes, action.outcomes);
      if (node.position.turn.shot == kStones - 1) {
        EXPECT_EQ(outcomes, 0.0) << "the end's last stone leads nowhere";
      } else {
        EXPECT_EQ(outcomes, std::floor(std::sqrt(action.visits)));
        EXPECT_EQ(theirs, action.visits);
      }
    }
    EXPECT_EQ(node.choices, visits);
    EXPECT_EQ(node.sum, sum);
    if (!GetParam().widen || !node.listed) continue;
    // As many actions as the root of the visits, rounded up.
    const auto admitted = static_cast<double>(node.admitted);
    EXPECT_GE(admitted * admitted, std::min(visits, std::pow(node.actions.size(), 2.0)));
    EXPECT_LT((admitted - 1.0) * (admitted - 1.0), visits);
  }
}

}  // namespace
}  // namespace skipstone
