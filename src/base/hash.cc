// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/hash.h"

#include <fmt/format.h>

namespace skipstone {

std::string HashText(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace skipstone
