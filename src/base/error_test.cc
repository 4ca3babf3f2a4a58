// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/error.h"

#include <gtest/gtest.h>

#include <string>

namespace skipstone {
namespace {

TEST(Error, PutsThePlaceBeforeTheMessage) {
  const Error error = BadData("stones[2].x", "missing");
  EXPECT_EQ(error.kind(), ErrorKind::kBadData);
  EXPECT_EQ(error.where(), "stones[2].x");
  EXPECT_STREQ(error.what(), "stones[2].x: missing");
}

TEST(Error, HasNoEmptyPlaceInItsText) { EXPECT_STREQ(BadData("", "missing").what(), "missing"); }

TEST(Error, KindsAreTheDocumentedExitCodes) {
  EXPECT_EQ(static_cast<int>(ErrorKind::kUsage), 2);
  EXPECT_EQ(static_cast<int>(ErrorKind::kEnvironment), 3);
  EXPECT_EQ(static_cast<int>(ErrorKind::kBadData), 4);
  EXPECT_EQ(static_cast<int>(ErrorKind::kInternal), 5);
}

TEST(Check, NamesFileLineAndCondition) {
  const int stones = 17;
  const int line = __LINE__ + 2;
  try {
    SKIPSTONE_CHECK(stones <= 16);
    FAIL() << "the check passed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
    EXPECT_NE(error.where().find("error_test.cc:" + std::to_string(line)), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("stones <= 16"), std::string::npos);
  }
}

TEST(Check, EvaluatesItsConditionOnce) {
  int calls = 0;
  SKIPSTONE_CHECK(++calls == 1);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace skipstone
