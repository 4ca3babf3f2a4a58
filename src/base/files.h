// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace skipstone {

// The whole file; throws kEnvironment if it cannot be read, kBadData if it is larger than `most`.
std::string ReadFile(const std::filesystem::path& path, std::size_t most = std::size_t{1} << 30);

// Writes a file whole or not at all: into a temporary neighbour, synced, then renamed.
void WriteFile(const std::filesystem::path& path, std::string_view content);
// The same, but never over another file: for games, which nobody could make again. Throws kUsage if
// there is one.
void WriteNewFile(const std::filesystem::path& path, std::string_view content);
Error ExistsAlready(const std::filesystem::path& path);

// Lines of a file or of standard input ("-"), with their numbers, however they end (\n or \r\n).
class LineReader {
 public:
  // Longer lines are handed out as too long, without their text.
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;

  struct Line {
    std::size_t number = 0;  // counted from 1
    std::string text;
    std::size_t consumed = 0;  // bytes of the input up to the end of this line
    bool too_long = false;
    bool ended = true;  // false for a last line without its newline
  };

  explicit LineReader(const std::string& path);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  const std::string& path() const { return path_; }
  // Total bytes, if known (a regular file): for progress.
  std::optional<std::size_t> size() const { return size_; }

  // Nothing at the end of the input, or as soon as `stop` says so while waiting for more.
  std::optional<Line> Next(const std::function<bool()>& stop = [] { return false; });

 private:
  bool Fill(const std::function<bool()>& stop);

  std::string path_;
  int fd_ = -1;
  std::string buffer_;
  std::size_t position_ = 0;
  std::optional<std::size_t> size_;
  std::size_t consumed_ = 0;
  std::size_t number_ = 0;
};

}  // namespace skipstone
