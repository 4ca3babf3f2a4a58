// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/signature.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace skipstone {
namespace {

// Every preset runs this test, so it also shows that -O0, -O2 and the sanitizers agree. A commit
// that changes a value says why.
TEST(Signature, IsTheKnownOne) {
  const Signature signature = ComputeSignature();
  EXPECT_EQ(HashText(signature.fcv1), "8fa181df7c0da87a");
  EXPECT_EQ(HashText(signature.dc2), "05620a46034a12f2");
  EXPECT_EQ(HashText(signature.event_fcv1), "78cb0d826376f793");
  EXPECT_EQ(HashText(signature.event_dc2), "e38569f27978df0f");
  EXPECT_EQ(HashText(signature.rules), "e21f4fc3356ba959");
}

}  // namespace
}  // namespace skipstone
