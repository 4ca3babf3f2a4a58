// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <string>

#include "base/json.h"
#include "value/evaluator.h"

namespace skipstone {

// A run of learning has a folder, whose run.json says what it is of. Makes it, or goes on with one
// of this very setup; throws kUsage for another's.
void BeginRun(const std::filesystem::path& folder, const JsonOut& setup);

// A network file's hash: who taught, who played.
std::string HashOfNetwork(const std::filesystem::path& path);

// What a network's file says of where it was learned: the terms, and the run's provenance.
JsonOut NetworkMetadata(const GameTerms& terms, const JsonOut& provenance);

}  // namespace skipstone
