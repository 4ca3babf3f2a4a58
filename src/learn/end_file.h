// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "learn/states.h"

namespace skipstone {

// An end's bytes in a file of fixed-size records: the boards before shots 0 to 15.
struct EndBytes {
  std::uint32_t number;
  std::array<std::uint16_t, kStones> present;
  std::uint32_t unused;
  std::array<std::array<double, 2 * kStones>, kStones> places;
};

// What to say of one whose bytes are sound and make no sense all the same.
Error BadEnd(std::uint32_t number);

std::string ToRecord(const LearningEnd& end, std::uint32_t number);
// The end and its number.
std::pair<std::uint32_t, LearningEnd> EndFrom(std::string_view record);

}  // namespace skipstone
