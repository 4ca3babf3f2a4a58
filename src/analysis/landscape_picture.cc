// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "analysis/landscape_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "match/commentary.h"
#include "search/simulation.h"
#include "shots/namer.h"

namespace skipstone {
namespace {

// Named weights, the most important first.
std::vector<LandscapePicture::WeightName> WeightNames(const Ice& ice) {
  const Aim aim(ice.law);
  const auto draw = [&](double y) { return aim.DrawTo({0.0, y}, Handle::kCw).speed_mps; };
  const Sheet& sheet = ice.sheet;
  std::vector<LandscapePicture::WeightName> names = {{draw(0.0), "tee"}};
  for (const Weight weight :
       {Weight::kPeel, Weight::kNormal, Weight::kControl, Weight::kBoard, Weight::kHack}) {
    names.push_back({aim.SpeedOf(weight), std::string(WeightName(weight))});
  }
  names.push_back({draw(sheet.back_line_y_m), "back"});
  names.push_back({draw(-sheet.house_radius_m), "front"});
  names.push_back({draw(0.5 * (sheet.hog_line_y_m - sheet.house_radius_m)), "guard"});
  return names;
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

struct ValueRange {
  double low = 0.0;
  double high = 0.0;
  bool any_below = false;  // values that are out of it
  bool any_above = false;
};

// Of what can be called, and of all but the few best and worst exact throws: a shot that nobody can
// make would leave no colours for those that can be made.
ValueRange RangeOf(const std::vector<LandscapePicture::Column>& columns) {
  constexpr double kLeftOut = 0.01;
  std::vector<double> exact;
  std::vector<double> called;
  for (const LandscapePicture::Column& column : columns) {
    exact.insert(exact.end(), column.exact.begin(), column.exact.end());
    called.insert(called.end(), column.called.begin(), column.called.end());
  }
  std::sort(exact.begin(), exact.end());
  const auto [low, high] = std::minmax_element(called.begin(), called.end());
  const auto few = static_cast<std::size_t>(kLeftOut * static_cast<double>(exact.size()));
  ValueRange range{std::min(*low, exact[few]), std::max(*high, exact[exact.size() - 1 - few])};
  range.any_below = exact.front() < range.low;
  range.any_above = exact.back() > range.high;
  return range;
}

}  // namespace

LandscapePicture DrawLandscape(const ShotLandscape& landscape, const GameTerms& terms,
                               const Moment& moment, const SearchResult& result,
                               const AnalysisReport& report, Currency currency) {
  const Position position = moment.game.position();
  const Simulation simulation(terms);
  ShotList candidates;
  simulation.List(position, candidates);
  const Execution& execution = simulation.execution(position.turn);
  const ErrorSides sides = ErrorSidesAt(execution, terms.ice.law, result.best);

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
  picture.weights = WeightNames(terms.ice);

  const ValueRange range = RangeOf(picture.columns);
  if (currency == Currency::kPoints) {
    const double most = std::max({1.0, std::abs(range.low), std::abs(range.high)});
    picture.low = -most;
    picture.high = most;
    picture.value_name = fmt::format("points for {}", team);
  } else {
    picture.low = range.low;
    picture.high = std::max(range.high, range.low + 0.01);
    picture.diverging = false;
    picture.percent = true;
    picture.value_name = fmt::format("{}'s chance to win the game: {:.1f} %{} to {:.1f} %{}", team,
                                     100.0 * picture.low, range.any_below ? " or less" : "",
                                     100.0 * picture.high, range.any_above ? " or more" : "");
  }
  return picture;
}

}  // namespace skipstone
