// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/shot_lattice.h"

#include <algorithm>
#include <cmath>

#include "ice/free_path.h"

namespace skipstone {
namespace {

// Spacing in units of the error, kept between what a board of 29 cm stones asks for and what time
// allows. At a tee draw a row of 0.0076 m/s is 24 cm and a column of 0.00072 rad is 3 cm.
constexpr double kRowErrors = 1.0;
constexpr double kFinestRow_mps = 0.004;  // on fcv1; scaled like all speeds on dc2
constexpr double kCoarsestRow_mps = 0.009;
constexpr double kColumnErrors = 0.4;
constexpr double kFinestColumn_rad = 0.0004;
constexpr double kCoarsestColumn_rad = 0.0008;
// Rows of hits grow apart by a tenth each, up to this many times the spacing of draws.
constexpr double kRowGrowth = 1.1;
constexpr double kWidestRow = 4.0;

// The scales of both errors around a release, in its own units.
struct Scales {
  double speed;
  double angle;
};

Scales ScalesAt(const Execution& execution, const Release& release) {
  constexpr double kSmall = 1e-3;
  const StandardPoint p = execution.ToStandard(release);
  const Release heavier = execution.FromStandard({p.u + kSmall, p.w}, release.handle);
  const Release righter = execution.FromStandard({p.u, p.w + kSmall}, release.handle);
  return {(heavier.speed_mps - release.speed_mps) / kSmall,
          (righter.angle_rad - release.angle_rad) / kSmall};
}

}  // namespace

double HeaviestCall(const Ice& ice, const ExecutionSizes& sizes) {
  const double peel = Aim(ice.law).SpeedOf(Weight::kPeel);
  const double cap = MaxSpeed(sizes, ice.law);
  if (cap > 0.0) return std::min(cap, 1.2 * peel);
  // Models without a cap: where dc3 has it; on dc2 the server's limit.
  return ice.law == Law::kDc2 ? 33.7 : DefaultSizes(ExecutionModel::kDc3).max_speed_mps;
}

Lattice MakeShotLattice(const Ice& ice, const Execution& execution, double fineness) {
  const Aim aim(ice.law);
  const Sheet& sheet = ice.sheet;
  const double finer = std::sqrt(fineness);  // on each axis
  const double speed_unit = SpeedScale(ice.law);
  const double heaviest = HeaviestCall(ice, execution.sizes());
  const double lightest =
      std::min(aim.DrawTo({0.0, sheet.hog_line_y_m}, Handle::kCw).speed_mps, 0.95 * heaviest);
  const double through =
      aim.DrawTo({0.0, sheet.back_line_y_m + sheet.stone_radius_m}, Handle::kCw).speed_mps;
  const bool none = execution.sizes().model == ExecutionModel::kNone;
  const Scales tee = ScalesAt(execution, TeeDraw(ice.law, Handle::kCw));

  Lattice lattice;
  const double finest = kFinestRow_mps * speed_unit;
  const double draw_row =
      (none ? finest : std::clamp(kRowErrors * tee.speed, finest, kCoarsestRow_mps * speed_unit)) /
      finer;
  const double growth = 1.0 + (kRowGrowth - 1.0) / finer;
  double step = draw_row;
  double speed = lightest;
  for (; speed < heaviest - 0.25 * step; speed += step) {
    lattice.speeds_mps.push_back(speed);
    if (speed > through) step = std::min(step * growth, kWidestRow * draw_row);
  }
  lattice.speeds_mps.push_back(heaviest);
  lattice.callable_rows = lattice.rows();
  if (!none) {
    // Heavier throws than the heaviest call, as far as the engine's tables and errors go.
    const double end =
        std::min(heaviest + 4.0 * tee.speed, 0.97 * Flight::For(ice.law).fastest_mps());
    step = std::max(step, (end - heaviest) / 8.0);
    for (speed = heaviest + step; speed < end; speed += step) lattice.speeds_mps.push_back(speed);
  }

  // The lines through the side lines where stones can be, for the lightest and heaviest weights.
  double widest = 0.0;
  for (const double at : {lattice.speeds_mps.front(), heaviest}) {
    const double stop = FreePath::For(ice.law).StopOf(at).distance_m + sheet.release_y_m;
    for (const double y : {sheet.hog_line_y_m, 0.5 * sheet.hog_line_y_m}) {
      const Vec2 side{sheet.half_width_m, std::min(y, stop - 0.5)};
      for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
        if (const auto pass = aim.PassThrough(side, at, handle)) {
          widest = std::max(widest, std::abs(pass->release.angle_rad));
        }
        widest = std::max(widest, std::abs(aim.DrawTo(side, handle).angle_rad));
      }
    }
  }
  for (const double at : lattice.speeds_mps) {
    const Scales scales = ScalesAt(execution, {at, 0.0, Handle::kCw});
    lattice.speed_scales.push_back(scales.speed);
    lattice.angle_scales.push_back(scales.angle);
  }
  const double steadiest =
      *std::min_element(lattice.angle_scales.begin(), lattice.angle_scales.end());
  lattice.angle_step_rad =
      (none ? kFinestColumn_rad
            : std::clamp(kColumnErrors * steadiest, kFinestColumn_rad, kCoarsestColumn_rad)) /
      finer;
  const int half = static_cast<int>(widest / lattice.angle_step_rad) + 1;
  lattice.columns = 2 * half + 1;
  lattice.first_angle_rad = -half * lattice.angle_step_rad;
  return lattice;
}

ColumnRange ReachableLines::Mark(const Lattice& lattice, const Board& board, int row, Handle handle,
                                 std::span<std::uint8_t> columns) const {
  // Two stones touch when their centres are two radii apart; the rest is for what the tables, the
  // bend of the path and float32 may be off.
  constexpr double kMargin_m = 0.04;
  constexpr double kBend = 1.1;
  const Sheet& sheet = ice_.sheet;
  const double speed = lattice.speeds_mps[static_cast<std::size_t>(row)];
  const double stop = FreePath::For(ice_.law).StopOf(speed).distance_m;
  const double touch = 2.0 * sheet.stone_radius_m + kMargin_m;
  ColumnRange all{lattice.columns, 0};
  const auto mark = [&](double angle, double half_width_m, double distance_m) {
    const double half = kBend * half_width_m / distance_m;
    const double low = (angle - half - lattice.first_angle_rad) / lattice.angle_step_rad;
    const double high = (angle + half - lattice.first_angle_rad) / lattice.angle_step_rad;
    if (!(high > 0.0) || !(low < lattice.columns)) return;
    const int begin = static_cast<int>(std::max(0.0, low));
    const int end = static_cast<int>(std::min(high + 2.0, static_cast<double>(lattice.columns)));
    std::fill(columns.begin() + begin, columns.begin() + end, std::uint8_t{1});
    all = {std::min(all.begin, begin), std::max(all.end, end)};
  };
  std::fill(columns.begin(), columns.end(), std::uint8_t{0});
  ForEachSlot(board.present(), [&](int slot) {
    const Vec2 stone = board.position(slot);
    const double distance = Length({stone.x, stone.y - sheet.release_y_m});
    if (stop < distance - touch) return;
    const auto pass = aim_.PassThrough(stone, speed, handle);
    mark(pass ? pass->release.angle_rad : aim_.DrawTo(stone, handle).angle_rad, touch,
         distance - touch);
  });
  const double counts = sheet.house_radius_m + rules_.scoring_reach_m + kMargin_m;
  const double past_tee = stop + sheet.release_y_m;
  // The stops of one weight lie on a circle about the hack: a little short of the tee at the sides.
  const double sag = counts * counts / (2.0 * stop);
  if (past_tee > -counts - kMargin_m && past_tee < counts + sag + kMargin_m) {
    const double near_tee = std::clamp(past_tee, -counts, counts);
    const double half = std::sqrt(std::max(0.0, counts * counts - near_tee * near_tee)) + 0.4;
    mark(aim_.DrawTo({0.0, past_tee}, handle).angle_rad, std::min(half, counts), stop);
  }
  return all;
}

}  // namespace skipstone
