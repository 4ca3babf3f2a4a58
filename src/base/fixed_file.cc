// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/fixed_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"

namespace skipstone {
namespace {

constexpr std::size_t kHashSize = 8;
constexpr std::size_t kMostBytes = std::size_t{1} << 34;

std::uint64_t HashOfRecord(std::string_view record) {
  Hasher hasher;
  hasher.AddText(record);
  return hasher.value();
}

Error CannotWrite(const std::filesystem::path& path) {
  return Error(ErrorKind::kEnvironment, path.string(),
               fmt::format("cannot be written to: {}", std::strerror(errno)));
}

}  // namespace

FixedFile::FixedFile(std::filesystem::path path, const JsonOut& header, std::size_t record_size,
                     const std::function<void(std::string_view record)>& read, Access access)
    : path_(std::move(path)), record_size_(record_size) {
  const std::string first = header.dump() + "\n";
  if (access == Access::kAppend && !std::filesystem::exists(path_)) WriteFile(path_, first);
  const std::string bytes = ReadFile(path_, kMostBytes);
  if (bytes.compare(0, first.size(), first) != 0) {
    throw Error(ErrorKind::kUsage, path_.string(),
                "expected results of this very setup, got others; give another place, or the "
                "options these were begun with");
  }
  const std::size_t step = record_size + kHashSize;
  std::size_t at = first.size();
  for (std::size_t number = 0; at + step <= bytes.size(); at += step, ++number) {
    const std::string_view record = std::string_view(bytes).substr(at, record_size);
    std::uint64_t hash = 0;
    std::memcpy(&hash, bytes.data() + at + record_size, kHashSize);
    if (hash != HashOfRecord(record)) {
      throw BadData(path_.string(),
                    fmt::format("damaged: record {} does not have the hash it was written with; "
                                "remove the file to make it again",
                                number));
    }
    read(record);
  }
  if (access == Access::kRead) return;
  if (at < bytes.size()) std::filesystem::resize_file(path_, at);
  fd_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd_ < 0) throw CannotWrite(path_);
  size_ = at;
}

FixedFile::~FixedFile() {
  if (fd_ >= 0) ::close(fd_);
}

void FixedFile::Append(std::string_view record) {
  SKIPSTONE_CHECK(fd_ >= 0 && record.size() == record_size_);
  const std::uint64_t hash = HashOfRecord(record);
  std::string bytes(record);
  bytes.append(reinterpret_cast<const char*>(&hash), kHashSize);
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const Error error = CannotWrite(path_);
      // A disk that fills takes the first part of a record; the next one would come after it.
      const auto end = static_cast<off_t>(size_);
      [[maybe_unused]] const int ignored = ::ftruncate(fd_, end);
      throw error;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  size_ += bytes.size();
}

void FixedFile::Sync() {
  SKIPSTONE_CHECK(fd_ >= 0);
  if (::fsync(fd_) != 0) throw CannotWrite(path_);
}

JsonOut FixedFile::HeaderOf(const std::filesystem::path& path) {
  LineReader reader(path.string());
  const auto line = reader.Next();
  if (!line || line->too_long) throw BadData(path.string(), "expected a line of JSON first");
  ParseJson(line->text, path.string());  // for its errors; the order of keys counts here
  return JsonOut::parse(line->text);
}

}  // namespace skipstone
