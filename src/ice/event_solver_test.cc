// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The contact solver of the event engine on its own, compiled into this test.

#include <gtest/gtest.h>
#include <immintrin.h>

#include "base/random.h"
#include "ice/event_kernel.h"
#include "ice/ice.h"

namespace skipstone::event {
namespace {

#include "ice/event_path.inl"
#include "ice/event_solver.inl"

double Energy(const Body& a, const Body& b) {
  const auto one = [](const Body& body) {
    const double spin = double{body.spin} * double{kRadius};
    return 0.5 * (double{body.v.x} * body.v.x + double{body.v.y} * body.v.y) + 0.25 * spin * spin;
  };
  return one(a) + one(b);
}

// Stones within a few millimetres of touching, at any speeds and spins of the ice.
struct Meeting {
  Meeting(Law law, std::uint32_t number) : random({.seed = 5, .game = number}) {
    const float fast = law == Law::kFcv1 ? 4.0f : 40.0f;
    const auto uniform = [this] { return static_cast<float>(2.0 * random.Uniform() - 1.0); };
    const P2 direction{uniform(), uniform() + 1e-3f};
    const float length = Sqrt(Dot(direction, direction));
    at_b = ((kReach - 0.02f * static_cast<float>(random.Uniform())) / length) * direction;
    a = {{fast * uniform(), fast * uniform()}, 2.0f * uniform()};
    b = {{fast * uniform(), fast * uniform()}, 2.0f * uniform()};
  }
  RandomStream random;
  P2 at_b;
  Body a, b;
};

TEST(EventSolver, ASingleContactNeverGainsEnergy) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const Tables& tables = TablesFor(law);
    int contacts = 0;
    for (std::uint32_t i = 0; i < 1000000; ++i) {
      Meeting m(law, i);
      const Contact c = MakeContact(tables, 0, 1, {0.0f, 0.0f}, m.at_b, m.a, m.b);
      const double before = Energy(m.a, m.b);
      if (!SolvePair(tables, c, m.a, m.b)) continue;
      ++contacts;
      ASSERT_LE(Energy(m.a, m.b), before * (1.0 + 1e-6)) << i;
    }
    EXPECT_GT(contacts, 300000);
  }
}

// The closed form is what the sweeps converge to.
TEST(EventSolver, AloneAPairIsSolvedAsBySweeps) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const Tables& tables = TablesFor(law);
    for (std::uint32_t i = 0; i < 20000; ++i) {
      Meeting m(law, i);
      Contact c = MakeContact(tables, 0, 1, {0.0f, 0.0f}, m.at_b, m.a, m.b);
      Body bodies[2] = {m.a, m.b};
      SolvePair(tables, c, m.a, m.b);
      SolveSweeps(tables, &c, 1, bodies);
      const float tolerance = law == Law::kFcv1 ? 1e-5f : 3e-4f;
      ASSERT_NEAR(bodies[0].v.x, m.a.v.x, tolerance) << i;
      ASSERT_NEAR(bodies[0].v.y, m.a.v.y, tolerance) << i;
      ASSERT_NEAR(bodies[1].v.x, m.b.v.x, tolerance) << i;
      ASSERT_NEAR(bodies[1].v.y, m.b.v.y, tolerance) << i;
      ASSERT_NEAR(bodies[1].spin, m.b.spin, 20.0f * tolerance) << i;
    }
  }
}

// A stone onto two that touch, all in a line: -1/3, 2/3, 2/3 and not Newton's cradle.
TEST(EventSolver, AHitOnAFrozenPairMovesBoth) {
  const Tables& tables = TablesFor(Law::kFcv1);
  Body bodies[3] = {{{0.0f, 3.0f}, 0.0f}, {{0.0f, 0.0f}, 0.0f}, {{0.0f, 0.0f}, 0.0f}};
  Contact contacts[2] = {
      MakeContact(tables, 0, 1, {0.0f, 0.0f}, {0.0f, kReach}, bodies[0], bodies[1]),
      MakeContact(tables, 1, 2, {0.0f, kReach}, {0.0f, 2.0f * kReach}, bodies[1], bodies[2])};
  SolveSweeps(tables, contacts, 2, bodies);
  EXPECT_NEAR(bodies[0].v.y, -1.0f, 0.01f);
  EXPECT_NEAR(bodies[1].v.y, 2.0f, 0.02f);
  EXPECT_NEAR(bodies[2].v.y, 2.0f, 0.02f);
}

}  // namespace
}  // namespace skipstone::event
