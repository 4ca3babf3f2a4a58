// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/players_signature.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace skipstone {
namespace {

// As for the other signatures, a commit that changes it says why.
TEST(PlayersSignature, IsTheKnownOne) {
  EXPECT_EQ(HashText(PlayersSignature()), "0bb53b840a8b1e2f");
}

}  // namespace
}  // namespace skipstone
