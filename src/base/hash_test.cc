// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/hash.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string_view>

namespace skipstone {
namespace {

// Eight characters as the integer that Hasher turns back into the same bytes.
std::uint64_t LittleEndian(std::string_view eight) {
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i) value = value << 8 | static_cast<std::uint8_t>(eight[i]);
  return value;
}

std::uint64_t HashOfDouble(double value) {
  Hasher hasher;
  hasher.AddDouble(value);
  return hasher.value();
}

std::uint64_t HashOfTexts(std::string_view first, std::string_view second) {
  Hasher hasher;
  hasher.AddText(first);
  hasher.AddText(second);
  return hasher.value();
}

// FNV-1a's own test vectors (isthe.com/chongo/tech/comp/fnv) of a length that integers can reach.
TEST(Hasher, IsFnv1a) {
  Hasher hasher;
  EXPECT_EQ(hasher.value(), 0xcbf29ce484222325);
  hasher.AddInt(LittleEndian("chongo w"));
  hasher.AddInt(LittleEndian("as here!"));
  EXPECT_EQ(hasher.value(), 0x858e2fa32a55e61d);
}

TEST(Hasher, TextIsItsLengthThenItsBytes) {
  Hasher text;
  text.AddText("as here!");
  Hasher parts;
  parts.AddInt(8);
  parts.AddInt(LittleEndian("as here!"));
  EXPECT_EQ(text.value(), parts.value());
}

TEST(Hasher, BytesAbove127CountAsUnsigned) {
  Hasher text;
  text.AddText("\xff\xff\xff\xff\xff\xff\xff\xff");
  Hasher parts;
  parts.AddInt(8);
  parts.AddInt(~std::uint64_t{0});
  EXPECT_EQ(text.value(), parts.value());
}

TEST(Hasher, TextsDoNotRunTogether) { EXPECT_NE(HashOfTexts("ab", "c"), HashOfTexts("a", "bc")); }

TEST(Hasher, OrderCounts) { EXPECT_NE(HashOfTexts("a", "b"), HashOfTexts("b", "a")); }

TEST(Hasher, NegativeZeroIsZero) { EXPECT_EQ(HashOfDouble(-0.0), HashOfDouble(0.0)); }

TEST(Hasher, DoublesDifferInTheirLastBitAndSign) {
  EXPECT_NE(HashOfDouble(1.0), HashOfDouble(std::nextafter(1.0, 2.0)));
  EXPECT_NE(HashOfDouble(1.0), HashOfDouble(-1.0));
  EXPECT_NE(HashOfDouble(0.0), HashOfDouble(std::nextafter(0.0, 1.0)));
}

TEST(Hasher, DoubleIsItsBitsAsAnInteger) {
  Hasher bits;
  bits.AddInt(0x3ff0000000000000);
  EXPECT_EQ(HashOfDouble(1.0), bits.value());
}

TEST(HashText, IsSixteenLowerCaseHexadecimalDigits) {
  EXPECT_EQ(HashText(0), "0000000000000000");
  EXPECT_EQ(HashText(0xabc), "0000000000000abc");
  EXPECT_EQ(HashText(0xfedcba9876543210), "fedcba9876543210");
}

}  // namespace
}  // namespace skipstone
