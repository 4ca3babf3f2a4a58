// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors
//
// Two plies, the second as a correction of the first. Let S(b) be the evaluator's worth of a board
// and D(b) its worth after the opponent's best reply, found by a ply of its own (with one stone
// left: solved). The first ply knows the mean of S over a call's outcomes well and D not at all; D
// costs milliseconds a board. So with outcomes b_1 ... b_n of the call,
//
//   W(c) = mean of S over many errors + k mean over i of (D(b_i) - S(b_i)),   k = n / (n + kDoubt)
//
// where all calls have the same errors: what the evaluator misjudges in one it often misjudges in
// the others, and such differences cancel. The factor k is for few outcomes, which know little.

#include "search/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "base/hash.h"
#include "base/statistics.h"
#include "net/network.h"
#include "search/by_thrower.h"
#include "search/grid_ply.h"
#include "search/last_stone.h"
#include "search/policy_guide.h"

namespace skipstone {
namespace {

constexpr double kDoubt = 2.0;
// A call this many points behind the best gets no replies.
constexpr double kHopeless = 0.3;
// A call is given up when it is behind by so many standard errors of the difference.
constexpr double kGiveUp = 2.5;
constexpr int kLeastReplies = 3;
// Replies to a call if nobody says how many: without a limit of time, and at most within one. More
// errors than that tell nothing that matters.
constexpr int kUsualReplies = 24;
constexpr int kMostReplies = 480;
// What is left of the time when the last reply begins, in units of a reply's time.
constexpr double kSpare = 1.2;
// A whole grid at first guess, and the part of the time it may take.
constexpr double kWholeGrid_s = 0.06;
constexpr double kWholeGridPart = 0.6;

class GridSearch : public Search {
 public:
  GridSearch(const GameTerms& terms, const GridOptions& options)
      : terms_(terms),
        options_(options),
        throwers_(terms, [&](const ExecutionSizes& sizes) { return MakeThrower(sizes); }) {}

  using Search::Run;
  SearchResult Run(const SearchTask& task, const Limits& limits, const Watch& watch) override {
    clock_ = limits.clock;
    start_ = clock_.Now();
    limit_s_ = limits.seconds;
    watch_ = &watch;
    next_partial_s_ = watch.partial_interval_s;
    SearchResult result =
        task.position.turn.shot == kStones - 1 ? SolveLast(task) : SearchTwoPlies(task);
    Hasher hasher;
    for (const Candidate& candidate : result.ranked) {
      hasher.AddInt(HashOf(candidate.release));
      hasher.AddDouble(candidate.value);
    }
    hash_ = hasher.value();
    return result;
  }

  std::uint64_t TreeHash() const override { return hash_; }

 private:
  struct Thrower {
    ExecutionSizes sizes;
    std::unique_ptr<Evaluator> evaluator;
    std::unique_ptr<GridPly> ply;
    std::unique_ptr<GridPly> reply_ply;
    std::unique_ptr<LastStone> last_stone;  // made when first needed
  };

  // A call that replies are tried for. Worths are the thrower's.
  struct Contender {
    GridCall call;
    double first = 0.0;  // by the first ply
    std::vector<double> corrections;
    std::vector<ScoreDistribution> score_corrections;  // likewise
    std::optional<Release> reply;
    bool given_up = false;

    double Correction() const {
      double sum = 0.0;
      for (const double correction : corrections) sum += correction;
      return sum / (static_cast<double>(corrections.size()) + kDoubt);
    }
    double Worth() const { return first + Correction(); }
    // `call.scores`, corrected in the same way.
    ScoreDistribution Scores() const {
      ScoreDistribution scores = call.scores;
      const double part = 1.0 / (static_cast<double>(score_corrections.size()) + kDoubt);
      double sum = 0.0;
      for (std::size_t s = 0; s < kScores; ++s) {
        double& p = scores.probability[s];
        for (const ScoreDistribution& c : score_corrections) p += part * c.probability[s];
        p = std::max(0.0, p);  // few replies may take more than there was
        sum += p;
      }
      for (double& p : scores.probability) p /= sum;
      return scores;
    }
    // Of the correction, one standard error.
    double Error() const {
      const auto n = static_cast<double>(corrections.size());
      if (n < 2.0) return 0.0;
      const double mean = std::accumulate(corrections.begin(), corrections.end(), 0.0) / n;
      return StandardErrorOf(corrections, mean) * n / (n + kDoubt);
    }
  };

  std::shared_ptr<Thrower> MakeThrower(const ExecutionSizes& sizes) const {
    GridPlySetting setting;
    setting.finalists = std::max(1, options_.candidates);
    setting.final_errors = 144;
    auto thrower = std::make_shared<Thrower>();
    thrower->sizes = sizes;
    thrower->evaluator = MakeEvaluator(options_.evaluator, {terms_.ice, terms_.rules, sizes});
    thrower->ply =
        std::make_unique<GridPly>(terms_.ice, terms_.rules, sizes, *thrower->evaluator, setting);
    // Replies are judged by fewer errors: they are many.
    thrower->reply_ply = std::make_unique<GridPly>(
        terms_.ice, terms_.rules, sizes, *thrower->evaluator, GridPlySetting{.final_errors = 55});
    return thrower;
  }

  double Seconds() const { return clock_.SecondsSince(start_); }
  bool HasTimeFor(double seconds) const {
    return limit_s_ == 0.0 || Seconds() + seconds < limit_s_;
  }

  LastStone& LastStoneOf(const Turn& turn) {
    Thrower& thrower = throwers_.Of(turn);
    if (!thrower.last_stone) {
      thrower.last_stone =
          std::make_unique<LastStone>(terms_.ice, terms_.rules, thrower.sizes, kQuickLastStone);
    }
    return *thrower.last_stone;
  }

  // Only if the solver above is off or has no time.
  SearchResult SolveLast(const SearchTask& task) {
    SearchResult result;
    const LastStoneAnswer answer =
        LastStoneOf(task.position.turn).Solve(task.position, task.utility);
    for (const LastStoneCall& call : answer.ranked) {
      Candidate& candidate = result.ranked.emplace_back();
      candidate.release = call.release;
      candidate.value = candidate.bound = call.worth;
      candidate.scores = call.scores;
    }
    result.playouts = answer.throws;
    return Ranked(std::move(result));
  }

  SearchResult Ranked(SearchResult result) const {
    std::stable_sort(result.ranked.begin(), result.ranked.end(),
                     [](const Candidate& a, const Candidate& b) { return a.bound > b.bound; });
    result.best = result.ranked.front().release;
    result.seconds = Seconds();
    return result;
  }

  SearchResult SearchTwoPlies(const SearchTask& task) {
    const Turn& turn = task.position.turn;
    const double sign = turn.thrower() == turn.hammer ? 1.0 : -1.0;
    const Utility foreseen = Foreseen(task.utility, options_.blank);
    GridPly& ply = *throwers_.Of(turn).ply;
    const std::int64_t judged = ply.judged();
    replies_judged_ = 0;
    // 1. One ply.
    const bool whole =
        options_.whole && (limit_s_ == 0.0 || whole_grid_s_ < kWholeGridPart * limit_s_);
    const double before = Seconds();
    const std::span<const GridCall> calls = whole
                                                ? ply.WholeGrid(task.position, foreseen, task.seed)
                                                : ply.TwoStages(task.position, foreseen, task.seed);
    // A hiccup of the machine must not put the whole grid off for good.
    if (whole) {
      const double took = std::min(Seconds() - before, 2.0 * whole_grid_s_);
      whole_grid_s_ += 0.2 * (took - whole_grid_s_);
    }
    std::vector<Contender> contenders;
    for (const GridCall& call : calls) {
      Contender& contender = contenders.emplace_back();
      contender.call = call;
      contender.call.scores = Foreseen(call.scores, task.utility, options_.blank);
      contender.first = sign * call.worth;
      contender.given_up =
          contender.first < contenders.front().first - kHopeless * task.utility.per_point;
    }
    const auto result = [&](bool finished) {
      SearchResult found = ResultOf(contenders, task.utility.per_point);
      found.playouts = ply.judged() - judged + replies_judged_;
      found.playouts_are = "boards judged";
      found.finished = finished;
      return found;
    };
    // 2. Replies.
    TryReplies(task, foreseen, sign, contenders, [&] {
      if (!watch_->partial || Seconds() < next_partial_s_) return;
      watch_->partial(result(false));
      next_partial_s_ = Seconds() + watch_->partial_interval_s;
    });
    // 3. Choose.
    return result(true);
  }

  SearchResult ResultOf(const std::vector<Contender>& contenders, double per_point) const {
    SearchResult result;
    for (const Contender& contender : contenders) {
      Candidate& candidate = result.ranked.emplace_back();
      candidate.release = contender.call.release;
      candidate.visits = static_cast<double>(contender.corrections.size());
      candidate.value = contender.Worth();
      candidate.error = contender.Error();
      // What was given up does not come before what was judged to the end.
      candidate.bound = candidate.value - (contender.given_up ? 1e3 * per_point : 0.0);
      candidate.scores = contender.Scores();
      candidate.reply = contender.reply;
    }
    return Ranked(std::move(result));
  }

  int RepliesFor(std::ptrdiff_t rivals) const {
    if (options_.replies) return *options_.replies;
    if (limit_s_ == 0.0) return kUsualReplies;
    const double fit = (limit_s_ - Seconds()) / (reply_s_ * static_cast<double>(rivals));
    return static_cast<int>(std::clamp(fit, double{kUsualReplies}, double{kMostReplies}));
  }

  void TryReplies(const SearchTask& task, const Utility& foreseen, double sign,
                  std::vector<Contender>& contenders, const std::function<void()>& between) {
    const auto rivals = [&] {
      return std::count_if(contenders.begin(), contenders.end(),
                           [](const Contender& c) { return !c.given_up; });
    };
    const int replies = RepliesFor(rivals());
    if (replies == 0 || rivals() < 2) return;
    const Turn& turn = task.position.turn;
    const Turn next{turn.shot + 1, turn.hammer};
    GridPly& ply = *throwers_.Of(turn).ply;
    RandomStream random({.seed = task.seed, .purpose = Purpose::kSearch, .index = 1});
    ply.DrawErrors(replies, random, errors_);
    // The order of a golden-ratio lattice is as even in its beginnings as in the whole; the first
    // coordinate is not, so it is taken in steps that are.
    const std::size_t count = errors_.size();
    std::size_t stride = static_cast<std::size_t>(0.618 * static_cast<double>(count)) | 1U;
    while (std::gcd(stride, count) != 1) ++stride;
    for (std::size_t i = 0; i < count && rivals() > 1; ++i) {
      const StandardPoint& error = errors_[i * stride % count];
      for (Contender& contender : contenders) {
        if (contender.given_up) continue;
        if (watch_->stop.stop_requested() || !HasTimeFor(kSpare * reply_s_))
          return Settle(contenders);
        const double begun = Seconds();
        const Release thrown = ply.execution().Thrown(contender.call.release, error);
        const GridPly::Judged judged = ply.Throw(task.position, {&thrown, 1});
        const double shallow = sign * foreseen.Of(judged.scores[0]);
        const Position after{judged.boards[0], next};
        ScoreDistribution change = Foreseen(judged.scores[0], task.utility, options_.blank);
        double deep = 0.0;
        Release reply;
        ScoreDistribution replied;
        if (next.shot == kStones - 1) {
          const LastStoneAnswer answer = LastStoneOf(next).Solve(after, task.utility);
          deep = sign * answer.worth;
          reply = answer.best;
          replied = answer.scores;
        } else {
          GridPly& reply_ply = *throwers_.Of(next).reply_ply;
          const std::int64_t before = reply_ply.judged();
          const GridCall best = reply_ply.TwoStages(after, foreseen, task.seed + i).front();
          replies_judged_ += reply_ply.judged() - before;
          deep = sign * best.worth;
          reply = best.release;
          replied = Foreseen(best.scores, task.utility, options_.blank);
        }
        for (std::size_t s = 0; s < kScores; ++s) {
          change.probability[s] = replied.probability[s] - change.probability[s];
        }
        contender.corrections.push_back(deep - shallow);
        contender.score_corrections.push_back(change);
        if (!contender.reply) contender.reply = reply;
        reply_s_ += 0.2 * (Seconds() - begun - reply_s_);
      }
      if (i + 1 >= kLeastReplies) GiveUp(contenders);
      between();
    }
  }

  // All that are left have as many corrections: the last round may be unfinished.
  static void Settle(std::vector<Contender>& contenders) {
    std::size_t least = 1U << 20;
    for (const Contender& contender : contenders) {
      if (!contender.given_up) least = std::min(least, contender.corrections.size());
    }
    for (Contender& contender : contenders) {
      if (contender.given_up) continue;
      contender.corrections.resize(least);
      contender.score_corrections.resize(least);
    }
  }

  static void GiveUp(std::vector<Contender>& contenders) {
    const Contender* best = nullptr;
    for (const Contender& contender : contenders) {
      if (!contender.given_up && (best == nullptr || contender.Worth() > best->Worth())) {
        best = &contender;
      }
    }
    for (Contender& contender : contenders) {
      if (contender.given_up || &contender == best) continue;
      const double error =
          MeanDifferenceOf(best->corrections, contender.corrections)->standard_error.value();
      contender.given_up = best->Worth() - contender.Worth() > kGiveUp * error;
    }
  }

  GameTerms terms_;
  GridOptions options_;
  ByThrower<Thrower> throwers_;
  std::vector<StandardPoint> errors_;
  double whole_grid_s_ = kWholeGrid_s;
  double reply_s_ = 0.006;
  // Of the run at hand.
  Clock clock_;
  Clock::Time start_{};
  double limit_s_ = 0.0;
  const Watch* watch_ = nullptr;
  double next_partial_s_ = 0.0;
  std::int64_t replies_judged_ = 0;  // boards
  std::uint64_t hash_ = 0;
};

}  // namespace

std::unique_ptr<Search> MakeGridSearch(const GameTerms& terms, const GridOptions& options) {
  return std::make_unique<GridSearch>(terms, options);
}

SearchKind GridKind() {
  const GridOptions defaults;
  SearchKind kind{
      "grid",
      "the whole grid of calls, judged by a network, and replies to the best",
      {SpecOption::Text("network", "PATH", "a network file, or a folder of nn_1 ... nn_15")
           .Unsaid("the shipped one"),
       SpecOption::Switch("whole", defaults.whole,
                          "throw the whole grid if it fits the time; off: proposals only"),
       SpecOption::Whole("candidates", defaults.candidates, 1, 100,
                         "calls that replies are tried for"),
       SpecOption::Whole("replies", std::nullopt, 0, 10'000,
                         "replies tried for each of them, at most; 0: one ply only")
           .Unsaid(fmt::format("{}; with seconds as many as fit, up to {}", kUsualReplies,
                               kMostReplies)),
       BlankOption(defaults.blank)},
      [](const GameTerms& setup, SpecOptions& options) {
        GridOptions grid;
        if (options.Given("network")) {
          grid.evaluator = fmt::format("network:file={}", options.Text("network"));
        }
        grid.whole = options.Switch("whole");
        grid.candidates = options.Int("candidates");
        if (options.Given("replies")) grid.replies = options.Int("replies");
        grid.blank = options.Number("blank");
        return MakeGridSearch(setup, grid);
      },
      NetworkKind::kStoneSet};
  for (SpecOption option : LimitOptions()) {
    if (option.name != "playouts" && option.name != "threads" && option.name != "nodes") continue;
    option.help = "without effect here";
    kind.options.push_back(option);
  }
  return kind;
}

}  // namespace skipstone
