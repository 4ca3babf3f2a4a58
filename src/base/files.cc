// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace skipstone {
namespace {

Error FileError(const std::filesystem::path& path, const char* action) {
  return Error(ErrorKind::kEnvironment, path.string(),
               fmt::format("cannot {}: {}", action, std::strerror(errno)));
}

}  // namespace

std::string ReadFile(const std::filesystem::path& path, std::size_t most) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) throw FileError(path, "open the file");
  std::string content;
  char buffer[1 << 16];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get())) {
    if (content.size() + got > most) {
      throw BadData(path.string(), fmt::format("larger than the {} bytes allowed", most));
    }
    content.append(buffer, got);
  }
  if (std::ferror(file.get()) != 0) throw FileError(path, "read the file");
  return content;
}

namespace {

// Writes a temporary neighbour of the file, and returns its name.
std::filesystem::path WriteBeside(const std::filesystem::path& path, std::string_view content) {
  // The thread's id keeps two writers of one file apart, be they of one process or of two.
  const std::filesystem::path temporary =
      fmt::format("{}.{}.partial", path.string(), static_cast<long>(::gettid()));
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) throw FileError(path, "create the file");
  std::size_t written = 0;
  bool ok = true;
  while (ok && written < content.size()) {
    const ssize_t n = ::write(fd, content.data() + written, content.size() - written);
    if (n < 0 && errno == EINTR) continue;
    ok = n > 0;
    if (ok) written += static_cast<std::size_t>(n);
  }
  ok = ok && ::fsync(fd) == 0;
  const int saved = errno;
  ok = (::close(fd) == 0) && ok;
  if (!ok) {
    errno = saved;
    const Error error = FileError(path, "write the file");
    ::unlink(temporary.c_str());
    throw error;
  }
  return temporary;
}

}  // namespace

void WriteFile(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path temporary = WriteBeside(path, content);
  if (std::rename(temporary.c_str(), path.c_str()) == 0) return;
  const Error error = FileError(path, "write the file");
  ::unlink(temporary.c_str());
  throw error;
}

void WriteNewFile(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path temporary = WriteBeside(path, content);
  // Unlike a rename, a link takes nobody else's place.
  const bool linked = ::link(temporary.c_str(), path.c_str()) == 0;
  const Error error = errno == EEXIST ? ExistsAlready(path) : FileError(path, "write the file");
  ::unlink(temporary.c_str());
  if (!linked) throw error;
}

Error ExistsAlready(const std::filesystem::path& path) {
  return Error(ErrorKind::kUsage, path.string(),
               "exists already, and no game is written over another file; choose another name, or "
               "remove it first");
}

LineReader::LineReader(const std::string& path) : path_(path) {
  if (path == "-") {
    path_ = "standard input";
    fd_ = STDIN_FILENO;
    return;
  }
  fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0) throw FileError(path, "open the file");
  struct stat info {};
  if (::fstat(fd_, &info) == 0 && S_ISREG(info.st_mode)) {
    size_ = static_cast<std::size_t>(info.st_size);
  }
}

LineReader::~LineReader() {
  if (fd_ != STDIN_FILENO) ::close(fd_);
}

bool LineReader::Fill(const std::function<bool()>& stop) {
  buffer_.resize(1 << 16);
  position_ = 0;
  ssize_t got = -1;
  while (got < 0) {
    // Wait in short pieces, so that a stop is noticed while a slow writer keeps us waiting.
    struct pollfd wait {
      fd_, POLLIN, 0
    };
    const int ready = ::poll(&wait, 1, 100);
    if (ready < 0 && errno != EINTR) throw FileError(path_, "wait for more");
    if (stop()) {
      got = 0;
    } else if (ready > 0) {
      got = ::read(fd_, buffer_.data(), buffer_.size());
      if (got < 0 && errno != EINTR && errno != EAGAIN) throw FileError(path_, "read");
    }
  }
  buffer_.resize(static_cast<std::size_t>(got));
  return got > 0;
}

std::optional<LineReader::Line> LineReader::Next(const std::function<bool()>& stop) {
  Line line;
  line.ended = false;
  bool any = false;
  while (!line.ended && (position_ < buffer_.size() || Fill(stop))) {
    any = true;
    const std::size_t newline = buffer_.find('\n', position_);
    line.ended = newline != std::string::npos;
    const std::size_t end = line.ended ? newline : buffer_.size();
    const std::size_t length = end - position_;
    if (line.text.size() + length > kMaxLine) line.too_long = true;
    if (!line.too_long) line.text.append(buffer_, position_, length);
    consumed_ += length + (line.ended ? 1 : 0);
    position_ = end + (line.ended ? 1 : 0);
  }
  if (!any || stop()) return std::nullopt;
  if (line.too_long) line.text.clear();
  if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
  line.number = ++number_;
  line.consumed = consumed_;
  return line;
}

}  // namespace skipstone
