// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/jobs.h"
#include "base/json.h"
#include "base/log_file.h"
#include "base/progress.h"

namespace skipstone {

// Long work in numbered pieces, and the files that keep what the pieces come to. What is there is
// kept, what is torn is cut off, what is missing is made, and a stop leaves whole pieces: who was
// stopped or killed goes on where it was, be it on another machine.

// Where work is done: on so many threads, until `stop`, asked before each piece by one thread at a
// time, says so. On a terminal a line, which begins with the verb, tells how far it is; without a
// verb it does not.
struct Workshop {
  std::string verb = {};
  int threads = 1;
  std::function<bool()> stop = [] { return false; };
};

// Hears a record, a line without its newline or so many bytes, and where it stands, for errors.
using RecordReader = std::function<void(std::string_view record, const std::string& where)>;

// Results on disk: a line of JSON that says what they are of, then the records as they come. These
// are lines of JSON (`record_size` 0), or all of one size and each followed by its hash; then there
// may be millions. What a kill leaves is whole but for a torn last record.
//
// What a header has under "provenance" says how its results came about and not what they are of: a
// file that goes on keeps the one it was begun with.
class WorkFile {
 public:
  // Opens or begins the file, hands out what it holds, and cuts off a torn record. Throws kUsage if
  // its header is another, kBadData for a damaged record, with its place.
  WorkFile(std::filesystem::path path, JsonOut header, std::size_t record_size,
           const RecordReader& read);

  // With the system when this returns. Throws kEnvironment, for a full disk too; then the file ends
  // with the record before.
  void Append(std::string_view record);
  // On the disk when this returns.
  void Sync() { log_->Sync(); }

  // What a file says it is of.
  static JsonOut HeaderOf(const std::filesystem::path& path);
  // Hands out what a file holds, whatever it is of, and changes nothing.
  static void ReadAll(const std::filesystem::path& path, std::size_t record_size,
                      const RecordReader& read);

 private:
  std::size_t record_size_;
  std::optional<LogFile> log_;
};

// Makes pieces on one thread: from a piece's number what it comes to, or nothing if it was stopped
// in the middle of it.
template <typename Result>
using PieceMaker = std::function<std::optional<Result>(std::uint32_t number)>;

// Makes pieces 0, ..., count - 1 in any order, with a maker of each thread's own; `take` hears of
// each that was made, one at a time. Returns whether all were. `what` is what progress calls them.
template <typename Result>
bool MakeEach(const Workshop& shop, const std::string& what, std::size_t count,
              const std::function<PieceMaker<Result>()>& make_maker,
              const std::function<void(std::uint32_t number, Result&& result)>& take,
              std::size_t made_before = 0) {
  Progress progress(shop.verb, what, made_before);
  std::mutex mutex;
  std::size_t made = 0;
  RunJobs(count, shop.threads, shop.stop, [&]() -> JobWorker {
    return [&, maker = make_maker()](std::size_t job) {
      const auto number = static_cast<std::uint32_t>(job);
      std::optional<Result> result = maker(number);
      if (!result) return;
      const std::lock_guard lock(mutex);
      take(number, std::move(*result));
      ++made;
      progress.UpdateOf(made_before + made, made_before + count);
    };
  });
  return made == count;
}

// The same, kept in memory: what they came to, in the order of their numbers. Fewer than `count` if
// it was stopped.
template <typename Result>
std::vector<Result> MakeAll(const Workshop& shop, const std::string& what, std::size_t count,
                            const std::function<PieceMaker<Result>()>& make_maker) {
  std::vector<std::optional<Result>> made(count);
  MakeEach<Result>(shop, what, count, make_maker, [&](std::uint32_t number, Result&& result) {
    made[number] = std::move(result);
  });
  std::vector<Result> results;
  for (std::optional<Result>& result : made) {
    if (result) results.push_back(std::move(*result));
  }
  return results;
}

// Pieces each of which gives one record of a file.
struct Work {
  std::string what;  // what progress calls the pieces
  std::filesystem::path path;
  JsonOut header;
  std::size_t record_size = 0;
  std::uint32_t count = 0;
  // Hears every record once, those that are there already and those that are made, as the file has
  // them; returns its number.
  std::function<std::uint32_t(std::string_view record, const std::string& where)> take;
  // The maker's result is the record.
  std::function<PieceMaker<std::string>()> make_maker;
};

// Does what the file does not have yet, in any order. Returns whether all is there.
bool Do(const Work& work, const Workshop& shop);

// How `take` hears records that are lines.
std::function<std::uint32_t(std::string_view record, const std::string& where)> TakeLines(
    std::function<std::uint32_t(const Field& line)> take);

}  // namespace skipstone
