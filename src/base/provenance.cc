// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/provenance.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "base/files.h"
#include "base/machine.h"
#include "base/shell.h"

namespace skipstone {
namespace {

// Where the launcher says the project is; else somewhere below it, where this program lies. Not
// the current folder, which may belong to another project.
std::string Home() {
  if (const char* home = std::getenv("SKIPSTONE_HOME")) return home;
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path().string();
}

// The first line that git says there; empty if it says nothing.
std::string GitLine(const std::string& arguments) {
  const std::string command =
      fmt::format("git --no-optional-locks -C {} {} 2>/dev/null", ShellWord(Home()), arguments);
  std::array<char, 64> line{};
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe || std::fgets(line.data(), line.size(), pipe.get()) == nullptr) return "";
  const std::string_view text = line.data();
  return std::string(text.substr(0, text.find('\n')));
}

// "unknown" outside a checkout: results are still results.
std::string CommitNow() {
  const std::string commit = GitLine("rev-parse --short=12 HEAD");
  if (commit.empty()) return "unknown";
  // Results that are written into the checkout change no program.
  const char* const sources = "status --porcelain -- :/src :/models :/CMakeLists.txt";
  return commit + (GitLine(sources).empty() ? "" : "+changes");
}

}  // namespace

const std::string& Commit() {
  static const std::string commit = CommitNow();
  return commit;
}

std::string ProjectFile(const std::string& name) {
  const std::filesystem::path there = std::filesystem::path(Home()) / name;
  std::error_code ignored;
  return !std::filesystem::exists(name, ignored) && std::filesystem::exists(there, ignored)
             ? there.string()
             : name;
}

std::string VersionText() {
  return fmt::format("skipstone {}, commit {}", SKIPSTONE_VERSION, Commit());
}

std::string CommandLine() {
  const std::string words = ReadFile("/proc/self/cmdline");
  std::string text = "./skipstone";
  // Each ends with a zero; the first is where the program lies.
  for (std::size_t at = words.find('\0') + 1; at < words.size();) {
    const std::size_t end = words.find('\0', at);
    text += " " + ShellWord(words.substr(at, end - at));
    at = end + 1;
  }
  return text;
}

JsonOut Provenance() {
  return {{"command", CommandLine()},
          {"commit", Commit()},
          {"machine", MachineText()},
          {"date", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))}};
}

}  // namespace skipstone
