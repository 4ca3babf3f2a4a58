// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <stdexcept>
#include <string>

namespace skipstone {

// What a caller can do about an error; the values are the process exit codes.
enum class ErrorKind {
  kUsage = 2,        // the command line is wrong
  kEnvironment = 3,  // a file, package or permission is missing
  kBadData = 4,      // bytes from outside are not what they should be
  kInternal = 5,     // a bug
};

// The project's one exception. `where` names the place in the input (a field such as
// "stones[2].x", or "game.jsonl:17"); the message says what was expected and what came.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string where, const std::string& message);

  ErrorKind kind() const { return kind_; }
  const std::string& where() const { return where_; }

 private:
  ErrorKind kind_;
  std::string where_;
};

// Outside input that cannot be used.
inline Error BadData(std::string where, const std::string& message) {
  return Error(ErrorKind::kBadData, std::move(where), message);
}

[[noreturn]] void CheckFailed(const char* file, int line, const char* condition);

}  // namespace skipstone

// For programmer errors only; input from outside gets an Error.
#define SKIPSTONE_CHECK(condition)                              \
  do {                                                          \
    if (!(condition)) {                                         \
      ::skipstone::CheckFailed(__FILE__, __LINE__, #condition); \
    }                                                           \
  } while (false)
