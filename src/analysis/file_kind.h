// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace skipstone {

// The files that people hand to verbs, told apart by how they begin.
enum class FileKind : std::uint8_t {
  kUnknown,
  kPosition,
  kRecord,
  kLog,  // .dcl or .dcl2
  kStore,
  kWinTable,
  kNetwork,
  kShotLines,
  kTurnLines,
  kAnalysis,
  kMatchConfig,
  kPicture,
};

FileKind KindOfText(std::string_view text);
// kUnknown for what cannot be read, too.
FileKind KindOfFile(const std::string& path);

// "this is a game record; ./skipstone replay game.jsonl plays it again, ...": what a file is and
// what to do with it. Not for kUnknown.
std::string KindText(FileKind kind, const std::string& path);

// Throws kBadData if the file is of a kind that is known, and of none of the wanted ones.
void RefuseOtherKinds(const std::string& path, std::initializer_list<FileKind> wanted);
void RefuseOtherKinds(const std::string& path, FileKind kind,
                      std::initializer_list<FileKind> wanted);

// A file whole, or standard input ("-"), and what errors call it.
std::string ReadInput(const std::string& path, std::size_t most);
std::string InputName(const std::string& path);
// Says on stderr, if standard input is a terminal, that `what` is waited for.
void SayWaiting(const std::string& what);

}  // namespace skipstone
