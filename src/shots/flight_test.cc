// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/flight.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/random.h"
#include "shots/aim.h"

namespace skipstone {
namespace {

// How far a point is from the path until so much of it remains, by small steps.
double TrueDistance(const Path& path, Vec2 point, double until_m, double within_m) {
  double nearest = 1e9;
  const double from = std::min(path.length_m(), until_m + within_m);
  for (double remaining = until_m; remaining <= from; remaining += 0.01) {
    nearest = std::min(nearest, Length(path.PlaceAt(remaining) - point));
  }
  return nearest;
}

Vec2 PointInPlay(RandomStream& random, const Sheet& sheet) {
  return {random.Uniform(-2.2, 2.2), random.Uniform(sheet.hog_line_y_m, sheet.back_line_y_m)};
}

TEST(Flight, ASketchNeverTakesAStoneForFartherThanItIs) {
  RandomStream random({.seed = 12, .purpose = Purpose::kTest});
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const Sheet sheet = DefaultIce(law).sheet;
    const Aim aim(law);
    double worst_throw = 1.0;
    double worst_struck = 1.0;
    for (int i = 0; i < 600; ++i) {
      const Handle handle = random.Below(2) == 0 ? Handle::kCw : Handle::kCcw;
      const Vec2 spot = PointInPlay(random, sheet);
      const auto weight = static_cast<Weight>(random.Below(5));
      const Aim::Pass pass = *aim.PassThrough(spot, aim.SpeedOf(weight), handle);
      const bool draws = i % 2 == 0;
      const Path thrown(law, draws ? aim.DrawTo(spot, handle) : pass.release);
      const double until = draws || i % 4 == 1 ? 0.0 : pass.remaining_m;
      const Sketch sketch = Sketch::OfThrow(thrown, until);
      // From a creep to a peel, to any side.
      const double speed = aim.SpeedOf(Weight::kPeel) * random.Uniform(0.02, 1.0);
      const Vec2 way = UnitOf({random.Uniform(-1.0, 1.0), random.Uniform(-0.2, 1.0)});
      const Path struck(law, spot, speed * way, static_cast<int>(random.Below(3)) - 1);
      const Sketch struck_sketch = Sketch::OfStruck(struck);
      for (int k = 0; k < 8; ++k) {
        const Vec2 point = PointInPlay(random, sheet);
        const double last = std::max(until, thrown.stop().y - 3.0);
        worst_throw = std::min(
            worst_throw, TrueDistance(thrown, point, last, 16.0) - sketch.DistanceAtLeast(point));
        const double end = std::max(0.0, struck.length_m() - 10.5);
        worst_struck = std::min(worst_struck, TrueDistance(struck, point, end, 10.5) -
                                                  struck_sketch.DistanceAtLeast(point));
      }
    }
    EXPECT_GT(worst_throw, 0.0) << LawName(law);
    EXPECT_GT(worst_struck, 0.0) << LawName(law);
    RecordProperty(std::string(LawName(law)) + "_slack_mm",
                   std::to_string(1e3 * std::min(worst_throw, worst_struck)));
  }
}

}  // namespace
}  // namespace skipstone
