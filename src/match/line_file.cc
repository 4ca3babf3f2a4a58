// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/line_file.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {

LineFile::LineFile(std::filesystem::path path, const JsonOut& header,
                   const std::function<void(const Field& line)>& read)
    : path_(std::move(path)) {
  const std::string first = header.dump() + "\n";
  if (!std::filesystem::exists(path_)) WriteFile(path_, first);
  const std::string text = ReadFile(path_);
  if (text.compare(0, first.size(), first) != 0) {
    throw Error(ErrorKind::kUsage, path_.string(),
                "expected results of this very setup, got others; give another place, or the "
                "options these were begun with");
  }
  std::size_t at = first.size();
  std::size_t number = 2;
  for (std::size_t end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string where = fmt::format("{}:{}", path_.string(), number++);
    const Json line = ParseJson(std::string_view(text).substr(at, end - at), where);
    read(Field(line, where));
  }
  if (at < text.size()) std::filesystem::resize_file(path_, at);
  out_.open(path_, std::ios::app);
  if (!out_) throw Error(ErrorKind::kEnvironment, path_.string(), "cannot be written to");
}

void LineFile::Append(const std::string& lines) {
  out_ << lines << std::flush;
  if (!out_) {
    throw Error(ErrorKind::kEnvironment, path_.string(), "cannot be written to; is the disk full?");
  }
}

}  // namespace skipstone
