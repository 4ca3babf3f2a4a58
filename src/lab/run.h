// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/work.h"

namespace skipstone {

class Verb;

// What every experiment has around it: threads, and a folder for its results.
struct RunOptions {
  int threads = 0;
  std::string folder = {};
};
// --threads and --out, or the latter alone.
void AddRunOptions(Verb& verb, RunOptions& options, const std::string& out_help);
void AddOut(Verb& verb, RunOptions& options, const std::string& help);

struct RunPicture {
  std::string name;  // of its file
  std::string bytes;
};

// One run of an experiment. It stops at Ctrl-C and says how far it is; its results name the command
// line as it was given, the commit, the machine and the day.
class Run {
 public:
  // Makes the folder: the options', or the one that the experiment has without any.
  Run(const std::string& experiment, const RunOptions& options, const std::string& own_folder = {});

  const std::filesystem::path& folder() const { return folder_; }
  const Workshop& shop() const { return shop_; }
  // As it was when the run began: long runs may outlive a checkout's state.
  const JsonOut& provenance() const { return provenance_; }

  // Writes NAME.md (the title, the provenance, the text), NAME.json (the provenance, the figures)
  // and the pictures, then prints the text, or what is to be printed instead.
  void Write(const std::string& name, const std::string& title, const std::string& text,
             const JsonOut& figures, const std::vector<RunPicture>& pictures = {},
             const std::string& printed = {}) const;

  // Says that a stop came before the end, and what is to be made of that.
  void SayStopped(const std::string& and_now = kGoesOn) const;
  static constexpr const char* kGoesOn = "the same command goes on from here";
  static constexpr const char* kOfWhatWasDone = "the figures are of what was done";

 private:
  std::filesystem::path folder_;
  Workshop shop_;
  JsonOut provenance_;
};

}  // namespace skipstone
