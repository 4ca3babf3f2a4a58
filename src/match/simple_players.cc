// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/simple_players.h"

#include <algorithm>

#include "game/playout.h"

namespace skipstone {

Standing StandingOf(const Game& game, const Rules& rules) {
  const Team us = game.to_move();
  return {.lead = game.Total(us) - game.Total(Opponent(us)),
          .ends_left = std::max(0, rules.ends - 1 - game.end)};
}

RandomStream ChoiceStream(std::uint64_t seed, const Game& game, std::uint32_t index) {
  return RandomStream({.seed = seed,
                       .end = static_cast<std::uint16_t>(game.end),
                       .shot = static_cast<std::uint8_t>(game.shot),
                       .purpose = Purpose::kPlayer,
                       .index = index});
}

Move RandomPlayer::Call(const Game& game) {
  RandomStream random = ChoiceStream(seed_, game);
  return RandomCall(game.position(), law_, random);
}

Move DrawPlayer::Call(const Game& game) {
  return TeeDraw(law_, game.shot / 2 % 2 == 0 ? Handle::kCw : Handle::kCcw);
}

RulePlayer::RulePlayer(const PlayerSetup& setup) : rules_(setup.terms.rules) {
  for (const ExecutionSizes& sizes :
       setup.terms.execution[static_cast<std::size_t>(Index(setup.team))]) {
    policies_.emplace_back(setup.terms.ice, setup.terms.rules,
                           MaxSpeed(sizes, setup.terms.ice.law));
  }
}

Move RulePlayer::Call(const Game& game) {
  return policies_[static_cast<std::size_t>(PlayerOf(game.shot))].Call(game.position(),
                                                                       StandingOf(game, rules_));
}

}  // namespace skipstone
