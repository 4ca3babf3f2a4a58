// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/kr_dl_uct.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "net/network.h"
#include "net/safetensors.h"
#include "search/dl_uct.h"
#include "search/last_stone.h"
#include "search/policy_guide.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

SearchTask TaskAt(int shot, std::uint64_t seed = 1) {
  SearchTask task;
  task.position.turn = {shot, Team::k1};
  const Vec2 places[] = {{0.1, 0.3}, {-0.6, -0.4}, {0.9, 1.0}, {0.2, -3.0}};
  for (int i = 0; i < std::min(shot, 4); ++i) {
    task.position.board.Put(SlotOf(i % 2 == 0 ? Team::k0 : Team::k1, i / 2), places[i]);
  }
  task.seed = seed;
  return task;
}

// A policy-value network of random weights in a file.
class DlSearches : public testing::Test {
 protected:
  DlSearches() : file_(fs::temp_directory_path() / ("skipstone-pv-" + std::to_string(::getpid()))) {
    NetworkDefinition definition;
    definition.kind = NetworkKind::kPvStones;
    WriteTensorFile(file_, Network::Random(definition, 3).ToFile());
  }
  ~DlSearches() override { fs::remove(file_); }

  SpecifiedSearch Make(const std::string& name, const std::string& options = "",
                       Law law = Law::kFcv1) const {
    return MakeSearch(name + ":last-stone=off,network=" + file_.string() + options, MakeTerms(law));
  }

  fs::path file_;
};

TEST_F(DlSearches, AreTheSameForTheSameSeed) {
  for (const char* name : {"kr-dl-uct", "dl-uct"}) {
    for (const Law law : {Law::kFcv1, Law::kDc2}) {
      for (const char* options : {",playouts=300", ",playouts=300,threads=2"}) {
        for (const int shot : {0, 9, 15}) {
          SpecifiedSearch a = Make(name, options, law);
          SpecifiedSearch b = Make(name, options, law);
          const SearchResult first = a.search->Run(TaskAt(shot), a.limits);
          b.search->Run(TaskAt(12, 7), b.limits);
          const SearchResult second = b.search->Run(TaskAt(shot), b.limits);
          EXPECT_EQ(a.search->TreeHash(), b.search->TreeHash()) << name;
          EXPECT_EQ(first.best, second.best);
          EXPECT_EQ(first.playouts, 300);
          double visits = 0.0;
          for (const RootSample& sample : first.samples) visits += sample.visits;
          EXPECT_EQ(visits, 300.0);
          double total = 0.0;
          for (const double p : first.ranked[0].scores.probability) total += p;
          EXPECT_NEAR(total, 1.0, 1e-6);
          // What is expected is what the scores are worth to the thrower.
          const double sign = shot % 2 == 1 ? 1.0 : -1.0;
          EXPECT_NEAR(first.ranked[0].value, sign * first.ranked[0].scores.Mean(), 1e-5) << name;
        }
      }
    }
  }
}

// What two trees know of a cell is known of one action.
TEST_F(DlSearches, CellsOfSeveralTreesAreOne) {
  SpecifiedSearch search = Make("dl-uct", ",playouts=400,threads=2,actions=10");
  const SearchResult result = search.search->Run(TaskAt(8), search.limits);
  EXPECT_LE(result.samples.size(), 10U);
}

TEST_F(DlSearches, StayWithinTheirNodesAndTime) {
  for (const char* name : {"kr-dl-uct", "dl-uct"}) {
    SpecifiedSearch few = Make(name, ",playouts=2000,nodes=50");
    EXPECT_LE(few.search->Run(TaskAt(6), few.limits).nodes, 51) << name;
    SpecifiedSearch timed = Make(name, ",seconds=0.02");
    const SearchResult result = timed.search->Run(TaskAt(6), timed.limits);
    EXPECT_GT(result.playouts, 0);
  }
}

TEST_F(DlSearches, FirstActionsAreDistinctAndTriedOneByOne) {
  SpecifiedSearch search = Make("kr-dl-uct", ",playouts=20,paper=on");
  const SearchResult result = search.search->Run(TaskAt(8), search.limits);
  const GameTerms terms = MakeTerms(Law::kFcv1);
  const PolicyCells cells(terms.ice, MaxSpeed(terms.execution[0][0], Law::kFcv1));
  std::set<int> distinct;
  for (const RootSample& sample : result.samples) {
    EXPECT_EQ(sample.visits, 1.0);
    const int cell = cells.CellOf(sample.release);
    EXPECT_EQ(sample.release, cells.ReleaseOf(cell));
    distinct.insert(cell);
  }
  EXPECT_EQ(distinct.size(), 20U);
}

TEST_F(DlSearches, TheRootExploresCandidatesOfTheGenerator) {
  const SearchTask task = TaskAt(8);
  ShotList shots;
  Simulation(MakeTerms(Law::kFcv1)).List(task.position, shots);
  ASSERT_GT(shots.size(), 5U);
  const auto tried = [&](int explore) {
    SpecifiedSearch search =
        Make("kr-dl-uct", fmt::format(",paper=on,playouts={},explore={}", 20 + explore, explore));
    const SearchResult result = search.search->Run(task, search.limits);
    return std::count_if(shots.begin(), shots.end(), [&](const Shot& shot) {
      return std::any_of(result.samples.begin(), result.samples.end(),
                         [&](const RootSample& sample) { return sample.release == shot.release; });
    });
  };
  EXPECT_EQ(tried(0), 0);
  EXPECT_EQ(tried(5), 5);
  EXPECT_EQ(tried(static_cast<int>(shots.size())), std::ssize(shots));
}

// With 20 first actions the paper's test adds nothing in 400 simulations; the authors' code does.
TEST_F(DlSearches, WidenAsThePaperOrAsTheCode) {
  SpecifiedSearch paper = Make("kr-dl-uct", ",playouts=400,paper=on,widen=paper");
  EXPECT_EQ(paper.search->Run(TaskAt(8), paper.limits).samples.size(), 20U);
  SpecifiedSearch code = Make("kr-dl-uct", ",playouts=400,paper=on");
  const std::size_t outcomes = code.search->Run(TaskAt(8), code.limits).samples.size();
  EXPECT_NEAR(static_cast<double>(outcomes), std::sqrt(10.0 * 400.0), 3.0);
}

// Beyond the paper: no call is thrown as called, so none is judged by what exact throws do.
TEST_F(DlSearches, ThrowEveryCallWithItsError) {
  SpecifiedSearch search = Make("kr-dl-uct", ",playouts=400");
  const SearchResult result = search.search->Run(TaskAt(8), search.limits);
  const GameTerms terms = MakeTerms(Law::kFcv1);
  const PolicyCells cells(terms.ice, MaxSpeed(terms.execution[0][0], Law::kFcv1));
  for (const RootSample& sample : result.samples) {
    EXPECT_FALSE(sample.release == cells.ReleaseOf(cells.CellOf(sample.release)));
  }
  EXPECT_NEAR(static_cast<double>(result.samples.size()), 5.0 * 20.0, 12.0);
}

// PUCT at the root of a last stone, which has no other node, replayed by hand. The values are far
// from nothing, so that it shows what an action counts as that was never tried.
TEST_F(DlSearches, ChooseByPolicyAndValue) {
  const GameTerms setup = MakeTerms(Law::kFcv1);
  struct Case {
    double shift;
    double puct;
  };
  for (const auto& [shift, puct] :
       {Case{-3.0, 1.5}, Case{3.0, 1.5}, Case{0.0, 6.0}, Case{0.0, 30.0}}) {
    SearchTask task = TaskAt(15);
    for (double& worth : task.utility.worth) worth += shift;
    task.utility.per_point = 0.5;
    DlUctOptions options;
    options.network = "network:file=" + file_.string();
    options.actions = 12;
    options.puct = puct;
    PolicyGuide guide(setup, options.network, options.blank);
    std::vector<PolicyGuide::Proposal> priors;
    guide.Likeliest(task.position, options.actions, priors);
    const auto tree = MakeDlUctTree(setup, options);
    for (task.seed = 1; task.seed <= 10; ++task.seed) {
      tree->Start(task, 0, 100);
      for (int playout = 0; playout < 60; ++playout) {
        const std::vector<RootAction> before = tree->Root();
        ASSERT_EQ(before.size(), priors.size());
        double sum = 0.0;
        for (const RootAction& action : before) sum += action.sum;
        const double untried = playout > 0 ? sum / playout : 0.0;
        std::size_t best = 0;
        double most = -1e300;
        for (std::size_t i = 0; i < before.size(); ++i) {
          ASSERT_EQ(before[i].release, priors[i].release);
          const double n = before[i].visits;
          const double bound =
              (n > 0.0 ? before[i].sum / n : untried) +
              puct * 0.5 * priors[i].probability * std::sqrt(playout + 1.0) / (n + 1.0);
          if (bound > most) {
            most = bound;
            best = i;
          }
        }
        tree->PlayOut();
        const std::vector<RootAction> after = tree->Root();
        for (std::size_t i = 0; i < after.size(); ++i) {
          ASSERT_EQ(after[i].visits, before[i].visits + (i == best ? 1.0 : 0.0))
              << shift << " " << puct << " " << task.seed << " " << playout;
        }
      }
    }
  }
}

// Later throws of a call are spread out; the first is as the error has it, so that calls are told
// apart by what they would bring.
TEST_F(DlSearches, TheFirstThrowOfACallIsLikeAnyOther) {
  const GameTerms setup = MakeTerms(Law::kFcv1);
  const auto execution = MakeExecution(setup.execution[0][0], Law::kFcv1);
  constexpr std::size_t kCalls = 600;
  KrDlUctOptions options;
  options.network = "network:file=" + file_.string();
  options.actions = kCalls;
  options.samples = 20;
  const auto tree = MakeKrDlUctTree(setup, options);
  tree->Start(TaskAt(8), 0, 100'000);
  for (std::size_t i = 0; i < kCalls; ++i) tree->PlayOut();
  const std::vector<RootAction> root = tree->Root();
  ASSERT_EQ(root.size(), 2 * kCalls) << "all calls, then a throw of each";
  StandardPoint squares;
  for (std::size_t i = 0; i < kCalls; ++i) {
    const Release& called = root[i].release;
    const Release& thrown = root[kCalls + i].release;
    ASSERT_EQ(called.handle, thrown.handle);
    const double u = (thrown.speed_mps - called.speed_mps) / 0.0076;
    const double w = (thrown.angle_rad - called.angle_rad) / 0.0018;
    squares.u += u * u / kCalls;
    squares.w += w * w / kCalls;
  }
  // Four standard errors.
  EXPECT_NEAR(squares.u, 1.0, 0.23);
  EXPECT_NEAR(squares.w, 1.0, 0.23);
}

TEST_F(DlSearches, ChooseTheMostVisitedOrTheGreatestLowerBound) {
  SpecifiedSearch search = Make("kr-dl-uct", ",playouts=400");
  const SearchResult visits = search.search->Run(TaskAt(8), search.limits);
  double most = 0.0;
  Release best;
  for (const RootSample& sample : visits.samples) {
    if (sample.density > most) {
      most = sample.density;
      best = sample.release;
    }
  }
  EXPECT_EQ(visits.best, best);
  SpecifiedSearch bounded = Make("kr-dl-uct", ",playouts=400,choice=lcb");
  const SearchResult lcb = bounded.search->Run(TaskAt(8), bounded.limits);
  for (const Candidate& candidate : lcb.ranked) EXPECT_LE(candidate.bound, lcb.ranked[0].bound);
}

// With the last stone the network has nothing to say but where to look.
TEST_F(DlSearches, FindTheLastStone) {
  SearchTask task = TaskAt(15);
  task.position.board = {};
  task.position.board.Put(SlotOf(Team::k0, 0), {0.5, 0.2});
  const GameTerms terms = MakeTerms(Law::kFcv1);
  LastStone last_stone(terms.ice, terms.rules, terms.execution[0][0]);
  const double worth = last_stone.Solve(task.position, task.utility).worth;
  SpecifiedSearch search = Make("kr-dl-uct", ",playouts=20000,actions=400");
  const SearchResult found = search.search->Run(task, search.limits);
  const LastStoneAnswer answer = last_stone.Solve(task.position, task.utility);
  EXPECT_GT(found.ranked[0].value, worth - 0.25);
  EXPECT_LT(found.ranked[0].value, answer.worth + 0.1);
}

TEST_F(DlSearches, RefuseWhatTheyCannotUse) {
  const GameTerms terms = MakeTerms(Law::kFcv1);
  EXPECT_THROW(MakeSearch("kr-dl-uct:network=/nowhere", terms), Error);
  EXPECT_THROW(Make("kr-dl-uct", ",widen=never"), Error);
  EXPECT_THROW(Make("kr-dl-uct", ",actions=0"), Error);
  NetworkDefinition stones;
  WriteTensorFile(file_, Network::Random(stones, 3).ToFile());
  EXPECT_THROW(Make("dl-uct"), Error);
}

TEST_F(DlSearches, ATemperatureIsForTheGuards) {
  const Rules dc2 = MakeRules(RulesPreset::kDc2);
  EXPECT_EQ(PolicyTemperature(dc2, {2, Team::k1}), 1.0);
  EXPECT_EQ(PolicyTemperature(dc2, {3, Team::k1}), 0.33);
  const Rules dc3 = MakeRules(RulesPreset::kDc3);
  EXPECT_EQ(PolicyTemperature(dc3, {3, Team::k1}), 1.0);
  EXPECT_EQ(PolicyTemperature(dc3, {4, Team::k1}), 0.33);
}

// Where a blank end is worth more than a point, most of the points foretold count as blank ends.
TEST_F(DlSearches, ForeseeBlankEnds) {
  const GameTerms terms = MakeTerms(Law::kFcv1);
  PolicyGuide guide(terms, "network:file=" + file_.string(), 0.8);
  const Simulation simulation(terms);
  const Position position = TaskAt(9).position;
  Position over = position;
  over.turn.shot = kStones;
  guide.PlayFor(UtilityOfPoints());
  const ScoreDistribution points = guide.Judge(position, simulation);
  const ScoreDistribution score = guide.Judge(over, simulation);
  Utility utility = UtilityOfPoints();
  utility.worth[kMostPoints] = 2.0;
  guide.PlayFor(utility);
  const ScoreDistribution win = guide.Judge(position, simulation);
  EXPECT_NEAR(win[1], 0.2 * points[1], 1e-12);
  EXPECT_NEAR(win[0], points[0] + 0.8 * points[1], 1e-12);
  EXPECT_EQ(win[2], points[2]);
  EXPECT_NEAR(utility.Of(win), Foreseen(utility, 0.8).Of(points), 1e-12) << "as grid has it";
  EXPECT_EQ(guide.Judge(over, simulation).probability, score.probability) << "made is made";
  // Of a whole search.
  for (const char* name : {"kr-dl-uct", "dl-uct"}) {
    SearchTask task = TaskAt(9);
    task.utility = utility;
    std::set<std::uint64_t> trees;
    for (const char* blank :
         {",playouts=100,blank=0", ",playouts=100", ",playouts=100,blank=0.8"}) {
      SpecifiedSearch search = Make(name, blank);
      search.search->Run(task, search.limits);
      trees.insert(search.search->TreeHash());
    }
    EXPECT_EQ(trees.size(), 2U) << name;
  }
}

TEST_F(DlSearches, DrawsFollowThePolicy) {
  const GameTerms terms = MakeTerms(Law::kFcv1);
  PolicyGuide guide(terms, "network:file=" + file_.string(), 0.0);
  const Position position = TaskAt(9).position;
  std::vector<PolicyGuide::Proposal> all;
  guide.Likeliest(position, kPolicyCells, all);
  std::vector<double> policy(kPolicyCells);
  double total = 0.0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_LE(all[i].probability, all[i == 0 ? 0 : i - 1].probability);
    EXPECT_FALSE(guide.cells(position.turn).Masked(all[i].cell));
    policy[static_cast<std::size_t>(all[i].cell)] = std::pow(all[i].probability, 1.0 / 0.33);
    total += all[i].probability;
  }
  EXPECT_NEAR(total, 1.0, 1e-6);
  double tempered = 0.0;
  for (const double weight : policy) tempered += weight;
  // Of many single draws the likeliest cell has its part.
  const int likeliest = all[0].cell;
  const double part = policy[static_cast<std::size_t>(likeliest)] / tempered;
  RandomStream random({.seed = 5, .purpose = Purpose::kTest});
  std::vector<PolicyGuide::Proposal> drawn;
  constexpr int kDraws = 4000;
  int hits = 0;
  for (int i = 0; i < kDraws; ++i) {
    guide.Draw(position, 1, random, drawn);
    ASSERT_EQ(drawn.size(), 1U);
    hits += drawn[0].cell == likeliest ? 1 : 0;
  }
  EXPECT_NEAR(hits, kDraws * part, 4.0 * std::sqrt(kDraws * part * (1.0 - part)) + 1.0);
  // All that can be drawn, each once.
  guide.Draw(position, 10 * kPolicyCells, random, drawn);
  std::set<int> distinct;
  for (const PolicyGuide::Proposal& proposal : drawn) distinct.insert(proposal.cell);
  EXPECT_EQ(distinct.size(), drawn.size());
  EXPECT_GT(drawn.size(), 1000U);
}

}  // namespace
}  // namespace skipstone
