// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/json.h"
#include "base/log_file.h"

namespace skipstone {

// The logs of Digital Curling 3's server: `server.log` with all that happens, and for each match a
// folder with `game.dcl2` and a file per shot. Every line goes to the disk whole and at once, so
// that a killed server leaves logs that are valid up to the last shot. Throws kEnvironment if the
// disk is full.
class Dc3Log {
 public:
  // `now` gives the date and time as they stand in entries.
  Dc3Log(const std::filesystem::path& folder, std::function<std::string()> now);

  // `name` of the match's folder.
  void OpenMatch(const std::string& name);
  const std::filesystem::path& match_folder() const { return match_folder_; }

  // To server.log: "trc" (what is sent and received), "inf", "wrn", "err".
  void Server(const char* tag, const JsonOut& log);
  // To game.dcl2: "gam", or "err" on failure.
  void Game(const char* tag, const JsonOut& log);
  void Shot(int end, int shot, const JsonOut& log);

 private:
  JsonOut Entry(const char* tag, const JsonOut& log);

  std::filesystem::path folder_;
  std::filesystem::path match_folder_;
  std::function<std::string()> now_;
  LogFile server_;
  std::unique_ptr<LogFile> game_;
  int entries_ = 0;
};

}  // namespace skipstone
