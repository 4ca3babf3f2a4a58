// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <functional>

namespace skipstone {

class Verb;

// The program: parses the command line and does the verb's work. `add_verbs` adds the verbs but for
// `help` and `version`, which are here. Throws Error, for a mistyped command line too: what was
// expected, what came, what to type instead.
void RunCommandLine(int argc, char** argv, const std::function<void(Verb& app)>& add_verbs);

}  // namespace skipstone
