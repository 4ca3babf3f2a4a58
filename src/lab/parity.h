// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/work.h"
#include "game/throw_samples.h"
#include "ice/engine.h"

namespace skipstone {

// How far an engine is from a reference, beside how far the reference is from itself: the floor is
// the reference with its release changed by far less than anybody can throw. Some throws amplify
// any change to metres, so an error says nothing without its floor.

// The change of the floor's release, stated for fcv1 (0.5 % of dc3's execution error).
inline constexpr double kFloorSpeed_mps = 4e-5;
double FloorSpeed(Law law);  // scaled to the ice

// What differs between two outcomes of one throw.
struct Difference {
  struct Stone {
    int slot = 0;
    double distance_m = 0.0;  // infinite if a position is not a number

    bool operator==(const Stone&) const = default;
  };

  std::vector<Stone> stones;  // that moved and are there in both: how far apart
  SlotSet only_in_one = 0;    // stones that are there in one outcome only
  bool same_score = true;     // the end's points, if it were over now
  bool same_contacts = true;  // their number

  bool same_stones() const { return only_in_one == 0; }
  // Over all stones; infinite if a stone is missing in one.
  double Largest() const;

  bool operator==(const Difference&) const = default;
};

// Unmoved stones go through float32 and back in some engines: what is closer than this to where it
// was has not moved.
inline constexpr double kMoved_m = 1e-5;
Difference Compare(const Board& before, const Outcome& a, const Outcome& b, const Ice& ice);

// A throw to compare engines on. Throws of one list may be on different sheets.
struct ParityShot {
  std::string id;
  Ice ice;
  ThrowSample thrown;
};

struct ParityResult {
  std::size_t index = 0;  // of the shot in its list
  Outcome reference;
  Outcome tested;
  Difference error;                 // tested against reference
  std::optional<Difference> floor;  // reference, released faster, against reference
  // The larger effect on the reference of releasing faster and slower, for notable errors.
  std::optional<double> response_m;

  // Whether the reference's own sensitivity does not explain the error.
  bool IsUnexplained() const;
};

// Errors below are never unexplained: the reference's float32 noise alone is some millimetres, in
// directions that a single change of the release may not show.
inline constexpr double kNotable_m = 0.03;
// Others are, beyond this many times the response.
inline constexpr double kExplainedRatio = 3.0;

using EngineMaker = std::function<std::unique_ptr<Engine>(const Ice&)>;
struct ParityOptions {
  EngineMaker engine;
  EngineMaker reference;
  bool floor = true;
};

// Results in the order of the shots; fewer if the shop is stopped.
std::vector<ParityResult> RunParity(std::span<const ParityShot> shots, const ParityOptions& options,
                                    const Workshop& shop = {});

// The numbers of a set of differences. Quantiles are over stones, by nearest rank; zero without
// stones. Shares are of the shots.
struct DifferenceSummary {
  std::size_t stones = 0;
  double median_m = 0.0;
  double p95_m = 0.0;
  double p99_m = 0.0;
  double max_m = 0.0;
  double same_stones = 1.0;
  double same_score = 1.0;
  double same_contacts = 1.0;
};
DifferenceSummary Summarize(std::span<const Difference* const> differences);

// Results split by the reference's number of contacts.
struct ParityRow {
  std::string_view contacts;  // "all", "0-1", "0", "1", "2-3", "4+"
  std::size_t shots = 0;
  DifferenceSummary error;
  std::optional<DifferenceSummary> floor;
};
std::vector<ParityRow> ParityRows(std::span<const ParityResult> results);

// The largest errors, the unexplained ones first: places in `results`.
std::vector<std::size_t> WorstOf(std::span<const ParityResult> results, std::size_t most);

}  // namespace skipstone
