// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/policy_cells.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "shots/aim.h"

namespace skipstone {
namespace {

constexpr double kRow_m = 9.0 / kCellsAlong;
constexpr double kDrawsFrom_m = -4.12;
constexpr double kHitsFrom_m = 1.88;  // where row 0 of hits would begin: 7 m in front of 8.88
constexpr double kHitsFrom_mps = 2.6;
constexpr double kFastest_mps = 4.0;  // where a thrower has no limit
constexpr double kDrawsEnd_m = kDrawsFrom_m + kDrawRows * kRow_m;
constexpr double kHitsBegin_m = kHitsFrom_m + kDrawRows * kRow_m;

// The middle of a row, by the stop.
double MiddleOf(int along) {
  return (along < kDrawRows ? kDrawsFrom_m : kHitsFrom_m) + (along + 0.5) * kRow_m;
}

// What remains of a path where it crosses a line across the sheet.
double RemainingAt(const Path& path, double y_m) {
  double remaining = path.stop().y - y_m;
  for (int i = 0; i < 6; ++i) {
    const Path::Moment moment = path.At(remaining);
    remaining += (moment.place.y - y_m) / moment.direction.y;
  }
  return std::clamp(remaining, 0.0, path.length_m());
}

}  // namespace

PolicyCells::PolicyCells(const Ice& ice, double max_speed_mps)
    : law_(ice.law), width_m_(2.0 * ice.sheet.half_width_m / kCellsAcross) {
  const Sheet& sheet = ice.sheet;
  const Aim aim(law_);
  if (law_ == Law::kFcv1) {
    const double fastest = max_speed_mps > 0.0 ? max_speed_mps : kFastest_mps;
    const double last_draw = aim.DrawTo({0.0, kDrawsEnd_m}, Handle::kCw).speed_mps;
    // A thrower who cannot hit still has rows, however thin.
    hits_from_mps_ = std::min(kHitsFrom_mps, 0.5 * (last_draw + fastest));
    hit_step_mps_ = (fastest - hits_from_mps_) / (kCellsAlong - kDrawRows);
    split_mps_ = 0.5 * (last_draw + hits_from_mps_);
  }
  for (int cell = 0; cell < kPolicyCells; ++cell) {
    const Place place = PlaceOf(cell);
    const double x = -sheet.half_width_m + (place.across + 0.5) * width_m_;
    Release& release = releases_[static_cast<std::size_t>(cell)];
    double until_m = 0.0;
    if (ByMetres(place.along)) {
      release = aim.DrawTo({x, MiddleOf(place.along)}, place.handle);
    } else {
      const double speed = hits_from_mps_ + (place.along - kDrawRows + 0.5) * hit_step_mps_;
      release = aim.PassThrough({x, 0.0}, speed, place.handle)->release;
    }
    const Path path(law_, release);
    // What happens behind the back line is nobody's business.
    const double gone_m = sheet.back_line_y_m + sheet.stone_radius_m;
    if (path.stop().y > gone_m) until_m = RemainingAt(path, gone_m);
    masked_[static_cast<std::size_t>(cell)] = !StaysOnSheet(path, sheet, until_m);
  }
}

int PolicyCells::ColumnOf(double x_m) const {
  const double column = std::floor(x_m / width_m_) + kCellsAcross / 2;
  return static_cast<int>(std::clamp(column, 0.0, kCellsAcross - 1.0));
}

int PolicyCells::CellOf(const Release& release) const {
  const Path path(law_, release);
  Place place{ColumnOf(path.stop().x), 0, release.handle};
  if (law_ == Law::kFcv1 && release.speed_mps > split_mps_) {
    const double row = std::floor((release.speed_mps - hits_from_mps_) / hit_step_mps_);
    place.along = kDrawRows + static_cast<int>(std::clamp(row, 0.0, kCellsAlong - kDrawRows - 1.0));
    place.across = ColumnOf(path.PlaceAt(RemainingAt(path, 0.0)).x);
  } else {
    const double y = path.stop().y;
    const bool hit = law_ == Law::kDc2 && y > 0.5 * (kDrawsEnd_m + kHitsBegin_m);
    const double row = std::floor((y - (hit ? kHitsFrom_m : kDrawsFrom_m)) / kRow_m);
    place.along = static_cast<int>(
        std::clamp(row, hit ? kDrawRows : 0.0, hit ? kCellsAlong - 1.0 : kDrawRows - 1.0));
  }
  // Towards the middle there is always one that stays on the sheet.
  const int step = place.across < kCellsAcross / 2 ? 1 : -1;
  for (int tries = 0; tries < kCellsAcross; ++tries) {
    const int cell = CellAt(place);
    if (!Masked(cell)) return cell;
    place.across = std::clamp(place.across + step, 0, kCellsAcross - 1);
  }
  SKIPSTONE_CHECK(false);
  return 0;
}

}  // namespace skipstone
