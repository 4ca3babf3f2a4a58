// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/options.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace skipstone {
namespace {

template <typename F>
std::string UsageOf(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    return e.what();
  }
  return "";
}

TEST(SpecOptions, HoldsNumbersAndDefaults) {
  SpecOptions options("player", "p:samples=16,heat=0.5,last-stone=off,value=win");
  EXPECT_EQ(options.Int("samples", 1, 1, 100), 16);
  EXPECT_EQ(options.Number("heat", 1.0, 0.0, 1.0), 0.5);
  EXPECT_EQ(options.Int("depth", 3, 1, 9), 3);
  EXPECT_FALSE(options.Switch("last-stone", true));
  EXPECT_TRUE(options.Switch("trace", true));
  EXPECT_EQ(options.Word("value", "points", {"points", "win"}), "win");
  EXPECT_NO_THROW(options.CheckAllUsed());
  EXPECT_NO_THROW(SpecOptions("player", "p").CheckAllUsed());
  EXPECT_EQ(options.name(), "p");
}

TEST(SpecOptions, HoldsText) {
  SpecOptions options("evaluator", "network:file=/a folder/x=1.net,note=");
  EXPECT_EQ(options.Text("file", "none"), "/a folder/x=1.net");
  EXPECT_EQ(options.Text("note", "none"), "");
  EXPECT_EQ(options.Text("other", "none"), "none");
  EXPECT_NO_THROW(options.CheckAllUsed());
  SpecOptions unused("evaluator", "network:file=x");
  EXPECT_THROW(unused.CheckAllUsed(), Error);
}

TEST(SpecOptions, SaysWhatIsWrong) {
  const auto number = [](const char* text) {
    return UsageOf([text] {
      SpecOptions options("player", std::string("p:") + text);
      options.Int("n", 1, 1, 100);
      options.CheckAllUsed();
    });
  };
  EXPECT_EQ(number("n=7"), "");
  EXPECT_EQ(number("n=0"), "player p: expected n to be a number from 1 to 100, got \"0\"");
  EXPECT_EQ(number("n=101"), "player p: expected n to be a number from 1 to 100, got \"101\"");
  EXPECT_EQ(number("n=nan"), "player p: expected n to be a number from 1 to 100, got \"nan\"");
  EXPECT_EQ(number("n=7x"), "player p: expected n to be a number from 1 to 100, got \"7x\"");
  EXPECT_EQ(number("n="), "player p: expected n to be a number from 1 to 100, got \"\"");
  EXPECT_EQ(number("n=2.5"), "player p: expected n to be a whole number, got 2.5");
  EXPECT_EQ(number("n"), "player p: expected name=value, got \"n\"");
  EXPECT_EQ(number("=7"), "player p: expected name=value, got \"=7\"");
  EXPECT_EQ(number("n=7,,m=1"), "player p: expected name=value, got \"\"");
  EXPECT_EQ(number("m=7"), "player p has no option \"m\" (did you mean n?); it has n");
  EXPECT_EQ(number(""), "player p: expected options after the colon");
  EXPECT_EQ(number("n=1,n=2"), "player p: option \"n\" is given twice");
  EXPECT_EQ(UsageOf([] { SpecOptions("search", "s:trace=yes").Switch("trace", true); }),
            "search s: expected trace to be one of on, off, got \"yes\"");
}

}  // namespace
}  // namespace skipstone
