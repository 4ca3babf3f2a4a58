// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "base/random.h"
#include "game/end.h"
#include "search/search.h"
#include "value/evaluator.h"

namespace skipstone {

// A seed of its own for each list of numbers and purpose. Files name what came of it, so its values
// never change.
std::uint64_t MixedSeed(std::initializer_list<std::uint64_t> numbers, std::string_view what = "");

// Where a position to learn from comes from.
enum class Source : std::uint8_t {
  kPlay,       // an end that was played
  kPerturbed,  // the same with stones moved, taken away, added or handed to the other team
  kRandom,     // the generator of Ataka et al.
};
inline constexpr int kSources = 3;
std::string_view SourceName(Source source);  // "play", "perturbed", "random"

// In which parts positions come from them; "play=0.45,perturbed=0.45,random=0.1".
struct SourceMix {
  std::array<double, kSources> parts = {0.45, 0.45, 0.1};
};
SourceMix SourceMixFromText(std::string_view text);  // throws kUsage
std::string ToText(const SourceMix& mix);

// States as Ataka et al. 2020 create them for x stones left. Of each team at most four stones and
// no more than it has delivered; small differences in number come more often, the empty sheet
// seldom. A stone is in the house with a probability of 0.6, normally distributed around the tee
// with half the house's radius, else in front of or beside it: y uniform over the play area, x
// normal, for the first team around the middle (a quarter of the sheet's width), for the hammer
// team around one of the quarter lines (a sixteenth). No stones overlap. Team 1 has the hammer.
Position RandomState(const Ice& ice, int stones_left, RandomStream& random);

// A position like the given one: some stones moved by up to half a metre, sometimes one taken away,
// added, or handed to the other team.
Position Perturbed(const Position& position, const Ice& ice, RandomStream& random);

// The boards of an end before each of its shots. Team 1 has the hammer.
struct LearningEnd {
  std::array<Board, kStones> boards;

  Position Before(int shot) const {
    return {boards[static_cast<std::size_t>(shot)], {shot, Team::k1}};
  }
};

// Plays ends to learn from: a search calls for both teams, some calls are a random candidate
// instead, and throws have their errors.
class EndPlayer {
 public:
  // `search` by spec; "rule" for the rules of thumb, which are a thousand times faster.
  EndPlayer(const GameTerms& terms, std::string_view search, double random_calls);
  ~EndPlayer();

  // With `calls`, what the search calls before each shot is written there, also where a random
  // candidate is thrown instead.
  LearningEnd Play(std::uint64_t seed, std::uint32_t number,
                   std::array<Release, kStones>* calls = nullptr);

 private:
  class Game;

  Release Call(const Position& position, RandomStream& random);

  GameTerms terms_;
  double random_calls_;
  bool rule_;
  SpecifiedSearch search_;
  std::unique_ptr<Game> game_;
};

}  // namespace skipstone
