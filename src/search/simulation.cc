// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/simulation.h"

namespace skipstone {

Simulation::Simulation(const GameTerms& terms)
    : rules_(terms.rules), engine_(MakeEngine("event", terms.ice)) {
  for (std::size_t i = 0; i < throwers_.size(); ++i) {
    const ExecutionSizes& sizes = terms.execution[i / kPlayers][i % kPlayers];
    const double max_speed = MaxSpeed(sizes, terms.ice.law);
    throwers_[i] = {MakeExecution(sizes, terms.ice.law),
                    std::make_unique<Generator>(terms.ice, terms.rules, Width::kSkip, max_speed),
                    std::make_unique<RulePolicy>(terms.ice, terms.rules, max_speed),
                    ErrorBank::For(sizes, terms.ice.law)};
    roll_out_throwers_.by_team[i / kPlayers][i % kPlayers] = {throwers_[i].errors.get(),
                                                              throwers_[i].policy.get()};
  }
}

void Simulation::List(const Position& position, ShotList& shots) const {
  Of(position.turn).generator->List(position, shots);
  // A sheet so full that nothing can be aimed at still has a middle.
  if (shots.size() == 0) shots.Add({{}, TeeDraw(engine_->ice().law, Handle::kCw)});
}

Release Simulation::Sample(const Turn& turn, const Release& called, RandomStream& random) const {
  return Of(turn).errors->Sample(called, random);
}

Position Simulation::Throw(const Position& position, const Release& thrown) {
  return {ThrowStone(position, thrown, *engine_, rules_).outcome.board,
          {position.turn.shot + 1, position.turn.hammer}};
}

int Simulation::Score(const Position& position) const {
  return HammerPoints(EndScore(position.board, engine_->ice().sheet, rules_), position.turn.hammer);
}

int Simulation::RollOut(const Position& position, const Standing& standing, int shots,
                        RandomStream& random) {
  return HammerPoints(
      skipstone::RollOut(position, standing, shots, roll_out_throwers_, rules_, *engine_, random),
      position.turn.hammer);
}

}  // namespace skipstone
