// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/search.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <thread>

#include "base/error.h"
#include "base/exact_math.h"
#include "search/kr_uct.h"
#include "search/uct.h"

namespace skipstone {
namespace {

GameTerms TermsOn(Law law, ExecutionModel model) {
  return MakeTerms(law, UsualRules(law), DefaultSizes(model));
}

// Some stones in and in front of the house.
SearchTask TaskAt(int shot, std::uint64_t seed = 1) {
  SearchTask task;
  task.position.turn = {shot, Team::k1};
  const Vec2 places[] = {{0.1, 0.3},  {-0.6, -0.4}, {0.9, 1.0},
                         {0.2, -3.0}, {-1.2, 0.5},  {0.3, -2.2}};
  for (int i = 0; i < std::min(shot, 6); ++i) {
    task.position.board.Put(SlotOf(i % 2 == 0 ? Team::k0 : Team::k1, i / 2), places[i]);
  }
  task.seed = seed;
  return task;
}

// Whenever somebody looks, it is so much later.
Clock Ticking(std::chrono::milliseconds step) {
  return Clock([step, looks = std::make_shared<std::atomic<int>>(0)] { return step * (*looks)++; });
}

class Searches : public testing::TestWithParam<std::string> {};

TEST_P(Searches, AreTheSameForTheSameSeed) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const GameTerms terms =
        TermsOn(law, law == Law::kFcv1 ? ExecutionModel::kDc3 : ExecutionModel::kGat);
    for (const int threads : {1, 2}) {
      const std::string spec =
          GetParam() + "playouts=300,last-stone=off,threads=" + std::to_string(threads);
      for (const int shot : {0, 9, 14, 15}) {
        SpecifiedSearch a = MakeSearch(spec, terms);
        SpecifiedSearch b = MakeSearch(spec, terms);
        const SearchResult first = a.search->Run(TaskAt(shot), a.limits);
        // Memory of an earlier search leaves no trace.
        b.search->Run(TaskAt(12, 7), b.limits);
        const SearchResult second = b.search->Run(TaskAt(shot), b.limits);
        EXPECT_EQ(a.search->TreeHash(), b.search->TreeHash());
        EXPECT_EQ(first.best, second.best);
        b.search->Run(TaskAt(shot, 2), b.limits);
        EXPECT_NE(a.search->TreeHash(), b.search->TreeHash());
      }
    }
  }
}

TEST_P(Searches, CountWhatTheyDo) {
  SpecifiedSearch made =
      MakeSearch(GetParam() + "playouts=500,threads=2", TermsOn(Law::kFcv1, ExecutionModel::kDc3));
  const SearchResult result = made.search->Run(TaskAt(8), made.limits);
  EXPECT_EQ(result.playouts, 500);
  EXPECT_TRUE(result.finished);
  double visits = 0.0;
  for (const RootSample& sample : result.samples) visits += sample.visits;
  EXPECT_EQ(visits, 500.0);
  ASSERT_FALSE(result.ranked.empty());
  EXPECT_EQ(result.ranked[0].release, result.best);
  for (const Candidate& candidate : result.ranked) {
    const double total = std::accumulate(candidate.scores.probability.begin(),
                                         candidate.scores.probability.end(), 0.0);
    if (candidate.visits == 0.0) continue;
    EXPECT_NEAR(total, 1.0, 1e-9);
    // Team 0 throws, team 1 has the hammer.
    EXPECT_NEAR(candidate.value, -candidate.scores.Mean(), 1e-9);
    EXPECT_GE(candidate.error, 0.0);
  }
  EXPECT_TRUE(result.ranked[0].reply.has_value());
}

TEST_P(Searches, StayWithinTheirNodes) {
  SpecifiedSearch made =
      MakeSearch(GetParam() + "playouts=3000,nodes=100", TermsOn(Law::kFcv1, ExecutionModel::kDc3));
  for (const int shot : {4, 14}) {
    const SearchResult result = made.search->Run(TaskAt(shot), made.limits);
    EXPECT_EQ(result.playouts, 3000);
    EXPECT_LE(result.nodes, 100);
    EXPECT_GE(result.nodes, 90);
  }
}

TEST_P(Searches, StopWhenToldAndReportOnTheWay) {
  SpecifiedSearch made = MakeSearch(GetParam() + "seconds=1000000,threads=2",
                                    TermsOn(Law::kFcv1, ExecutionModel::kDc3));
  made.limits.clock = Ticking(std::chrono::milliseconds(1));
  std::stop_source source;
  int heard = 0;
  Search::Watch watch;
  watch.stop = source.get_token();
  watch.partial_interval_s = 0.001;
  watch.partial = [&](const SearchResult& partial) {
    EXPECT_FALSE(partial.finished);
    EXPECT_GT(partial.playouts, 0);
    // From another thread, as a user interface would.
    if (++heard == 3) std::jthread([&] { source.request_stop(); }).join();
  };
  const SearchResult result = made.search->Run(TaskAt(6), made.limits, watch);
  EXPECT_GE(heard, 3);
  EXPECT_LT(result.seconds, 1e6);
  // Cancelled before it began, it still has an answer.
  EXPECT_GT(made.search->Run(TaskAt(6), made.limits, watch).best.speed_mps, 0.0);
}

TEST_P(Searches, EndAtTheFirstLookPastTheirTime) {
  const GameTerms setup = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  for (const int threads : {1, 2}) {
    SpecifiedSearch made =
        MakeSearch(GetParam() + "seconds=1,threads=" + std::to_string(threads), setup);
    made.limits.clock = Ticking(std::chrono::milliseconds(10));
    const SearchResult result = made.search->Run(TaskAt(9), made.limits);
    EXPECT_GE(result.seconds, 1.0);
    EXPECT_LE(result.seconds, 1.0 + 0.0101 * threads) << "each thread looks, and then the search";
    EXPECT_GT(result.playouts, 100);
  }
  // A clock that stands still ends no search.
  SpecifiedSearch made = MakeSearch(GetParam() + "seconds=0.001,playouts=500", setup);
  made.limits.clock = Ticking(std::chrono::milliseconds(0));
  const SearchResult result = made.search->Run(TaskAt(9), made.limits);
  EXPECT_EQ(result.playouts, 500);
  EXPECT_EQ(result.seconds, 0.0);
}

TEST_P(Searches, ReportAsOftenAsTheyAreAskedTo) {
  SpecifiedSearch made =
      MakeSearch(GetParam() + "seconds=2", TermsOn(Law::kFcv1, ExecutionModel::kDc3));
  made.limits.clock = Ticking(std::chrono::milliseconds(10));
  std::vector<double> heard_s;
  Search::Watch watch;
  watch.partial_interval_s = 0.3;
  watch.partial = [&](const SearchResult& partial) { heard_s.push_back(partial.seconds); };
  made.search->Run(TaskAt(9), made.limits, watch);
  // Never sooner, and later by no more than a few looks.
  ASSERT_FALSE(heard_s.empty());
  EXPECT_GE(heard_s.size(), 5U);
  double before = 0.0;
  for (const double now : heard_s) {
    EXPECT_GE(now - before, 0.3 - 1e-9);
    EXPECT_LE(now - before, 0.36);
    before = now;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Searches,
                         testing::Values("uct:", "rave:", "pw:", "rave-pw:", "kr-uct:",
                                         "kr-uct:paper=on,"),
                         [](const testing::TestParamInfo<std::string>& spec) {
                           std::string name = spec.param;
                           std::erase_if(name, [](char c) { return c < 'a' || c > 'z'; });
                           return name;
                         });

TEST(Search, IsMadeBySpec) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  const SpecifiedSearch made = MakeSearch("kr-uct:seconds=2,threads=2,nodes=5000", terms);
  EXPECT_EQ(made.limits.seconds, 2.0);
  EXPECT_EQ(made.limits.playouts, 0);
  EXPECT_EQ(made.limits.threads, 2);
  EXPECT_EQ(made.limits.nodes, 5000);
  EXPECT_EQ(MakeSearch("uct", terms).limits.playouts, 1600);
  for (const char* bad : {"kr-uct:beta=1", "mcts", "uct:playouts=0", "uct:threads=0",
                          "kr-uct:last-stone=maybe", "uct:"}) {
    EXPECT_THROW(MakeSearch(bad, terms), Error) << bad;
  }
}

TEST(Search, SolvesTheLastStoneUnlessToldNotTo) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  SpecifiedSearch solved = MakeSearch("kr-uct:playouts=50", terms);
  EXPECT_TRUE(solved.search->Run(TaskAt(15), solved.limits).solved);
  EXPECT_FALSE(solved.search->Run(TaskAt(14), solved.limits).solved);
  SpecifiedSearch sampled = MakeSearch("kr-uct:playouts=50,last-stone=off", terms);
  EXPECT_FALSE(sampled.search->Run(TaskAt(15), sampled.limits).solved);
}

// The fourth of the team with the hammer throws it, whatever anybody else can do.
TEST(Search, SolvesTheLastStoneWithItsThrowersErrors) {
  const ExecutionSizes steady = SizesFromText("none");
  const ExecutionSizes wild = SizesFromText("dc3:speed_error=0.5,angle_error=0.1");
  for (const Team hammer : {Team::k0, Team::k1}) {
    for (const bool able : {true, false}) {
      GameTerms setup = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
      setup.execution = {SameForAll(able ? wild : steady), SameForAll(able ? wild : steady)};
      setup.execution[static_cast<std::size_t>(Index(hammer))][kPlayers - 1] = able ? steady : wild;
      for (const char* spec : {"uct:playouts=10", "kr-uct:playouts=2000,last-stone=off"}) {
        SpecifiedSearch made = MakeSearch(spec, setup);
        SearchTask task;
        task.position.turn = {kStones - 1, hammer};
        const double value = made.search->Run(task, made.limits).ranked.front().value;
        EXPECT_EQ(value > 0.99, able) << spec << value;
      }
    }
  }
}

// Without errors a throw says nothing of other throws, however wild the other team's are.
TEST(Search, LearnsFromOtherThrowsAsItsThrowersErrorsSay) {
  GameTerms setup = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  setup.execution[0] = SameForAll(SizesFromText("none"));
  for (const int threads : {1, 2}) {
    SpecifiedSearch made =
        MakeSearch("kr-uct:playouts=500,threads=" + std::to_string(threads), setup);
    const auto shared = [&](int shot) {
      int count = 0;
      for (const SearchResult result = made.search->Run(TaskAt(shot), made.limits);
           const RootSample& sample : result.samples) {
        double own = 0.0;  // two trees may have thrown the same
        for (const RootSample& other : result.samples) {
          if (other.release == sample.release) own += other.visits;
        }
        count += sample.density == own ? 0 : 1;
      }
      return count;
    };
    EXPECT_EQ(shared(8), 0) << "team 0";
    EXPECT_GT(shared(9), 10) << "team 1";
  }
}

// How far a candidate's value may be off: by the spread of its scores and how often it was seen.
TEST_P(Searches, ErrorsAreThoseOfAMean) {
  SpecifiedSearch made =
      MakeSearch(GetParam() + "playouts=600", TermsOn(Law::kFcv1, ExecutionModel::kDc3));
  int scattered = 0;
  for (const SearchResult result = made.search->Run(TaskAt(9), made.limits);
       const Candidate& candidate : result.ranked) {
    if (candidate.visits < 1.0) continue;
    double squares = 0.0;
    for (int points = -kMostPoints; points <= kMostPoints; ++points) {
      squares += candidate.scores[points] * points * points;
    }
    const double variance = squares - candidate.value * candidate.value;
    EXPECT_NEAR(candidate.error, std::sqrt(std::max(0.0, variance) / candidate.visits), 1e-6);
    scattered += variance > 0.1 && candidate.visits > 3.0 ? 1 : 0;
  }
  EXPECT_GT(scattered, 0);
}

// Equations 4 and 5, summed directly, at every node after every play-out of a search.
TEST(KrUct, KeepsItsSumsIncrementally) {
  for (const auto& [law, model] : {std::pair(Law::kFcv1, ExecutionModel::kOlympic),
                                   std::pair(Law::kDc2, ExecutionModel::kGat)}) {
    const GameTerms terms = TermsOn(law, model);
    const auto execution = MakeExecution(DefaultSizes(model), law);
    for (const auto& [shot, paper] :
         {std::pair(11, true), std::pair(11, false), std::pair(15, true), std::pair(15, false)}) {
      const auto tree = MakeKrUctTree(terms, paper ? KrUctOptions::Paper() : KrUctOptions{});
      tree->Start(TaskAt(shot), 0, 10'000);
      for (int playout = 0; playout < 400; ++playout) {
        tree->PlayOut();
        // The root every time, all others now and then.
        const int last =
            playout % 100 == 99 ? static_cast<int>(std::min<std::int64_t>(tree->nodes(), 50)) : 1;
        for (int node = 0; node < (shot == 15 ? 1 : last); ++node) {
          const KrUctLook look = tree->Look(node);
          std::vector<KernelPoint> points;
          for (const Release& release : look.outcomes) {
            points.push_back(KernelPointOf(*execution, release));
          }
          for (std::size_t a = 0; a < points.size(); ++a) {
            double density = 0.0;
            double sum = 0.0;
            for (std::size_t b = 0; b < points.size(); ++b) {
              const double k = Kernel(execution->shape(), points[a], points[b]);
              density += k * look.visits[b];
              sum += k * look.sums[b];
            }
            ASSERT_NEAR(look.densities[a], density, 1e-9);
            ASSERT_NEAR(look.weighted_sums[a], sum, 1e-9);
          }
        }
      }
    }
  }
}

// Without errors the kernel tells all actions apart; without widening the actions stay those of the
// generator: what is left is UCB.
TEST(KrUct, IsPlainUcbWithoutErrorsAndWidening) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kNone);
  const SearchTask task = TaskAt(15);
  KrUctOptions options = KrUctOptions::Paper();
  options.widen = false;
  const auto tree = MakeKrUctTree(terms, options);
  tree->Start(task, 0, 10'000);
  Simulation simulation(terms);
  ShotList shots;
  simulation.List(task.position, shots);
  std::vector<double> visits(shots.size(), 0.0);
  std::vector<double> sums(shots.size(), 0.0);
  for (int playout = 0; playout < 2000; ++playout) {
    std::size_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < shots.size(); ++i) {
      const double bound = visits[i] == 0.0
                               ? std::numeric_limits<double>::infinity()
                               : sums[i] / visits[i] + std::sqrt(ExactLog(playout) / visits[i]);
      if (bound > most) {
        most = bound;
        best = i;
      }
    }
    visits[best] += 1.0;
    sums[best] += simulation.Score(simulation.Throw(task.position, shots[best].release));
    tree->PlayOut();
    const KrUctLook look = tree->Look(0);
    ASSERT_EQ(look.visits.size(), shots.size());
    for (std::size_t i = 0; i < shots.size(); ++i) ASSERT_EQ(look.visits[i], visits[i]) << playout;
  }
}

TEST(KrUct, WidensAsTheRootOfTheVisits) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  const auto tree = MakeKrUctTree(terms, KrUctOptions::Paper());
  tree->Start(TaskAt(6), 0, 100'000);
  const std::size_t first = tree->Look(0).outcomes.size();
  for (int playout = 1; playout <= 3000; ++playout) {
    tree->PlayOut();
    const auto size = static_cast<double>(tree->Look(0).outcomes.size());
    ASSERT_GE(size * size, std::min<double>(playout, static_cast<double>(first * first)));
    ASSERT_LE((size - 1.0) * (size - 1.0),
              std::max<double>(playout, static_cast<double>(first * first)));
  }
  EXPECT_GT(tree->Look(0).outcomes.size(), first);
}

TEST(KrUct, AdmitsCandidatesOneByOne) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  const KrUctOptions options;
  const auto tree = MakeKrUctTree(terms, options);
  const SearchTask task = TaskAt(6);
  tree->Start(task, 0, 100'000);
  ASSERT_EQ(tree->Look(0).outcomes.size(), 1U);
  Simulation simulation(terms);
  EXPECT_EQ(tree->Look(0).outcomes[0], simulation.RuleOfThumb(task.position, task.standing));
  for (int playout = 1; playout <= 3000; ++playout) {
    tree->PlayOut();
    const auto size = static_cast<double>(tree->Look(0).outcomes.size());
    ASSERT_LE(size, options.growth * std::sqrt(playout) + 1.0);
  }
  // In the end the whole list is there, each shot once and as what it is.
  ShotList shots;
  simulation.List(task.position, shots);
  std::vector<Shot> admitted;
  for (const RootAction& action : tree->Root()) {
    if (action.intention) admitted.push_back({*action.intention, action.release});
  }
  EXPECT_EQ(admitted.size(), shots.size());
  EXPECT_TRUE(std::is_permutation(shots.begin(), shots.end(), admitted.begin(), admitted.end()));
}

// Every second action is the candidate whose description has gained its team most so far, the
// others are throws of what was selected. With one stone left there is one node, and what it does
// can be told in advance.
TEST(KrUct, AdmitsNextWhatHasServedBest) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  const KrUctOptions options;
  const auto tree = MakeKrUctTree(terms, options);
  const SearchTask task = TaskAt(15);
  tree->Start(task, 0, 100'000);
  Simulation simulation(terms);
  ShotList shots;
  simulation.List(task.position, shots);
  std::vector<Shot> waiting(shots.begin(), shots.end());
  std::vector<std::uint32_t> served_for = {0};  // by outcome; the rules of thumb say nothing
  struct Served {
    double count = 0.0;
    double sum = 0.0;
  };
  std::map<std::uint32_t, Served> history;
  const auto gain = [&](const Shot& shot) {
    const Served& served = history[DescriptionOf(shot.intention)];
    return served.sum / (served.count + 2.0);
  };
  bool admitted = false;
  int by_history = 0;
  for (int playout = 0; playout < 150; ++playout) {
    const KrUctLook look = tree->Look(0);
    std::size_t chosen = 0;
    double total = 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < look.visits.size(); ++i) {
      total += look.densities[i];
      sum += look.sums[i];
    }
    const auto bound = [&](std::size_t i) {
      return look.densities[i] > 0.0
                 ? look.weighted_sums[i] / look.densities[i] +
                       options.ucb * std::sqrt(ExactLog(std::max(1.0, total)) / look.densities[i])
                 : std::numeric_limits<double>::infinity();
    };
    for (std::size_t i = 1; i < look.visits.size(); ++i) {
      if (bound(i) > bound(chosen)) chosen = i;
    }
    std::optional<Shot> expected;
    const std::vector<double> before(look.sums.begin(), look.sums.end());
    if (look.visits[chosen] > 0.0) {
      admitted = !admitted && !waiting.empty();
      if (admitted) {
        const auto best =
            std::max_element(waiting.begin(), waiting.end(),
                             [&](const Shot& a, const Shot& b) { return gain(a) < gain(b); });
        by_history += best != waiting.begin() ? 1 : 0;
        expected = *best;
        waiting.erase(best);
      }
      served_for.push_back(expected ? DescriptionOf(expected->intention) : served_for[chosen]);
    }
    tree->PlayOut();
    const KrUctLook after = tree->Look(0);
    ASSERT_EQ(after.outcomes.size(), served_for.size()) << playout;
    if (expected) {
      ASSERT_EQ(after.outcomes.back(), expected->release) << playout;
    }
    const std::size_t visited = after.outcomes.size() > before.size() ? before.size() : chosen;
    const double value = after.sums[visited] - (visited < before.size() ? before[visited] : 0.0);
    const double mean = playout > 0 ? sum / playout : 0.0;
    if (const std::uint32_t description = served_for[visited]; description != 0) {
      history[description].count += 1.0;
      history[description].sum += value - mean;
    }
  }
  EXPECT_TRUE(waiting.empty());
  EXPECT_GT(by_history, 2);
}

// What calling a shot is worth is what its outcomes are worth, those near the call visited alike.
// The paper's rule all but leaves out that the stone may go astray.
TEST(KrUct, VisitsTheOutcomesOfACallEvenly) {
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  const auto execution = MakeExecution(DefaultSizes(ExecutionModel::kDc3), Law::kFcv1);
  const auto own_share = [&](const KrUctOptions& options) {
    const auto tree = MakeKrUctTree(terms, options);
    tree->Start(TaskAt(13), 0, 100'000);
    for (int playout = 0; playout < 4000; ++playout) tree->PlayOut();
    const KrUctLook look = tree->Look(0);
    const auto called = static_cast<std::size_t>(
        std::max_element(look.densities.begin(), look.densities.end()) - look.densities.begin());
    return *std::max_element(look.visits.begin(), look.visits.end()) / look.densities[called];
  };
  EXPECT_GT(own_share(KrUctOptions::Paper()), 0.5);
  EXPECT_LT(own_share({}), 0.2);
}

TEST(Uct, SamplesOutcomesAsTheRootOfTheVisits) {
  // Each outcome that is kept is a node: with n visits no more than the sum of the actions' roots.
  const GameTerms terms = TermsOn(Law::kFcv1, ExecutionModel::kDc3);
  const auto tree = MakeUctTree(terms, {});
  tree->Start(TaskAt(13), 0, 100'000);
  for (int playout = 0; playout < 64; ++playout) tree->PlayOut();
  double roots = 0.0;
  for (const RootAction& action : tree->Root()) roots += std::floor(std::sqrt(action.visits));
  // The root itself, its outcomes, and theirs.
  EXPECT_GE(static_cast<double>(tree->nodes()), 1.0 + roots);
  EXPECT_LE(tree->nodes(), 65);
}

}  // namespace
}  // namespace skipstone
