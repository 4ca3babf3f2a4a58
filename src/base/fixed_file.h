// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "base/json.h"

namespace skipstone {

// Results on disk that grow by records of one size: a line of JSON that says what they are of, then
// the records, each followed by its hash, appended as they come. What a kill leaves is whole but
// for a torn last record, which is cut off when the file is opened again; damage anywhere else is
// refused. A record costs its bytes and nothing else, so there may be millions.
class FixedFile {
 public:
  enum class Access { kRead, kAppend };

  // Opens or (to append) begins the file, and hands out what it holds. Throws kUsage if its header
  // is another, kBadData for a damaged record, with its number.
  FixedFile(std::filesystem::path path, const JsonOut& header, std::size_t record_size,
            const std::function<void(std::string_view record)>& read,
            Access access = Access::kAppend);
  ~FixedFile();
  FixedFile(const FixedFile&) = delete;
  FixedFile& operator=(const FixedFile&) = delete;

  // With the system when this returns. Throws kEnvironment, for a full disk too; then the file ends
  // with the record before.
  void Append(std::string_view record);
  // On the disk when this returns.
  void Sync();

  // What a file says it is of.
  static JsonOut HeaderOf(const std::filesystem::path& path);

 private:
  std::filesystem::path path_;
  std::size_t record_size_;
  std::size_t size_ = 0;  // of the header and all records
  int fd_ = -1;
};

}  // namespace skipstone
