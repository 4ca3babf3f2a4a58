// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/log_file.h"
#include "game/record_writer.h"
#include "protocol/own_call.h"

namespace skipstone {

// What a client keeps of its games while they go on: our record, and a log of its own calls. That
// they can be written is seen before it connects; a disk that fails later is told of once, and the
// game goes on without.
class GameFiles {
 public:
  // No file for an empty name. `player` is its spec. Throws kUsage and kEnvironment.
  GameFiles(const std::string& record, const std::string& log, const std::string& player, Law law);
  // Leaves no empty file.
  ~GameFiles();
  GameFiles(const GameFiles&) = delete;
  GameFiles& operator=(const GameFiles&) = delete;

  // `follow` gives the game as far as it was seen, or nothing. Where it throws kBadData the record
  // ends.
  void KeepRecord(const std::function<const RecordedGame*()>& follow);
  void KeepCall(const OwnCall& call, double used_s);
  // The next game of a session goes to a file of its own: game-2.jsonl, and so on.
  void NextGame();

  const RecordWriter* record() const { return writer_.get(); }
  bool recording() const { return writer_ != nullptr && writing_; }

 private:
  std::string record_;
  std::unique_ptr<RecordWriter> writer_;
  bool writing_ = true;
  std::unique_ptr<LogFile> log_;
  bool logging_ = true;
  bool logged_ = false;
  OwnCallLines lines_;
};

// "; game.jsonl has it up to end 3, shot 5", for the end of a message; empty without a record.
std::string KeptText(const RecordWriter* writer);

}  // namespace skipstone
