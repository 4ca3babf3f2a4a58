// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/search.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/spelling.h"
#include "net/network.h"
#include "search/dl_uct.h"
#include "search/grid.h"
#include "search/kr_dl_uct.h"
#include "search/kr_uct.h"
#include "search/last_stone.h"
#include "search/uct.h"
#include "shots/policy_cells.h"

namespace skipstone {
namespace {

constexpr double kMostConstant = 1e6;

auto MakeUct(bool rave, bool widen) {
  return [rave, widen](const GameTerms& terms, SpecOptions& options) -> std::unique_ptr<Search> {
    UctOptions uct{.rave = rave, .widen = widen};
    uct.ucb = options.Number("ucb", uct.ucb, 0.0, kMostConstant);
    if (rave) uct.beta = options.Number("beta", uct.beta, 0.0, kMostConstant);
    const double lcb = options.Number("lcb", kLcbConstant, 0.0, kMostConstant);
    return std::make_unique<TreeSearch>(
        terms, [uct](const GameTerms& s) { return MakeUctTree(s, uct); }, false, lcb);
  };
}

std::unique_ptr<Search> MakeKrUct(const GameTerms& terms, SpecOptions& options) {
  KrUctOptions kr_uct = options.Switch("paper", false) ? KrUctOptions::Paper() : KrUctOptions{};
  kr_uct.ucb = options.Number("ucb", kr_uct.ucb, 0.0, kMostConstant);
  kr_uct.samples = options.Int("samples", kr_uct.samples, 1, 1000);
  kr_uct.nearness = options.Number("tau", kr_uct.nearness, 0.0, 1.0);
  const double lcb = options.Number("lcb", kr_uct.lcb, 0.0, kMostConstant);
  return std::make_unique<TreeSearch>(
      terms, [kr_uct](const GameTerms& s) { return MakeKrUctTree(s, kr_uct); }, true, lcb);
}

// A file of a policy-value network, or the one that is part of the program. One that cannot be used
// is told of now, not when the first tree is grown.
std::string PolicyNetwork(const GameTerms& terms, SpecOptions& options) {
  const std::string spec = options.Has("network")
                               ? fmt::format("network:file={}", options.Text("network", ""))
                               : "shipped";
  MakePolicyValue(spec, {terms.ice, terms.rules, terms.execution[0][0]});
  return spec;
}

std::unique_ptr<Search> MakeKrDlUct(const GameTerms& terms, SpecOptions& options) {
  const bool paper = options.Switch("paper", false);
  KrDlUctOptions kr_dl_uct = paper ? KrDlUctOptions::Paper() : KrDlUctOptions{};
  kr_dl_uct.network = PolicyNetwork(terms, options);
  kr_dl_uct.ucb = options.Number("ucb", kr_dl_uct.ucb, 0.0, kMostConstant);
  kr_dl_uct.actions = options.Int("actions", kr_dl_uct.actions, 1, kPolicyCells);
  kr_dl_uct.explore =
      options.Int("explore", kr_dl_uct.explore, 0, static_cast<int>(ShotList::kMost));
  kr_dl_uct.blank = options.Number("blank", kr_dl_uct.blank, 0.0, 1.0);
  kr_dl_uct.samples = options.Int("samples", kr_dl_uct.samples, 1, 1000);
  const std::string widen =
      options.Word("widen", paper ? "code" : "more", {"paper", "code", "more"});
  kr_dl_uct.growth = widen == "paper" ? kWidenAsPaper : widen == "code" ? kWidenAsCode : kWidenMore;
  const double lcb = options.Number("lcb", kr_dl_uct.ucb, 0.0, kMostConstant);
  const auto choice = options.Word("choice", "visits", {"visits", "lcb"}) == "lcb"
                          ? TreeSearch::Choice::kLowerBound
                          : TreeSearch::Choice::kMostVisited;
  return std::make_unique<TreeSearch>(
      terms, [kr_dl_uct](const GameTerms& s) { return MakeKrDlUctTree(s, kr_dl_uct); }, true, lcb,
      choice);
}

std::unique_ptr<Search> MakeDlUct(const GameTerms& terms, SpecOptions& options) {
  DlUctOptions dl_uct;
  dl_uct.network = PolicyNetwork(terms, options);
  dl_uct.puct = options.Number("puct", dl_uct.puct, 0.0, kMostConstant);
  dl_uct.actions = options.Int("actions", dl_uct.actions, 1, kPolicyCells);
  dl_uct.blank = options.Number("blank", dl_uct.blank, 0.0, 1.0);
  return std::make_unique<TreeSearch>(
      terms, [dl_uct](const GameTerms& s) { return MakeDlUctTree(s, dl_uct); }, false, 0.0,
      TreeSearch::Choice::kMostVisited);
}

std::unique_ptr<Search> MakeGrid(const GameTerms& terms, SpecOptions& options) {
  GridOptions grid;
  if (options.Has("network")) {
    grid.evaluator = fmt::format("network:file={}", options.Text("network", ""));
  }
  grid.whole = options.Switch("whole", grid.whole);
  grid.candidates = options.Int("candidates", grid.candidates, 1, 100);
  if (options.Has("replies")) grid.replies = options.Int("replies", 0, 0, 10'000);
  grid.blank = options.Number("blank", grid.blank, 0.0, 1.0);
  return MakeGridSearch(terms, grid);
}

// Solves the last stone of an end, and leaves all others to a search.
class WithLastStone : public Search {
 public:
  WithLastStone(const GameTerms& terms, std::unique_ptr<Search> search)
      : terms_(terms), search_(std::move(search)) {}

  using Search::Run;
  SearchResult Run(const SearchTask& task, const Limits& limits, const Watch& watch) override {
    const Turn& turn = task.position.turn;
    if (turn.shot != kStones - 1 || !limits.solve) return search_->Run(task, limits, watch);
    const Clock::Time start = limits.clock.Now();
    const auto team = static_cast<std::size_t>(Index(turn.hammer));
    // Its tables take a while to build, and most games never need those of both teams at once.
    std::unique_ptr<LastStone>& last_stone = last_stones_[team];
    if (!last_stone) {
      last_stone = std::make_unique<LastStone>(terms_.ice, terms_.rules, terms_.sizes(turn));
    }
    const LastStoneAnswer answer = last_stone->Solve(task.position, task.utility);
    SearchResult result;
    result.best = answer.best;
    for (const LastStoneCall& call : answer.ranked) {
      Candidate& candidate = result.ranked.emplace_back();
      candidate.release = call.release;
      candidate.value = call.worth;
      candidate.bound = call.worth;
      candidate.scores = call.scores;
    }
    result.playouts = answer.throws;
    result.solved = true;
    result.seconds = limits.clock.SecondsSince(start);
    return result;
  }

  std::uint64_t TreeHash() const override { return search_->TreeHash(); }

 private:
  GameTerms terms_;
  std::unique_ptr<Search> search_;
  std::array<std::unique_ptr<LastStone>, 2> last_stones_;  // by team
};

}  // namespace

const std::vector<SearchKind>& SearchKinds() {
  static const std::vector<SearchKind> kinds = {
      {"uct", "UCT over the generator's candidates", MakeUct(false, false)},
      {"rave", "UCT with RAVE", MakeUct(true, false)},
      {"pw", "UCT with progressive widening", MakeUct(false, true)},
      {"rave-pw", "UCT with RAVE and progressive widening", MakeUct(true, true)},
      {"kr-uct", "UCT with kernel regression over the execution error", MakeKrUct},
      {"dl-uct", "PUCT over a policy network's shots, judged by its value", MakeDlUct},
      {"kr-dl-uct", "kr-uct with a policy-value network", MakeKrDlUct},
      {"grid", "the whole grid of calls, judged by a network, and replies to the best", MakeGrid},
  };
  return kinds;
}

SpecifiedSearch MakeSearch(std::string_view spec, const GameTerms& terms) {
  SpecOptions options("search", spec);
  SpecifiedSearch made = MakeSearch(options, terms);
  options.CheckAllUsed();
  return made;
}

SpecifiedSearch MakeSearch(SpecOptions& options, const GameTerms& terms) {
  std::vector<std::string> known;
  for (const SearchKind& kind : SearchKinds()) {
    if (kind.name == options.name()) {
      SpecifiedSearch made;
      made.limits.seconds = options.Number("seconds", 0.0, 0.0, 1e6);
      // With a time and no number, time alone decides.
      const double playouts = made.limits.seconds > 0.0 ? 0.0 : 1600.0;
      made.limits.playouts =
          static_cast<std::int64_t>(options.Number("playouts", playouts, 0.0, 1e12));
      if (made.limits.playouts == 0 && made.limits.seconds == 0.0) {
        throw Error(ErrorKind::kUsage, "", "expected playouts or seconds above 0 as a limit");
      }
      made.limits.threads = options.Int("threads", 1, 1, 256);
      made.limits.nodes = static_cast<std::int64_t>(options.Number("nodes", 1e6, 1.0, 1e9));
      const bool last_stone = options.Switch("last-stone", true);
      made.search = kind.make(terms, options);
      if (last_stone) {
        made.search = std::make_unique<WithLastStone>(terms, std::move(made.search));
      }
      return made;
    }
    known.push_back(kind.name);
  }
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected a search ({}), got \"{}\"{}", fmt::join(known, ", "),
                          options.name(), DidYouMean(options.name(), known)));
}

std::string NetworkBehind(std::string_view spec, Law law) {
  SpecOptions options("search", spec);
  const bool policy = options.name() == "kr-dl-uct" || options.name() == "dl-uct";
  if (!policy && options.name() != "grid") return "";
  const std::string file = options.Text("network", "");
  return NetworkHash(file.empty() ? "shipped" : "network:file=" + file, law,
                     policy ? NetworkKind::kPvStones : NetworkKind::kStoneSet);
}

}  // namespace skipstone
