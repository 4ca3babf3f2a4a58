// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

#include "base/json.h"

namespace skipstone {

// The commit that is checked out where this program was built, "unknown" outside a checkout, with
// "+changes" if what a program is built from is not as it was committed. As it was when first asked
// for: the checkout may go on while a long experiment runs, but what runs is what it was when it
// began.
const std::string& Commit();

// Where a file of the project is: from the current folder, or else from the project's, which may be
// another one than the user's.
std::string ProjectFile(const std::string& name);

// "skipstone 0.1.0, commit 0123456789ab"
std::string VersionText();

// The command line of this process as it was given, ready to be pasted into a shell.
std::string CommandLine();

// What every result says of how it came about: the command, the commit, the machine, the day.
JsonOut Provenance();

}  // namespace skipstone
