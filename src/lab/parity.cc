// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/parity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "base/statistics.h"
#include "game/end.h"
#include "game/game_terms.h"

namespace skipstone {
namespace {

struct ContactBand {
  std::string_view name;
  int fewest;
  int most;
};
constexpr int kAnyNumber = std::numeric_limits<int>::max();
constexpr ContactBand kBands[] = {
    {"all", 0, kAnyNumber}, {"0-1", 0, 1},        {"0", 0, 0}, {"1", 1, 1},
    {"2-3", 2, 3},          {"4+", 4, kAnyNumber}};

double DistanceBetween(Vec2 a, Vec2 b) {
  const double distance = std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
  // A NaN would slip through every comparison.
  return std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity();
}

// One thread's two engines.
class Worker {
 public:
  explicit Worker(const ParityOptions& options) : options_(options) {}

  ParityResult Measure(const ParityShot& shot, std::size_t index) {
    if (!engine_ || engine_->ice() != shot.ice) {
      engine_ = options_.engine(shot.ice);
      reference_ = options_.reference(shot.ice);
    }
    const ThrowSample& thrown = shot.thrown;
    ParityResult result;
    result.index = index;
    result.reference = reference_->Run(thrown.board, thrown.turn, thrown.release);
    result.tested = engine_->Run(thrown.board, thrown.turn, thrown.release);
    result.error = Compare(thrown.board, result.reference, result.tested, shot.ice);
    if (!options_.floor) return result;
    const auto response = [&](double change_mps) {
      Release release = thrown.release;
      release.speed_mps = std::max(0.0, release.speed_mps + change_mps);
      const Outcome changed = reference_->Run(thrown.board, thrown.turn, release);
      return Compare(thrown.board, result.reference, changed, shot.ice);
    };
    const double change_mps = FloorSpeed(shot.ice.law);
    result.floor = response(change_mps);
    if (result.error.Largest() > kNotable_m) {
      result.response_m = std::max(result.floor->Largest(), response(-change_mps).Largest());
    }
    return result;
  }

 private:
  const ParityOptions& options_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Engine> reference_;
};

}  // namespace

double FloorSpeed(Law law) { return kFloorSpeed_mps * SpeedScale(law); }

double Difference::Largest() const {
  if (!same_stones()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (const Stone& stone : stones) largest = std::max(largest, stone.distance_m);
  return largest;
}

Difference Compare(const Board& before, const Outcome& a, const Outcome& b, const Ice& ice) {
  // Each ice is scored as in its own game.
  const Rules rules = MakeRules(UsualRules(ice.law));
  Difference difference;
  difference.only_in_one = static_cast<SlotSet>(a.board.present() ^ b.board.present());
  ForEachSlot(static_cast<SlotSet>(a.board.present() & b.board.present()), [&](int slot) {
    const Vec2 p = a.board.position(slot);
    const Vec2 q = b.board.position(slot);
    const bool unmoved = before.Has(slot) &&
                         DistanceBetween(p, before.position(slot)) <= kMoved_m &&
                         DistanceBetween(q, before.position(slot)) <= kMoved_m;
    if (!unmoved) difference.stones.push_back({slot, DistanceBetween(p, q)});
  });
  difference.same_score =
      EndScore(a.board, ice.sheet, rules) == EndScore(b.board, ice.sheet, rules);
  difference.same_contacts = a.contacts == b.contacts;
  return difference;
}

bool ParityResult::IsUnexplained() const {
  // Infinite, if the reference itself is undecided which stones stay.
  return response_m && !(error.Largest() <= kExplainedRatio * *response_m);
}

std::vector<ParityResult> RunParity(std::span<const ParityShot> shots, const ParityOptions& options,
                                    const Workshop& shop) {
  return MakeAll<ParityResult>(shop, "shots", shots.size(), [&] {
    return [&, worker = std::make_shared<Worker>(options)](std::uint32_t number) {
      return worker->Measure(shots[number], number);
    };
  });
}

DifferenceSummary Summarize(std::span<const Difference* const> differences) {
  DifferenceSummary summary;
  if (differences.empty()) return summary;
  std::vector<double> distances;
  int same_stones = 0;
  int same_score = 0;
  int same_contacts = 0;
  for (const Difference* difference : differences) {
    for (const auto& stone : difference->stones) distances.push_back(stone.distance_m);
    same_stones += difference->same_stones() ? 1 : 0;
    same_score += difference->same_score ? 1 : 0;
    same_contacts += difference->same_contacts ? 1 : 0;
  }
  std::sort(distances.begin(), distances.end());
  const auto shots = static_cast<double>(differences.size());
  summary.stones = distances.size();
  summary.median_m = QuantileOf(distances, 0.5);
  summary.p95_m = QuantileOf(distances, 0.95);
  summary.p99_m = QuantileOf(distances, 0.99);
  summary.max_m = QuantileOf(distances, 1.0);
  summary.same_stones = same_stones / shots;
  summary.same_score = same_score / shots;
  summary.same_contacts = same_contacts / shots;
  return summary;
}

std::vector<ParityRow> ParityRows(std::span<const ParityResult> results) {
  std::vector<ParityRow> rows;
  for (const ContactBand& band : kBands) {
    std::vector<const Difference*> errors;
    std::vector<const Difference*> floors;
    for (const ParityResult& result : results) {
      const int contacts = result.reference.contacts;
      if (contacts < band.fewest || contacts > band.most) continue;
      errors.push_back(&result.error);
      if (result.floor) floors.push_back(&*result.floor);
    }
    ParityRow row{band.name, errors.size(), Summarize(errors), std::nullopt};
    if (!floors.empty()) row.floor = Summarize(floors);
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::size_t> WorstOf(std::span<const ParityResult> results, std::size_t most) {
  std::vector<std::size_t> places(results.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    const bool unexplained_a = results[a].IsUnexplained();
    const bool unexplained_b = results[b].IsUnexplained();
    if (unexplained_a != unexplained_b) return unexplained_a;
    return results[a].error.Largest() > results[b].error.Largest();
  });
  places.resize(std::min(most, places.size()));
  return places;
}

}  // namespace skipstone
