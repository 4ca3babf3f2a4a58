// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/experiment.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "cli/bench.h"
#include "cli/verbs.h"
#include "value/win_table.h"

namespace skipstone {
namespace {

// "unknown" outside a checkout: results are still results.
std::string CommitNow() {
  const char* home = std::getenv("SKIPSTONE_HOME");
  const std::string command = fmt::format("git -C '{}' rev-parse --short=12 HEAD 2>/dev/null",
                                          home != nullptr ? home : ".");
  std::array<char, 64> line{};
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe || std::fgets(line.data(), line.size(), pipe.get()) == nullptr) return "unknown";
  std::string text = line.data();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.empty() ? "unknown" : text;
}

// When it was first asked for: the checkout may go on while a long experiment runs, but what runs
// is what it was when it began.
const std::string& Commit() {
  static const std::string commit = CommitNow();
  return commit;
}

}  // namespace

JsonOut Provenance(const std::string& command) {
  return {{"command", command},
          {"commit", Commit()},
          {"machine", MachineText()},
          {"date", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))}};
}

std::string WinTableHash(Law law, const Rules& rules) {
  return HashOfTable(ShippedWinTable(law, rules.tie_break));
}

std::filesystem::path ResultFolder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(ErrorKind::kEnvironment, folder.string(), "cannot be made: " + error.message());
  }
  return folder;
}

void WriteResult(const std::filesystem::path& folder, const std::string& name,
                 const std::string& title, const JsonOut& provenance, const std::string& markdown,
                 JsonOut json) {
  std::string text = fmt::format("# {}\n\n", title);
  for (const auto& [key, value] : provenance.items()) {
    text += fmt::format("- {}: `{}`\n", key, value.get<std::string>());
  }
  WriteFile(folder / (name + ".md"), text + "\n" + markdown);
  JsonOut out = {{"provenance", provenance}};
  out.update(json);
  WriteFile(folder / (name + ".json"), out.dump(1) + "\n");
}

void AddExperiment(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "experiment", "Regenerate a published table on our ices, or measure a claim of ours");
  verb->require_subcommand(1);
  verb->preparse_callback([](std::size_t) { Commit(); });
  AddYeeExperiments(*verb);
  AddLastStoneExperiment(*verb);
  AddArenaExperiments(*verb);
  AddAtakaExperiments(*verb);
  AddLeeExperiments(*verb);
  AddStrengthExperiment(*verb);
}

}  // namespace skipstone
