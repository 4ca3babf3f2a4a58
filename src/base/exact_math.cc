// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/exact_math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace skipstone {
namespace {

// pi/2 and ln 2 in parts; the leading ones have trailing zero bits, so n * part is exact for the
// n that occur.
constexpr double kHalfPi1 = 0x1.921fb544p+0;
constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kLn2Hi = 0x1.62e42feep-1;
constexpr double kLn2Lo = 0x1.a39ef35793c76p-33;

// 1 + x^2 (c0 + c1 x^2 + ...) style Taylor series by Horner's rule.
double SinSeries(double r) {
  const double z = r * r;
  double p = 1.0 / 355687428096000.0;  // 1/17!
  p = p * z - 1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return r + r * z * p;
}

double CosSeries(double r) {
  const double z = r * r;
  double p = 1.0 / 20922789888000.0;  // 1/16!
  p = p * z - 1.0 / 87178291200.0;
  p = p * z + 1.0 / 479001600.0;
  p = p * z - 1.0 / 3628800.0;
  p = p * z + 1.0 / 40320.0;
  p = p * z - 1.0 / 720.0;
  p = p * z + 1.0 / 24.0;
  p = p * z - 0.5;
  return 1.0 + z * p;
}

// atan(t) for |t| <= tan(pi/8).
double AtanSeries(double t) {
  const double z = t * t;
  double p = 0.0;
  for (int k = 22; k >= 1; --k) {
    const double term = 1.0 / (2 * k + 1);
    p = (k % 2 == 0 ? term : -term) + z * p;
  }
  return t + t * (z * p);
}

// atan(t) for 0 <= t <= 1.
double AtanUnit(double t) {
  constexpr double kTanPiOver8 = 0.41421356237309503;
  if (t <= kTanPiOver8) return AtanSeries(t);
  return kPi / 4 + AtanSeries((t - 1.0) / (t + 1.0));
}

}  // namespace

SinCos ExactSinCos(double x) {
  if (!(std::abs(x) < 1e9)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  const double n = std::floor(x * (2.0 / kPi) + 0.5);
  const double r = ((x - n * kHalfPi1) - n * kHalfPi2) - n * kHalfPi3;
  const double s = SinSeries(r);
  const double c = CosSeries(r);
  switch (static_cast<std::int64_t>(n) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

double ExactAtan2(double y, double x) {
  const double ax = std::abs(x);
  const double ay = std::abs(y);
  if (ax == 0.0 && ay == 0.0) return 0.0;
  double angle = ay <= ax ? AtanUnit(ay / ax) : kPi / 2 - AtanUnit(ax / ay);
  if (x < 0.0) angle = kPi - angle;
  return y < 0.0 ? -angle : angle;
}

double ExactLog(double x) {
  // x = 2^e m with m in [sqrt(1/2), sqrt(2)); log m = 2 atanh((m - 1) / (m + 1)).
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int e = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++e;
  }
  const double f = (m - 1.0) / (m + 1.0);
  const double z = f * f;
  double p = 0.0;
  for (int k = 11; k >= 1; --k) p = 1.0 / (2 * k + 1) + z * p;
  return e * kLn2Hi + (2.0 * f + (2.0 * f * (z * p) + e * kLn2Lo));
}

double ExactExp(double x) {
  if (std::isnan(x)) return x;
  if (x < -708.0) return 0.0;
  if (x > 709.0) return std::numeric_limits<double>::infinity();
  const double n = std::floor(x * 1.4426950408889634 + 0.5);
  const double r = (x - n * kLn2Hi) - n * kLn2Lo;
  double p = 1.0;
  for (int k = 14; k >= 1; --k) p = 1.0 + r / k * p;
  const auto scale = static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023) << 52;
  return p * std::bit_cast<double>(scale);
}

}  // namespace skipstone
