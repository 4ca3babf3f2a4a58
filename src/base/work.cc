// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/work.h"

#include <fmt/format.h>

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

// Hands out the records of a file from `at` on; returns where the last whole one ends.
std::size_t ReadRecords(const std::string& bytes, std::size_t at, std::size_t record_size,
                        const std::string& path, const RecordReader& read) {
  const std::string_view all = bytes;
  if (record_size == 0) {
    std::size_t number = 2;
    for (std::size_t end = 0; (end = all.find('\n', at)) != std::string::npos; at = end + 1) {
      read(all.substr(at, end - at), fmt::format("{}:{}", path, number++));
    }
    return at;
  }
  const std::size_t step = record_size + kHashSize;
  for (std::size_t number = 0; at + step <= bytes.size(); at += step, ++number) {
    const std::string_view record = all.substr(at, record_size);
    std::uint64_t hash = 0;
    std::memcpy(&hash, bytes.data() + at + record_size, kHashSize);
    if (hash != HashOfRecord(record)) {
      throw BadData(path, fmt::format("damaged: record {} does not have the hash it was written "
                                      "with; remove the file to make it again",
                                      number));
    }
    read(record, path);
  }
  return at;
}

}  // namespace

WorkFile::WorkFile(std::filesystem::path path, JsonOut header, std::size_t record_size,
                   const RecordReader& read)
    : record_size_(record_size) {
  if (!std::filesystem::exists(path)) WriteFile(path, header.dump() + "\n");
  const std::string bytes = ReadFile(path, kMostBytes);
  const JsonOut begun = JsonOut::parse(bytes.substr(0, bytes.find('\n')), nullptr, false);
  if (begun.is_object() && header.contains("provenance")) {
    if (begun.contains("provenance")) {
      header["provenance"] = begun["provenance"];
    } else {
      header.erase("provenance");
    }
  }
  const std::string first = header.dump() + "\n";
  if (bytes.compare(0, first.size(), first) != 0) {
    throw Error(ErrorKind::kUsage, path.string(),
                "expected results of this very setup, got others; give another place, or the "
                "options these were begun with");
  }
  const std::size_t end = ReadRecords(bytes, first.size(), record_size, path.string(), read);
  if (end < bytes.size()) std::filesystem::resize_file(path, end);
  log_.emplace(std::move(path), LogFile::IfThere::kGoOn);
}

void WorkFile::Append(std::string_view record) {
  std::string bytes(record);
  if (record_size_ == 0) {
    SKIPSTONE_CHECK(record.find('\n') == std::string_view::npos);
    bytes += '\n';
  } else {
    SKIPSTONE_CHECK(record.size() == record_size_);
    const std::uint64_t hash = HashOfRecord(record);
    bytes.append(reinterpret_cast<const char*>(&hash), kHashSize);
  }
  log_->Append(bytes);
}

JsonOut WorkFile::HeaderOf(const std::filesystem::path& path) {
  LineReader reader(path.string());
  const auto line = reader.Next();
  if (!line || line->too_long || !line->ended)
    throw BadData(path.string(), "expected a line of JSON first");
  ParseJson(line->text, path.string());  // for its errors; the order of keys counts here
  return JsonOut::parse(line->text);
}

void WorkFile::ReadAll(const std::filesystem::path& path, std::size_t record_size,
                       const RecordReader& read) {
  HeaderOf(path);  // for its errors
  const std::string bytes = ReadFile(path, kMostBytes);
  ReadRecords(bytes, bytes.find('\n') + 1, record_size, path.string(), read);
}

bool Do(const Work& work, const Workshop& shop) {
  std::vector<bool> has(work.count);
  std::size_t done = 0;
  const auto take = [&](std::string_view record, const std::string& where) {
    const std::uint32_t number = work.take(record, where);
    // A file may have been made with more in mind.
    if (number >= has.size() || has[number]) return;
    has[number] = true;
    ++done;
  };
  WorkFile file(work.path, work.header, work.record_size, take);
  std::vector<std::uint32_t> missing;
  for (std::uint32_t i = 0; i < work.count; ++i) {
    if (!has[i]) missing.push_back(i);
  }
  MakeEach<std::string>(
      shop, work.what, missing.size(),
      [&]() -> PieceMaker<std::string> {
        return [&missing, maker = work.make_maker()](std::uint32_t i) { return maker(missing[i]); };
      },
      [&](std::uint32_t, std::string&& record) {
        file.Append(record);
        take(record, work.path.string());
      },
      done);
  file.Sync();  // what follows from it will be
  return done == work.count;
}

std::function<std::uint32_t(std::string_view record, const std::string& where)> TakeLines(
    std::function<std::uint32_t(const Field& line)> take) {
  return [take = std::move(take)](std::string_view record, const std::string& where) {
    const Json line = ParseJson(record, where);
    return take(Field(line, where));
  };
}

}  // namespace skipstone
