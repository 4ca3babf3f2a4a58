// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/options.h"
#include "game/game_terms.h"
#include "shots/rule.h"
#include "shots/shot.h"
#include "value/score_distribution.h"

namespace skipstone {

// What is asked.
struct SearchTask {
  Position position;
  Utility utility = UtilityOfPoints();
  Standing standing = {};  // the thrower's; roll-outs play by it
  std::uint64_t seed = 0;
};

// When a search ends: as soon as one of these is reached.
struct Limits {
  std::int64_t playouts = 1600;  // 0: no limit
  double seconds = 0.0;          // by the clock; 0: no limit
  int threads = 1;
  // Positions kept in all trees together. Beyond it a search goes on without keeping more.
  std::int64_t nodes = 1'000'000;
  // Whether one stone left may be solved, which takes its own time: up to some tenths of a second.
  bool solve = true;
  Clock clock = {};  // also says when a partial result is due
};

// A call that was considered. Values are the thrower's.
struct Candidate {
  Release release;
  std::optional<Intention> intention;  // the generator's; nothing for one the search came upon
  double visits = 0.0;                 // of kernel regression: the kernel density W
  double value = 0.0;                  // expected utility
  double bound = 0.0;        // what the final choice goes by: below the value by what is not known
  double error = 0.0;        // standard error of the value, from the spread of its samples
  ScoreDistribution scores;  // as sampled; the hammer team's view
  std::optional<Release> reply;  // of the opponent, after the most visited outcome
};

// A throw that was tried at the root, or a call's sum of them.
struct RootSample {
  Release release;
  double visits = 0.0;
  double value = 0.0;    // mean, the thrower's
  double density = 0.0;  // of kernel regression: W; else the visits
};

struct SearchResult {
  Release best;
  std::vector<Candidate> ranked;  // by the final choice's measure, best first; near ones left out
  std::vector<RootSample> samples;
  std::int64_t playouts = 0;
  const char* playouts_are = "play-outs";  // or what else is counted there
  std::int64_t nodes = 0;
  double seconds = 0.0;
  bool finished = true;  // false for partial results
  bool solved = false;   // by last-stone, not by sampling
};

// A search algorithm, bound to the terms of a game. Not shared between threads.
class Search {
 public:
  virtual ~Search() = default;

  struct Watch {
    std::stop_token stop = {};  // cancels from any thread; what was found so far is returned
    std::function<void(const SearchResult&)> partial = {};  // heard now and then
    double partial_interval_s = 0.5;
  };
  virtual SearchResult Run(const SearchTask& task, const Limits& limits, const Watch& watch) = 0;
  SearchResult Run(const SearchTask& task, const Limits& limits) { return Run(task, limits, {}); }

  // Of the trees of the last run, node by node: equal for equal seeds and playouts.
  virtual std::uint64_t TreeHash() const = 0;
};

enum class NetworkKind : std::uint8_t;

// A kind of search, and what may be said of it in a spec.
struct SearchKind {
  std::string name;
  std::string summary;
  OptionTable options;
  std::function<std::unique_ptr<Search>(const GameTerms&, SpecOptions&)> make;
  std::optional<NetworkKind> network = {};  // the kind that it asks, if it asks one
};
const std::vector<SearchKind>& SearchKinds();
// Those of their options that all have: the limits, and whether the last stone is solved.
const OptionTable& LimitOptions();

// A search and its limits by spec: "kr-uct:playouts=1600,threads=2,last-stone=off". With last-stone
// on (the default), one stone left is solved instead of searched. Throws kUsage.
struct SpecifiedSearch {
  std::unique_ptr<Search> search;
  Limits limits;
};
SpecifiedSearch MakeSearch(std::string_view spec, const GameTerms& terms);
// From options whose table has at least the search's.
SpecifiedSearch MakeSearch(SpecOptions& options, const GameTerms& terms);

// The hash of the network that a search or player of this spec asks, empty if it asks none.
std::string NetworkBehind(std::string_view spec, Law law);

}  // namespace skipstone
