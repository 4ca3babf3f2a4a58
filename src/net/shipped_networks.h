// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <string_view>

#include "net/network.h"

namespace skipstone {

// The networks of models/ (stones_fcv1.safetensors, stones_dc2.safetensors), which are part of the
// program if they were there when its build was configured.
bool HasShippedNetwork(Law law);
// Throws kEnvironment if there is none. The same object for every caller.
std::shared_ptr<const Network> ShippedNetwork(Law law);

// The file's bytes, empty if there is none; the source is made by CMake.
std::string_view ShippedNetworkBytes(Law law);

}  // namespace skipstone
