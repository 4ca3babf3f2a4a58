// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "options/learn_world.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "base/provenance.h"
#include "base/stop.h"
#include "options/verb.h"

extern char** environ;  // NOLINT: glibc declares it for GNU programs only

namespace skipstone {
namespace {

// The trainer is a program of its own: only it needs libtorch.
bool RunTrainer(const std::filesystem::path& job) {
  const char* trainer = std::getenv("SKIPSTONE_TRAIN");
  if (trainer == nullptr) {
    throw Error(ErrorKind::kEnvironment, "SKIPSTONE_TRAIN",
                "expected the path of skipstone-train; run this verb by ./skipstone, which builds "
                "it and says where it is");
  }
  const std::string path = job.string();
  std::array<char*, 3> words = {const_cast<char*>(trainer), const_cast<char*>(path.c_str()),
                                nullptr};
  pid_t child = 0;
  if (const int code = ::posix_spawn(&child, trainer, nullptr, nullptr, words.data(), environ);
      code != 0) {
    throw Error(ErrorKind::kEnvironment, trainer,
                fmt::format("cannot be started: {}", std::strerror(code)));
  }
  int status = 0;
  for (bool told = false; ::waitpid(child, &status, WNOHANG) == 0;) {
    // Ctrl-C reaches both of us, SIGTERM only this process. The trainer keeps a checkpoint and
    // leaves.
    if (StopRequested() && !told) ::kill(child, SIGTERM);
    told = StopRequested();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  if (StopRequested()) return false;
  throw Error(ErrorKind::kInternal, path,
              WIFSIGNALED(status)
                  ? fmt::format("the trainer was killed by signal {}", WTERMSIG(status))
                  : fmt::format("the trainer failed with exit code {}", WEXITSTATUS(status)));
}

}  // namespace

LearnWorld MakeLearnWorld(int threads) {
  LearnWorld world;
  world.verb = "learn";
  world.threads = ThreadsFrom(threads);
  world.stop = StopRequested;
  world.provenance = Provenance();
  world.train = RunTrainer;
  world.say = [](const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  };
  return world;
}

void SayLearningStopped(const std::filesystem::path& folder) {
  fmt::print(stderr, "skipstone: learn: stopped; the same command goes on in {}\n",
             folder.string());
}

}  // namespace skipstone
