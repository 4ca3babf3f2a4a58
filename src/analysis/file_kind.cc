// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "analysis/file_kind.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/files.h"
#include "base/json.h"

namespace skipstone {
namespace {

// Enough of a file to know it by.
constexpr std::size_t kBeginning = std::size_t{64} << 10;

bool Begins(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

FileKind KindOfObject(const Json& json) {
  const auto has = [&json](const char* name) { return json.contains(name); };
  if (has("record")) return FileKind::kRecord;
  if (has("ver") && has("tag")) return FileKind::kLog;
  if (has("table") || has("probability")) return FileKind::kWinTable;
  if (has("calls") && has("currency")) return FileKind::kAnalysis;
  if (has("setting") && has("before")) return FileKind::kTurnLines;
  if (has("move") && has("called")) return FileKind::kRecord;  // one that lost its first line
  if (has("thrown") || (has("shot") && json["shot"].is_object())) return FileKind::kShotLines;
  if (has("game") && has("server")) return FileKind::kMatchConfig;
  if (has("stones") || has("hammer") || has("rules")) return FileKind::kPosition;
  return FileKind::kUnknown;
}

}  // namespace

FileKind KindOfText(std::string_view text) {
  if (Begins(text, "SQLite format 3")) return FileKind::kStore;
  if (Begins(text, "\x89PNG") || Begins(text, "<?xml") || Begins(text, "<svg")) {
    return FileKind::kPicture;
  }
  if (Begins(text, "[GameInfo]")) return FileKind::kLog;
  // Safetensors: the length of the head in eight bytes, then the head.
  if (text.size() > 9 && text[8] == '{' && text.substr(0, 8).find('\0') != std::string_view::npos) {
    return FileKind::kNetwork;
  }
  // The first of several lines, or one value over all of them.
  for (const std::string_view part : {text.substr(0, text.find('\n')), text}) {
    const Json json = Json::parse(part, nullptr, false, true);
    if (json.is_object()) return KindOfObject(json);
  }
  return FileKind::kUnknown;
}

FileKind KindOfFile(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return FileKind::kUnknown;
  std::ifstream file(path, std::ios::binary);
  std::string text(kBeginning, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return KindOfText(text);
}

std::string KindText(FileKind kind, const std::string& path) {
  switch (kind) {
    case FileKind::kPosition:
      return fmt::format(
          "this is a position; ./skipstone analyze {0} asks for the call, ./skipstone picture {0} "
          "--out position.svg draws it",
          path);
    case FileKind::kRecord:
    case FileKind::kLog:
      return fmt::format(
          "this is a {1}; ./skipstone analyze --game {0} --end 1 --shot 16 asks about one of its "
          "shots, ./skipstone replay {0} plays it again",
          path, kind == FileKind::kRecord ? "game record" : "log of Digital Curling");
    case FileKind::kStore:
      return fmt::format(
          "these are the games of a tournament; ./skipstone stats {0} prints its tables, "
          "./skipstone analyze --game {0} --number 0 --end 1 --shot 16 asks about a shot",
          path);
    case FileKind::kWinTable:
      return fmt::format("this is a win table; ./skipstone wintable --scores {} prints it", path);
    case FileKind::kNetwork:
      return fmt::format("this is a network; it plays as grid:network={0} or kr-dl-uct:network={0}",
                         path);
    case FileKind::kShotLines:
      return fmt::format("these are shots; ./skipstone simulate {} throws them", path);
    case FileKind::kTurnLines:
      return fmt::format("these are turns; ./skipstone turn {} plays them", path);
    case FileKind::kAnalysis:
      return "this is an analysis; its end, shot, hammer, score and stones can stand in a position "
             "file (docs/formats.md)";
    case FileKind::kMatchConfig:
      return fmt::format(
          "this is the configuration of a Digital Curling 3 match; ./skipstone dc3-server --config "
          "{} hosts it",
          path);
    case FileKind::kPicture:
      return "this is a picture, and no verb reads pictures";
    case FileKind::kUnknown:
      break;
  }
  return "";
}

void RefuseOtherKinds(const std::string& path, FileKind kind,
                      std::initializer_list<FileKind> wanted) {
  if (kind == FileKind::kUnknown) return;
  if (std::find(wanted.begin(), wanted.end(), kind) != wanted.end()) return;
  throw BadData(path, KindText(kind, path == InputName("-") ? "-" : path));
}

void RefuseOtherKinds(const std::string& path, std::initializer_list<FileKind> wanted) {
  RefuseOtherKinds(path, KindOfFile(path), wanted);
}

void SayWaiting(const std::string& what) {
  if (::isatty(STDIN_FILENO) == 0) return;
  fmt::print(stderr, "skipstone: waiting for {}; Ctrl-D ends the input\n", what);
}

std::string ReadInput(const std::string& path, std::size_t most) {
  return ReadFile(path == "-" ? "/dev/stdin" : path, most);
}

std::string InputName(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace skipstone
