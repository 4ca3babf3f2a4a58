// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors
//
// One ply of expectimax. With V(b) the worth of a board to the hammer team by the evaluator, b(r)
// the board that the release r leads to and p the density of the execution error, the team to throw
// calls (Ataka et al. 2020, after Yamamoto et al. 2015)
//
//   argmax over c of  W(c) = integral of p(e) V(b(c + e)) de        (argmin for the other team)
//
// The whole grid throws every exact release of a lattice once and convolves V with p. Two stages
// instead throw proposals, and work out W on local grids around the best of them.

#include "search/grid_ply.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace skipstone {
namespace {

constexpr Handle kHandles[] = {Handle::kCw, Handle::kCcw};
// Boards that are thrown and judged at a time: they stay in the cache.
constexpr std::size_t kChunk = 128;
// The local grid: 7 x 7 throws, so many errors apart, which reaches 2.4 errors to each side. Calls
// are compared one step to each side of its middle.
constexpr int kLocal = 7;
constexpr int kLocalHalf = kLocal / 2;
constexpr double kLocalStep = 0.7;
// Maxima of the lattice, and proposals, nearer than so many errors are one call.
constexpr double kApart = 1.2;

std::size_t HandleIndex(Handle handle) { return static_cast<std::size_t>(handle); }

}  // namespace

GridPly::~GridPly() = default;

GridPly::GridPly(const Ice& ice, const Rules& rules, const ExecutionSizes& execution,
                 Evaluator& evaluator, const GridPlySetting& setting)
    : ice_(ice),
      rules_(rules),
      setting_(setting),
      execution_(MakeExecution(execution, ice.law)),
      evaluator_(evaluator),
      engine_(MakeEngine("event", ice)),
      generator_(ice, rules, Width::kWide, MaxSpeed(execution, ice.law)),
      curve_(*execution_),
      heaviest_mps_(HeaviestCall(ice, execution)),
      fastest_mps_(0.97 * Flight::For(ice.law).fastest_mps()) {
  SKIPSTONE_CHECK(setting.fineness > 0.0 && setting.candidates >= 1 && setting.finalists >= 1 &&
                  setting.local_grids >= 1);
  const Lattice lattice = MakeShotLattice(ice, *execution_, setting.fineness);
  smoother_ = std::make_shared<const LatticeSmoother>(lattice, curve_);
  for (const Handle handle : kHandles) {
    for (const double speed : lattice.speeds_mps) {
      for (int column = 0; column < lattice.columns; ++column) {
        lattice_releases_.push_back({speed, lattice.AngleOf(column), handle});
      }
    }
    values_[HandleIndex(handle)].resize(lattice.size());
    smoothed_[HandleIndex(handle)].resize(lattice.size());
  }
  ranges_.assign(lattice.speeds_mps.size(), ColumnRange{0, lattice.columns});
  scratch_.resize(static_cast<std::size_t>(lattice.columns));
  const Release tee = TeeDraw(ice.law, Handle::kCw);
  speed_scale_ = execution.model == ExecutionModel::kNone
                     ? 0.004 * SpeedScale(ice.law)
                     : execution_->Thrown(tee, {1.0, 0.0}).speed_mps - tee.speed_mps;
  for (const double p : {0.2, 0.5, 0.8}) {
    // A small Latin square: each error of the weight goes with another of the line.
    const double q = p == 0.2 ? 0.5 : p == 0.5 ? 0.8 : 0.2;
    proposal_errors_.push_back({curve_.Quantile(p), curve_.Quantile(q)});
  }
  proposal_errors_.resize(
      std::min(proposal_errors_.size(), static_cast<std::size_t>(setting.proposal_errors)));
  for (int i = 0; i < kLocal + 1; ++i) {
    // By the distance of a throw from a call, in steps: up to kLocalHalf + 1.
    const double at = i * kLocalStep;
    local_weights_[static_cast<std::size_t>(i)] =
        curve_.Cdf(at + 0.5 * kLocalStep) - curve_.Cdf(at - 0.5 * kLocalStep);
  }
}

double GridPly::AngleScale(const Release& release) const {
  if (execution_->sizes().model == ExecutionModel::kNone) return 0.0009;
  return std::abs(execution_->Thrown(release, {0.0, 1.0}).angle_rad - release.angle_rad);
}

Release GridPly::Near(const Release& centre, const StandardPoint& error) const {
  Release release = execution_->Thrown(centre, error);
  release.speed_mps = std::min(release.speed_mps, fastest_mps_);
  return release;
}

bool GridPly::Near(const Release& a, const Release& b, double apart) const {
  return a.handle == b.handle && std::abs(a.speed_mps - b.speed_mps) < apart * speed_scale_ &&
         std::abs(a.angle_rad - b.angle_rad) < apart * AngleScale(a);
}

GridPly::Judged GridPly::Throw(const Position& position, std::span<const Release> releases) {
  const Turn next{position.turn.shot + 1, position.turn.hammer};
  SKIPSTONE_CHECK(next.shot < kStones);
  JudgeLost(position);
  const bool guarded = GuardRuleActive(rules_, position.turn.shot);
  scores_.resize(std::max(scores_.size(), releases.size()));
  boards_.resize(std::max(boards_.size(), releases.size()));
  unlike_.resize(kChunk);
  judgements_.resize(kChunk);
  for (std::size_t from = 0; from < releases.size(); from += kChunk) {
    const std::size_t count = std::min(kChunk, releases.size() - from);
    const std::span<Board> boards(boards_.data() + from, count);
    engine_->RunBoards(position.board, position.turn, releases.subspan(from, count), boards);
    places_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      if (guarded && IsFoul(position, boards[i], ice_, rules_)) boards[i] = position.board;
      // Most throws that leave nothing behind are known without asking.
      if (boards[i].present() == position.board.present() && boards[i] == position.board) {
        scores_[from + i] = lost_;
        continue;
      }
      unlike_[places_.size()] = boards[i];
      places_.push_back(static_cast<std::uint32_t>(from + i));
    }
    evaluator_.Evaluate({unlike_.data(), places_.size()}, next,
                        {judgements_.data(), places_.size()});
    for (std::size_t i = 0; i < places_.size(); ++i) scores_[places_[i]] = judgements_[i];
    judged_ += static_cast<std::int64_t>(places_.size());
  }
  throws_ += static_cast<std::int64_t>(releases.size());
  return {{scores_.data(), releases.size()}, {boards_.data(), releases.size()}};
}

void GridPly::Begin(const Position& position, const Utility& utility) {
  SKIPSTONE_CHECK(position.turn.shot < kStones - 1);
  sign_ = position.turn.thrower() == position.turn.hammer ? 1.0 : -1.0;
  utility_ = utility;
  JudgeLost(position);
}

void GridPly::JudgeLost(const Position& position) {
  if (lost_known_ && position == lost_from_) return;
  const Turn next{position.turn.shot + 1, position.turn.hammer};
  evaluator_.Evaluate({&position.board, 1}, next, {&lost_, 1});
  lost_from_ = position;
  lost_known_ = true;
  ++judged_;
}

std::span<const double> GridPly::Smoothed(Handle handle) const {
  return smoothed_[HandleIndex(handle)];
}

void GridPly::DrawErrors(int count, RandomStream& random,
                         std::vector<StandardPoint>& errors) const {
  // A rank-1 lattice by the golden ratio, shifted by chance on both axes.
  constexpr double kGolden = 0.6180339887498949;
  const double shift_u = random.Uniform();
  const double shift_w = random.Uniform();
  errors.clear();
  if (execution_->sizes().model == ExecutionModel::kNone) {
    errors.push_back({});
    return;
  }
  for (int i = 0; i < count; ++i) {
    const double u = (i + shift_u) / count;
    const double turned = i * kGolden + shift_w;
    const double w = turned - std::floor(turned);
    errors.push_back({curve_.Quantile(u), curve_.Quantile(std::clamp(w, 1e-9, 1.0 - 1e-9))});
  }
}

ScoreDistribution GridPly::ScoresOf(const Position& position, const Release& called,
                                    std::span<const StandardPoint> errors) {
  releases_.clear();
  for (const StandardPoint& error : errors) releases_.push_back(Near(called, error));
  const Judged judged = Throw(position, releases_);
  ScoreDistribution sum;
  for (const ScoreDistribution& scores : judged.scores) {
    for (std::size_t s = 0; s < sum.probability.size(); ++s) {
      sum.probability[s] += scores.probability[s];
    }
  }
  for (double& probability : sum.probability) probability /= static_cast<double>(errors.size());
  return sum;
}

void GridPly::KeepApart(std::size_t keep, double apart) {
  std::sort(proposals_.begin(), proposals_.end(), [](const Place& a, const Place& b) {
    if (a.rank != b.rank) return a.rank > b.rank;
    if (a.release.handle != b.release.handle) return a.release.handle < b.release.handle;
    if (a.release.speed_mps != b.release.speed_mps) {
      return a.release.speed_mps < b.release.speed_mps;
    }
    return a.release.angle_rad < b.release.angle_rad;
  });
  kept_.clear();
  for (const Place& place : proposals_) {
    if (kept_.size() == keep) break;
    if (std::none_of(kept_.begin(), kept_.end(), [&](const Place& other) {
          return Near(place.release, other.release, apart);
        })) {
      kept_.push_back(place);
    }
  }
}

// The lattice's local maxima.
void GridPly::ChooseMaxima() {
  const Lattice& grid = lattice();
  proposals_.clear();
  for (const Handle handle : kHandles) {
    const std::vector<double>& worth = smoothed_[HandleIndex(handle)];
    for (int row = 0; row < grid.callable_rows; ++row) {
      for (int column = 0; column < grid.columns; ++column) {
        const double here = worth[grid.Index(row, column)];
        bool highest = true;
        for (int r = std::max(0, row - 1); r <= std::min(grid.callable_rows - 1, row + 1); ++r) {
          for (int c = std::max(0, column - 1); c <= std::min(grid.columns - 1, column + 1); ++c) {
            highest = highest && worth[grid.Index(r, c)] <= here;
          }
        }
        if (highest) {
          proposals_.push_back(
              {{grid.speeds_mps[static_cast<std::size_t>(row)], grid.AngleOf(column), handle},
               here + Rank(lost_)});
        }
      }
    }
  }
}

void GridPly::LookAround(const Position& position, Place& place) {
  if (execution_->sizes().model == ExecutionModel::kNone) return;
  releases_.clear();
  for (int i = -kLocalHalf; i <= kLocalHalf; ++i) {
    for (int j = -kLocalHalf; j <= kLocalHalf; ++j) {
      releases_.push_back(Near(place.release, {i * kLocalStep, j * kLocalStep}));
    }
  }
  const Judged judged = Throw(position, releases_);
  std::array<double, kLocal * kLocal> ranks;
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = Rank(judged.scores[i]);
  const auto weight = [&](int steps) {
    return local_weights_[static_cast<std::size_t>(std::abs(steps))];
  };
  double most = -1e300;
  StandardPoint best;
  for (int u = -1; u <= 1; ++u) {
    for (int w = -1; w <= 1; ++w) {
      double sum = 0.0;
      double weights = 0.0;
      for (int i = -kLocalHalf; i <= kLocalHalf; ++i) {
        for (int j = -kLocalHalf; j <= kLocalHalf; ++j) {
          const double p = weight(i - u) * weight(j - w);
          sum += p * ranks[static_cast<std::size_t>(i + kLocalHalf) * kLocal +
                           static_cast<std::size_t>(j + kLocalHalf)];
          weights += p;
        }
      }
      const double rank = sum / weights;
      if (rank > most || (rank == most && u == 0 && w == 0)) {
        most = rank;
        best = {u * kLocalStep, w * kLocalStep};
      }
    }
  }
  place.release = Near(place.release, best);
  place.release.speed_mps = std::min(place.release.speed_mps, heaviest_mps_);
  place.rank = most;
}

// Judges the best on errors of their own; the same ones for each, so that calls are told apart.
std::span<const GridCall> GridPly::Finish(const Position& position, std::uint64_t seed) {
  proposals_ = kept_;
  KeepApart(static_cast<std::size_t>(setting_.finalists), 0.5);
  RandomStream random({.seed = seed, .purpose = Purpose::kSearch});
  DrawErrors(setting_.final_errors, random, errors_);
  calls_.clear();
  for (const Place& place : kept_) {
    GridCall& call = calls_.emplace_back();
    call.release = place.release;
    call.scores = ScoresOf(position, call.release, errors_);
    call.worth = utility_.Of(call.scores);
  }
  std::sort(calls_.begin(), calls_.end(), [this](const GridCall& a, const GridCall& b) {
    return sign_ * a.worth > sign_ * b.worth;
  });
  return calls_;
}

std::span<const GridCall> GridPly::WholeGrid(const Position& position, const Utility& utility,
                                             std::uint64_t seed) {
  Begin(position, utility);
  const double lost = Rank(lost_);
  const std::size_t size = lattice().size();
  for (const Handle handle : kHandles) {
    const std::size_t h = HandleIndex(handle);
    const Judged judged = Throw(position, std::span(lattice_releases_).subspan(h * size, size));
    for (std::size_t i = 0; i < size; ++i) values_[h][i] = Rank(judged.scores[i]) - lost;
    smoother_->Smooth(values_[h], ranges_, scratch_, smoothed_[h]);
  }
  ChooseMaxima();
  KeepApart(static_cast<std::size_t>(setting_.candidates), kApart);
  for (Place& place : kept_) LookAround(position, place);
  return Finish(position, seed);
}

void GridPly::AddProposal(const Release& release) { proposals_.push_back({release, 0.0}); }

std::span<const GridCall> GridPly::TwoStages(const Position& position, const Utility& utility,
                                             std::uint64_t seed) {
  Begin(position, utility);
  generator_.List(position, shots_);
  proposals_.clear();
  const auto most = static_cast<std::size_t>(setting_.proposals);
  // One in so many, if the generator has more than is asked for.
  const double step = std::max(1.0, static_cast<double>(shots_.size()) / static_cast<double>(most));
  for (double at = 0.0; at < static_cast<double>(shots_.size()); at += step) {
    AddProposal(shots_[static_cast<std::size_t>(at)].release);
  }
  // A sheet so full that nothing can be aimed at still has a middle; and a stone can be lost.
  AddProposal(TeeDraw(ice_.law, Handle::kCw));
  AddProposal({0.5 * lattice().speeds_mps.front(), 0.0, Handle::kCw});

  const std::size_t each = 1 + proposal_errors_.size();
  releases_.clear();
  for (const Place& place : proposals_) {
    releases_.push_back(place.release);
    for (const StandardPoint& error : proposal_errors_) {
      releases_.push_back(Near(place.release, error));
    }
  }
  const Judged judged = Throw(position, releases_);
  for (std::size_t i = 0; i < proposals_.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < each; ++j) sum += Rank(judged.scores[i * each + j]);
    proposals_[i].rank = sum / static_cast<double>(each);
  }
  KeepApart(static_cast<std::size_t>(setting_.local_grids), kApart);
  for (Place& place : kept_) LookAround(position, place);
  return Finish(position, seed);
}

}  // namespace skipstone
