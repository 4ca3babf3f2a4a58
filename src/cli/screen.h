// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "picture/terminal_text.h"

namespace skipstone {

// The colours that standard output shows; nothing if it is no terminal, a dumb one, or if colours
// are not wanted (NO_COLOR, https://no-color.org).
std::optional<Palette> TerminalPalette();

struct WindowSize {
  int columns = 80;
  int rows = 24;

  bool operator==(const WindowSize&) const = default;
};
WindowSize TerminalWindow();

// Lines of standard output that are drawn again and again in the same place. They stay there
// afterwards, with the cursor below them.
class Screen {
 public:
  Screen() = default;
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // All lines fill the window's width, and there is a row left below them. `lively`: more follows
  // at once, so the cursor stays hidden.
  void Draw(const std::vector<std::string>& lines, bool lively);
  // After the window changed its size.
  void Clear();
  // Takes the lines away, for what is printed in their place.
  void Erase();

 private:
  std::vector<std::string> shown_;
  bool cursor_hidden_ = false;
};

}  // namespace skipstone
