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
#include <system_error>

#include "base/machine.h"

namespace skipstone {
namespace {

// Where the launcher says the project is; else somewhere below it, where this program lies. Not
// the current folder, which may belong to another project.
std::string Home() {
  if (const char* home = std::getenv("SKIPSTONE_HOME")) return home;
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path().string();
}

// "unknown" outside a checkout: results are still results.
std::string CommitNow() {
  const std::string command =
      fmt::format("git -C '{}' rev-parse --short=12 HEAD 2>/dev/null", Home());
  std::array<char, 64> line{};
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe || std::fgets(line.data(), line.size(), pipe.get()) == nullptr) return "unknown";
  std::string text = line.data();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.empty() ? "unknown" : text;
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

JsonOut Provenance(const std::string& command) {
  return {{"command", command},
          {"commit", Commit()},
          {"machine", MachineText()},
          {"date", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))}};
}

}  // namespace skipstone
