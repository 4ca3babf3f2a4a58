// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string_view>

namespace skipstone {

// The text of models/wintable_*.json; the source is made from them when the build is configured.
extern const std::string_view kShippedFcv1WinTable;
extern const std::string_view kShippedDc2WinTable;

}  // namespace skipstone
