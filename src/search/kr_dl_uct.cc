// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// KR-DL-UCT, Algorithm 1 of Lee et al. 2018: KR-UCT whose first actions a policy proposes and whose
// leaves a value network judges. At a node
//   select    argmax E(a) + C sqrt(log(sum of W) / W(a))           (search/outcomes.h)
//   go down   into it while sqrt(sum of n) < |A|
//   widen     else, or where nothing was expanded below: of some throws of the selected call, the
//             one of least W
// until a new position is reached. Its value is the network's 17 probabilities, or the score where
// the end is over; they are noted as a distribution, so that the search can say what to expect, and
// as the utility makes of them. One simulation is one judgement.
//
// What the paper leaves open (../docs/search.md): the k first actions are distinct and tried one
// after the other before anything is selected; the throw that was added gets the visit; a node asks
// for its policy when it is entered again, which most never are.

#include "search/kr_dl_uct.h"

#include <algorithm>
#include <numeric>

#include "net/definition.h"
#include "search/node_pool.h"
#include "search/policy_guide.h"

namespace skipstone {
namespace {

struct Node {
  Position position;
  bool listed = false;
  std::size_t tried = 0;  // of the first actions
  std::size_t first_actions = 0;
  Outcomes outcomes;

  void Clear() {
    listed = false;
    tried = first_actions = 0;
    outcomes.Clear();
  }
};

class KrDlUctTree : public SimulatedTree {
 public:
  KrDlUctTree(const GameTerms& terms, const KrDlUctOptions& options)
      : SimulatedTree(terms), options_(options), guide_(terms, options.network, options.blank) {}

  void Start(const SearchTask& task, std::uint32_t thread, std::int64_t most_nodes) override {
    Prepare(task, thread, most_nodes, options_.ucb);
    guide_.PlayFor(task.utility);
    kept_ = 0;
    nodes_.Clear();
    nodes_.Add(task.position);
    ListActions(nodes_[0]);
    if (options_.explore > 0) Explore(nodes_[0]);
    root_notes_.assign(nodes_[0].outcomes.size(), {});
  }

  void PlayOut() override {
    path_.clear();
    int at = 0;
    while (true) {
      Node& node = nodes_[at];
      if (!node.listed) ListActions(node);
      const bool first = node.tried < node.first_actions;
      std::size_t outcome = first ? node.tried++ : node.outcomes.Select(constant_);
      if (!first) {
        const bool even = options_.even && node.position.turn.shot < kStones - 1;
        const std::size_t down =
            even ? node.outcomes.LeastVisitedNear(ExecutionOf(node).shape(), outcome, kernels_)
                 : outcome;
        if (GoesDown(node, down)) {
          path_.push_back({at, down});
          at = node.outcomes.child(down);
          continue;
        }
      }
      Release thrown = node.outcomes.releases()[outcome];
      if (!first || !options_.exact) {
        thrown = node.outcomes.LeastCovered(
            ExecutionOf(node), outcome,
            SampleThrows(node.position.turn, thrown, first ? 1 : options_.samples), 0.0);
        if (HasRoom(node)) {
          outcome = node.outcomes.Add(ExecutionOf(node), thrown);
          if (at == 0) root_notes_.emplace_back();
        }
      }
      path_.push_back({at, outcome});
      const Position next = simulation_.Throw(node.position, thrown);
      // Without room the value goes to the call it was meant for, and nothing is kept.
      if (node.outcomes.visits()[outcome] == 0.0 && HasRoom(node)) {
        ++kept_;
        if (!Simulation::IsOver(next)) node.outcomes.set_child(outcome, nodes_.Add(next));
      }
      BackUp(guide_.Judge(next, simulation_));
      return;
    }
  }

  std::int64_t nodes() const override { return kept_; }

  std::vector<RootAction> Root() const override {
    const Outcomes& outcomes = nodes_[0].outcomes;
    std::vector<RootAction> root = RootActionsOf(outcomes);
    for (std::size_t i = 0; i < root.size(); ++i) {
      if (outcomes.child(i) < 0) continue;
      const Node& child = nodes_[outcomes.child(i)];
      if (child.outcomes.total_visits() > 0.0) root[i].reply = child.outcomes.MostVisited();
    }
    return root;
  }

  std::uint64_t Hash() const override {
    return nodes_.Hash([](Hasher& hasher, const Node& node) { AddTo(hasher, node.outcomes); });
  }

 private:
  struct Step {
    int node;
    std::size_t outcome;
  };

  const Execution& ExecutionOf(const Node& node) const {
    return simulation_.execution(node.position.turn);
  }

  bool HasRoom(const Node& node) const {
    return kept_ < most_nodes_ && node.outcomes.size() < Outcomes::kMost;
  }

  void ListActions(Node& node) {
    guide_.Draw(node.position, options_.actions, random_, proposals_);
    for (const PolicyGuide::Proposal& proposal : proposals_) {
      node.outcomes.Add(ExecutionOf(node), proposal.release);
    }
    node.first_actions = proposals_.size();
    node.listed = true;
  }

  // Some of the generator's candidates, at random: what the policy has never seen win it would not
  // propose.
  void Explore(Node& node) {
    simulation_.List(node.position, shots_);
    order_.resize(shots_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    const std::size_t count = std::min(order_.size(), static_cast<std::size_t>(options_.explore));
    for (std::size_t i = 0; i < count; ++i) {
      const auto left = static_cast<std::uint32_t>(order_.size() - i);
      std::swap(order_[i], order_[i + random_.Below(left)]);
      node.outcomes.Add(ExecutionOf(node), shots_[order_[i]].release);
    }
    node.first_actions += count;
  }

  bool GoesDown(const Node& node, std::size_t outcome) const {
    if (node.outcomes.child(outcome) < 0) return false;
    const double size = static_cast<double>(node.outcomes.size()) / options_.growth;
    return !HasRoom(node) || node.outcomes.total_visits() < size * size;
  }

  void BackUp(const ScoreDistribution& scores) {
    for (const Step& step : path_) {
      Node& node = nodes_[step.node];
      node.outcomes.BackUp(ExecutionOf(node).shape(), step.outcome,
                           ValueAt(node.position.turn, scores), kernels_);
    }
    NoteAtRoot(path_[0].outcome, scores);
  }

  KrDlUctOptions options_;
  PolicyGuide guide_;
  std::int64_t kept_ = 0;  // outcomes that were tried and kept
  NodePool<Node> nodes_;
  std::vector<Step> path_;
  std::vector<float> kernels_;
  std::vector<PolicyGuide::Proposal> proposals_;
  std::vector<std::size_t> order_;
};

}  // namespace

std::unique_ptr<Tree> MakeKrDlUctTree(const GameTerms& terms, const KrDlUctOptions& options) {
  return std::make_unique<KrDlUctTree>(terms, options);
}

SearchKind KrDlUctKind() {
  const KrDlUctOptions ours;
  const KrDlUctOptions paper = KrDlUctOptions::Paper();
  return {
      "kr-dl-uct",
      "kr-uct with a policy-value network",
      {PolicyNetworkOption(),
       SpecOption::Switch("paper", false, "as published, without what we changed"),
       SpecOption::Number("ucb", ours.ucb, 0.0, kMostConstant,
                          "constant of exploration, in points"),
       SpecOption::Word("choice", "visits", {"visits", "lcb"},
                        "the call of the largest W, or of the greatest lower bound"),
       SpecOption::Number("lcb", std::nullopt, 0.0, kMostConstant,
                          "constant of that bound, in points")
           .Unsaid("that of ucb"),
       SpecOption::Whole("actions", ours.actions, 1, kPolicyCells,
                         "first actions of a node, drawn from the policy")
           .With("paper", paper.actions),
       SpecOption::Whole("explore", ours.explore, 0, static_cast<int>(ShotList::kMost),
                         "so many of the generator's candidates, at random, are first actions of "
                         "the root, too: for self-play"),
       SpecOption::Whole("samples", ours.samples, 1, kMostSamples,
                         "outcomes tried when one is added")
           .With("paper", paper.samples),
       SpecOption::Word("widen", "more", {"paper", "code", "more"},
                        "when outcomes are added: as the paper says, as its authors' code does, "
                        "or more of them")
           .With("paper", "code"),
       BlankOption(ours.blank).With("paper", paper.blank)},
      [](const GameTerms& setup, SpecOptions& options) {
        KrDlUctOptions kr_dl_uct =
            options.Switch("paper") ? KrDlUctOptions::Paper() : KrDlUctOptions{};
        kr_dl_uct.network = PolicyNetworkFrom(options, setup);
        kr_dl_uct.ucb = options.Number("ucb");
        kr_dl_uct.actions = options.Int("actions");
        kr_dl_uct.explore = options.Int("explore");
        kr_dl_uct.blank = options.Number("blank");
        kr_dl_uct.samples = options.Int("samples");
        const std::string& widen = options.Word("widen");
        kr_dl_uct.growth = widen == "paper"  ? kWidenAsPaper
                           : widen == "code" ? kWidenAsCode
                                             : kWidenMore;
        return std::make_unique<TreeSearch>(
            setup, [kr_dl_uct](const GameTerms& s) { return MakeKrDlUctTree(s, kr_dl_uct); }, true,
            options.Given("lcb") ? options.Number("lcb") : kr_dl_uct.ucb,
            options.Word("choice") == "lcb" ? TreeSearch::Choice::kLowerBound
                                            : TreeSearch::Choice::kMostVisited);
      },
      NetworkKind::kPvStones};
}

}  // namespace skipstone
