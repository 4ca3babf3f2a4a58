// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

namespace skipstone {

// With all folders above it; throws kEnvironment.
void MakeFolder(const std::filesystem::path& folder);

// A file that grows while something goes on. Each piece is with the system when Append returns, so
// that whoever dies leaves all of them. Throws kEnvironment, for a full disk too; then the file
// ends with the piece before.
class LogFile {
 public:
  enum class IfThere { kBeginAnew, kRefuse, kGoOn };  // refused with kUsage
  explicit LogFile(std::filesystem::path path, IfThere there = IfThere::kBeginAnew);
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void Append(std::string_view piece);
  // On the disk when this returns.
  void Sync();

 private:
  std::filesystem::path path_;
  int fd_ = -1;
  off_t size_ = 0;  // of the file
};

}  // namespace skipstone
