// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>

namespace skipstone {

// One number over the calls of `greedy` against `rule` on both ices: aim, generator, rules of thumb
// and sampled play in one. See Signature in game/signature.h.
std::uint64_t PlayersSignature();

}  // namespace skipstone
