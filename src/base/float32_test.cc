// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/float32.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

struct Pair {
  double x;
  double y;
};

[[gnu::noinline]] Pair Rounded(double x, double y) {
  return {RoundToFloat32(x), RoundToFloat32(y)};
}

TEST(Float32, PairsAreRoundedToo) {
  const Pair pair = Rounded(0.1, 0.7);
  EXPECT_EQ(pair.x, double{0.1F});
  EXPECT_EQ(pair.y, double{0.7F});
}

}  // namespace
}  // namespace skipstone
