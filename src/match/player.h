// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/options.h"
#include "game/game.h"
#include "game/game_terms.h"

namespace skipstone {

// What a player is told before the first stone.
struct PlayerSetup {
  GameTerms terms;
  Team team = Team::k0;  // its own
  // Of its own random choices. The errors of throws cannot be derived from it.
  std::uint64_t seed = 0;
  // Somebody else's clock runs: searches keep to it unless their spec says otherwise.
  bool by_the_clock = false;
  Clock clock = {};  // that it thinks by
};

// What a player weighed before a call.
struct Thought {
  struct Option {
    Release release;
    double value = 0.0;  // its own
  };
  std::string_view currency;    // of the values: "points" of this end, or "win", its probability
  std::vector<Option> options;  // the call, then its best rivals
};

// Somebody who calls shots.
class Player {
 public:
  virtual ~Player() = default;

  // The call for the stone that is this player's turn to throw. The time it takes is charged to its
  // clock in `game`.
  virtual Move Call(const Game& game) = 0;
  // Before the last call. Nothing from those who do not weigh.
  virtual std::optional<Thought> thought() const { return std::nullopt; }
};

// A kind of player, and what may be said of it in a spec. The factory may throw kUsage.
struct PlayerKind {
  std::string name;
  std::string summary;  // one line, for --help and for errors
  OptionTable options;
  std::function<std::unique_ptr<Player>(const PlayerSetup&, SpecOptions&)> make;
};

// All kinds, in order of strength; the built-in ones first.
const std::vector<PlayerKind>& PlayerKinds();
// For tests and programs with players of their own. Not while games are played.
void AddPlayerKind(PlayerKind kind);

// "rule", or with options: "greedy:samples=16". Throws kUsage.
std::unique_ptr<Player> MakePlayer(std::string_view spec, const PlayerSetup& setup);

}  // namespace skipstone
