// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/terminal_text.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

TEST(TerminalText, ColoursOfBothPalettes) {
  const Colour orange{1.0, 0.5, 0.0};
  EXPECT_EQ(Foreground(orange, Palette::kTrueColour), "\x1b[38;2;255;128;0m");
  EXPECT_EQ(Background(orange, Palette::kTrueColour), "\x1b[48;2;255;128;0m");
  EXPECT_EQ(Foreground({0.0, 0.0, 0.0}, Palette::k256), "\x1b[38;5;16m");
  EXPECT_EQ(Foreground({1.0, 1.0, 1.0}, Palette::k256), "\x1b[38;5;231m");
  EXPECT_EQ(Foreground({1.0, 0.0, 0.0}, Palette::k256), "\x1b[38;5;196m");
  EXPECT_EQ(Background({0.5, 0.5, 0.5}, Palette::k256), "\x1b[48;5;244m") << "a grey";
}

TEST(TerminalText, WidthCountsCharactersAndNoEscapes) {
  EXPECT_EQ(TextWidth(""), 0);
  EXPECT_EQ(TextWidth("red 3"), 5);
  EXPECT_EQ(TextWidth("●●▀…"), 4);
  EXPECT_EQ(TextWidth("\x1b[38;2;1;2;3mred\x1b[0m"), 3);
  EXPECT_EQ(TextWidth("red\x1b[0"), 3) << "an escape sequence cut off";
}

TEST(TerminalText, IsFittedToTheColumn) {
  EXPECT_EQ(FittedText("red", 5), "red  ");
  EXPECT_EQ(FittedText("yellow", 6), "yellow");
  EXPECT_EQ(FittedText("yellow", 5), "yell…");
  EXPECT_EQ(FittedText("\x1b[1myellow\x1b[0m", 3), "\x1b[1mye…\x1b[0m");
  EXPECT_EQ(FittedText("●●●", 2), "●…");
}

}  // namespace
}  // namespace skipstone
