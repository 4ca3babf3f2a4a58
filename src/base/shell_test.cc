// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/shell.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

TEST(ShellWord, QuotesWhatAShellWouldChange) {
  for (const char* plain : {"--ends", "kr-uct:playouts=20,last-stone=off", "a/b_c.json", "50%"}) {
    EXPECT_EQ(ShellWord(plain), plain);
  }
  EXPECT_EQ(ShellWord(""), "''");
  EXPECT_EQ(ShellWord("two words"), "'two words'");
  EXPECT_EQ(ShellWord("$HOME"), "'$HOME'");
  EXPECT_EQ(ShellWord("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace skipstone
