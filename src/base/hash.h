// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace skipstone {

// A stable 64-bit hash (FNV-1a over little-endian bytes): the same value gives the same hash on
// every machine and in every version, so hashes may be stored. Doubles hash by value: -0 as +0.
class Hasher {
 public:
  void AddInt(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) AddByte(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void AddDouble(double value) { AddInt(std::bit_cast<std::uint64_t>(value == 0.0 ? 0.0 : value)); }
  void AddText(std::string_view text) {
    AddInt(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) AddByte(static_cast<std::uint8_t>(c));
  }
  std::uint64_t value() const { return state_; }

 private:
  void AddByte(std::uint8_t byte) { state_ = (state_ ^ byte) * 0x100000001b3ULL; }

  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

// Sixteen hexadecimal digits.
std::string HashText(std::uint64_t hash);

}  // namespace skipstone
