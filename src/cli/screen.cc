// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/screen.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.h"

namespace skipstone {
namespace {

constexpr const char* kHideCursor = "\x1b[?25l";
constexpr const char* kShowCursor = "\x1b[?25h";
// A window that shrinks while a frame is drawn cuts its lines instead of breaking them.
constexpr const char* kCutLines = "\x1b[?7l";
constexpr const char* kBreakLines = "\x1b[?7h";
// The cursor's, where the terminal shows what was typed.
constexpr const char* kClearLine = "\r\x1b[K";
constexpr const char* kClearWindow = "\x1b[2J\x1b[H";

std::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// A frame in one piece, past stdio's buffer, so that no half of it is ever shown.
bool WriteOut(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::optional<Palette> TerminalPalette() {
  const std::string_view term = Environment("TERM");
  if (::isatty(STDOUT_FILENO) == 0 || term.empty() || term == "dumb") return std::nullopt;
  if (!Environment("NO_COLOR").empty()) return std::nullopt;
  const std::string_view colours = Environment("COLORTERM");
  return colours == "truecolor" || colours == "24bit" ? Palette::kTrueColour : Palette::k256;
}

WindowSize TerminalWindow() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    return {};
  }
  return {size.ws_col, size.ws_row};
}

Screen::~Screen() {
  if (cursor_hidden_) WriteOut(kShowCursor);
}

void Screen::Draw(const std::vector<std::string>& lines, bool lively) {
  std::string frame = std::string(kHideCursor) + kCutLines;
  frame += kClearLine;
  if (shown_.size() != lines.size()) {
    for (const std::string& line : lines) frame += line + "\r\n";
  } else {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i] == shown_[i]) continue;
      const std::size_t up = lines.size() - i;
      frame += fmt::format("\x1b[{}A\r{}\x1b[{}B\r", up, lines[i], up);
    }
  }
  frame += kBreakLines;
  if (!lively) frame += kShowCursor;
  cursor_hidden_ = true;  // even if only a part of the frame gets out
  if (!WriteOut(frame)) {
    throw Error(ErrorKind::kEnvironment, "standard output",
                fmt::format("cannot write: {}", std::strerror(errno)));
  }
  cursor_hidden_ = lively;
  shown_ = lines;
}

void Screen::Clear() {
  WriteOut(kClearWindow);
  shown_.clear();
}

void Screen::Erase() {
  if (!shown_.empty()) WriteOut(fmt::format("\r\x1b[{}A\x1b[J{}", shown_.size(), kShowCursor));
  cursor_hidden_ = false;
  shown_.clear();
}

}  // namespace skipstone
