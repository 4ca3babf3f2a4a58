// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/log_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/files.h"

namespace skipstone {
namespace {

Error CannotWrite(const std::filesystem::path& path) {
  return Error(ErrorKind::kEnvironment, path.string(),
               fmt::format("cannot be written: {}", std::strerror(errno)));
}

}  // namespace

void MakeFolder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(ErrorKind::kEnvironment, folder.string(),
                fmt::format("cannot create the folder: {}", error.message()));
  }
}

LogFile::LogFile(std::filesystem::path path, IfThere there) : path_(std::move(path)) {
  const int how = there == IfThere::kRefuse ? O_EXCL : there == IfThere::kGoOn ? 0 : O_TRUNC;
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | how | O_APPEND | O_CLOEXEC, 0644);
  if (fd_ >= 0) {
    size_ = ::lseek(fd_, 0, SEEK_END);
    return;
  }
  throw errno == EEXIST ? ExistsAlready(path_) : CannotWrite(path_);
}

LogFile::~LogFile() { ::close(fd_); }

void LogFile::Append(std::string_view piece) {
  std::string_view rest = piece;
  while (!rest.empty()) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const Error error = CannotWrite(path_);
      // A disk that fills takes the first part of a piece; half a line would spoil the file.
      [[maybe_unused]] const int ignored = ::ftruncate(fd_, size_);
      throw error;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  size_ += static_cast<off_t>(piece.size());
}

void LogFile::Sync() {
  if (::fsync(fd_) != 0) throw CannotWrite(path_);
}

}  // namespace skipstone
