// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/json.h"
#include "ice/engine.h"

namespace skipstone {

class Verb;

// Verbs that read one JSON value per line and answer each with a line, in order.
struct StreamOptions {
  std::string input = "-";
  std::string ice = "fcv1";
  std::string engine = "box2d";
  int threads = 0;  // 0: all cores
  bool strict = false;
};
void AddStreamOptions(Verb& verb, StreamOptions& options);

// One thread's engine: lines may name different sheets, mostly they do not.
class EngineCache {
 public:
  explicit EngineCache(std::string name) : name_(std::move(name)) {}
  Engine& For(const Ice& ice);

  // What to say about the line at hand beside its answer. Only a run's first hint is printed.
  std::string hint;

 private:
  std::string name_;
  std::unique_ptr<Engine> engine_;
};

// Bad lines are reported on stderr with their number and skipped, or fatal with --strict.
void StreamLines(const StreamOptions& options, const std::string& verb, const std::string& unit,
                 const std::function<JsonOut(const Field& line, EngineCache& engines)>& answer);

}  // namespace skipstone
