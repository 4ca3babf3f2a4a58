// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ice/engine.h"

namespace skipstone {

// Seeded throws on which engines are measured and compared. Speeds are stated for fcv1; on dc2
// they are scaled by the ratio of the two ices' tee-draw speeds.
enum class ThrowCase : std::uint8_t {
  kFree,     // draws and guards on an empty sheet
  kDraw8,    // draws among 8 stones that meet none of them
  kReal,     // the shots of random ends, with 2 to 10 stones lying: draws, guards, hits, peels,
             // freezes and taps, thrown with dc3's execution errors
  kHit1,     // a hit on a stone among this many in and around the house
  kHit4,     //
  kHit8,     //
  kHit12,    //
  kCluster,  // a throw at 2 to 6 stones that touch: half overlap by up to 2 mm, half have gaps of
             // up to 1.5 mm
  kFuzz,     // anything that can be asked: up to 15 stones, touching, on the lines; any weight
};
inline constexpr std::array kThrowCases = {
    ThrowCase::kFree, ThrowCase::kDraw8, ThrowCase::kReal,    ThrowCase::kHit1, ThrowCase::kHit4,
    ThrowCase::kHit8, ThrowCase::kHit12, ThrowCase::kCluster, ThrowCase::kFuzz};

std::string_view CaseName(
    ThrowCase throw_case);                      // "free", "draw8", ..., "hit12", "cluster", "fuzz"
ThrowCase CaseFromName(std::string_view name);  // throws kUsage
std::string CaseNames();                        // "free, draw8, ..."

// A throw that passes CheckThrow. Team 0 leads the end, as in the field's files: a shot line can
// say every sample.
struct ThrowSample {
  Board board;
  Turn turn;
  Release release;

  bool operator==(const ThrowSample&) const = default;
};

// The first `count` throws of a case on the engine's ice. Sample k depends on the case, the ice,
// the seed and k; those of kReal also on the engine, which plays the ends. Fewer if a stop is
// requested.
std::vector<ThrowSample> MakeThrows(ThrowCase throw_case, std::uint64_t seed, int count,
                                    Engine& engine);

// A board, and many throws of one call: a sample's release with dc3's execution errors. In the case
// kDraw8 these still meet no stone.
struct ThrowBatch {
  Board board;
  Turn turn;
  std::vector<Release> releases;
};
std::vector<ThrowBatch> MakeBatches(ThrowCase throw_case, std::uint64_t seed, int boards,
                                    int releases_per_board, Engine& engine);

}  // namespace skipstone
