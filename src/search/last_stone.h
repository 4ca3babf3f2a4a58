// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game/end.h"
#include "game/execution.h"
#include "search/local_cloud.h"
#include "search/shot_lattice.h"
#include "search/smoothing.h"
#include "value/score_distribution.h"

namespace skipstone {

// How much work goes into a last stone.
struct LastStoneSetting {
  double fineness = 1.0;  // points of the lattice, relative to the usual
  int candidates = 12;    // local maxima of the lattice that are looked at closely
  int finalists = 3;      // of which about so many are worked out exactly
  // Throw also where the stone touches nothing and does not count, or scores as all around.
  bool throw_all = false;
  // One look at the candidates and 987 throws for the best: for labels and replies by the thousand.
  bool quick = false;
};
// About 7 ms instead of 24, for some thousandths of a point.
inline constexpr LastStoneSetting kQuickLastStone{
    .fineness = 0.5, .candidates = 6, .finalists = 2, .quick = true};

// What the last stone can do: the score of every release of a lattice, thrown exactly so (or as all
// around it score), and what each of them is worth as a call. All from the hammer team's view,
// which throws.
struct LastStoneWorths {
  std::shared_ptr<const LatticeSmoother> smoother;
  int as_it_lies = 0;                              // the score if the stone is lost
  std::array<std::vector<std::int8_t>, 2> points;  // by handle, by cell of the lattice
  std::array<std::vector<double>, 2> worth;        // of the callable rows; the rest is unset

  const Lattice& lattice() const { return smoother->lattice(); }
  Release ReleaseAt(Handle handle, int row, int column) const {
    return {lattice().speeds_mps[static_cast<std::size_t>(row)], lattice().AngleOf(column), handle};
  }
  // Of a call, after the error; to the lattice's accuracy.
  ScoreDistribution ScoresAt(Handle handle, int row, int column) const;
};

// A call with what comes of it, from the hammer team's view.
struct LastStoneCall {
  Release release;
  double worth = 0.0;
  ScoreDistribution scores;
  bool exact = false;  // worked out by LastStone::ScoresOf; else estimated from a local cloud
};

struct LastStoneAnswer {
  Release best;
  ScoreDistribution scores;
  double worth = 0.0;
  // The best call, which is exact, and the other local maxima, best first.
  std::vector<LastStoneCall> ranked;
  int throws = 0;  // simulated
};

// The best call with one stone left in the end. It is not searched but solved: the releases of a
// lattice are thrown, their scores smoothed by the execution error, the best places looked at
// through finer and finer local clouds, and the best of those worked out by quadrature over the
// error. See docs/search.md. One object per thread; `Solve` allocates only what it returns.
class LastStone {
 public:
  LastStone(const Ice& ice, const Rules& rules, const ExecutionSizes& sizes,
            const LastStoneSetting& setting = {});
  ~LastStone();
  LastStone(const LastStone&) = delete;
  LastStone& operator=(const LastStone&) = delete;

  // The position's next shot must be the end's last.
  LastStoneAnswer Solve(const Position& position, const Utility& utility,
                        LastStoneWorths* worths = nullptr);

  // The scores of any call, over the model's own error: 6,765 equally likely throws (quick: 987),
  // or other ones.
  ScoreDistribution ScoresOf(const Position& position, const Release& called) {
    return ScoresOf(position, called, nodes_);
  }
  ScoreDistribution ScoresOf(const Position& position, const Release& called,
                             std::span<const StandardPoint> errors);

  const Lattice& lattice() const { return smoother_->lattice(); }
  const ErrorCurve& curve() const { return curve_; }

 private:
  struct Candidate;
  struct Maximum {
    double rank;
    double from_tee;
    Handle handle;
    int row;
    int column;
  };
  struct Cell {
    Handle handle;
    int row;
    int column;
  };

  void ThrowLattice(const Position& position, const Utility& utility);
  void AddCell(Handle handle, int row, int column);
  void SetCell(std::size_t handle, std::size_t cell, int points, const Utility& utility);
  void ThrowCells(const Position& position, const Utility& utility);
  bool NeighboursAgree(std::span<const std::int8_t> points, const Cell& cell) const;
  void RankCells();
  void Choose(const Utility& utility);
  template <typename RankAt>
  void Choose(int count, const Utility& utility, RankAt rank_at);
  void Refine(const Position& position, const Utility& utility);
  void LookCloser(const Position& position, const Utility& utility, Candidate& candidate,
                  int fibonacci_index, const StandardPoint& scale, const StandardPoint& half);
  void Improve(const Position& position, const Utility& utility, Candidate& candidate);
  static bool Hopeless(const Candidate& candidate, const Candidate& best, double margin,
                       const Utility& utility);
  void SortCandidates();
  void SortAndPrune(std::size_t keep, double apart);
  // Throws releases_, to points_ of the hammer team.
  void Throw(const Position& position);
  // A release so many errors from the centre; without errors, so many of the given unit.
  double AngleScale(const Release& called) const;
  Release Near(const Release& centre, const StandardPoint& unit, const StandardPoint& error) const;

  Ice ice_;
  Rules rules_;
  LastStoneSetting setting_;
  std::unique_ptr<const Execution> execution_;
  std::unique_ptr<Engine> engine_;
  ErrorCurve curve_;
  std::vector<StandardPoint> nodes_;
  ReachableLines reachable_;
  std::shared_ptr<const LatticeSmoother> smoother_;
  std::vector<StandardPoint> units_;  // the errors' scales, by row (none: dc3's stand in)
  double finest_ = 1.0;               // the scale of the last local cloud, in units
  StandardPoint start_scale_;         // of the lattice's kernel
  bool fine_enough_ = false;   // the errors are so large that the lattice needs no closer look
  double heaviest_mps_ = 0.0;  // call
  double fastest_mps_;         // throw that the engine's tables hold

  // Buffers, sized once.
  std::array<std::vector<std::int8_t>, 2> raw_;
  std::array<std::vector<double>, 2> values_;
  std::array<std::vector<double>, 2> smoothed_;
  std::array<std::vector<double>, 2> ranks_;
  std::array<std::vector<ColumnRange>, 2> ranges_;
  std::vector<double> scratch_;
  std::vector<std::uint8_t> marks_;
  std::vector<Release> releases_;
  std::vector<std::int8_t> points_;
  std::vector<std::uint32_t> cells_;
  std::vector<Cell> others_;
  std::vector<Maximum> maxima_;
  std::vector<Candidate> candidates_;
  LocalCloud cloud_;
  int as_it_lies_ = 0;
  int throws_ = 0;
};

}  // namespace skipstone
