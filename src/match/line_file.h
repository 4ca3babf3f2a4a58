// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "base/json.h"

namespace skipstone {

// Results on disk that grow line by line: a header that says what they are of, then JSON lines,
// appended as they come. What a kill leaves is whole but for a torn last line, which is cut off.
class LineFile {
 public:
  // Opens or begins the file, and reads what it holds. Throws kUsage if its header is another,
  // kBadData for a line that is no JSON (or that `read` refuses).
  LineFile(std::filesystem::path path, const JsonOut& header,
           const std::function<void(const Field& line)>& read);

  // Whole lines, each with its newline. They are in the file when this returns.
  void Append(const std::string& lines);

 private:
  std::filesystem::path path_;
  std::ofstream out_;
};

}  // namespace skipstone
