// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "ice/engine.h"
#include "ice/fcv1_law.h"
#include "ice/free_path.h"

namespace skipstone {
namespace {

// Where the reference's own float32 steps end, without Box2D: contact-free throws need none.
Vec2 StepToRest(const Release& release) {
  const Vec2 v = VelocityOf(release);
  fcv1::Motion motion{
      static_cast<float>(v.x), static_cast<float>(v.y),
      release.handle == Handle::kCcw ? fcv1::kInitialSpin_radps : -fcv1::kInitialSpin_radps};
  float x = 0.0f;
  float y = -21.0315f;
  while (motion.vx * motion.vx + motion.vy * motion.vy > fcv1::kEpsilon) {
    motion = fcv1::Step(motion);
    x += fcv1::kStep_s * motion.vx;
    y += fcv1::kStep_s * motion.vy;
  }
  return PositionFromOwnFrame(Law::kFcv1, {double{x}, double{y + 21.0315f}});
}

// The rounding of 25,000 steps moves a draw by 2 mm (root mean square), in a way that can be
// foreseen: the engine is nearer to the reference than exact arithmetic is.
TEST(EventDrift, ThrowsLandWhereFloat32Does) {
  const auto engine = MakeEngine("event", DefaultIce(Law::kFcv1));
  RandomStream random({.seed = 8});
  double with = 0.0;
  double without = 0.0;
  constexpr int kThrows = 150;
  for (int i = 0; i < kThrows; ++i) {
    const Release release = FreePath::For(Law::kFcv1)
                                .DrawTo({random.Uniform(-1.8, 1.8), random.Uniform(-4.0, 1.5)},
                                        i % 2 == 0 ? Handle::kCw : Handle::kCcw);
    const Turn turn;
    const Outcome outcome = engine->Run({}, turn, release);
    ASSERT_TRUE(outcome.board.Has(turn.slot()));
    const Vec2 reference = StepToRest(release);
    const Vec2 exact = FreePath::For(Law::kFcv1).StopPoint(release);
    const Vec2 event = outcome.board.position(turn.slot());
    const auto square = [&](Vec2 p) {
      return (p.x - reference.x) * (p.x - reference.x) + (p.y - reference.y) * (p.y - reference.y);
    };
    with += square(event);
    without += square(exact);
  }
  EXPECT_LT(std::sqrt(with / kThrows), 0.5e-3);
  EXPECT_GT(std::sqrt(without / kThrows), 1.5e-3);
}

}  // namespace
}  // namespace skipstone
