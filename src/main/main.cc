// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>

#include "base/error.h"
#include "base/stop.h"
#include "cli/verbs.h"
#include "lab/verbs.h"
#include "options/command_line.h"

namespace {

void AddVerbs(skipstone::Verb& app) {
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
}

}  // namespace

int main(int argc, char** argv) {
  skipstone::CatchStopSignals();
  try {
    skipstone::RunCommandLine(argc, argv, AddVerbs);
    return 0;
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
