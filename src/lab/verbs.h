// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

namespace skipstone {

class Verb;

// The verbs that measure and regenerate; as those of cli/verbs.h.
void AddBench(Verb& app);
void AddExperiment(Verb& app);
void AddParity(Verb& app);
void AddStress(Verb& app);

}  // namespace skipstone
