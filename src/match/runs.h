// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "base/json.h"
#include "match/store.h"

namespace skipstone {

// Writes down which commit and networks play the store's games from here on.
void AddRun(Store& store);
// The store's runs, an object each.
JsonOut RunsOf(const Store& store);

}  // namespace skipstone
