// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/game_files.h"

#include <fmt/format.h>

#include <cstdio>

namespace skipstone {

GameFiles::GameFiles(const std::string& record, const std::string& log, const std::string& player,
                     Law law)
    : record_(record), lines_(player, law) {
  if (!record.empty()) writer_ = std::make_unique<RecordWriter>(record);
  if (!log.empty()) log_ = std::make_unique<LogFile>(log, LogFile::IfThere::kRefuse);
}

GameFiles::~GameFiles() {
  std::error_code ignored;
  if (log_ && !logged_) std::filesystem::remove(log_->path(), ignored);
}

void GameFiles::KeepRecord(const std::function<const RecordedGame*()>& follow) {
  if (!writer_ || !writing_) return;
  try {
    if (const RecordedGame* game = follow()) writer_->CatchUp(*game);
  } catch (const Error& e) {
    writing_ = false;
    fmt::print(stderr, "skipstone: {}; the game goes on without its record{}\n", e.what(),
               KeptText(writer_.get()));
  }
}

void GameFiles::KeepCall(const OwnCall& call, double used_s) {
  if (!log_ || !logging_) return;
  try {
    log_->Append(lines_.Line(call, used_s).dump() + "\n");
    logged_ = true;
  } catch (const Error& e) {
    logging_ = false;
    fmt::print(stderr, "skipstone: {}; the game goes on without its log\n", e.what());
  }
}

void GameFiles::NextGame() {
  if (!writer_) return;
  try {
    // The place of a game that never began is free again.
    writer_.reset();
    writer_ = RecordWriter::InFreePlace(record_);
    writing_ = true;
  } catch (const Error& e) {
    fmt::print(stderr, "skipstone: {}; the game goes on without its record\n", e.what());
  }
}

std::string KeptText(const RecordWriter* writer) {
  if (writer == nullptr || !writer->begun()) return "";
  const std::string file = writer->path().string();
  if (writer->last().empty()) return fmt::format("; {} has its beginning", file);
  return fmt::format("; {} has it up to {}", file, writer->last());
}

}  // namespace skipstone
