// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace skipstone {

// The float32 functions the field's simulator calls, with glibc's own results.
//
// FCV1 calls glibc's powf, sinf and cosf, and the golden shots need their exact bits. glibc itself
// evaluates them in double and picks an FMA variant by CPU, so rarely (about once in 1e8 calls) two
// machines disagree. These are the same algorithms (S. Nagy, Arm optimized routines: a table of 16
// for log2, of 32 for exp2, low-degree polynomials) for the narrow domain FCV1 needs, in plain
// double arithmetic: the same everywhere, and inlined. libm_float_test.cc compares them with the
// installed libm over every float32 of the domain.

// s^-0.8 for a positive normal float.
inline float PowMinus0p8(float s) {
  // 1/c and log2(c) at the centres c of 16 intervals of [0.7, 1.4).
  struct Centre {
    double inverse;
    double log2;
  };
  static constexpr std::array<Centre, 16> kCentres = {{
      {0x1.661ec79f8f3bep+0, -0x1.efec65b963019p-2},
      {0x1.571ed4aaf883dp+0, -0x1.b0b6832d4fca4p-2},
      {0x1.49539f0f010bp+0, -0x1.7418b0a1fb77bp-2},
      {0x1.3c995b0b80385p+0, -0x1.39de91a6dcf7bp-2},
      {0x1.30d190c8864a5p+0, -0x1.01d9bf3f2b631p-2},
      {0x1.25e227b0b8eap+0, -0x1.97c1d1b3b7afp-3},
      {0x1.1bb4a4a1a343fp+0, -0x1.2f9e393af3c9fp-3},
      {0x1.12358f08ae5bap+0, -0x1.960cbbf788d5cp-4},
      {0x1.0953f419900a7p+0, -0x1.a6f9db6475fcep-5},
      {0x1p+0, 0x0p+0},
      {0x1.e608cfd9a47acp-1, 0x1.338ca9f24f53dp-4},
      {0x1.ca4b31f026aap-1, 0x1.476a9543891bap-3},
      {0x1.b2036576afce6p-1, 0x1.e840b4ac4e4d2p-3},
      {0x1.9c2d163a1aa2dp-1, 0x1.40645f0c6651cp-2},
      {0x1.886e6037841edp-1, 0x1.88e9c2c1b9ff8p-2},
      {0x1.767dcf5534862p-1, 0x1.ce0a44eb17bccp-2},
  }};
  // The bits of 2^(i/32), less i << 47, so that adding k << 47 gives the bits of 2^(k/32).
  static constexpr std::array<std::uint64_t, 32> kPowersOfTwo = {
      0x3ff0000000000000, 0x3fefd9b0d3158574, 0x3fefb5586cf9890f, 0x3fef9301d0125b51,
      0x3fef72b83c7d517b, 0x3fef54873168b9aa, 0x3fef387a6e756238, 0x3fef1e9df51fdee1,
      0x3fef06fe0a31b715, 0x3feef1a7373aa9cb, 0x3feedea64c123422, 0x3feece086061892d,
      0x3feebfdad5362a27, 0x3feeb42b569d4f82, 0x3feeab07dd485429, 0x3feea47eb03a5585,
      0x3feea09e667f3bcd, 0x3fee9f75e8ec5f74, 0x3feea11473eb0187, 0x3feea589994cce13,
      0x3feeace5422aa0db, 0x3feeb737b0cdc5e5, 0x3feec49182a3f090, 0x3feed503b23e255d,
      0x3feee89f995ad3ad, 0x3feeff76f2fb5e47, 0x3fef199bdd85529c, 0x3fef3720dcef9069,
      0x3fef5818dcfba487, 0x3fef7c97337b9b5f, 0x3fefa4afa2a490da, 0x3fefd0765b6e4540};

  // log2 s = exponent + log2 c + log2(z / c), with s = 2^exponent z.
  constexpr std::uint32_t kLowest = 0x3f330000;  // 0.699: where the 16 intervals begin
  const auto bits = std::bit_cast<std::uint32_t>(s);
  const std::uint32_t above = bits - kLowest;
  const Centre& centre = kCentres[(above >> 19) % 16];
  const std::uint32_t exponent_bits = above & 0xff800000;
  const double z = std::bit_cast<float>(bits - exponent_bits);
  const double r = z * centre.inverse - 1.0;
  const double whole = centre.log2 + (static_cast<std::int32_t>(exponent_bits) >> 23);
  const double r2 = r * r;
  const double low = 0x1.27616c9496e0bp-2 * r + -0x1.71969a075c67ap-2;
  const double middle = 0x1.ec70a6ca7baddp-2 * r + -0x1.7154748bef6c8p-1;
  const double high = middle * r2 + (0x1.71547652ab82bp0 * r + whole);
  const double log2 = low * (r2 * r2) + high;

  // 2^x = 2^(k/32) 2^rest.
  const double x = static_cast<double>(-0.8f) * log2;
  constexpr double kShift = 0x1.8p+52 / 32;
  const double shifted = x + kShift;
  const auto k = std::bit_cast<std::uint64_t>(shifted);
  const double rest = x - (shifted - kShift);
  const double scale = std::bit_cast<double>(kPowersOfTwo[k % 32] + (k << 47));
  const double upper = 0x1.c6af84b912394p-5 * rest + 0x1.ebfce50fac4f3p-3;
  const double lower = 0x1.62e42ff0c52d6p-1 * rest + 1.0;
  return static_cast<float>((upper * (rest * rest) + lower) * scale);
}

// sinf and cosf for |x| < pi/4.
inline float SinSmall(float x) {
  if (x > -0x1p-12f && x < 0x1p-12f) return x;
  const double d = x;
  const double z = d * d;
  const double cube = d * z;
  const double tail = 0x1.1107605230bc4p-7 + z * -0x1.994eb3774cf24p-13;
  return static_cast<float>((d + cube * -0x1.555545995a603p-3) + (cube * z) * tail);
}

inline float CosSmall(float x) {
  if (x > -0x1p-12f && x < 0x1p-12f) return 1.0f;
  const double z = static_cast<double>(x) * x;
  const double z2 = z * z;
  const double tail = -0x1.6c087e89a359dp-10 + z * 0x1.99343027bf8c3p-16;
  const double head = 1.0 + z * -0x1.ffffffd0c621cp-2;
  return static_cast<float>((head + z2 * 0x1.55553e1068f19p-5) + (z2 * z) * tail);
}

}  // namespace skipstone
