// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/own_call.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

OwnCall Call() {
  OwnCall call;
  call.terms = MakeTerms(Law::kDc2);
  call.before = NewGame(call.terms.rules);
  call.before.end = 2;
  call.before.shot = 3;
  call.before.clock_ms = {50'000, 40'000};
  const Release draw = TeeDraw(Law::kDc2, Handle::kCw);
  call.call = draw;
  call.thought = Thought{"win", {{draw, 0.75}, {TeeDraw(Law::kDc2, Handle::kCcw), 0.5}}};
  return call;
}

TEST(OwnCallLines, HaveTheCallAndItsRivalsInWordsAndNumbers) {
  OwnCallLines lines("kr-uct:playouts=100", Law::kDc2);
  const JsonOut line = lines.Line(Call(), 1.5);
  EXPECT_EQ(line["end"], 2);
  EXPECT_EQ(line["shot"], 3);
  EXPECT_EQ(line["team"], 1);
  EXPECT_EQ(line["player"], "kr-uct:playouts=100");
  EXPECT_TRUE(line["network"].is_null());
  EXPECT_EQ(line["release"], ToJson(TeeDraw(Law::kDc2, Handle::kCw)));
  EXPECT_NE(line["name"].get<std::string>().find("draw"), std::string::npos) << line;
  EXPECT_EQ(line["currency"], "win");
  EXPECT_EQ(line["value"], 0.75);
  ASSERT_EQ(line["rivals"].size(), 1U);
  EXPECT_EQ(line["rivals"][0]["release"], ToJson(TeeDraw(Law::kDc2, Handle::kCcw)));
  EXPECT_EQ(line["rivals"][0]["value"], 0.5);
  EXPECT_NE(line["rivals"][0]["name"], line["name"]);
  EXPECT_EQ(line["used_s"], 1.5);
  EXPECT_EQ(line["left_s"], 38.5);
}

TEST(OwnCallLines, NameTheNetworkBehindAPlayer) {
  OwnCallLines lines("grid", Law::kFcv1);
  OwnCall call = Call();
  call.terms = MakeTerms(Law::kFcv1);
  call.call = TeeDraw(Law::kFcv1, Handle::kCw);
  call.thought.reset();
  EXPECT_EQ(lines.Line(call, 0.0)["network"].get<std::string>().size(), 16U);
}

TEST(OwnCallLines, SayNothingThatWasNotWeighed) {
  OwnCallLines lines("rule", Law::kDc2);
  OwnCall call = Call();
  call.thought.reset();
  call.call = Concede{};
  const JsonOut line = lines.Line(call, 60.0);
  EXPECT_TRUE(line["release"].is_null());
  EXPECT_EQ(line["name"], "concedes");
  EXPECT_TRUE(line["value"].is_null());
  EXPECT_TRUE(line["rivals"].empty());
  EXPECT_EQ(line["left_s"], 0.0);
}

}  // namespace
}  // namespace skipstone
