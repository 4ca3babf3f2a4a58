// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

#include "game/execution.h"
#include "value/win_table.h"

namespace skipstone {

// The table of a tournament's store, from all completed ends; `commit` is of the program that
// played them, empty if it is not known.
WinTable TableOfGames(const std::string& file, const std::string& commit);

// A model's name, with its sizes if they are not its own: "gat", "dc3:speed_error=0.01".
std::string TextOf(const ExecutionSizes& sizes);

}  // namespace skipstone
