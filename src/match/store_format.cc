// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/store_format.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

// https://www.sqlite.org/fileformat.html#the_database_header
constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr std::size_t kHeaderSize = 100;

std::uint32_t BigEndian(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

bool BeginsAsDatabase(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  char start[kMagic.size()] = {};
  return file.read(start, sizeof start) && std::string_view(start, sizeof start) == kMagic;
}

void CheckStoreHeader(const fs::path& path) {
  if (fs::exists(path) && !fs::is_regular_file(path)) {
    throw Error(ErrorKind::kEnvironment, path.string(),
                "expected a file with a tournament's games");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw Error(ErrorKind::kEnvironment, path.string(),
                fmt::format("cannot open the file: {}", std::strerror(errno)));
  }
  constexpr int kJournalVersions = 18;
  constexpr int kUserVersion = 60;
  constexpr int kId = 68;
  char header[kHeaderSize] = {};
  file.read(header, sizeof header);
  if (file.gcount() != sizeof header || std::string_view(header, kMagic.size()) != kMagic) {
    throw BadData(path.string(),
                  "expected the games of a tournament (an SQLite database), got another kind of "
                  "file; it was left as it is");
  }
  if (BigEndian(header + kId) != kStoreId) {
    throw BadData(path.string(),
                  "this SQLite database is not one of Skipstone's tournaments; it was left as it "
                  "is");
  }
  if (const std::uint32_t version = BigEndian(header + kUserVersion); version > kStoreVersion) {
    throw BadData(path.string(),
                  fmt::format("written by a newer version ({}); this one reads up to {}", version,
                              kStoreVersion));
  }
  if (header[kJournalVersions] != 1 || header[kJournalVersions + 1] != 1) {
    throw BadData(path.string(), "damaged: expected a database with a rollback journal");
  }
}

}  // namespace skipstone
