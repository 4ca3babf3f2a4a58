// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/run.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/files.h"
#include "base/log_file.h"
#include "base/provenance.h"
#include "base/stop.h"
#include "options/verb.h"

namespace skipstone {

void AddRunOptions(Verb& verb, RunOptions& options, const std::string& out_help) {
  AddThreads(verb, options.threads);
  AddOut(verb, options, out_help);
}

void AddOut(Verb& verb, RunOptions& options, const std::string& help) {
  VerbOption* const out = verb.add_option("--out", options.folder, help);
  if (!options.folder.empty()) out->capture_default_str();
}

Run::Run(const std::string& experiment, const RunOptions& options, const std::string& own_folder)
    : folder_(options.folder.empty() ? own_folder : options.folder),
      shop_{experiment, ThreadsFrom(options.threads), StopRequested},
      provenance_(Provenance()) {
  MakeFolder(folder_);
}

void Run::Write(const std::string& name, const std::string& title, const std::string& text,
                const JsonOut& figures, const std::vector<RunPicture>& pictures,
                const std::string& printed) const {
  for (const RunPicture& picture : pictures) WriteFile(folder_ / picture.name, picture.bytes);
  std::string page = fmt::format("# {}\n\n", title);
  for (const auto& [key, value] : provenance_.items()) {
    page += fmt::format("- {}: `{}`\n", key, value.get<std::string>());
  }
  WriteFile(folder_ / (name + ".md"), page + "\n" + text);
  JsonOut json = {{"provenance", provenance_}};
  json.update(figures);
  WriteFile(folder_ / (name + ".json"), json.dump(1) + "\n");
  fmt::print("{}", printed.empty() ? text : printed);
  std::fflush(stdout);  // before what is said about it
}

void Run::SayStopped(const std::string& and_now) const {
  fmt::print(stderr, "skipstone: experiment {}: stopped; {}\n", shop_.verb, and_now);
}

}  // namespace skipstone
