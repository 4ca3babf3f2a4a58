// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/work.h"
#include "game/throw_samples.h"
#include "ice/engine.h"

namespace skipstone {

// Throws without a reference, checked for what must hold of any outcome.
struct StressReport {
  std::int64_t throws = 0;
  std::int64_t broken = 0;         // not finite, stones from nowhere, or a rule of removal not kept
  std::int64_t deep_overlaps = 0;  // stones that the throw left deeper in each other than allowed
  double deepest_overlap_m = 0.0;  // made by a throw
  int most_contacts = 0;
  std::optional<ThrowSample> worst;  // the first broken throw, or else the first deep overlap

  void Add(const StressReport& other);
};

// Box2D leaves stones up to 5 mm in each other, and a little more.
inline constexpr double kDeepOverlap_m = 0.0055;

// Checks one outcome.
void CheckOutcome(const Ice& ice, const ThrowSample& thrown, const Outcome& outcome,
                  StressReport& report);

// `count` throws of a case; fewer if the shop is stopped.
StressReport Stress(const std::function<std::unique_ptr<Engine>()>& make_engine,
                    ThrowCase throw_case, std::uint64_t seed, std::int64_t count,
                    const Workshop& shop);

}  // namespace skipstone
