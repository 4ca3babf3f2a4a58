// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "base/random.h"
#include "game/execution.h"
#include "shots/rule.h"

namespace skipstone {

// Plays an end on by the rules of thumb, with execution errors, for at most `most_shots` throws,
// and counts the stones as they lie then: positive for team 0. `standing` is that of the team to
// throw first.
int RollOut(Position position, Standing standing, int most_shots, const RulePolicy& policy,
            const Execution& execution, const Rules& rules, Engine& engine, RandomStream& random);

}  // namespace skipstone
