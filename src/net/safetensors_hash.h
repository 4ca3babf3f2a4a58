// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

namespace skipstone {

// A tensor file's bytes with the hash that they should have, if there is a place for it; else as
// they are. For writing, and for tests and fuzzers that damage what the hash would give away.
std::string WithHash(std::string bytes);

}  // namespace skipstone
