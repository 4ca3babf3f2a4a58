// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors
//
// The last stone of an end, solved. The worth of a call c is
//
//   W(c) = sum over scores s of u(s) P(s | c),   P(s | c) = integral of p(e) [score(c + e) = s] de
//
// with u the worth of a score and p the density of the execution error. A shot has two dimensions
// and a handle, and a throw takes less than a microsecond, so score() is simply tabulated.

#include "search/last_stone.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace skipstone {
namespace {

constexpr Handle kHandles[] = {Handle::kCw, Handle::kCcw};
constexpr int kLastShot = kStones - 1;

// 6,765 nodes: probabilities to 0.001 where few stones meet, to 0.003 where many do.
constexpr int kNodesIndex = 20;
constexpr int kQuickNodesIndex = 16;
// Throws of the first, second and third look at a candidate: 610, 987, 2,584; 6,765
// for the best one, if its scores scatter by more than so many points.
constexpr int kFirstCloud = 15;
constexpr int kSecondCloud = 16;
constexpr int kThirdCloud = 18;
constexpr int kLargestCloud = 20;
constexpr double kWild = 0.7;
// Room around a call: so many rows and columns on each side, about 70 and 30 cm for a draw, with a
// weight that breaks ties but costs less than a thousandth of a point.
constexpr int kRoomRows = 3;
constexpr int kRoomColumns = 12;
constexpr double kRoomWeight = 1e-3;
constexpr double kRankSteps = 1e7;
constexpr double kNothing = -1e300;  // the rank of cells that cannot be a candidate
constexpr double kNoWorse = 0.05;    // than the stone lost, in points, to be a candidate
// Scores that scatter by less, in points, are certain: looking closer gains nothing.
constexpr double kCertain = 1e-3;
// The kernel over the lattice is at least this wide, in spacings: a finer error sees single cells,
// and its best call is found later, by local clouds that close in on it.
constexpr double kLeastKernel = 0.7;
constexpr double kCloser = 1.0 / 3.0;  // from one local cloud to the next
// Without errors the last local cloud has a fiftieth of dc3's: 1.4 mm at the tee, across.
constexpr double kFinestWithoutError = 0.02;
// Errors so many times the lattice's spacing need no closer look.
constexpr double kFineEnough = 7.0;
// How far along a ridge of hits a local cloud looks, and how often in a row, in errors.
constexpr double kRidge = 3.0;
constexpr int kMostWalks = 2;
// And how far the largest one does. It looks again if that led further than kFar.
constexpr double kLongRidge = 8.0;
constexpr double kFar = 3.0;
// By the lattice alone, a maximum so many points below the best is not looked at closer.
constexpr double kHopelessOnLattice = 0.35;
// Later, one so many standard deviations of its scores below (or of the best one's): after the
// first look, after the second, and for working it out exactly. Estimates are seldom off by so
// much.
constexpr double kHopelessFirst = 0.12;
constexpr double kHopeless = 0.03;
constexpr double kHopelessFinalist = 0.015;
// Rivals for the largest cloud are no worse than this, and so many errors of the line away.
constexpr double kRival = 0.02;
constexpr double kOtherLine = 3.0;

// The standard deviation of the worth.
double Scatter(const ScoreDistribution& scores, const Utility& utility) {
  const double mean = utility.Of(scores);
  double sum = 0.0;
  for (std::size_t i = 0; i < scores.probability.size(); ++i) {
    const double off = utility.worth[i] - mean;
    sum += scores.probability[i] * off * off;
  }
  return std::sqrt(sum);
}

std::size_t HandleIndex(Handle handle) { return static_cast<std::size_t>(handle); }

}  // namespace

ScoreDistribution LastStoneWorths::ScoresAt(Handle handle, int row, int column) const {
  ScoreDistribution scores;
  double seen = 0.0;
  smoother->ForEachThrown(row, column, [&](std::size_t cell, double probability) {
    scores[points[HandleIndex(handle)][cell]] += probability;
    seen += probability;
  });
  scores[as_it_lies] += 1.0 - seen;
  return scores;
}

struct LastStone::Candidate {
  Release release;
  double key = 0.0;  // what it is ranked by
  double row_spacing = 0.0;
  StandardPoint unit;  // the errors' scales there
  ScoreDistribution scores;
  bool at_edge = false;  // of the last local cloud's calls, by weight: there may be better ones
  bool exact = false;
};

LastStone::~LastStone() = default;

LastStone::LastStone(const Ice& ice, const Rules& rules, const ExecutionSizes& sizes,
                     const LastStoneSetting& setting)
    : ice_(ice),
      rules_(rules),
      setting_(setting),
      execution_(MakeExecution(sizes, ice.law)),
      engine_(MakeEngine("event", ice)),
      curve_(*execution_),
      nodes_(ErrorNodes(curve_, setting.quick ? kQuickNodesIndex : kNodesIndex)),
      reachable_(ice, rules),
      fastest_mps_(0.97 * Flight::For(ice.law).fastest_mps()),
      cloud_(curve_, kLargestCloud) {
  SKIPSTONE_CHECK(setting.fineness > 0.0 && setting.candidates >= 1 && setting.finalists >= 1);
  Lattice lattice = MakeShotLattice(ice, *execution_, setting.fineness);
  finest_ = sizes.model == ExecutionModel::kNone ? kFinestWithoutError : 1.0;
  const StandardPoint least{kLeastKernel * (lattice.speeds_mps[1] - lattice.speeds_mps[0]),
                            kLeastKernel * lattice.angle_step_rad};
  units_.resize(lattice.speeds_mps.size());
  start_scale_ = {finest_, finest_};
  for (std::size_t i = 0; i < units_.size(); ++i) {
    units_[i] = {lattice.speed_scales[i], lattice.angle_scales[i]};
    start_scale_ = {std::max(start_scale_.u, least.u / units_[i].u),
                    std::max(start_scale_.w, least.w / units_[i].w)};
  }
  for (std::size_t i = 0; i < units_.size(); ++i) {
    lattice.speed_scales[i] = start_scale_.u * units_[i].u;
    lattice.angle_scales[i] = start_scale_.w * units_[i].w;
  }
  heaviest_mps_ = lattice.speeds_mps[static_cast<std::size_t>(lattice.callable_rows - 1)];
  const auto tee = static_cast<std::size_t>(lattice.rows() / 4);
  fine_enough_ = std::min(lattice.angle_scales[tee] / lattice.angle_step_rad,
                          lattice.speed_scales[tee] /
                              (lattice.speeds_mps[1] - lattice.speeds_mps[0]) * 2.0) > kFineEnough;
  smoother_ = std::make_shared<const LatticeSmoother>(lattice, curve_);
  for (const Handle handle : kHandles) {
    const std::size_t h = HandleIndex(handle);
    raw_[h].resize(lattice.size());
    values_[h].resize(lattice.size());
    smoothed_[h].resize(lattice.size());
    ranks_[h].resize(lattice.size());
    ranges_[h].resize(lattice.speeds_mps.size());
  }
  scratch_.resize(static_cast<std::size_t>(lattice.columns));
  marks_.resize(static_cast<std::size_t>(lattice.columns));
  const std::size_t most = std::max({2 * lattice.size(), nodes_.size(), Fibonacci(kLargestCloud)});
  releases_.reserve(most);
  points_.reserve(most);
  cells_.reserve(most);
  others_.reserve(most);
  maxima_.reserve(most);
  candidates_.reserve(static_cast<std::size_t>(2 * setting.candidates + 1));
}

void LastStone::Throw(const Position& position) {
  throws_ += static_cast<int>(releases_.size());
  points_.resize(releases_.size());
  if (GuardRuleActive(rules_, position.turn.shot)) {
    for (std::size_t i = 0; i < releases_.size(); ++i) {
      const Board after = ThrowStone(position, releases_[i], *engine_, rules_).outcome.board;
      points_[i] = static_cast<std::int8_t>(EndScore(after, ice_.sheet, rules_));
    }
  } else {
    engine_->RunScores(position.board, position.turn, releases_, ScoringEdgeOf(ice_.sheet, rules_),
                       points_);
  }
  for (std::int8_t& points : points_) {
    points = static_cast<std::int8_t>(HammerPoints(points, position.turn.hammer));
  }
}

Release LastStone::Near(const Release& centre, const StandardPoint& unit,
                        const StandardPoint& error) const {
  Release release = execution_->sizes().model == ExecutionModel::kNone
                        ? Release{std::max(0.0, centre.speed_mps + unit.u * error.u),
                                  centre.angle_rad + unit.w * error.w, centre.handle}
                        : execution_->Thrown(centre, error);
  release.speed_mps = std::min(release.speed_mps, fastest_mps_);
  return release;
}

double LastStone::AngleScale(const Release& called) const {
  return execution_->Thrown(called, {0.0, 1.0}).angle_rad - called.angle_rad;
}

ScoreDistribution LastStone::ScoresOf(const Position& position, const Release& called,
                                      std::span<const StandardPoint> errors) {
  SKIPSTONE_CHECK(position.turn.shot == kLastShot);
  const bool none = execution_->sizes().model == ExecutionModel::kNone;
  releases_.clear();
  if (none) {
    releases_.push_back(called);
  } else {
    for (const StandardPoint& error : errors) releases_.push_back(Near(called, {}, error));
  }
  Throw(position);
  std::array<int, kScores> counts{};
  for (const int points : points_) ++counts[static_cast<std::size_t>(points + kMostPoints)];
  ScoreDistribution scores;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    scores.probability[i] = static_cast<double>(counts[i]) / static_cast<double>(points_.size());
  }
  return scores;
}

// 1. The lattice: every second release, as on a chessboard; of the others those whose neighbours
// score differently. Then smoothed.
void LastStone::ThrowLattice(const Position& position, const Utility& utility) {
  const Lattice& grid = lattice();
  // A stone that does not reach the hog line is lost.
  releases_.assign(1, Release{0.5 * grid.speeds_mps.front(), 0.0, Handle::kCw});
  Throw(position);
  as_it_lies_ = points_[0];
  for (const Handle handle : kHandles) {
    const std::size_t h = HandleIndex(handle);
    std::fill(raw_[h].begin(), raw_[h].end(), static_cast<std::int8_t>(as_it_lies_));
    std::fill(values_[h].begin(), values_[h].end(), 0.0);
  }

  releases_.clear();
  cells_.clear();
  others_.clear();
  // Without errors a single cell may hold the best call.
  const bool throw_every = setting_.throw_all || finest_ < 1.0;
  for (const Handle handle : kHandles) {
    for (int row = 0; row < grid.rows(); ++row) {
      ColumnRange range{0, grid.columns};
      if (!setting_.throw_all) range = reachable_.Mark(grid, position.board, row, handle, marks_);
      ranges_[HandleIndex(handle)][static_cast<std::size_t>(row)] = range;
      for (int column = range.begin; column < range.end; ++column) {
        if (!setting_.throw_all && marks_[static_cast<std::size_t>(column)] == 0) continue;
        if (throw_every || (row + column) % 2 == 0) {
          AddCell(handle, row, column);
        } else {
          others_.push_back({handle, row, column});
        }
      }
    }
  }
  ThrowCells(position, utility);
  releases_.clear();
  cells_.clear();
  for (const Cell& cell : others_) {
    const std::size_t h = HandleIndex(cell.handle);
    if (NeighboursAgree(raw_[h], cell)) {
      SetCell(h, grid.Index(cell.row, cell.column), raw_[h][grid.Index(cell.row, cell.column - 1)],
              utility);
    } else {
      AddCell(cell.handle, cell.row, cell.column);
    }
  }
  ThrowCells(position, utility);
  for (const Handle handle : kHandles) {
    const std::size_t h = HandleIndex(handle);
    smoother_->Smooth(values_[h], ranges_[h], scratch_, smoothed_[h]);
  }
}

void LastStone::AddCell(Handle handle, int row, int column) {
  const Lattice& grid = lattice();
  releases_.push_back(
      {grid.speeds_mps[static_cast<std::size_t>(row)], grid.AngleOf(column), handle});
  cells_.push_back(static_cast<std::uint32_t>(grid.Index(row, column)));
}

void LastStone::SetCell(std::size_t handle, std::size_t cell, int points, const Utility& utility) {
  raw_[handle][cell] = static_cast<std::int8_t>(points);
  values_[handle][cell] = utility[points] - utility[as_it_lies_];
}

void LastStone::ThrowCells(const Position& position, const Utility& utility) {
  Throw(position);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    SetCell(HandleIndex(releases_[i].handle), cells_[i], points_[i], utility);
  }
}

// Of the eight nearest cells of the board's other colour; outside the lattice there are none.
bool LastStone::NeighboursAgree(std::span<const std::int8_t> points, const Cell& cell) const {
  static constexpr int kAround[8][2] = {{0, -1}, {0, 1},   {-1, 0}, {1, 0},
                                        {-1, 2}, {-1, -2}, {1, -2}, {1, 2}};
  const Lattice& grid = lattice();
  if (cell.column < 2 || cell.column >= grid.columns - 2) return false;
  const int first = points[grid.Index(cell.row, cell.column - 1)];
  return std::all_of(std::begin(kAround), std::end(kAround), [&](const int(&offset)[2]) {
    const int row = cell.row + offset[0];
    if (row < 0 || row >= grid.rows()) return true;
    return points[grid.Index(row, cell.column + offset[1])] == first;
  });
}

// Among equals, calls with room around them: where neither the engine's last millimetre nor a
// thrower a little off the stated error does harm. Adds a little of the mean worth around a cell.
void LastStone::RankCells() {
  const Lattice& grid = lattice();
  for (const Handle handle : kHandles) {
    const std::vector<double>& smoothed = smoothed_[HandleIndex(handle)];
    std::vector<double>& ranks = ranks_[HandleIndex(handle)];
    ranks = smoothed;
    for (int row = 0; row < grid.callable_rows; ++row) {
      // Columns of the rows around, added up; then a running sum of them.
      const int first = std::max(0, row - kRoomRows);
      const int last = std::min(grid.callable_rows - 1, row + kRoomRows);
      std::fill(scratch_.begin(), scratch_.end(), 0.0);
      for (int r = first; r <= last; ++r) {
        const double* in = smoothed.data() + grid.Index(r, 0);
        for (std::size_t c = 0; c < scratch_.size(); ++c) scratch_[c] += in[c];
      }
      const double scale = kRoomWeight / ((last - first + 1) * (2 * kRoomColumns + 1));
      double sum = 0.0;
      for (int c = -kRoomColumns; c < grid.columns; ++c) {
        if (c + kRoomColumns < grid.columns) sum += scratch_[c + kRoomColumns];
        if (c - kRoomColumns - 1 >= 0) sum -= scratch_[c - kRoomColumns - 1];
        if (c < 0) continue;
        double& rank = ranks[grid.Index(row, c)];
        // Rounded, so that equal cells are equal.
        rank = std::floor((rank + scale * sum) * kRankSteps + 0.5) / kRankSteps;
      }
    }
  }
}

// 2. The lattice's best local maxima, some way apart; of equals, those near a draw to the tee.
void LastStone::Choose(const Utility& utility) {
  RankCells();
  candidates_.clear();
  Choose(setting_.candidates, utility, [&](std::size_t handle, std::size_t cell) {
    return smoothed_[handle][cell] != 0.0 ? ranks_[handle][cell] : kNothing;
  });
  if (start_scale_.u > finest_ || start_scale_.w > finest_) {
    // Errors finer than the lattice may use a gap that the wider kernel smears away.
    Choose(setting_.candidates, utility, [&](std::size_t handle, std::size_t cell) {
      const double value = values_[handle][cell];
      return value > 0.0 ? value + 1e-3 * ranks_[handle][cell] : kNothing;
    });
  }
}

template <typename RankAt>
void LastStone::Choose(int count, const Utility& utility, RankAt rank_at) {
  const Lattice& grid = lattice();
  maxima_.clear();
  for (const Handle handle : kHandles) {
    const std::size_t h = HandleIndex(handle);
    const Release tee = TeeDraw(ice_.law, handle);
    for (int row = 0; row < grid.callable_rows; ++row) {
      for (int column = 0; column < grid.columns; ++column) {
        const double here = rank_at(h, grid.Index(row, column));
        if (here < -kNoWorse * utility.per_point) continue;
        bool highest = true;
        for (int r = std::max(0, row - 1); r <= std::min(grid.callable_rows - 1, row + 1); ++r) {
          for (int c = std::max(0, column - 1); c <= std::min(grid.columns - 1, column + 1); ++c) {
            highest = highest && rank_at(h, grid.Index(r, c)) <= here;
          }
        }
        if (!highest) continue;
        const auto i = static_cast<std::size_t>(row);
        const double by_weight = (grid.speeds_mps[i] - tee.speed_mps) / units_[i].u;
        const double by_line = (grid.AngleOf(column) - tee.angle_rad) / units_[i].w;
        maxima_.push_back({here, by_weight * by_weight + by_line * by_line, handle, row, column});
      }
    }
  }
  std::sort(maxima_.begin(), maxima_.end(), [](const Maximum& a, const Maximum& b) {
    if (a.rank != b.rank) return a.rank > b.rank;
    if (a.from_tee != b.from_tee) return a.from_tee < b.from_tee;
    if (a.handle != b.handle) return a.handle < b.handle;
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  for (const Maximum& maximum : maxima_) {
    if (count == 0) break;
    const auto row = static_cast<std::size_t>(maximum.row);
    Candidate candidate;
    candidate.release = {grid.speeds_mps[row], grid.AngleOf(maximum.column), maximum.handle};
    candidate.unit = units_[row];
    candidate.row_spacing = grid.HighEdge(maximum.row) - grid.LowEdge(maximum.row);
    const bool near = std::any_of(candidates_.begin(), candidates_.end(), [&](const auto& other) {
      return other.release.handle == maximum.handle &&
             std::abs(other.release.speed_mps - candidate.release.speed_mps) <
                 std::max(2.0 * start_scale_.u * candidate.unit.u, 1.5 * candidate.row_spacing) &&
             std::abs(other.release.angle_rad - candidate.release.angle_rad) <
                 1.5 * start_scale_.w * candidate.unit.w;
    });
    if (near) continue;
    const std::size_t cell = grid.Index(maximum.row, maximum.column);
    candidate.key = smoothed_[HandleIndex(maximum.handle)][cell] + utility[as_it_lies_];
    smoother_->ForEachThrown(
        maximum.row, maximum.column, [&](std::size_t thrown, double probability) {
          candidate.scores[raw_[HandleIndex(maximum.handle)][thrown]] += probability;
        });
    candidate.scores[as_it_lies_] += 1.0 - std::accumulate(candidate.scores.probability.begin(),
                                                           candidate.scores.probability.end(), 0.0);
    candidates_.push_back(candidate);
    --count;
  }
}

void LastStone::LookCloser(const Position& position, const Utility& utility, Candidate& candidate,
                           int fibonacci_index, const StandardPoint& scale,
                           const StandardPoint& half) {
  // Olympic's aim gets steadier with the call's speed.
  const auto relative_angle_error = [&](double u) {
    const Release call = Near(candidate.release, candidate.unit, {u, 0.0});
    return AngleScale(call) / AngleScale(candidate.release);
  };
  cloud_.Place(fibonacci_index, half, scale);
  if (execution_->sizes().model == ExecutionModel::kOlympic) {
    for (int call = 0; call < LocalCloud::kCalls; ++call) {
      cloud_.SetLineScale(call, relative_angle_error(cloud_.WeightOf(call)));
    }
  }
  releases_.clear();
  for (std::size_t i = 0; i < cloud_.size(); ++i) {
    releases_.push_back(Near(candidate.release, candidate.unit, cloud_.Throw(i)));
  }
  Throw(position);
  const double room = (heaviest_mps_ - candidate.release.speed_mps) / candidate.unit.u;
  const LocalCloud::Best best = cloud_.FindBest(points_, utility, std::max(0.0, room + 1e-9));
  candidate.release = Near(candidate.release, candidate.unit, best.call);
  candidate.release.speed_mps = std::min(candidate.release.speed_mps, heaviest_mps_);
  candidate.at_edge = std::abs(best.call.u) > 0.99 * half.u;
  candidate.key = best.worth;
  candidate.scores = best.scores;
}

// By key, of equals exact ones first; else they keep their order. std::stable_sort would allocate.
void LastStone::SortCandidates() {
  const auto before = [](const Candidate& a, const Candidate& b) {
    return a.key != b.key ? a.key > b.key : a.exact && !b.exact;
  };
  for (std::size_t i = 1; i < candidates_.size(); ++i) {
    for (std::size_t j = i; j > 0 && before(candidates_[j], candidates_[j - 1]); --j) {
      std::swap(candidates_[j], candidates_[j - 1]);
    }
  }
}

void LastStone::SortAndPrune(std::size_t keep, double apart) {
  SortCandidates();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < candidates_.size() && kept < keep; ++i) {
    const Candidate& candidate = candidates_[i];
    const bool near =
        std::any_of(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(kept),
                    [&](const Candidate& other) {
                      return other.release.handle == candidate.release.handle &&
                             std::abs(other.release.speed_mps - candidate.release.speed_mps) <
                                 apart * candidate.unit.u &&
                             std::abs(other.release.angle_rad - candidate.release.angle_rad) <
                                 apart * candidate.unit.w;
                    });
    if (!near) candidates_[kept++] = candidates_[i];
  }
  candidates_.resize(kept);
}

bool LastStone::Hopeless(const Candidate& candidate, const Candidate& best, double margin,
                         const Utility& utility) {
  const double scatter =
      std::max(Scatter(candidate.scores, utility), Scatter(best.scores, utility));
  return candidate.key < best.key - margin * scatter - kCertain * utility.per_point;
}

// 3. Local clouds around the candidates, ever closer where the error is finer than the lattice.
void LastStone::Refine(const Position& position, const Utility& utility) {
  if (fine_enough_) {
    SortAndPrune(candidates_.size(), 0.5);
    return;
  }
  StandardPoint scale = start_scale_;
  double most = candidates_.empty() ? 0.0 : candidates_[0].key;
  for (const Candidate& candidate : candidates_) most = std::max(most, candidate.key);
  for (Candidate& candidate : candidates_) {
    if (scale.u <= 1.0 && scale.w <= 1.0 &&
        candidate.key < most - kHopelessOnLattice * utility.per_point) {
      continue;
    }
    LookCloser(
        position, utility, candidate, kFirstCloud, scale,
        {std::max(1.2 * scale.u, 0.6 * candidate.row_spacing / candidate.unit.u), 1.2 * scale.w});
  }
  const auto finalists = static_cast<std::size_t>(setting_.finalists);
  SortAndPrune(candidates_.size(), 0.5 * std::max(scale.u, scale.w));
  while (scale.u > finest_ || scale.w > finest_) {
    const StandardPoint before = scale;
    scale = {std::max(finest_, scale.u * kCloser), std::max(finest_, scale.w * kCloser)};
    SortAndPrune(2 * finalists, 0.5 * finest_);
    for (Candidate& candidate : candidates_) {
      LookCloser(position, utility, candidate, kFirstCloud, scale, before);
    }
  }
  if (setting_.quick) return;
  // Where it counts, again. Ridges of hits go on for many errors of the weight: walk along them.
  SortAndPrune(candidates_.size(), 0.25 * finest_);
  std::size_t again = std::min(candidates_.size(), 2 * finalists);
  for (std::size_t i = 0; i < again; ++i) {
    Candidate& candidate = candidates_[i];
    if (Hopeless(candidate, candidates_[0], kHopelessFirst, utility)) continue;
    if (Scatter(candidate.scores, utility) < kCertain * utility.per_point) continue;
    const bool hit = candidate.row_spacing > 1.2 * candidate.unit.u * scale.u;
    for (int walk = 0; walk < kMostWalks; ++walk) {
      LookCloser(position, utility, candidate, kSecondCloud, scale,
                 {(hit ? kRidge : 1.5) * scale.u, 1.0 * scale.w});
      if (!candidate.at_edge) break;
    }
  }
  // And with the middle in place.
  SortAndPrune(candidates_.size(), 0.5 * finest_);
  again = std::min(candidates_.size(), finalists);
  for (std::size_t i = 0; i < again; ++i) {
    if (Hopeless(candidates_[i], candidates_[0], kHopeless, utility)) continue;
    Candidate& candidate = candidates_[i];
    if (Scatter(candidate.scores, utility) < kCertain * utility.per_point) continue;
    LookCloser(position, utility, candidate, kThirdCloud, scale, {1.0 * scale.u, 0.6 * scale.w});
  }
  SortAndPrune(candidates_.size(), 0.25 * finest_);
}

// Looks around a candidate that is worked out, and moves it as long as it gets better by that.
void LastStone::Improve(const Position& position, const Utility& utility, Candidate& candidate) {
  for (int walk = 0; walk < kMostWalks; ++walk) {
    if (!(candidate.unit.u > 0.0) ||
        Scatter(candidate.scores, utility) < kWild * utility.per_point) {
      return;
    }
    Candidate moved = candidate;
    if (moved.row_spacing > 1.2 * moved.unit.u) {
      // A ridge of hits: as its worth changes slowly along it, weights are told apart by throws
      // around them of twice the error.
      LookCloser(position, utility, moved, kLargestCloud, {2.0, 1.0}, {kLongRidge, 0.8});
      LookCloser(position, utility, moved, kThirdCloud, {1.0, 1.0}, {1.5, 0.6});
    } else {
      LookCloser(position, utility, moved, kLargestCloud, {1.0, 1.0}, {1.5, 0.6});
    }
    moved.scores = ScoresOf(position, moved.release);
    moved.key = utility.Of(moved.scores);
    if (moved.key <= candidate.key) return;
    const bool far =
        std::abs(moved.release.speed_mps - candidate.release.speed_mps) > kFar * candidate.unit.u;
    candidate = moved;
    if (!far) return;
  }
}

LastStoneAnswer LastStone::Solve(const Position& position, const Utility& utility,
                                 LastStoneWorths* worths) {
  SKIPSTONE_CHECK(position.turn.shot == kLastShot);
  throws_ = 0;
  ThrowLattice(position, utility);
  Choose(utility);
  Refine(position, utility);

  // 4. The best few, exactly. The nodes have nothing to do with the grids that chose them, so the
  // best one's worth is not flattered. Losing the stone on purpose is always among the choices.
  Candidate lost;
  lost.release = {0.5 * lattice().speeds_mps.front(), 0.0, Handle::kCw};
  lost.key = utility[as_it_lies_];
  lost.scores[as_it_lies_] = 1.0;
  candidates_.push_back(lost);
  SortCandidates();
  const Candidate* best = nullptr;
  int exact = 0;
  for (Candidate& candidate : candidates_) {
    // More than that, if their estimates would stand above the best one in the ranking.
    if (exact >= setting_.finalists && candidate.key <= best->key) break;
    if (best != nullptr && Hopeless(candidate, *best, kHopelessFinalist, utility)) continue;
    candidate.scores = ScoresOf(position, candidate.release);
    candidate.key = utility.Of(candidate.scores);
    candidate.exact = true;
    if (best == nullptr || candidate.key > best->key) best = &candidate;
    ++exact;
  }
  SortCandidates();
  // 5. The more the scores scatter, the more throws it takes to tell calls apart: then once more
  // around the best, and where it leads, if that is better; the same for a rival on another line.
  if (!fine_enough_ && finest_ == 1.0 && !setting_.quick) {
    Improve(position, utility, candidates_[0]);
    const Candidate& first = candidates_[0];
    const auto rival =
        std::find_if(candidates_.begin() + 1, candidates_.end(), [&](const Candidate& other) {
          return other.exact && !Hopeless(other, first, kRival, utility) &&
                 (other.release.handle != first.release.handle ||
                  std::abs(other.release.angle_rad - first.release.angle_rad) >
                      kOtherLine * first.unit.w);
        });
    if (rival != candidates_.end()) Improve(position, utility, *rival);
    SortCandidates();
  }

  LastStoneAnswer answer;
  for (const Candidate& candidate : candidates_) {
    answer.ranked.push_back({candidate.release, candidate.key, candidate.scores, candidate.exact});
  }
  answer.best = answer.ranked.front().release;
  answer.scores = answer.ranked.front().scores;
  answer.worth = answer.ranked.front().worth;
  answer.throws = throws_;
  if (worths != nullptr) {
    worths->smoother = smoother_;
    worths->as_it_lies = as_it_lies_;
    worths->points = raw_;
    worths->worth = smoothed_;
    for (std::vector<double>& worth : worths->worth) {
      for (double& value : worth) value += utility[as_it_lies_];
    }
  }
  return answer;
}

}  // namespace skipstone
