// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

#include "value/win_table.h"

namespace skipstone {

// The win table of a tournament's store, from all completed ends; `commit` is of the program that
// played them, empty if it is not known.
WinTable TableOfGames(const std::string& file, const std::string& commit);

}  // namespace skipstone
