// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/grid.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "ice/free_path.h"
#include "net/network.h"
#include "search/grid_ply.h"
#include "search/last_stone.h"

namespace skipstone {
namespace {

const GameTerms kTerms = MakeTerms(Law::kFcv1);

// The nearer stones are to a place, the likelier the hammer team makes one point: a worth without
// edges.
class Near : public Evaluator {
 public:
  explicit Near(Vec2 place) : place_(place) {}
  std::string_view name() const override { return "near"; }
  double Of(const Board& board) const {
    double worth = 0.0;
    ForEachSlot(board.present(), [&](int slot) {
      worth += 0.05 / (0.1 + std::hypot(board.x(slot) - place_.x, board.y(slot) - place_.y));
    });
    return worth / (0.5 + worth);
  }
  void Evaluate(std::span<const Board> boards, const Turn& turn,
                std::span<ScoreDistribution> scores) override {
    EXPECT_LT(turn.shot, kStones);
    EXPECT_EQ(boards.size(), scores.size());
    for (std::size_t i = 0; i < boards.size(); ++i) {
      scores[i] = {};
      scores[i][1] = Of(boards[i]);
      scores[i][0] = 1.0 - scores[i][1];
    }
  }

 private:
  Vec2 place_;
};

double Sum(const ScoreDistribution& scores) {
  return std::accumulate(scores.probability.begin(), scores.probability.end(), 0.0);
}

Position At(int shot) {
  Board board;
  const Vec2 places[] = {{0.1, 0.3}, {-0.6, -0.4}, {0.9, 1.0}, {0.2, -3.0}};
  for (int i = 0; i < std::min(shot, 4); ++i) {
    board.Put(SlotOf(i % 2 == 0 ? Team::k0 : Team::k1, i / 2), places[i]);
  }
  return {board, {shot, Team::k1}};
}

TEST(GridPly, ScoresAreTheMeanOverTheErrors) {
  Near evaluator({0.0, 0.0});
  GridPly ply(kTerms.ice, kTerms.rules, kTerms.sizes(), evaluator, {.fineness = 0.1});
  const auto engine = MakeEngine("event", kTerms.ice);
  RandomStream random({.seed = 1});
  std::vector<StandardPoint> errors;
  ply.DrawErrors(200, random, errors);
  ASSERT_EQ(errors.size(), 200U);
  for (const int shot : {0, 3, 9, 14}) {
    const Position position = At(shot);
    for (const double factor : {0.8, 1.0, 1.3}) {
      Release called = TeeDraw(kTerms.ice.law, Handle::kCcw);
      called.speed_mps *= factor;
      double sum = 0.0;
      for (const StandardPoint& error : errors) {
        const Release thrown = ply.execution().Thrown(called, error);
        sum += evaluator.Of(ThrowStone(position, thrown, *engine, kTerms.rules).outcome.board);
      }
      const ScoreDistribution scores = ply.ScoresOf(position, called, errors);
      EXPECT_NEAR(scores[1], sum / 200.0, 1e-9) << shot << " " << factor;
      EXPECT_NEAR(Sum(scores), 1.0, 1e-9);
    }
  }
}

TEST(GridPly, ErrorsHaveTheirSize) {
  Near evaluator({0.0, 0.0});
  GridPly ply(kTerms.ice, kTerms.rules, kTerms.sizes(), evaluator, {.fineness = 0.1});
  RandomStream random({.seed = 1});
  std::vector<StandardPoint> errors;
  ply.DrawErrors(987, random, errors);
  double u = 0.0;
  double w = 0.0;
  double uu = 0.0;
  double ww = 0.0;
  double uw = 0.0;
  for (const StandardPoint& error : errors) {
    u += error.u / 987.0;
    w += error.w / 987.0;
    uu += error.u * error.u / 987.0;
    ww += error.w * error.w / 987.0;
    uw += error.u * error.w / 987.0;
  }
  EXPECT_NEAR(u, 0.0, 0.02);
  EXPECT_NEAR(w, 0.0, 0.02);
  EXPECT_NEAR(uu, 1.0, 0.05);
  EXPECT_NEAR(ww, 1.0, 0.05);
  EXPECT_NEAR(uw, 0.0, 0.05);
}

TEST(GridPly, AFoulIsAStoneLost) {
  Near evaluator({0.0, -3.0});
  Position position{{}, {1, Team::k1}};
  position.board.Put(0, {0.0, -3.0});
  const auto hit = Aim(kTerms.ice.law).HitStone({0.0, -3.0}, 0.0, 3.5, Handle::kCw);
  ASSERT_TRUE(hit);
  Rules rules = kTerms.rules;
  for (const int guard_shots : {5, 2, 1, 0}) {
    rules.guard_shots = guard_shots;
    GridPly ply(kTerms.ice, rules, kTerms.sizes(), evaluator, {.fineness = 0.1});
    const GridPly::Judged judged = ply.Throw(position, {&hit->pass.release, 1});
    EXPECT_EQ(judged.boards[0] == position.board, guard_shots > 1) << guard_shots;
    EXPECT_EQ(judged.scores[0][1] == evaluator.Of(position.board), guard_shots > 1);
  }
}

// Whoever has the hammer wants a stone at the place; the other team wants none there.
TEST(GridPly, FindsTheBestCallOfTheTeamToThrow) {
  const Vec2 place{0.7, -0.9};
  Near evaluator(place);
  GridPly ply(kTerms.ice, kTerms.rules, kTerms.sizes(), evaluator);
  for (const bool whole : {true, false}) {
    const auto solve = [&](const Position& position) {
      const auto calls = whole ? ply.WholeGrid(position, UtilityOfPoints(), 1)
                               : ply.TwoStages(position, UtilityOfPoints(), 1);
      return std::vector<GridCall>(calls.begin(), calls.end());
    };
    const std::vector<GridCall> maximum = solve({{}, {9, Team::k1}});
    const Vec2 stop = FreePath::For(kTerms.ice.law).StopPoint(maximum.front().release);
    EXPECT_LT(std::hypot(stop.x - place.x, stop.y - place.y), 0.5) << whole;
    EXPECT_NEAR(Sum(maximum.front().scores), 1.0, 1e-9);
    EXPECT_NEAR(maximum.front().worth, maximum.front().scores.Mean(), 1e-12);
    // The empty sheet is what the other team has already: nobody's stone is best.
    const std::vector<GridCall> minimum = solve({{}, {10, Team::k1}});
    EXPECT_NEAR(minimum.front().worth, 0.0, 1e-6) << whole;
    // The finalists are in order.
    EXPECT_GE(maximum[0].worth, maximum[1].worth);
    EXPECT_GT(maximum[0].worth, 0.1);
  }
}

// Every team's finalists stand in its own order: the hammer team's worth goes down for it, and up
// for the other.
TEST(GridPly, FinalistsStandInTheOrderOfTheTeamToThrow) {
  Near evaluator({0.2, -0.4});
  GridPly ply(kTerms.ice, kTerms.rules, kTerms.sizes(), evaluator,
              {.fineness = 0.1, .finalists = 6});
  for (const int shot : {9, 10}) {
    const double sign = shot == 9 ? 1.0 : -1.0;
    for (const bool whole : {true, false}) {
      const auto calls = whole ? ply.WholeGrid(At(shot), UtilityOfPoints(), 1)
                               : ply.TwoStages(At(shot), UtilityOfPoints(), 1);
      ASSERT_GE(calls.size(), 4U);
      for (std::size_t i = 1; i < calls.size(); ++i) {
        EXPECT_GE(sign * calls[i - 1].worth, sign * calls[i].worth) << shot << whole;
      }
      EXPECT_GT(sign * calls.front().worth, sign * calls.back().worth) << shot << whole;
    }
  }
}

TEST(GridPly, WithoutErrorsThereIsOneThrow) {
  Near evaluator({0.0, 0.0});
  GridPly ply(kTerms.ice, kTerms.rules, SizesFromText("none"), evaluator, {.fineness = 0.2});
  RandomStream random({.seed = 1});
  std::vector<StandardPoint> errors;
  ply.DrawErrors(89, random, errors);
  EXPECT_EQ(errors.size(), 1U);
  for (const bool whole : {true, false}) {
    const GridCall best = whole ? ply.WholeGrid({{}, {9, Team::k1}}, UtilityOfPoints(), 1).front()
                                : ply.TwoStages({{}, {9, Team::k1}}, UtilityOfPoints(), 1).front();
    const Vec2 stop = FreePath::For(kTerms.ice.law).StopPoint(best.release);
    EXPECT_LT(std::hypot(stop.x, stop.y), 0.5) << whole;
  }
}

class GridSearchTest : public testing::Test {
 protected:
  GridSearchTest()
      : path_(std::filesystem::temp_directory_path() /
              ("skipstone-grid-" + std::to_string(::getpid()))) {
    NetworkDefinition definition;
    definition.stone = {16, 16};
    definition.hidden = {16};
    WriteTensorFile(path_, Network::Random(definition, 1).ToFile());
  }
  ~GridSearchTest() override { std::filesystem::remove(path_); }

  SpecifiedSearch Make(const std::string& more) const {
    return MakeSearch("grid:network=" + path_.string() + more, terms_);
  }
  static SearchTask TaskAt(int shot, std::uint64_t seed = 1) {
    SearchTask task;
    task.position = At(shot);
    task.seed = seed;
    return task;
  }

  std::filesystem::path path_;
  GameTerms terms_ = kTerms;
};

TEST_F(GridSearchTest, IsTheSameForTheSameSeed) {
  for (const char* more :
       {",replies=4", ",whole=off,replies=4", ",replies=0", ",candidates=1,replies=4"}) {
    SpecifiedSearch a = Make(more + std::string(",last-stone=off"));
    SpecifiedSearch b = Make(more + std::string(",last-stone=off"));
    for (const int shot : {0, 14, 15}) {
      const SearchResult first = a.search->Run(TaskAt(shot), a.limits);
      // Memory of an earlier search leaves no trace.
      b.search->Run(TaskAt(12, 7), b.limits);
      const SearchResult second = b.search->Run(TaskAt(shot), b.limits);
      EXPECT_EQ(a.search->TreeHash(), b.search->TreeHash()) << more << " " << shot;
      EXPECT_EQ(first.best, second.best);
      ASSERT_FALSE(first.ranked.empty());
      EXPECT_EQ(first.best, first.ranked.front().release);
      EXPECT_NEAR(Sum(first.ranked.front().scores), 1.0, 1e-6);
      EXPECT_GT(first.playouts, 0);
      for (std::size_t i = 1; i < first.ranked.size(); ++i) {
        EXPECT_LE(first.ranked[i].bound, first.ranked[i - 1].bound);
      }
    }
    b.search->Run(TaskAt(9, 2), b.limits);
    a.search->Run(TaskAt(9, 1), a.limits);
    EXPECT_NE(a.search->TreeHash(), b.search->TreeHash());
  }
}

// A score of one that the network foretells counts as a blank where that is worth more.
TEST_F(GridSearchTest, ForeseesBlankEnds) {
  SearchTask task = TaskAt(9);
  const auto value_of = [&](const char* blank) {
    SpecifiedSearch grid = Make(std::string(",replies=0,whole=off,blank=") + blank);
    const SearchResult result = grid.search->Run(task, grid.limits);
    const Candidate& best = result.ranked.front();
    const double sign = task.position.turn.thrower() == Team::k1 ? 1.0 : -1.0;
    return std::pair{sign * best.value, best.scores};
  };
  // In points one is more than nothing: no difference.
  EXPECT_EQ(value_of("0"), value_of("1"));
  task.utility.worth[kMostPoints] = 2.0;
  for (const char* blank : {"0", "0.8", "1"}) {
    const auto [value, scores] = value_of(blank);
    EXPECT_NEAR(value, task.utility.Of(scores), 1e-12) << blank;
  }
  EXPECT_EQ(value_of("1").second[1], 0.0);
  EXPECT_GT(value_of("0.8").second[1], 0.0);
}

// A network of chance knows nothing: what a call is worth after the best replies is worked out by
// hand, for either team.
TEST_F(GridSearchTest, RepliesCorrectWhatTheNetworkMisjudges) {
  const auto network = std::make_shared<const Network>(Network::Read(path_));
  const auto evaluator = MakeNetworkEvaluator(network, kTerms);
  GridPly ply(kTerms.ice, kTerms.rules, kTerms.sizes(), *evaluator);
  LastStone last_stone(kTerms.ice, kTerms.rules, kTerms.sizes(), kQuickLastStone);
  RandomStream random({.seed = 9});
  std::vector<StandardPoint> errors;
  ply.DrawErrors(34, random, errors);
  for (const int shot : {13, 14}) {
    const SearchTask task = TaskAt(shot);
    const double sign = task.position.turn.thrower() == Team::k1 ? 1.0 : -1.0;
    SpecifiedSearch shallow = Make(",whole=off,last-stone=off,replies=0");
    SpecifiedSearch deep = Make(",whole=off,last-stone=off,replies=40");
    const SearchResult before = shallow.search->Run(task, shallow.limits);
    const SearchResult after = deep.search->Run(task, deep.limits);
    const Candidate& best = after.ranked.front();
    ASSERT_GE(best.visits, 3.0) << shot;
    const auto same =
        std::find_if(before.ranked.begin(), before.ranked.end(),
                     [&](const Candidate& other) { return other.release == best.release; });
    ASSERT_NE(same, before.ranked.end()) << shot;
    EXPECT_EQ(same->error, 0.0);
    EXPECT_GT(best.error, 0.0);
    double mean = 0.0;
    for (const StandardPoint& error : errors) {
      const Release thrown = ply.execution().Thrown(best.release, error);
      const Position next{ply.Throw(task.position, {&thrown, 1}).boards[0], {shot + 1, Team::k1}};
      const double worth = shot == 14 ? last_stone.Solve(next, task.utility).worth
                                      : ply.TwoStages(next, task.utility, 5).front().worth;
      mean += sign * worth / static_cast<double>(errors.size());
    }
    const double part = best.visits / (best.visits + 2.0);
    EXPECT_NEAR(best.value, same->value + part * (mean - same->value), 4.0 * best.error + 0.05)
        << shot;
    EXPECT_NEAR(best.value, sign * best.scores.Mean(), 0.05) << "the scores are corrected, too";
    if (shot == 14) {
      EXPECT_GT(std::abs(mean - same->value), 0.3) << "there is something to correct";
    }
  }
}

// Stones in pairs to the left and right: each call has a mirror image that is as good.
Position Mirrored(int shot) {
  Position position{{}, {shot, Team::k1}};
  position.board.Put(SlotOf(Team::k0, 0), {0.0, 0.2});
  position.board.Put(SlotOf(Team::k1, 0), {0.8, -0.6});
  position.board.Put(SlotOf(Team::k1, 1), {-0.8, -0.6});
  return position;
}

// Whenever somebody looks, it is so much later.
Clock Ticking(Clock::Time step) {
  return Clock([step, looks = std::make_shared<int>(0)] { return step * (*looks)++; });
}

// A judge that knows nothing but that mirror images are alike; on the first stones of a search's
// two plies it is far off, which the second ply finds out.
struct MirroredGrid {
  explicit MirroredGrid(std::optional<int> replies, int candidates = 6)
      : search(MakeGridSearch(kTerms, {.evaluator = "random:seed=1",
                                       .whole = false,
                                       .candidates = candidates,
                                       .replies = replies})) {}
  // Without a limit if it has no seconds; between two looks at the clock a step goes by.
  SearchResult Run(int shot, double seconds = 0.0, Clock::Time step = {},
                   const Search::Watch& watch = {}) const {
    SearchTask task;
    task.position = Mirrored(shot);
    return search->Run(task, {.seconds = seconds, .clock = Ticking(step)}, watch);
  }

  std::unique_ptr<Search> search;
};

bool GivenUp(const Candidate& candidate) { return candidate.bound < candidate.value - 1.0; }

TEST(GridSearch, WhatIsGivenUpComesLastHoweverGoodItLooked) {
  const MirroredGrid first_ply(0);
  const MirroredGrid grid(10);
  int better = 0;   // than what was judged to the end, and behind it
  int without = 0;  // any reply
  for (const int shot : {13, 14}) {
    const std::vector<Candidate> before = first_ply.Run(shot).ranked;
    const std::vector<Candidate> ranked = grid.Run(shot).ranked;
    ASSERT_EQ(ranked.size(), before.size());
    for (std::size_t i = 1; i < ranked.size(); ++i) {
      EXPECT_TRUE(ranked[i].visits == ranked[0].visits || GivenUp(ranked[i]));
      EXPECT_TRUE(GivenUp(ranked[i]) || !GivenUp(ranked[i - 1])) << shot;
      better += GivenUp(ranked[i]) && ranked[i].value > ranked[0].value ? 1 : 0;
    }
    // What the first ply has far behind gets no replies at all.
    const double best =
        std::max_element(before.begin(), before.end(), [](const Candidate& a, const Candidate& b) {
          return a.value < b.value;
        })->value;
    for (const Candidate& candidate : ranked) {
      const auto same = std::find_if(before.begin(), before.end(), [&](const Candidate& other) {
        return other.release == candidate.release;
      });
      ASSERT_NE(same, before.end());
      EXPECT_EQ(candidate.visits == 0.0, same->value < best - 0.3) << best - same->value;
      without += candidate.visits == 0.0 ? 1 : 0;
    }
  }
  EXPECT_GT(better, 0);
  EXPECT_GT(without, 0);
}

TEST(GridSearch, CallsThatAreAsGoodGetAsManyReplies) {
  const MirroredGrid grid(12);
  for (const int shot : {13, 14}) {
    const std::vector<Candidate> ranked = grid.Run(shot).ranked;
    ASSERT_GE(ranked.size(), 3U);
    const Release& best = ranked[0].release;
    const Release& next = ranked[1].release;
    EXPECT_EQ(best.speed_mps, next.speed_mps) << "the mirror image";
    EXPECT_NE(best.handle, next.handle);
    EXPECT_NEAR(ranked[0].value, ranked[1].value, 0.01);
    EXPECT_EQ(ranked[0].visits, 12.0);
    EXPECT_EQ(ranked[1].visits, 12.0);
    EXPECT_LT(ranked.back().visits, 12.0) << "of what is worse it soon has enough";
  }
}

// A round that time cuts off is taken back: what is left is judged by the same errors.
TEST(GridSearch, WhatIsLeftHasAsManyReplies) {
  const MirroredGrid grid(10'000);
  std::set<double> visits;
  for (int i = 0; i < 8; ++i) {
    // A reply takes three looks.
    const SearchResult result = grid.Run(13, 0.3 + 0.03 * i, std::chrono::milliseconds(10));
    int left = 0;
    for (const Candidate& candidate : result.ranked) {
      if (GivenUp(candidate)) continue;
      EXPECT_EQ(candidate.visits, result.ranked[0].visits);
      ++left;
    }
    EXPECT_GE(left, 2) << "somebody to be equal to";
    visits.insert(result.ranked[0].visits);
  }
  EXPECT_GT(visits.size(), 1U);
  EXPECT_LT(visits.size(), 6U) << "in some of eight cases the last round was cut off";
}

TEST(GridSearch, EndsWhenThereIsNoTimeForAnotherReply) {
  const MirroredGrid grid(10'000);
  // A reply is thought to take a step, from its begin to its end; with looks at the clock it takes
  // three. So of three limits in a row one is met where every step counts.
  constexpr double kStep_s = 0.05;
  for (const double limit_s : {1.0, 1.05, 1.1}) {
    const SearchResult result = grid.Run(13, limit_s, std::chrono::milliseconds(50));
    EXPECT_GT(result.seconds, limit_s - 0.5 * kStep_s);
    EXPECT_LT(result.seconds, limit_s + 3.5 * kStep_s);
  }
}

TEST(GridSearch, WithMoreTimeItTriesMoreReplies) {
  const auto most = [](double seconds) {
    return MirroredGrid({}, 2).Run(13, seconds, std::chrono::milliseconds(1)).ranked[0].visits;
  };
  EXPECT_EQ(most(0.0), 24.0);
  EXPECT_EQ(most(0.2), 24.0) << "no less than without a limit, if time allows";
  EXPECT_EQ(most(0.4), 33.0) << "as many as fit, a reply taking 6 ms at first guess";
}

TEST(GridSearch, TellsWhatItFoundSoFar) {
  std::vector<double> heard_s;
  Search::Watch watch;
  watch.partial_interval_s = 0.3;
  watch.partial = [&](const SearchResult& partial) {
    EXPECT_FALSE(partial.finished);
    EXPECT_FALSE(partial.ranked.empty());
    heard_s.push_back(partial.seconds);
  };
  EXPECT_TRUE(MirroredGrid({}).Run(13, 2.0, std::chrono::milliseconds(10), watch).finished);
  ASSERT_GE(heard_s.size(), 3U);
  EXPECT_GE(heard_s[0], 0.3);
  for (std::size_t i = 1; i < heard_s.size(); ++i) {
    EXPECT_GE(heard_s[i] - heard_s[i - 1], 0.3 - 1e-9);
    EXPECT_LE(heard_s[i] - heard_s[i - 1], 0.5) << "after a round";
  }
}

// A whole grid is some 18,000 throws, two stages are 1,500.
TEST_F(GridSearchTest, ThrowsTheWholeGridIfTimeAllows) {
  const auto is_whole = [this](SpecifiedSearch& grid, double limit_s, Clock::Time step) {
    grid.limits.seconds = limit_s;
    grid.limits.clock = Ticking(step);
    return grid.search->Run(TaskAt(9), grid.limits).playouts > 8000;
  };
  using std::chrono::milliseconds;
  SpecifiedSearch grid = Make(",replies=0");
  EXPECT_TRUE(is_whole(grid, 0.0, milliseconds(0)));
  EXPECT_TRUE(is_whole(grid, 0.12, milliseconds(10)));
  EXPECT_FALSE(is_whole(grid, 0.05, milliseconds(10))) << "it may take 0.6 of the time";
  EXPECT_TRUE(is_whole(grid, 0.2, std::chrono::seconds(100)));
  EXPECT_TRUE(is_whole(grid, 0.2, milliseconds(10))) << "one hiccup of the machine is forgiven";
  SpecifiedSearch slow = Make(",replies=0");
  int wholes = 0;
  for (int i = 0; i < 8; ++i) wholes += is_whole(slow, 0.2, milliseconds(300)) ? 1 : 0;
  EXPECT_GT(wholes, 1);
  EXPECT_LT(wholes, 8) << "a machine that is always slow is not";
  EXPECT_FALSE(is_whole(slow, 0.2, milliseconds(300)));
}

// Who answers throws as they can, not as the one who asks.
TEST_F(GridSearchTest, RepliesAreTheOtherTeams) {
  const auto value = [this](const char* hammers) {
    terms_.execution[1] = SameForAll(SizesFromText(hammers));
    SpecifiedSearch grid = Make(",whole=off,replies=8,candidates=2,last-stone=off");
    SearchTask task;
    task.position = {{}, {14, Team::k1}};
    return grid.search->Run(task, grid.limits).ranked.front().value;
  };
  EXPECT_GT(value("dc3:speed_error=0.5,angle_error=0.1"), value("none") + 0.3);
}

TEST_F(GridSearchTest, SolvesTheLastStoneByItself) {
  SearchTask task;
  task.position = {{}, {kStones - 1, Team::k1}};
  for (const char* more : {",last-stone=off", ""}) {
    SpecifiedSearch grid = Make(more);
    const SearchResult result = grid.search->Run(task, grid.limits);
    EXPECT_GT(result.ranked.front().value, 0.99);
    const Vec2 stop = FreePath::For(terms_.ice.law).StopPoint(result.best);
    EXPECT_LT(std::hypot(stop.x, stop.y), kEightFootRadius_m);
  }
}

TEST_F(GridSearchTest, AnswersHoweverLittleTimeThereIs) {
  SpecifiedSearch grid = Make(",replies=10000");
  for (const double seconds : {1e-6, 0.02, 0.2}) {
    grid.limits.seconds = seconds;
    for (const int shot : {0, 9, 14}) {
      grid.limits.clock = Ticking(std::chrono::milliseconds(10));
      EXPECT_FALSE(grid.search->Run(TaskAt(shot), grid.limits).ranked.empty());
    }
  }
  // Asked to stop before it begins.
  std::stop_source stop;
  stop.request_stop();
  grid.limits.seconds = 0.0;
  const SearchResult result = grid.search->Run(TaskAt(14), grid.limits, {.stop = stop.get_token()});
  EXPECT_FALSE(result.ranked.empty());
}

TEST_F(GridSearchTest, SpecsThatCannotBeUsedAreRefused) {
  const auto kind = [this](const std::string& spec) {
    try {
      MakeSearch(spec, terms_);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::kInternal;
  };
  const std::string good = "grid:network=" + path_.string();
  for (const char* more :
       {",replies=-1", ",candidates=0", ",whole=maybe", ",blank=1.1", ",nonsense=1"}) {
    EXPECT_EQ(kind(good + more), ErrorKind::kUsage) << more;
  }
  EXPECT_EQ(kind(good + "-not-there"), ErrorKind::kEnvironment);
  std::string bytes = ReadFile(path_);
  bytes[bytes.size() / 2] ^= 1;
  WriteFile(path_, bytes);
  EXPECT_EQ(kind(good), ErrorKind::kBadData);
  WriteFile(path_, "garbage");
  EXPECT_EQ(kind(good), ErrorKind::kBadData);
}

}  // namespace
}  // namespace skipstone
