// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/game_terms.h"

#include "base/error.h"

namespace skipstone {

const ExecutionSizes& GameTerms::sizes() const {
  SKIPSTONE_CHECK(execution == SameForBoth(execution[0][0]));
  return execution[0][0];
}

const ExecutionSizes& GameTerms::sizes(const Turn& turn) const {
  return execution[static_cast<std::size_t>(Index(turn.thrower()))]
                  [static_cast<std::size_t>(PlayerOf(turn.shot))];
}

RulesPreset UsualRules(Law law) { return law == Law::kDc2 ? RulesPreset::kDc2 : RulesPreset::kDc3; }

ExecutionSizes UsualExecution(Law law) {
  return DefaultSizes(law == Law::kDc2 ? ExecutionModel::kGat : ExecutionModel::kDc3);
}

GameTerms MakeTerms(Law law, RulesPreset preset, const ExecutionSizes& sizes) {
  return {IceForRules(law, preset), MakeRules(preset), sizes};
}

GameTerms MakeTerms(Law law) { return MakeTerms(law, UsualRules(law), UsualExecution(law)); }

}  // namespace skipstone
