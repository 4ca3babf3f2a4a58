// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/record_writer.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {
namespace {

std::string WhenText(const RecordMove& move) {
  return fmt::format("end {}, shot {}", move.end + 1, move.shot + 1);
}

}  // namespace

RecordWriter::RecordWriter(const std::filesystem::path& path)
    : path_(path), file_(std::make_unique<LogFile>(path, LogFile::IfThere::kRefuse)) {}

std::unique_ptr<RecordWriter> RecordWriter::InFreePlace(const std::filesystem::path& path) {
  for (int number = 2;; ++number) {
    std::filesystem::path place = path;
    if (number > 2) {
      place.replace_filename(
          fmt::format("{}-{}{}", path.stem().string(), number - 1, path.extension().string()));
    }
    try {
      return std::make_unique<RecordWriter>(place);
    } catch (const Error& e) {
      if (e.kind() != ErrorKind::kUsage) throw;
    }
  }
}

RecordWriter::~RecordWriter() {
  std::error_code ignored;
  if (!begun()) std::filesystem::remove(path_, ignored);
}

void RecordWriter::Append(const std::string& line) {
  file_->Append(line);
  written_ += line;
}

void RecordWriter::Begin(const RecordHeader& header) {
  header_ = header;
  Append(HeaderLine(header));
}

void RecordWriter::Add(const RecordMove& move) {
  Append(MoveLine(move));
  ++moves_;
  last_ = WhenText(move);
}

void RecordWriter::Finish(const GameRecord& record) {
  finished_ = !record.cut_off;
  header_ = record.header;
  moves_ = record.moves.size();
  last_ = LastMoveText(record);
  const std::string whole = RecordToText(record);
  if (whole.compare(0, written_.size(), written_) != 0) {
    // What was known of the game has changed.
    WriteFile(path_, whole);
    file_ = std::make_unique<LogFile>(path_, LogFile::IfThere::kGoOn);
    written_ = whole;
  }
  Append(whole.substr(written_.size()));
}

void RecordWriter::CatchUp(const RecordedGame& game) {
  const bool changed = begun() && *header_ != game.header();
  if (finished_ && !changed) return;
  if (game.game().over() || changed) return Finish(game.SoFar());
  if (!begun()) Begin(game.header());
  while (moves_ < game.moves().size()) Add(game.moves()[moves_]);
}

std::string LastMoveText(const GameRecord& record) {
  return record.moves.empty() ? "" : WhenText(record.moves.back());
}

}  // namespace skipstone
