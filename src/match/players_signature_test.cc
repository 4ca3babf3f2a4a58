// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/players_signature.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace skipstone {
namespace {

// As for the other signatures, a commit that changes it says why.
TEST(PlayersSignature, IsTheKnownOne) {
  EXPECT_EQ(HashText(PlayersSignature()), "e70a4efb68d56827");
}

}  // namespace
}  // namespace skipstone
