// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/options.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace skipstone {
namespace {

const OptionTable& Table() {
  static const OptionTable table = {
      SpecOption::Whole("n", 3, 1, 100, "how many"),
      SpecOption::Number("heat", 1.0, 0.0, 1.0, "how hot").With("paper", 0.25),
      SpecOption::Switch("trace", true, "say more"),
      SpecOption::Switch("paper", false, "as published"),
      SpecOption::Word("value", "points", {"points", "win"}, "what is maximised"),
      SpecOption::Text("file", "FILE", "where it is").Unsaid("the shipped one"),
      SpecOption::Whole("most", 1600, 0, 1'000'000'000'000, "at most").With("seconds", 0.0, "none"),
      SpecOption::Number("seconds", 0.0, 0.0, 10.0, "at most").Unsaid("none"),
  };
  return table;
}

SpecOptions Read(const std::string& spec) { return SpecOptions("player", spec, Table()); }

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

TEST(SpecOptions, HoldsValuesAndDefaults) {
  SpecOptions options = Read("p:n=16,heat=0.5,trace=off,value=win,file=/a folder/x=1.net,");
  EXPECT_EQ(options.name(), "p");
  EXPECT_EQ(options.Int("n"), 16);
  EXPECT_EQ(options.Number("heat"), 0.5);
  EXPECT_FALSE(options.Switch("trace"));
  EXPECT_EQ(options.Word("value"), "win");
  EXPECT_EQ(options.Text("file"), "/a folder/x=1.net");
  EXPECT_TRUE(options.Given("file"));
  SpecOptions plain = Read("p");
  EXPECT_EQ(plain.Int("n"), 3);
  EXPECT_EQ(plain.Number("heat"), 1.0);
  EXPECT_TRUE(plain.Switch("trace"));
  EXPECT_EQ(plain.Word("value"), "points");
  EXPECT_FALSE(plain.Given("file"));
  EXPECT_EQ(plain.Unread(), (std::vector<std::string>{"most", "seconds"}));
}

TEST(SpecOptions, AnOptionMayChangeTheDefaultOfAnother) {
  EXPECT_EQ(Read("p:paper=on").Number("heat"), 0.25);
  EXPECT_EQ(Read("p:paper=off").Number("heat"), 1.0);
  EXPECT_EQ(Read("p:paper=on,heat=0.75").Number("heat"), 0.75);
  EXPECT_EQ(Read("p:seconds=2").Int64("most"), 0);
  EXPECT_EQ(Read("p:seconds=0.0").Int64("most"), 1600);
  EXPECT_EQ(Read("p:seconds=2,most=1e12").Int64("most"), 1'000'000'000'000);
}

TEST(SpecOptions, NothingIsReadThatIsNotDeclared) {
  SpecOptions options = Read("p");
  EXPECT_EQ(options.Unread().size(), Table().size());
  EXPECT_THROW(options.Int("m"), Error);
  EXPECT_THROW(options.Given("m"), Error);
  EXPECT_THROW(options.Number("n"), Error) << "another type";
  EXPECT_THROW(options.Text("file"), Error) << "neither given nor with a default";
  for (const char* name : {"trace", "paper"}) options.Switch(name);
  options.Number("heat");
  options.Int64("most");
  options.Word("value");
  options.Int("n");
  options.Given("file");
  // What changes a default is read with it.
  EXPECT_EQ(options.Unread(), std::vector<std::string>());
}

TEST(SpecOptions, SaysWhatIsWrong) {
  const auto wrong = [](const char* text) {
    return UsageOf([text] { Read(std::string("p:") + text); });
  };
  EXPECT_EQ(wrong("n=7"), "");
  EXPECT_EQ(wrong("n=0"), "player p: expected n to be a number from 1 to 100, got \"0\"");
  EXPECT_EQ(wrong("n=101"), "player p: expected n to be a number from 1 to 100, got \"101\"");
  EXPECT_EQ(wrong("n=nan"), "player p: expected n to be a number from 1 to 100, got \"nan\"");
  EXPECT_EQ(wrong("n=7x"), "player p: expected n to be a number from 1 to 100, got \"7x\"");
  EXPECT_EQ(wrong("n="), "player p: expected n to be a number from 1 to 100, got \"\"");
  EXPECT_EQ(wrong("n=2.5"), "player p: expected n to be a whole number, got 2.5");
  EXPECT_EQ(wrong("n"), "player p: expected name=value, got \"n\"");
  EXPECT_EQ(wrong("=7"), "player p: expected name=value, got \"=7\"");
  EXPECT_EQ(wrong("n=7,,heat=1"), "player p: expected name=value, got \"\"");
  EXPECT_EQ(wrong("het=1"),
            "player p has no option \"het\" (did you mean heat?); it has n, heat, trace, paper, "
            "value, file, most, seconds");
  EXPECT_EQ(wrong(""), "player p: expected options after the colon");
  EXPECT_EQ(wrong("n=1,n=2"), "player p: option \"n\" is given twice");
  EXPECT_EQ(wrong("trace=yes"), "player p: expected trace to be one of on, off, got \"yes\"");
  EXPECT_EQ(wrong("value=wim"),
            "player p: expected value to be one of points, win, got \"wim\" (did you mean win?)");
  EXPECT_EQ(wrong("file="), "player p: expected file=FILE, got none");
  EXPECT_EQ(UsageOf([] { SpecOptions("player", "q:n=1", {}); }),
            "player q has no option \"n\"; it has none");
}

TEST(OptionIn, SaysWhatStandsThere) {
  EXPECT_EQ(OptionIn("p:n=7,file=x=1", "n"), "7");
  EXPECT_EQ(OptionIn("p:n=7,file=x=1", "file"), "x=1");
  EXPECT_EQ(OptionIn("p:n=7,file=x=1", "ile"), std::nullopt);
  EXPECT_EQ(OptionIn("p", "p"), std::nullopt);
  EXPECT_EQ(SpecName("p:n=7"), "p");
  EXPECT_EQ(SpecName("p"), "p");
}

TEST(OptionTable, IsSaidInHelp) {
  const auto text = [](std::size_t i) {
    return Table()[i].ValuesText() + " [" + DefaultText(Table()[i], Table()) + "]";
  };
  EXPECT_EQ(text(0), "1..100 [3]");
  EXPECT_EQ(text(1), "0..1 [1; 0.25 with paper=on]");
  EXPECT_EQ(text(2), "on|off [on]");
  EXPECT_EQ(text(4), "points|win [points]");
  EXPECT_EQ(text(5), "FILE [the shipped one]");
  EXPECT_EQ(text(6), "0..1000000000000 [1600; none with seconds]");
  EXPECT_EQ(text(7), "0..10 [none]");
}

TEST(OptionTable, OfTwoKnowsTheOwnOptionsBest) {
  const OptionTable both = Joined(Table(), {SpecOption::Switch("n", false, "another one"),
                                            SpecOption::Switch("new", false, "one more")});
  ASSERT_EQ(both.size(), Table().size() + 1);
  EXPECT_EQ(both[0].help, "another one");
  EXPECT_EQ(both.back().name, "new");
}

}  // namespace
}  // namespace skipstone
