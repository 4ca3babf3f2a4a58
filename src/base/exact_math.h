// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

// Elementary functions whose results are the same bits on every x86-64 CPU.
//
// glibc picks FMA variants of double sin, cos, exp, log, atan2, ... at run time, so their last
// bits depend on the machine. These use only + - * / and sqrt, which IEEE 754 rounds exactly, and
// the project is built with -ffp-contract=off. They are accurate to 3 ulp or better
// (exact_math_test.cc has the figures).

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

}  // namespace skipstone
