// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/game_file.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "game/record_writer.h"
#include "protocol/dcl.h"
#include "protocol/dcl2.h"

namespace skipstone {
namespace {

constexpr std::array<std::pair<GameFormat, std::string_view>, 3> kNames = {
    {{GameFormat::kRecord, "record"}, {GameFormat::kDcl, "dcl"}, {GameFormat::kDcl2, "dcl2"}}};

}  // namespace

std::string_view FormatName(GameFormat format) {
  return kNames[static_cast<std::size_t>(format)].second;
}

GameFormat FormatFromName(std::string_view name) {
  for (const auto& [format, known] : kNames) {
    if (name == known) return format;
  }
  throw Error(ErrorKind::kUsage, "format",
              fmt::format("expected record, dcl or dcl2, got {}", name));
}

GameFormat FormatOfText(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  if (!line.empty() && line[0] == '[') return GameFormat::kDcl;
  return line.find("\"ver\"") != std::string_view::npos &&
                 line.find("\"tag\"") != std::string_view::npos
             ? GameFormat::kDcl2
             : GameFormat::kRecord;
}

GameFormat FormatOfPath(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".dcl") return GameFormat::kDcl;
  if (extension == ".dcl2") return GameFormat::kDcl2;
  if (extension == ".jsonl") return GameFormat::kRecord;
  throw Error(ErrorKind::kUsage, path.string(),
              "expected a name that ends in .jsonl (our record), .dcl or .dcl2 (logs of Digital "
              "Curling 2 and 3), or the format with --to");
}

std::string_view KindText(GameFormat format) {
  return format == GameFormat::kDcl    ? "Digital Curling 2 log"
         : format == GameFormat::kDcl2 ? "Digital Curling 3 log"
                                       : "record";
}

std::string CutOffText(const GameRecord& record) {
  if (!record.cut_off) return "";
  if (record.moves.empty()) return "cut off before the first shot";
  return fmt::format("cut off after {}: what came then is missing", LastMoveText(record));
}

GameRecord GameFromText(const std::string& text, const std::string& name, CutOff cut_off,
                        std::optional<World> world) {
  GameRecord record;
  switch (FormatOfText(text)) {
    case GameFormat::kDcl:
      record = RecordFromDcl(text, name, cut_off);
      break;
    case GameFormat::kDcl2:
      record = RecordFromDcl2(text, name, cut_off, world);
      break;
    case GameFormat::kRecord:
      record = RecordFromText(text, name, cut_off);
      break;
  }
  if (world) record.header.world = *world;
  return record;
}

GameRecord ReadGameFile(const std::filesystem::path& path, CutOff cut_off,
                        std::optional<World> world) {
  return GameFromText(ReadFile(path, kMostGameBytes), path.string(), cut_off, world);
}

std::string GameFileText(const GameRecord& record, GameFormat format) {
  switch (format) {
    case GameFormat::kDcl:
      if (record.header.terms.ice.law != Law::kDc2) {
        throw Error(ErrorKind::kUsage, "",
                    fmt::format("expected a game on dc2, got {}: a .dcl log cannot hold it",
                                LawName(record.header.terms.ice.law)));
      }
      return DclText(record);
    case GameFormat::kDcl2:
      return RecordToDcl2(record);
    case GameFormat::kRecord:
      break;
  }
  return RecordToText(record);
}

}  // namespace skipstone
