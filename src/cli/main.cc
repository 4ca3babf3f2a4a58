// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "base/error.h"
#include "base/stop.h"
#include "cli/verbs.h"

namespace {

constexpr int kUsageExit = static_cast<int>(skipstone::ErrorKind::kUsage);

int Run(int argc, char** argv) {
  CLI::App app("Skipstone: a simulator, player and analyst for the game of curling.", "skipstone");
  app.require_subcommand(1);
  app.footer("skipstone VERB --help explains a verb and shows an example.");
  skipstone::AddSimulate(app);
  skipstone::AddTurn(app);
  skipstone::AddReplay(app);
  skipstone::AddPicture(app);
  skipstone::AddPlayout(app);
  skipstone::AddDoctor(app);
  skipstone::AddSignature(app);
  try {
    app.parse(argc, argv);
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
  } catch (const std::exception& e) {
    fmt::print(stderr, "skipstone: internal error: {}\n", e.what());
    return static_cast<int>(skipstone::ErrorKind::kInternal);
  }
}
