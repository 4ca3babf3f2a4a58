// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/analyze_landscape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "match/commentary.h"
#include "search/simulation.h"

namespace skipstone {
namespace {

// Named weights, the most important first.
std::vector<LandscapePicture::WeightName> WeightNames(const Ice& ice) {
  const Aim aim(ice.law);
  const auto draw = [&](double y) { return aim.DrawTo({0.0, y}, Handle::kCw).speed_mps; };
  const Sheet& sheet = ice.sheet;
  return {{draw(0.0), "tee"},
          {aim.SpeedOf(Weight::kPeel), "peel"},
          {aim.SpeedOf(Weight::kNormal), "normal"},
          {aim.SpeedOf(Weight::kControl), "control"},
          {aim.SpeedOf(Weight::kBoard), "board"},
          {aim.SpeedOf(Weight::kHack), "hack"},
          {draw(sheet.back_line_y_m), "back"},
          {draw(-sheet.house_radius_m), "front"},
          {draw(0.5 * (sheet.hog_line_y_m - sheet.house_radius_m)), "guard"}};
}

LandscapePicture::Column ColumnOf(const LandscapePatch& patch, const AnalysisReport& report,
                                  const ShotList& candidates, const SearchResult& result) {
  LandscapePicture::Column column;
  column.speeds_mps = patch.speeds_mps;
  column.angles_rad = patch.angles_rad;
  const auto shown = [&](double value) { return report.Shown(value); };
  std::transform(patch.exact.begin(), patch.exact.end(), std::back_inserter(column.exact), shown);
  std::transform(patch.called.begin(), patch.called.end(), std::back_inserter(column.called),
                 shown);
  for (const Shot& shot : candidates) {
    if (shot.release.handle == patch.handle) column.candidates.push_back(shot.release);
  }
  for (const RootSample& sample : result.samples) {
    if (sample.release.handle == patch.handle) column.samples.push_back(sample.release);
  }
  if (result.best.handle == patch.handle) column.call = result.best;
  return column;
}

}  // namespace

LandscapePicture DrawLandscape(const ShotLandscape& landscape, const SearchSetup& setup,
                               const Moment& moment, const SearchResult& result,
                               const AnalysisReport& report, Currency currency) {
  const Position position = moment.game.position();
  const Simulation simulation(setup);
  ShotList candidates;
  simulation.List(position, candidates);
  const Execution& execution = simulation.execution(position.turn);
  const ErrorSides sides = ErrorSidesAt(execution, setup.ice.law, result.best);

  LandscapePicture picture;
  // The handle that curls to the right is aimed to the left.
  for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
    picture.columns.push_back(
        ColumnOf(landscape.whole[static_cast<std::size_t>(handle)], report, candidates, result));
    picture.columns.back().title =
        handle == Handle::kCw ? "clockwise, curls right" : "counter-clockwise, curls left";
  }
  picture.columns.push_back(ColumnOf(landscape.close_up, report, candidates, result));
  picture.columns.back().title = "around the call";
  picture.columns.back().names_weights = false;
  const bool errors = execution.shape() != ErrorShape::kPoint;
  for (LandscapePicture::Column& column : picture.columns) {
    if (!column.call || !errors) continue;
    for (const double far : {1.0, 2.0}) {
      column.error_curves.push_back(ErrorEllipse(sides, result.best, far));
    }
  }

  const bool last = position.turn.shot + 1 == kStones;
  const std::string_view team = TeamName(position.turn.thrower());
  picture.caption = fmt::format("{}\nThe call: {}", MomentText(moment), report.NameOf(result.best));
  if (!result.ranked.empty()) {
    picture.caption += fmt::format(", worth {}", report.ValueText(result.ranked.front().value));
    if (currency == Currency::kPoints) picture.caption += " points";
  }
  picture.exact_name = last ? "thrown exactly so" : "thrown exactly so, then rolled out";
  picture.called_name =
      errors ? fmt::format("called, with the errors of {}", ModelName(execution.sizes().model))
             : "called: there are no errors";
  picture.weights = WeightNames(setup.ice);

  double low = 1e9;
  double high = -1e9;
  for (const LandscapePicture::Column& column : picture.columns) {
    for (const double value : column.exact) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (currency == Currency::kPoints) {
    const double most = std::max({1.0, std::abs(low), std::abs(high)});
    picture.low = -most;
    picture.high = most;
    picture.value_name = fmt::format("points for {}", team);
  } else {
    picture.low = low;
    picture.high = std::max(high, low + 0.01);
    picture.diverging = false;
    picture.percent = true;
    picture.value_name = fmt::format("{}'s chance to win the game", team);
  }
  return picture;
}

}  // namespace skipstone
