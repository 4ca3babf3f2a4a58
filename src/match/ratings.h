// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "match/schedule.h"

namespace skipstone {

// How a pairing stands. Draws count half.
struct PairingScore {
  std::size_t a = 0;  // players, by place
  std::size_t b = 0;
  double points = 0.0;  // of a
  int games = 0;
};

struct Rating {
  double elo = 0.0;
  double error = 0.0;  // half of the 95 % interval
  int games = 0;

  bool operator==(const Rating&) const = default;
};

// Elo by maximum likelihood (Bradley and Terry): player a beats b with probability
// 1 / (1 + 10^((elo_b - elo_a) / 400)), the mean is 0. Every pairing gets one drawn game on top of
// those played, which keeps a player that always wins finite. Errors are from the inverse of the
// Fisher information on ratings that sum to zero. The pairings must connect all players.
std::vector<Rating> RateByElo(std::size_t players, std::span<const PairingScore> standings);

// The score a player stronger by `elo` expects: 0.5 for 0.
double ExpectedScore(double elo);

// The generalized sequential probability ratio test for "stronger by elo1" against "stronger by
// elo0", with both error rates 5 %. Results are scores in [0, 1] that are independent of each
// other: of games, or the means of pairs (five values: 0, 1/4, ..., 1). With the mean m and the
// variance v of n results, and s0, s1 the scores expected by the two hypotheses, the logarithm of
// the likelihood ratio is, in the normal approximation,
//   n (s1 - s0) (2 m - s0 - s1) / (2 v).
// One win and one loss that nobody played enter m and v: a short run has no variance of its own.
class Sprt {
 public:
  enum class Decision { kNone, kElo0, kElo1 };

  explicit Sprt(const SprtBounds& bounds);

  void Add(double result);
  double log_ratio() const;
  Decision decision() const;

  static double bound();  // of |log_ratio|: ln(0.95 / 0.05)

 private:
  double s0_;
  double s1_;
  int count_ = 0;
  double sum_ = 1.0;  // the virtual win and loss
  double squares_ = 1.0;
};

// A player's points from a game: 1, 0.5 or 0.
double PointsOf(const Fixture& fixture, const GameResult& result, std::size_t player);

// The test of a tournament. Games come as they finish; they enter the test in the order of the
// schedule, and none after the decision, so that chance does not choose when it falls.
class SequentialTest {
 public:
  explicit SequentialTest(const TournamentSetup& setup);  // with bounds

  void Add(const Fixture& fixture, const GameResult& result);
  double log_ratio() const { return sprt_.log_ratio(); }
  Sprt::Decision decision() const { return sprt_.decision(); }
  int games() const { return static_cast<int>(games_); }  // that entered it

 private:
  Sprt sprt_;
  std::size_t unit_;  // games of an independent result
  std::vector<std::optional<double>> points_;
  std::size_t games_ = 0;
};

}  // namespace skipstone
