// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <cstdint>

#include "net/definition.h"
#include "net/safetensors.h"

namespace skipstone {

// Made-up encoded positions with targets that follow a simple law of them, for tests and for
// measuring: the numbers have the size of real ones, but no sheet looks like that. The first have
// no stone and all stones. Kinds as the definition's; a policy aims at the stone nearest to the
// tee.
TensorFile SyntheticData(const NetworkDefinition& definition, std::size_t rows, std::uint64_t seed);

}  // namespace skipstone
