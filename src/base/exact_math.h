// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

// Elementary functions whose results are the same bits on every x86-64 CPU.
//
// glibc picks FMA variants of double sin, cos, exp, log, atan2, ... at run time, so their last
// bits depend on the machine. These use only + - * / and sqrt, which IEEE 754 rounds exactly, and
// the project is built with -ffp-contract=off. They are accurate to 3 ulp or better
// (exact_math_test.cc has the figures).

#include <cmath>

namespace skipstone {

inline constexpr double kPi = 3.14159265358979323846;

struct SinCos {
  double sin;
  double cos;
};

// Accurate for |x| < 1e5; NaN from 1e9 on.
SinCos ExactSinCos(double x);

// The angle of (x, y) from the +x axis, in (-pi, pi]; 0 for the origin.
double ExactAtan2(double y, double x);

// Natural logarithm of a positive, normal number.
double ExactLog(double x);

// e^x; 0 below -708, infinity above 709, NaN for NaN.
double ExactExp(double x);

// The same for small angles, as lines of delivery are: shorter series, to 1e-16; other angles take
// the long way.
inline SinCos SmallSinCos(double a) {
  if (!(std::abs(a) < 0.25)) return ExactSinCos(a);
  const double q = a * a;
  const auto series = [q](double c1, double c2, double c3, double c4, double c5, double c6) {
    return 1.0 - q * (c1 - q * (c2 - q * (c3 - q * (c4 - q * (c5 - q * c6)))));
  };
  return {a * series(1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880, 1.0 / 39916800, 0.0),
          series(1.0 / 2, 1.0 / 24, 1.0 / 720, 1.0 / 40320, 1.0 / 3628800, 1.0 / 479001600)};
}

inline double SmallAtan2(double y, double x) {
  if (!(std::abs(y) < 0.125 * x)) return ExactAtan2(y, x);
  const double t = y / x;
  const double z = t * t;
  const double zz = z * z;
  // Even and odd powers side by side: half the chain of a Horner scheme.
  const double even = -1.0 / 3 + zz * (-1.0 / 7 + zz * (-1.0 / 11 + zz * (-1.0 / 15)));
  const double odd = 1.0 / 5 + zz * (1.0 / 9 + zz * (1.0 / 13 + zz * (1.0 / 17)));
  return t + t * (z * (even + z * odd));
}

}  // namespace skipstone
