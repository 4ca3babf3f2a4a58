// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_log.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {
namespace {

std::filesystem::path Made(const std::filesystem::path& folder) {
  MakeFolder(folder);
  return folder;
}

// Names come from clients and may hold any bytes.
std::string Line(const JsonOut& json, int indent = -1) {
  return json.dump(indent, ' ', false, JsonOut::error_handler_t::replace);
}

}  // namespace

Dc3Log::Dc3Log(const std::filesystem::path& folder, std::function<std::string()> now)
    : folder_(Made(folder)), now_(std::move(now)), server_(folder_ / "server.log") {}

void Dc3Log::OpenMatch(const std::string& name) {
  match_folder_ = Made(folder_ / name);
  game_ = std::make_unique<LogFile>(match_folder_ / "game.dcl2");
}

JsonOut Dc3Log::Entry(const char* tag, const JsonOut& log) {
  return {{"ver", {1, 1}},       {"tag", tag},    {"id", entries_++},
          {"date_time", now_()}, {"thread", "0"}, {"log", log}};
}

void Dc3Log::Server(const char* tag, const JsonOut& log) {
  server_.Append(Line(Entry(tag, log)) + "\n");
}

void Dc3Log::Game(const char* tag, const JsonOut& log) {
  SKIPSTONE_CHECK(game_ != nullptr);
  game_->Append(Line(Entry(tag, log)) + "\n");
}

void Dc3Log::Shot(int end, int shot, const JsonOut& log) {
  WriteFile(match_folder_ / fmt::format("shot_e{:03}s{:02}.json", end, shot),
            Line(Entry("sht", log), 2) + "\n");
}

}  // namespace skipstone
