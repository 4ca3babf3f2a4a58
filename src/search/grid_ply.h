// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "base/random.h"
#include "search/shot_lattice.h"
#include "search/smoothing.h"
#include "shots/generator.h"
#include "value/evaluator.h"

namespace skipstone {

// How much work goes into one ply.
struct GridPlySetting {
  // Of the whole grid: points relative to MakeShotLattice's usual. At 0.28 it has about the 18,000
  // candidates of Ataka et al. on fcv1 with dc3's errors, half of them on dc2 with gat's.
  double fineness = 0.28;
  int candidates = 8;  // its local maxima that get a local grid
  // In two stages: proposals, each thrown exactly and with so many errors; so many of them get a
  // local grid.
  int proposals = 96;
  int proposal_errors = 3;
  int local_grids = 10;
  int finalists = 3;      // of either, judged on errors of their own
  int final_errors = 89;  // a Fibonacci number of them for each
};

// A call, and what comes of it by the evaluator's judgement of the boards that its throws lead to.
struct GridCall {
  Release release;
  double worth = 0.0;        // to the hammer team, whoever throws
  ScoreDistribution scores;  // the hammer team's
};

// One ply of expectimax over all calls, as Ataka et al. 2020 (and Yamamoto et al. 2015) play it:
// what every exact throw of a grid leads to is judged by an evaluator, the worths are convolved
// with the execution error, and the thrower takes the best call. The best is then judged again on
// errors that had no part in choosing it: an argmax flatters itself.
//
// Solves positions with at least two stones left: with one left there is nothing to judge.
// One object per thread; it allocates only while it grows to its sizes.
class GridPly {
 public:
  // The evaluator must outlive it. `execution` is the thrower's.
  GridPly(const Ice& ice, const Rules& rules, const ExecutionSizes& execution, Evaluator& evaluator,
          const GridPlySetting& setting = {});
  ~GridPly();
  GridPly(const GridPly&) = delete;
  GridPly& operator=(const GridPly&) = delete;

  // The best `finalists`, best first, judged on errors of their own, drawn from `seed`. The span is
  // valid until the next call of a member.
  std::span<const GridCall> WholeGrid(const Position& position, const Utility& utility,
                                      std::uint64_t seed);
  std::span<const GridCall> TwoStages(const Position& position, const Utility& utility,
                                      std::uint64_t seed);

  // What comes of any call.
  ScoreDistribution ScoresOf(const Position& position, const Release& called,
                             std::span<const StandardPoint> errors);
  // Throws, by the rules, the evaluator's judgement of each board, and the boards.
  struct Judged {
    std::span<const ScoreDistribution> scores;
    std::span<const Board> boards;
  };
  Judged Throw(const Position& position, std::span<const Release> releases);

  // Equally likely errors, a lattice shifted by chance: independent of those of other seeds.
  void DrawErrors(int count, RandomStream& random, std::vector<StandardPoint>& errors) const;

  const Execution& execution() const { return *execution_; }
  const Lattice& lattice() const { return smoother_->lattice(); }
  // Of the last WholeGrid: what each call of a cell is worth, by handle, relative to the stone
  // lost.
  std::span<const double> Smoothed(Handle handle) const;
  // The evaluator's work so far.
  std::int64_t throws() const { return throws_; }
  std::int64_t judged() const { return judged_; }

 private:
  struct Place {
    Release release;
    double rank = 0.0;  // the thrower's
  };

  void Begin(const Position& position, const Utility& utility);
  void JudgeLost(const Position& position);
  double Rank(const ScoreDistribution& scores) const { return sign_ * utility_.Of(scores); }
  void AddProposal(const Release& release);
  void ChooseMaxima();
  bool Near(const Release& a, const Release& b, double apart) const;
  void KeepApart(std::size_t keep, double apart);
  // Moves a place to the best call of a local grid around it.
  void LookAround(const Position& position, Place& place);
  std::span<const GridCall> Finish(const Position& position, std::uint64_t seed);
  double AngleScale(const Release& release) const;
  Release Near(const Release& centre, const StandardPoint& error) const;

  Ice ice_;
  Rules rules_;
  GridPlySetting setting_;
  std::unique_ptr<const Execution> execution_;
  Evaluator& evaluator_;
  std::unique_ptr<Engine> engine_;
  Generator generator_;
  ErrorCurve curve_;
  std::shared_ptr<const LatticeSmoother> smoother_;
  double heaviest_mps_ = 0.0;
  double fastest_mps_ = 0.0;
  double speed_scale_ = 1.0;  // of the error, at a tee draw
  std::vector<StandardPoint> proposal_errors_;
  std::array<double, 64> local_weights_{};

  // Of the position at hand.
  double sign_ = 1.0;
  Utility utility_;
  ScoreDistribution lost_;  // if the stone is lost
  Position lost_from_;
  bool lost_known_ = false;

  // Buffers.
  std::vector<Release> lattice_releases_;  // of both handles
  std::array<std::vector<double>, 2> values_;
  std::array<std::vector<double>, 2> smoothed_;
  std::vector<ColumnRange> ranges_;
  std::vector<double> scratch_;
  std::vector<Release> releases_;
  std::vector<Board> boards_;
  std::vector<Board> unlike_;          // boards that have to be judged
  std::vector<std::uint32_t> places_;  // of them
  std::vector<ScoreDistribution> judgements_;
  std::vector<ScoreDistribution> scores_;
  std::vector<Place> proposals_;
  std::vector<Place> kept_;
  std::vector<StandardPoint> errors_;
  std::vector<GridCall> calls_;
  ShotList shots_;
  std::int64_t throws_ = 0;
  std::int64_t judged_ = 0;
};

}  // namespace skipstone
