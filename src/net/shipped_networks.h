// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <string_view>

#include "net/network.h"

namespace skipstone {

// The networks of models/ (stones_ICE.safetensors, pv_stones_ICE.safetensors), which are part of
// the program if they were there when its build was configured.
bool HasShippedNetwork(Law law, NetworkKind kind = NetworkKind::kStoneSet);
// Throws kEnvironment if there is none. The same object for every caller.
std::shared_ptr<const Network> ShippedNetwork(Law law, NetworkKind kind = NetworkKind::kStoneSet);

// The bytes of a file of models/ by its name without the extension, empty if there is none; the
// source is made by CMake.
std::string_view ShippedNetworkBytes(std::string_view name);

}  // namespace skipstone
