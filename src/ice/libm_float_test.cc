// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/libm_float.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace skipstone {
namespace {

// Every float32 in an optimised build (two seconds); every 61st where that would take minutes.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr std::uint32_t kStride = 1;
#else
constexpr std::uint32_t kStride = 61;
#endif

template <typename F>
void ForFloats(float low, float high, const F& f) {
  for (auto bits = std::bit_cast<std::uint32_t>(low); bits <= std::bit_cast<std::uint32_t>(high);
       bits += kStride) {
    f(std::bit_cast<float>(bits));
  }
}

TEST(LibmFloat, PowMinus0p8HasGlibcsBits) {
  // From the speed at which FCV1 calls a stone at rest to ten times the fastest throw.
  volatile float exponent = -0.8f;  // so that the compiler does not evaluate the call itself
  long different = 0;
  ForFloats(1.1920929e-07f, 40.0f, [&](float s) {
    if (std::pow(s, static_cast<float>(exponent)) != PowMinus0p8(s)) ++different;
  });
  EXPECT_EQ(different, 0);
}

TEST(LibmFloat, SinAndCosHaveGlibcsBits) {
  // The largest turn in one step is 0.003 rad.
  long different = 0;
  ForFloats(1e-6f, 0.03f, [&](float x) {
    volatile float y = x;
    if (std::sin(y) != SinSmall(x) || std::cos(y) != CosSmall(x)) ++different;
    if (std::sin(-y) != SinSmall(-x) || std::cos(-y) != CosSmall(-x)) ++different;
  });
  EXPECT_EQ(SinSmall(0.0f), 0.0f);
  EXPECT_EQ(CosSmall(0.0f), 1.0f);
  EXPECT_EQ(different, 0);
}

}  // namespace
}  // namespace skipstone
