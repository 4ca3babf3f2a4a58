// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/policy_cells.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "ice/engine.h"
#include "ice/free_path.h"
#include "ice/trajectory.h"
#include "shots/flight.h"

namespace skipstone {
namespace {

constexpr double kCapOfFcv1_mps = 4.0;

PolicyCells CellsOf(Law law) {
  return PolicyCells(DefaultIce(law), law == Law::kFcv1 ? kCapOfFcv1_mps : 0.0);
}

// The free way of a release by the ice's own steps, independent of the tables of shots/: every
// point of it, in the house frame.
std::vector<Vec2> FreeWay(Law law, const Release& release) {
  static const std::vector<TrajectoryState> fcv1 = FreeTrajectory(Law::kFcv1);
  static const std::vector<TrajectoryState> dc2 = FreeTrajectory(Law::kDc2);
  const std::vector<TrajectoryState>& states = law == Law::kFcv1 ? fcv1 : dc2;
  // The trajectory turns left from its first heading; it is entered where it is as slow.
  std::size_t first = 0;
  while (first + 1 < states.size() && states[first].speed > release.speed_mps) ++first;
  const double turned = states[first].heading;
  const double release_y = DefaultIce(law).sheet.release_y_m;
  std::vector<Vec2> way;
  for (std::size_t i = first; i < states.size(); ++i) {
    const double x = states[i].x - states[first].x;
    const double y = states[i].y - states[first].y;
    const double along = x * std::cos(turned) + y * std::sin(turned);
    const double left = -x * std::sin(turned) + y * std::cos(turned);
    const double right = CurlSide(release.handle) * left;
    const double sine = std::sin(release.angle_rad);
    const double cosine = std::cos(release.angle_rad);
    way.push_back({along * sine + right * cosine, release_y + along * cosine - right * sine});
  }
  return way;
}

TEST(PolicyCells, AReleaseStopsInItsCell) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const PolicyCells cells = CellsOf(law);
    const double column = 4.75 / kCellsAcross;
    const double row = 9.0 / kCellsAlong;
    for (int cell = 0; cell < kPolicyCells; ++cell) {
      const auto [across, along, handle] = PolicyCells::PlaceOf(cell);
      const Release release = cells.ReleaseOf(cell);
      EXPECT_EQ(release.handle, handle);
      double x = 0.0;
      if (along < kDrawRows || law == Law::kDc2) {
        const Vec2 stop = FreePath::For(law).StopPoint(release);
        const double from = along < kDrawRows ? -4.12 : 8.88 - 7.0;
        EXPECT_GT(stop.y, from + along * row) << LawName(law) << " " << cell;
        EXPECT_LT(stop.y, from + (along + 1) * row) << LawName(law) << " " << cell;
        x = stop.x;
      } else {
        EXPECT_NEAR(release.speed_mps, 2.6 + (along - kDrawRows + 0.5) * 0.2, 1e-9);
        if (cell % 16 > 1) continue;  // the way is long
        for (const Vec2& point : FreeWay(law, release)) {
          if (point.y > 0.0) break;
          x = point.x;
        }
      }
      EXPECT_GT(x, -2.375 + across * column) << LawName(law) << " " << cell;
      EXPECT_LT(x, -2.375 + (across + 1) * column) << LawName(law) << " " << cell;
    }
  }
}

TEST(PolicyCells, AReleaseKnowsItsCell) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const PolicyCells cells = CellsOf(law);
    for (int cell = 0; cell < kPolicyCells; ++cell) {
      if (cells.Masked(cell)) continue;
      EXPECT_EQ(cells.CellOf(cells.ReleaseOf(cell)), cell) << LawName(law);
    }
  }
}

TEST(PolicyCells, MaskedCellsAreThoseThatCrossASideLine) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const PolicyCells cells = CellsOf(law);
    const Sheet sheet = DefaultIce(law).sheet;
    int masked = 0;
    for (int cell = 0; cell < kPolicyCells; cell += 3) {
      double widest = 0.0;
      for (const Vec2& point : FreeWay(law, cells.ReleaseOf(cell))) {
        if (point.y > sheet.back_line_y_m + sheet.stone_radius_m) break;
        widest = std::max(widest, std::abs(point.x));
      }
      const double spare = sheet.half_width_m - sheet.stone_radius_m - widest;
      if (std::abs(spare) < 0.01) continue;  // the table's own error
      EXPECT_EQ(cells.Masked(cell), spare < 0.0) << LawName(law) << " " << cell << " " << spare;
      masked += cells.Masked(cell) ? 1 : 0;
    }
    EXPECT_GT(masked, 10);
    EXPECT_LT(masked, kPolicyCells / 6);
  }
}

TEST(PolicyCells, AMaskedThrowDoesNotStayInPlay) {
  const PolicyCells cells = CellsOf(Law::kFcv1);
  const auto engine = MakeEngine("event", DefaultIce(Law::kFcv1));
  int masked_draws = 0;
  for (int cell = 0; cell < kPolicyCells; ++cell) {
    const auto [across, along, handle] = PolicyCells::PlaceOf(cell);
    if (along < 4 || along > 16) continue;  // to rest in play, if no line is crossed
    const Outcome outcome = engine->Run({}, {0, Team::k1}, cells.ReleaseOf(cell));
    // The outermost cells' stones stop within a hair of the line.
    const Vec2 stop = FreePath::For(Law::kFcv1).StopPoint(cells.ReleaseOf(cell));
    if (std::abs(std::abs(stop.x) - 2.23) < 0.02) continue;
    EXPECT_EQ(outcome.board.Has(0), !cells.Masked(cell)) << cell;
    masked_draws += cells.Masked(cell) ? 1 : 0;
  }
  EXPECT_GT(masked_draws, 20);
}

TEST(PolicyCells, AMirrorMapsCellsOntoCells) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const PolicyCells cells = CellsOf(law);
    for (int cell = 0; cell < kPolicyCells; ++cell) {
      const int mirrored = PolicyCells::Mirrored(cell);
      EXPECT_EQ(PolicyCells::Mirrored(mirrored), cell);
      EXPECT_EQ(cells.Masked(mirrored), cells.Masked(cell));
      EXPECT_NEAR(cells.ReleaseOf(mirrored).angle_rad, -cells.ReleaseOf(cell).angle_rad, 1e-9);
      EXPECT_NEAR(cells.ReleaseOf(mirrored).speed_mps, cells.ReleaseOf(cell).speed_mps, 1e-9);
    }
  }
}

TEST(PolicyCells, EveryReleaseHasACell) {
  RandomStream random({.seed = 3, .purpose = Purpose::kTest});
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const PolicyCells cells = CellsOf(law);
    for (int i = 0; i < 2000; ++i) {
      const double most = law == Law::kFcv1 ? 5.0 : 45.0;
      const Release release{random.Uniform(0.0, most), random.Uniform(-0.5, 0.5),
                            random.Below(2) == 0 ? Handle::kCw : Handle::kCcw};
      const int cell = cells.CellOf(release);
      EXPECT_FALSE(cells.Masked(cell));
      EXPECT_EQ(PolicyCells::PlaceOf(cell).handle, release.handle);
    }
  }
}

// What lies between the zones goes to the nearest row, by metres or by speed.
TEST(PolicyCells, BetweenDrawsAndHitsTheNearestRowCounts) {
  const PolicyCells dc2 = CellsOf(Law::kDc2);
  const auto along = [](const PolicyCells& cells, const Release& release) {
    return PolicyCells::PlaceOf(cells.CellOf(release)).along;
  };
  const FreePath& path = FreePath::For(Law::kDc2);
  EXPECT_EQ(along(dc2, path.DrawTo({0.0, 4.0}, Handle::kCw)), kDrawRows - 1);
  EXPECT_EQ(along(dc2, path.DrawTo({0.0, 8.0}, Handle::kCw)), kDrawRows);
  EXPECT_EQ(along(dc2, path.DrawTo({0.0, -6.0}, Handle::kCw)), 0);
  const PolicyCells fcv1 = CellsOf(Law::kFcv1);
  EXPECT_EQ(along(fcv1, {2.59, 0.0, Handle::kCw}), kDrawRows);
  EXPECT_EQ(along(fcv1, {4.5, 0.0, Handle::kCw}), kCellsAlong - 1);
  EXPECT_EQ(along(fcv1, FreePath::For(Law::kFcv1).DrawTo({0.0, 3.2}, Handle::kCcw)), kDrawRows - 1);
}

}  // namespace
}  // namespace skipstone
