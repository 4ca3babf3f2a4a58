// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "analysis/file_kind.h"
#include "base/pipeline.h"
#include "base/progress.h"
#include "base/stop.h"
#include "options/verb.h"

namespace skipstone {
namespace {

bool IsBlank(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\t'; });
}

void WriteLine(const std::string& text) {
  // Flushed line by line: a program at the other end may wait for this answer.
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() ||
      std::fputc('\n', stdout) == EOF || std::fflush(stdout) != 0) {
    throw Error(ErrorKind::kEnvironment, "standard output",
                fmt::format("cannot write: {}", std::strerror(errno)));
  }
}

}  // namespace

void AddStreamOptions(Verb& verb, StreamOptions& options) {
  verb.add_option("file", options.input, "JSON lines to read; - is standard input")
      ->capture_default_str();
  verb.add_option("--ice", options.ice, "fcv1 or dc2")->capture_default_str();
  verb.add_option("--engine", options.engine, "box2d (the reference) or event (the fast one)")
      ->capture_default_str();
  AddThreads(verb, options.threads);
  verb.add_flag("--strict", options.strict, "stop at the first bad line");
}

Engine& EngineCache::For(const Ice& ice) {
  if (!engine_ || engine_->ice() != ice) engine_ = MakeEngine(name_, ice);
  return *engine_;
}

void StreamLines(const StreamOptions& options, const std::string& verb, const std::string& unit,
                 const std::function<JsonOut(const Field&, EngineCache&)>& answer) {
  // A wrong name is the caller's error, not one of every line.
  MakeEngine(options.engine, DefaultIce(LawFromName(options.ice)));
  RefuseOtherKinds(options.input, {verb == "turn" ? FileKind::kTurnLines : FileKind::kShotLines});
  LineReader input(options.input);
  if (options.input == "-") {
    SayWaiting(fmt::format("{} as JSON, one on a line (docs/formats.md)", unit));
  }
  const int threads = ThreadsFrom(options.threads);
  Progress progress(verb, unit);
  std::size_t good = 0;
  std::size_t bad = 0;
  RunPipeline(
      input, threads,
      [&]() -> LineWorker {
        return [&answer, engines = std::make_shared<EngineCache>(options.engine)](Answer& a) {
          if (IsBlank(a.line.text) && !a.line.too_long) return;
          try {
            if (a.line.too_long) {
              throw BadData("", fmt::format("longer than {} bytes", LineReader::kMaxLine));
            }
            const Json json = ParseJson(a.line.text, "");
            a.text = answer(Field(json, ""), *engines).dump();
            a.hint = std::exchange(engines->hint, "");
          } catch (const Error& e) {
            if (e.kind() == ErrorKind::kInternal) throw;
            a.error = e.what();
          }
        };
      },
      [&, hinted = false](const Answer& a) mutable {
        const std::string where = fmt::format("{}:{}", input.path(), a.line.number);
        if (!a.hint.empty() && !hinted) {
          hinted = true;
          progress.Clear();
          fmt::print(stderr, "skipstone: {}: {} (of other lines nothing is said)\n", where, a.hint);
        }
        if (!a.error.empty()) {
          if (options.strict) throw BadData(where, a.error);
          progress.Clear();
          fmt::print(stderr, "skipstone: {}: {} (line skipped)\n", where, a.error);
          ++bad;
        } else if (!a.text.empty()) {
          WriteLine(a.text);
          ++good;
        }
        const auto size = input.size();
        progress.Update(good, size ? std::optional(static_cast<double>(a.line.consumed) /
                                                   static_cast<double>(*size))
                                   : std::nullopt);
        return true;
      });
  progress.Clear();
  if (bad > 0) {
    fmt::print(stderr, "skipstone: {}: {} bad {} skipped, {} {} answered\n", verb, bad,
               bad == 1 ? "line" : "lines", good, unit);
  }
  if (StopRequested()) fmt::print(stderr, "skipstone: {}: stopped after {} {}\n", verb, good, unit);
}

}  // namespace skipstone
