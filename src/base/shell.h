// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

namespace skipstone {

// A word as a shell has to be told it: in quotes, if need be.
std::string ShellWord(const std::string& word);

}  // namespace skipstone
