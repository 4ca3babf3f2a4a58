// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>

#include "base/error.h"
#include "base/json.h"
#include "base/stop.h"
#include "cli/verbs.h"

namespace {

constexpr int kUsageExit = static_cast<int>(skipstone::ErrorKind::kUsage);

int Run(int argc, char** argv) {
  CLI::App app("Skipstone: a simulator, player and analyst for the game of curling.", "skipstone");
  app.require_subcommand(1);
  app.footer("skipstone VERB --help explains a verb and shows an example.");
  skipstone::AddMatch(app);
  skipstone::AddTournament(app);
  skipstone::AddStats(app);
  skipstone::AddAnalyze(app);
  skipstone::AddLearn(app);
  skipstone::AddWintable(app);
  skipstone::AddSimulate(app);
  skipstone::AddTurn(app);
  skipstone::AddReplay(app);
  skipstone::AddPicture(app);
  skipstone::AddPlayout(app);
  skipstone::AddParity(app);
  skipstone::AddStress(app);
  skipstone::AddBench(app);
  skipstone::AddExperiment(app);
  skipstone::AddCheckClient(app);
  skipstone::AddCheckServer(app);
  skipstone::AddConvert(app);
  skipstone::AddDc2(app);
  skipstone::AddDc2Server(app);
  skipstone::AddDc3(app);
  skipstone::AddDc3Server(app);
  skipstone::AddDoctor(app);
  skipstone::AddSignature(app);
  // The parser would only say that a verb is missing.
  const auto is_named = [argv](CLI::App* verb) { return verb->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(is_named).empty()) {
    throw skipstone::Error(skipstone::ErrorKind::kUsage, "",
                           fmt::format("there is no verb {}; skipstone --help lists them",
                                       skipstone::Quote(skipstone::Json(argv[1]))));
  }
  try {
    app.parse(argc, argv);
    // A verb may have flushed, and failed, before.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw skipstone::Error(skipstone::ErrorKind::kEnvironment, "standard output",
                             fmt::format("cannot write: {}", std::strerror(errno)));
    }
    return 0;
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : kUsageExit;
  }
}

}  // namespace

int main(int argc, char** argv) {
  skipstone::CatchStopSignals();
  try {
    return Run(argc, argv);
  } catch (const skipstone::Error& e) {
    fmt::print(stderr, "skipstone: {}\n", e.what());
    return static_cast<int>(e.kind());
  } catch (const std::filesystem::filesystem_error& e) {
    fmt::print(stderr, "skipstone: {}: {}\n", e.path1().string(), e.code().message());
    return static_cast<int>(skipstone::ErrorKind::kEnvironment);
  } catch (const std::exception& e) {
    fmt::print(stderr, "skipstone: internal error: {}\n", e.what());
    return static_cast<int>(skipstone::ErrorKind::kInternal);
  }
}
