// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/log_file.h"
#include "game/record.h"

namespace skipstone {

// Writes the record of a game while it is played, a line per move, so that whoever is stopped or
// loses the connection keeps what was played.
class RecordWriter {
 public:
  // Takes the file's place at once, so that a record that cannot be written is noticed before the
  // game. Throws kUsage if there is a file, kEnvironment if there can be none.
  explicit RecordWriter(const std::filesystem::path& path);
  // Where there is a file: game-2.jsonl, game-3.jsonl, ..., whichever is free first.
  static std::unique_ptr<RecordWriter> InFreePlace(const std::filesystem::path& path);
  // Gives the place up if the game did not begin.
  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // All throw kEnvironment if the disk is full; then the file ends with the line before.
  void Begin(const RecordHeader& header);
  void Add(const RecordMove& move);
  // With the result, if it is not cut off. Whatever was written before, the file is this record.
  void Finish(const GameRecord& record);
  // Writes what the game has beyond what was written, and finishes it if it is over.
  void CatchUp(const RecordedGame& game);

  bool begun() const { return header_.has_value(); }
  // "end 3, shot 5", the last one written; empty before the first.
  const std::string& last() const { return last_; }

 private:
  void Append(const std::string& line);

  std::filesystem::path path_;
  std::unique_ptr<LogFile> file_;
  std::optional<RecordHeader> header_;
  std::string written_;
  std::size_t moves_ = 0;
  std::string last_;
  bool finished_ = false;
};

// "end 3, shot 5", as people count; empty if nobody has moved.
std::string LastMoveText(const GameRecord& record);

}  // namespace skipstone
