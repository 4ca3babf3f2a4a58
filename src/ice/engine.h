// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ice/board.h"
#include "ice/ice.h"
#include "ice/release.h"
#include "ice/score.h"

namespace skipstone {

// Whose stone is thrown: the shot number within the end, and who has the hammer. Teams alternate,
// the team without the hammer first.
struct Turn {
  int shot = 0;  // 0..15
  Team hammer = Team::k1;

  Team thrower() const { return shot % 2 == 0 ? Opponent(hammer) : hammer; }
  int slot() const { return SlotOf(thrower(), shot / 2); }

  bool operator==(const Turn&) const = default;
};

// What a throw did. Plain data, no heap.
struct Outcome {
  Board board;       // the stones at rest afterwards
  SlotSet left = 0;  // stones that were there (the thrown one included) and are no more
  int contacts = 0;  // impacts: pairs of stones that began to push each other

  bool operator==(const Outcome&) const = default;
};

// Filled on request, while a throw runs; in the house frame.
struct Recording {
  struct Point {
    double time_s = 0.0;
    Vec2 position;
    double angle_rad = 0.0;  // turned since the release; only the reference engine tells
  };
  struct Contact {
    int slot_a = 0;
    int slot_b = 0;
    double time_s = 0.0;
    int step = 0;  // 1-based number of the 1 ms step
  };

  bool contacts_only = false;                     // paths and angles cost more than the throw
  double interval_s = 0.1;                        // between points of a path
  std::array<std::vector<Point>, kStones> paths;  // empty for stones that did not move
  std::vector<Contact> contacts;                  // one per impact, in order
  std::array<double, kStones> angles_rad{};       // final angle, counted from the release
};

// Runs throws. An engine is a value without shared state: one per thread, and a throw's outcome
// depends on nothing but its arguments. Inputs must have passed CheckThrow.
class Engine {
 public:
  virtual ~Engine() = default;

  virtual std::string_view name() const = 0;
  virtual const Ice& ice() const = 0;

  virtual Outcome Run(const Board& board, const Turn& turn, const Release& release,
                      Recording* recording = nullptr) = 0;

  // One board, many releases: whole outcomes, boards only, or only the points as they would count.
  virtual void RunBatch(const Board& board, const Turn& turn, std::span<const Release> releases,
                        std::span<Outcome> outcomes);
  virtual void RunBoards(const Board& board, const Turn& turn, std::span<const Release> releases,
                         std::span<Board> boards);
  virtual void RunScores(const Board& board, const Turn& turn, std::span<const Release> releases,
                         const ScoringEdge& edge, std::span<std::int8_t> points);
};

// Engines by name ("box2d", the reference; "event", the fast one); throws kUsage for others.
std::unique_ptr<Engine> MakeEngine(std::string_view name, const Ice& ice);

// What an engine cannot be asked to do. Throws BadData naming the field: "stones", "thrown" or
// "shot".
void CheckThrow(const Ice& ice, const Board& board, const Turn& turn, const Release& release);

// Two stones that overlap by more than real data ever has them, if any.
inline constexpr double kMaxOverlap_m = 0.015;
std::optional<std::array<int, 2>> FindOverlap(const Board& board, const Sheet& sheet);

// Stones beyond this are refused: far outside any game, and float32 stays finite.
inline constexpr double kMaxCoordinate_m = 1000.0;

}  // namespace skipstone
