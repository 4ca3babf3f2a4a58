// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/spelling.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

TEST(Spelling, CountsTheSlipsBetweenTwoWords) {
  EXPECT_EQ(EditDistance("", ""), 0);
  EXPECT_EQ(EditDistance("stone", "stone"), 0);
  EXPECT_EQ(EditDistance("", "tee"), 3);
  EXPECT_EQ(EditDistance("stone", "stones"), 1);     // put in
  EXPECT_EQ(EditDistance("hammmer", "hammer"), 1);   // taken out
  EXPECT_EQ(EditDistance("analyse", "analyze"), 1);  // replaced
  EXPECT_EQ(EditDistance("kr-uctt", "kr-uct"), 1);
  EXPECT_EQ(EditDistance("fvc1", "fcv1"), 1);  // swapped
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
  EXPECT_EQ(EditDistance("sitting", "kitten"), 3) << "the same both ways";
}

TEST(Spelling, FindsTheWordThatWasMeant) {
  const std::vector<std::string> verbs = {"match", "analyze", "stats", "stress", "dc2", "dc3"};
  EXPECT_EQ(Nearest("analyse", verbs), "analyze");
  EXPECT_EQ(Nearest("Match", verbs), "match");
  EXPECT_EQ(Nearest("MATCH", verbs), "match");
  EXPECT_EQ(Nearest("dc4", verbs), "dc2") << "of equally near ones the first";
  EXPECT_EQ(Nearest("ana", verbs), "analyze") << "a beginning";
  EXPECT_EQ(Nearest("str", {"strength", "stress", "stats"}), std::nullopt) << "of two";
  EXPECT_EQ(Nearest("matches", verbs), "match");
  EXPECT_EQ(Nearest("--output", {"--end", "--out"}), "--out");
  EXPECT_EQ(Nearest("second", {"--end", "--seconds"}), "--seconds");
  EXPECT_EQ(Nearest("throw", verbs), std::nullopt);
  EXPECT_EQ(Nearest("", verbs), std::nullopt);
  EXPECT_EQ(Nearest("m", verbs), std::nullopt);
  EXPECT_EQ(Nearest("mat", {}), std::nullopt);
  EXPECT_EQ(Nearest(std::string(1'000'000, 'a'), verbs), std::nullopt);
}

TEST(Spelling, AsksInWords) {
  EXPECT_EQ(DidYouMean("stonez", {"shot", "stones"}), " (did you mean stones?)");
  EXPECT_EQ(DidYouMean("colour", {"shot", "stones"}), "");
}

}  // namespace
}  // namespace skipstone
