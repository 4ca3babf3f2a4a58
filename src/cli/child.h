// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace skipstone {

// One word is the shell's own matter; several are taken as they stand.
std::string ShellCommand(const std::vector<std::string>& words);

// Somebody's program, run by the shell in a process group of its own. It is killed with all it
// started when this object goes.
class Child {
 public:
  // What it prints goes to a file.
  Child(const std::string& command, std::filesystem::path output);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Its exit code as a shell tells it, if it ends within the time.
  std::optional<int> WaitFor(std::chrono::milliseconds time);
  // Once it has ended, and earlier than it should: that it did not start, or its exit code.
  std::string EarlyEndText() const;
  // Whether the shell could not start it, as far as its exit code tells.
  bool started() const { return exit_code_ != 126 && exit_code_ != 127; }
  // The last lines of what it printed.
  std::string LastWords(std::size_t lines) const;

 private:
  pid_t pid_ = -1;
  std::optional<int> exit_code_;
  std::filesystem::path output_;
};

}  // namespace skipstone
