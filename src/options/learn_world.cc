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
#include <memory>
#include <thread>

#include "base/error.h"
#include "base/progress.h"
#include "base/stop.h"
#include "options/verb.h"

extern char** environ;

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

// A line of progress for each piece of the work.
class PieceProgress {
 public:
  void Update(const std::string& what, std::size_t done, std::size_t planned) {
    if (what != what_ || !progress_) {
      what_ = what;
      progress_ = std::make_unique<Progress>("learn: " + what, "done");
    }
    progress_->Update(done, static_cast<double>(done) / static_cast<double>(planned));
    if (done == planned) progress_.reset();
  }
  void Clear() { progress_.reset(); }

 private:
  std::string what_;
  std::unique_ptr<Progress> progress_;
};

}  // namespace

LearnWorld MakeLearnWorld(int threads) {
  const auto progress = std::make_shared<PieceProgress>();
  LearnWorld world;
  world.threads = ThreadsFrom(threads);
  world.stop = StopRequested;
  world.train = [progress](const std::filesystem::path& job) {
    progress->Clear();
    return RunTrainer(job);
  };
  world.say = [progress](const std::string& line) {
    progress->Clear();
    fmt::print("{}\n", line);
    std::fflush(stdout);
  };
  world.progress = [progress](const std::string& what, std::size_t done, std::size_t planned) {
    progress->Update(what, done, planned);
  };
  return world;
}

void SayLearningStopped(const std::filesystem::path& folder) {
  fmt::print(stderr, "skipstone: learn: stopped; the same command goes on in {}\n",
             folder.string());
}

}  // namespace skipstone
