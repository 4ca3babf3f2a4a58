// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/ratings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.h"
#include "base/statistics.h"

namespace skipstone {
namespace {

constexpr double kEloPerNat = 400.0 / std::numbers::ln10;

using Matrix = std::vector<std::vector<double>>;

// The inverse of a symmetric positive definite matrix, by Gauss and Jordan without pivoting.
Matrix Inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix inverse(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) inverse[i][i] = 1.0;
  for (std::size_t pivot = 0; pivot < n; ++pivot) {
    const double scale = 1.0 / m[pivot][pivot];
    for (std::size_t k = 0; k < n; ++k) {
      m[pivot][k] *= scale;
      inverse[pivot][k] *= scale;
    }
    for (std::size_t row = 0; row < n; ++row) {
      const double factor = m[row][pivot];
      if (row == pivot || factor == 0.0) continue;
      for (std::size_t k = 0; k < n; ++k) {
        m[row][k] -= factor * m[pivot][k];
        inverse[row][k] -= factor * inverse[pivot][k];
      }
    }
  }
  return inverse;
}

}  // namespace

double ExpectedScore(double elo) { return 1.0 / (1.0 + ExactExp(-elo / kEloPerNat)); }

std::vector<Rating> RateByElo(std::size_t players, std::span<const PairingScore> standings) {
  // Newton's method on the ratings in natural units. The information is a Laplacian, singular along
  // (1, ..., 1); with 1/n added everywhere it is not, and moves along it are none, as the gradient
  // sums to zero.
  const double all = 1.0 / static_cast<double>(players);
  std::vector<double> ratings(players, 0.0);
  Matrix covariance;
  constexpr int kMostSteps = 200;
  for (int step = 0; step < kMostSteps; ++step) {
    std::vector<double> gradient(players, 0.0);
    Matrix information(players, std::vector<double>(players, all));
    for (const PairingScore& s : standings) {
      const double games = s.games + 1.0;  // with the drawn one
      const double p = 1.0 / (1.0 + ExactExp(ratings[s.b] - ratings[s.a]));
      const double surplus = s.points + 0.5 - games * p;
      gradient[s.a] += surplus;
      gradient[s.b] -= surplus;
      const double weight = games * p * (1.0 - p);
      information[s.a][s.a] += weight;
      information[s.b][s.b] += weight;
      information[s.a][s.b] -= weight;
      information[s.b][s.a] -= weight;
    }
    covariance = Inverse(std::move(information));
    double largest = 0.0;
    std::vector<double> move(players, 0.0);
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t j = 0; j < players; ++j) move[i] += covariance[i][j] * gradient[j];
      largest = std::max(largest, std::abs(move[i]));
    }
    // Far from the solution a full step may overshoot.
    const double part = largest > 1.0 ? 1.0 / largest : 1.0;
    for (std::size_t i = 0; i < players; ++i) ratings[i] += part * move[i];
    if (largest < 1e-12) break;
  }
  std::vector<Rating> result(players);
  for (std::size_t i = 0; i < players; ++i) {
    result[i].elo = kEloPerNat * ratings[i];
    result[i].error = kEloPerNat * kNormal95 * std::sqrt(covariance[i][i] - all);
  }
  for (const PairingScore& s : standings) {
    result[s.a].games += s.games;
    result[s.b].games += s.games;
  }
  return result;
}

Sprt::Sprt(const SprtBounds& bounds)
    : s0_(ExpectedScore(bounds.elo0)), s1_(ExpectedScore(bounds.elo1)) {}

void Sprt::Add(double result) {
  ++count_;
  sum_ += result;
  squares_ += result * result;
}

double Sprt::log_ratio() const {
  const double with_virtual = count_ + 2.0;
  const double mean = sum_ / with_virtual;
  const double variance = squares_ / with_virtual - mean * mean;
  return count_ * (s1_ - s0_) * (2.0 * mean - s0_ - s1_) / (2.0 * variance);
}

Sprt::Decision Sprt::decision() const {
  if (log_ratio() >= bound()) return Decision::kElo1;
  if (log_ratio() <= -bound()) return Decision::kElo0;
  return Decision::kNone;
}

double Sprt::bound() { return ExactLog(0.95 / 0.05); }

double PointsOf(const Fixture& fixture, const GameResult& result, std::size_t player) {
  if (!result.winner) return 0.5;
  return fixture.players[static_cast<std::size_t>(Index(*result.winner))] == player ? 1.0 : 0.0;
}

SequentialTest::SequentialTest(const TournamentSetup& setup)
    : sprt_(setup.sprt.value()),
      unit_(setup.paired ? 2 : 1),
      points_(static_cast<std::size_t>(GameCount(setup))) {}

void SequentialTest::Add(const Fixture& fixture, const GameResult& result) {
  points_[static_cast<std::size_t>(fixture.number)] = PointsOf(fixture, result, 0);
  while (decision() == Sprt::Decision::kNone && games_ + unit_ <= points_.size()) {
    double sum = 0.0;
    for (std::size_t i = 0; i < unit_; ++i) {
      const auto& points = points_[games_ + i];
      if (!points) return;
      sum += *points;
    }
    sprt_.Add(sum / static_cast<double>(unit_));
    games_ += unit_;
  }
}

}  // namespace skipstone
