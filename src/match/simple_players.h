// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <vector>

#include "match/player.h"
#include "shots/rule.h"

namespace skipstone {

// Draws all over the sheet, hits on stones, a few wild throws.
class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(const PlayerSetup& setup) : law_(setup.terms.ice.law), seed_(setup.seed) {}
  Move Call(const Game& game) override;

 private:
  Law law_;
  std::uint64_t seed_;
};

// Draws to the button, the handle by turns.
class DrawPlayer : public Player {
 public:
  explicit DrawPlayer(const PlayerSetup& setup) : law_(setup.terms.ice.law) {}
  Move Call(const Game& game) override;

 private:
  Law law_;
};

// Plays the rules of thumb.
class RulePlayer : public Player {
 public:
  explicit RulePlayer(const PlayerSetup& setup);
  Move Call(const Game& game) override;

 private:
  Rules rules_;
  std::vector<RulePolicy> policies_;  // by player: their fastest releases may differ
};

// The score and the ends left, as the team to throw sees them.
Standing StandingOf(const Game& game, const Rules& rules);

// A stream for a player's own choices at a stone.
RandomStream ChoiceStream(std::uint64_t seed, const Game& game, std::uint32_t index = 0);

}  // namespace skipstone
