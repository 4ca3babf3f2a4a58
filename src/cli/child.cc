// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>  // NOLINT: POSIX has more in it than C
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/shell.h"

namespace skipstone {
namespace {

constexpr std::size_t kMostOutput = std::size_t{64} << 20;
constexpr auto kBetweenLooks = std::chrono::milliseconds(10);

}  // namespace

std::string ShellCommand(const std::vector<std::string>& words) {
  if (words.size() == 1) return words[0];
  std::string command;
  for (const std::string& word : words) command += (command.empty() ? "" : " ") + ShellWord(word);
  return command;
}

Child::Child(const std::string& command, std::filesystem::path output)
    : output_(std::move(output)) {
  pid_ = ::fork();
  if (pid_ < 0) {
    throw Error(ErrorKind::kEnvironment, command,
                fmt::format("cannot be started: {}", std::strerror(errno)));
  }
  if (pid_ > 0) return;
  ::setpgid(0, 0);
  const int in = ::open("/dev/null", O_RDONLY);
  const int out = ::open(output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  ::_exit(127);
}

Child::~Child() {
  ::kill(-pid_, SIGKILL);
  if (!exit_code_) ::waitpid(pid_, nullptr, 0);
}

std::optional<int> Child::WaitFor(std::chrono::milliseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (!exit_code_) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    } else if (std::chrono::steady_clock::now() >= until) {
      break;
    } else {
      std::this_thread::sleep_for(kBetweenLooks);
    }
  }
  return exit_code_;
}

std::string Child::EarlyEndText() const {
  if (exit_code_ == 127) return "no such program (the shell's exit code 127)";
  if (exit_code_ == 126) return "it cannot be executed (the shell's exit code 126)";
  return fmt::format("it ended at once, with exit code {}", *exit_code_);
}

std::string Child::LastWords(std::size_t lines) const {
  const std::string text = ReadFile(output_, kMostOutput);
  std::size_t start = text.size();
  for (std::size_t i = 0; i <= lines && start != std::string::npos && start > 0; ++i) {
    start = text.rfind('\n', start - 1);
  }
  return start == std::string::npos || start == 0 ? text : text.substr(start + 1);
}

}  // namespace skipstone
