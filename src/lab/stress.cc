// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/stress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace skipstone {
namespace {

constexpr std::int64_t kChunk = 5000;

double Overlap(const Board& board, int a, int b, const Sheet& sheet) {
  const double dx = board.x(a) - board.x(b);
  const double dy = board.y(a) - board.y(b);
  return 2.0 * sheet.stone_radius_m - std::sqrt(dx * dx + dy * dy);
}

// Coordinates are float32 in the engines' frames.
constexpr double kLine_m = 1e-5;

bool IsWhole(const Ice& ice, const ThrowSample& thrown, const Outcome& outcome) {
  const auto there = static_cast<SlotSet>(thrown.board.present() | SlotBit(thrown.turn.slot()));
  const SlotSet after = outcome.board.present();
  if ((after & ~there) != 0 || outcome.left != static_cast<SlotSet>(there & ~after)) return false;
  if (outcome.contacts < 0) return false;
  bool whole = true;
  ForEachSlot(after, [&](int slot) {
    const Vec2 p = outcome.board.position(slot);
    const double side = ice.sheet.half_width_m - ice.sheet.stone_radius_m + kLine_m;
    const double back = ice.sheet.back_line_y_m + ice.sheet.stone_radius_m + kLine_m;
    // Written so that NaN fails.
    whole = whole && std::abs(p.x) < side && p.y < back && p.y >= ice.sheet.release_y_m - 1.0;
  });
  return whole;
}

}  // namespace

void StressReport::Add(const StressReport& other) {
  throws += other.throws;
  if (other.worst && (!worst || (broken == 0 && other.broken > 0))) worst = other.worst;
  broken += other.broken;
  deep_overlaps += other.deep_overlaps;
  deepest_overlap_m = std::max(deepest_overlap_m, other.deepest_overlap_m);
  most_contacts = std::max(most_contacts, other.most_contacts);
}

void CheckOutcome(const Ice& ice, const ThrowSample& thrown, const Outcome& outcome,
                  StressReport& report) {
  ++report.throws;
  report.most_contacts = std::max(report.most_contacts, outcome.contacts);
  if (!IsWhole(ice, thrown, outcome)) {
    if (report.broken++ == 0) report.worst = thrown;
    return;
  }
  double deepest = 0.0;
  ForEachSlot(outcome.board.present(), [&](int a) {
    ForEachSlot(static_cast<SlotSet>(outcome.board.present() & (SlotBit(a) - 1)), [&](int b) {
      const double overlap = Overlap(outcome.board, a, b, ice.sheet);
      const bool before = thrown.board.Has(a) && thrown.board.Has(b) &&
                          Overlap(thrown.board, a, b, ice.sheet) > overlap - kLine_m;
      if (!before) deepest = std::max(deepest, overlap);
    });
  });
  report.deepest_overlap_m = std::max(report.deepest_overlap_m, deepest);
  if (deepest > kDeepOverlap_m && report.deep_overlaps++ == 0 && report.broken == 0) {
    report.worst = thrown;
  }
}

StressReport Stress(const std::function<std::unique_ptr<Engine>()>& make_engine,
                    ThrowCase throw_case, std::uint64_t seed, std::int64_t count,
                    const Workshop& shop) {
  StressReport total;
  const auto chunks = static_cast<std::size_t>((count + kChunk - 1) / kChunk);
  MakeEach<StressReport>(
      shop, fmt::format("times {} throws", kChunk), chunks,
      [&] {
        return [&, engine = std::shared_ptr<Engine>(make_engine())](std::uint32_t chunk) {
          const std::int64_t first = kChunk * chunk;
          const auto size = static_cast<int>(std::min(kChunk, count - first));
          StressReport report;
          // A chunk has a seed of its own, so that the throws do not depend on the threads.
          for (const ThrowSample& thrown :
               MakeThrows(throw_case, seed + static_cast<std::uint64_t>(first), size, *engine)) {
            CheckOutcome(engine->ice(), thrown,
                         engine->Run(thrown.board, thrown.turn, thrown.release), report);
          }
          return report;
        };
      },
      [&](std::uint32_t, StressReport&& report) { total.Add(report); });
  return total;
}

}  // namespace skipstone
