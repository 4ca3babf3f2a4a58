// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/event.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "base/exact_math.h"
#include "base/machine.h"
#include "ice/dc2_law.h"
#include "ice/event_kernel.h"
#include "ice/event_recording.h"
#include "ice/fcv1_law.h"

namespace skipstone {
namespace {

using event::Box;
using event::Kernel;
using event::Lines;
using event::Prepared;
using event::Result;
using event::TablesFor;

const std::vector<LevelKernel<Kernel>>& Kernels() {
  static const auto kernels =
      UsableKernels<Kernel>({&event::v2::kKernel, &event::v3::kKernel, &event::v4::kKernel},
                            "throws by the engine event (others go by box2d)");
  return kernels;
}

constexpr float kRadius = fcv1::kStoneRadius_m;
constexpr float kFar = 1e9f;

// The first float32 outside, near `guess`, by one of the reference's comparisons (which round).
template <typename Outside>
float Edge(float guess, float inwards, Outside outside) {
  while (outside(guess)) guess = std::nextafter(guess, inwards);
  while (!outside(guess)) guess = std::nextafter(guess, -inwards);
  return guess;
}

Lines LinesOf(const Ice& ice, Team hammer) {
  constexpr Box kAnywhere{-kFar, kFar, -kFar, kFar};
  Lines lines{};
  lines.sign_y = 1.0;
  lines.rest = lines.start = lines.moving = lines.rest_thrown = kAnywhere;
  for (int i = 0; i < kStones; ++i) {
    const int slot = ice.law == Law::kDc2 ? Turn{i, hammer}.slot() : i;
    lines.order[slot] = static_cast<std::uint8_t>(i);
    lines.slot_at[i] = static_cast<std::uint8_t>(slot);
  }
  if (ice.law == Law::kDc2) {
    lines.add_x = double{dc2::kTeeX};
    lines.add_y = double{dc2::kTeeY};
    lines.sign_y = -1.0;
    lines.start = {kRadius, dc2::kSheetWidth - kRadius, dc2::kBackLineY - kRadius,
                   dc2::kBackLineY + dc2::kPlayAreaLength - kRadius};
    lines.rest_thrown = lines.start;
    lines.moving = lines.start;
    lines.moving.high_y = dc2::kBackLineY + dc2::kRinkLength - kRadius;
    lines.waits_for_sleep = true;
    return lines;
  }
  lines.add_y = double{fcv1::kTeeY};
  const float half = static_cast<float>(2.0 * ice.sheet.half_width_m) / 2.0f;
  lines.rest_thrown_only_if_missed = true;
  if (ice.removal == Removal::kDc4) {
    lines.moving.high_x = half - kRadius;
    lines.moving.low_x = -lines.moving.high_x;
    lines.rest.high_y = std::nextafter(fcv1::kDc4BackY, kFar);
    lines.rest_thrown.low_y = fcv1::kDc4HogY;
    return lines;
  }
  lines.origin = fcv1::kSheetMiddleY;
  lines.moving.high_x =
      Edge(half - kRadius, -kFar, [half](float x) { return !(x + kRadius < half); });
  lines.moving.low_x = -lines.moving.high_x;
  lines.moving.high_y = Edge(fcv1::kBackLineY + kRadius, -kFar,
                             [](float y) { return !(y - kRadius < fcv1::kBackLineY); });
  lines.moving.low_y = Edge(kRadius - fcv1::kBackBoardY, kFar,
                            [](float y) { return !(y - kRadius > -fcv1::kBackBoardY); });
  lines.start = lines.moving;
  Box& hog = ice.removal == Removal::kCurling ? lines.rest_thrown : lines.rest;
  hog.low_y = Edge(fcv1::kHogLineY + kRadius, kFar,
                   [](float y) { return !(y - kRadius > fcv1::kHogLineY); });
  return lines;
}

class Event : public Engine {
 public:
  Event(const Ice& ice, const Kernel& kernel)
      : ice_(ice),
        kernel_(kernel),
        tables_(TablesFor(ice.law)),
        lines_{LinesOf(ice, Team::k0), LinesOf(ice, Team::k1)} {}

  std::string_view name() const override { return "event"; }
  const Ice& ice() const override { return ice_; }

  Outcome Run(const Board& board, const Turn& turn, const Release& release,
              Recording* recording) override {
    if (TooFast(release)) return reference().Run(board, turn, release, recording);
    const Lines& lines = LinesFor(turn);
    const Prepared prepared = Prepare(board, turn);
    Result result;
    if (recording == nullptr) {
      kernel_.run(tables_, lines, prepared, turn.slot(), ThrowOf(release), result, nullptr);
    } else {
      const auto trace = std::make_unique<event::Trace>();
      kernel_.run(tables_, lines, prepared, turn.slot(), ThrowOf(release), result, trace.get());
      event::Record(lines, *trace, result, *recording);
    }
    return OutcomeOf(board, turn, result);
  }

  void RunBatch(const Board& board, const Turn& turn, std::span<const Release> releases,
                std::span<Outcome> outcomes) override {
    SKIPSTONE_CHECK(releases.size() == outcomes.size());
    ForEach(board, turn, releases, [&](std::size_t i, const Result* result) {
      outcomes[i] = result != nullptr ? OutcomeOf(board, turn, *result)
                                      : reference().Run(board, turn, releases[i]);
    });
  }

  void RunBoards(const Board& board, const Turn& turn, std::span<const Release> releases,
                 std::span<Board> boards) override {
    SKIPSTONE_CHECK(releases.size() == boards.size());
    ForEach(board, turn, releases, [&](std::size_t i, const Result* result) {
      boards[i] = result != nullptr ? Board(result->x, result->y, result->present)
                                    : reference().Run(board, turn, releases[i]).board;
    });
  }

  void RunScores(const Board& board, const Turn& turn, std::span<const Release> releases,
                 const ScoringEdge& edge, std::span<std::int8_t> points) override {
    SKIPSTONE_CHECK(releases.size() == points.size());
    ForEach(board, turn, releases, [&](std::size_t i, const Result* result) {
      points[i] = static_cast<std::int8_t>(
          result != nullptr ? Points(result->x, result->y, result->present, edge)
                            : Points(reference().Run(board, turn, releases[i]).board, edge));
    });
  }

 private:
  // Calls take(i, result) for each release; without a result if it is beyond the tables.
  template <typename Take>
  void ForEach(const Board& board, const Turn& turn, std::span<const Release> releases,
               Take take) const {
    const Lines& lines = LinesFor(turn);
    const Prepared prepared = Prepare(board, turn);
    Result result;
    for (std::size_t i = 0; i < releases.size(); ++i) {
      if (TooFast(releases[i])) {
        take(i, nullptr);
        continue;
      }
      kernel_.run(tables_, lines, prepared, turn.slot(), ThrowOf(releases[i]), result, nullptr);
      take(i, &result);
    }
  }

  bool TooFast(const Release& release) const {
    return !(std::abs(release.speed_mps) < double{tables_.fastest_mps} * 0.99);
  }

  // For throws beyond the tables: rare, so it is made when first needed.
  Engine& reference() {
    if (!reference_) reference_ = MakeEngine("box2d", ice_);
    return *reference_;
  }

  const Lines& LinesFor(const Turn& turn) const {
    return lines_[static_cast<std::size_t>(Index(turn.hammer))];
  }

  Prepared Prepare(const Board& board, const Turn& turn) const {
    Prepared prepared;
    kernel_.prepare(LinesFor(turn), board.xs(), board.ys(), board.present(), prepared);
    return prepared;
  }

  static Outcome OutcomeOf(const Board& board, const Turn& turn, const Result& result) {
    const auto there = static_cast<SlotSet>(board.present() | SlotBit(turn.slot()));
    return {Board(result.x, result.y, result.present),
            static_cast<SlotSet>(there & ~result.present), result.contacts};
  }

  event::Throw ThrowOf(const Release& release) const {
    const SinCos line = SmallSinCos(release.angle_rad);
    event::Throw thrown{};
    thrown.vx = static_cast<float>(release.speed_mps * line.sin);
    thrown.vy = static_cast<float>(release.speed_mps * line.cos);
    if (ice_.law == Law::kFcv1) {
      thrown.y = 0.0f - lines_[0].origin;
      thrown.spin =
          release.handle == Handle::kCcw ? fcv1::kInitialSpin_radps : -fcv1::kInitialSpin_radps;
      return thrown;
    }
    thrown.vy = -thrown.vy;
    thrown.spin = release.handle == Handle::kCw ? dc2::kCurl : -dc2::kCurl;
    // Half a kick of friction, then a step before the first whole one.
    const dc2::Velocity u = dc2::Friction({thrown.vx, thrown.vy}, thrown.spin,
                                          dc2::kDeceleration * dc2::kStep_s * 0.5f);
    thrown.vx = u.x;
    thrown.vy = u.y;
    thrown.x = dc2::kSheetWidth / 2.0f + dc2::kStep_s * u.x;
    thrown.y = dc2::kReleaseY + dc2::kStep_s * u.y;
    thrown.start_step = 1;
    return thrown;
  }

  Ice ice_;
  const Kernel& kernel_;
  const event::Tables& tables_;
  std::array<Lines, 2> lines_;  // by the team with the hammer
  std::unique_ptr<Engine> reference_;
};

}  // namespace

std::span<const std::string_view> EventKernels() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const auto& [name, kernel] : Kernels()) list.emplace_back(name);
    return list;
  }();
  return names;
}

std::unique_ptr<Engine> MakeEventWithKernel(const Ice& ice, std::string_view kernel) {
  for (const auto& usable : Kernels()) {
    if (usable.name == kernel) return std::make_unique<Event>(ice, *usable.kernel);
  }
  SKIPSTONE_CHECK(false);  // no kernel of EventKernels()
  return nullptr;
}

std::unique_ptr<Engine> MakeEvent(const Ice& ice) {
  return std::make_unique<Event>(ice, *Kernels().front().kernel);
}

}  // namespace skipstone
