// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

// The verbs, run as a user runs them: the real binary, its output, its exit code.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files.h"

namespace skipstone {

using Json = nlohmann::json;
namespace fs = std::filesystem;

inline const std::string kBinary = SKIPSTONE_BINARY;
inline const std::string kGolden = SKIPSTONE_SOURCE_DIR "/tests/golden/";

struct Ran {
  int exit_code = -1;
  std::string out;
  std::string err;
};

// Of a child, once it has ended; as a shell says it.
inline int ExitCodeOf(pid_t pid) {
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Asks again and again, for as long as a busy machine may take. Tests wait for what they need to
// see and for nothing else: no machine is so fast or so slow that a number of milliseconds is
// right.
template <typename Condition>
bool Eventually(const Condition& condition) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= until) return condition();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

// Whether a process does anything; one that has ended and is not waited for does not.
inline bool Lives(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t state = text.rfind(") ");
  return state != std::string::npos && text[state + 2] != 'Z' && text[state + 2] != 'X';
}

// Whether the process has come so far that the signal does not simply kill it.
inline bool Catches(pid_t pid, int signal) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("SigCgt:", 0) == 0) {
      return ((std::stoull(line.substr(7), nullptr, 16) >> (signal - 1)) & 1U) != 0;
    }
  }
  return false;
}

// Starts a program ten times and kills it wherever it is, each time somewhat further on than the
// time before: `done` says how far it has come, of `whole`. It may fall back by `slack` at most.
template <typename Start, typename Done>
void KillTenTimes(const Start& start, const Done& done, std::size_t whole, std::size_t slack = 0) {
  std::mt19937 random(4);
  std::size_t before = 0;
  int in_the_middle = 0;
  for (int kill = 0; kill < 10; ++kill) {
    // Up to two thirds of it in all.
    const std::size_t until = before + 1 + random() % (whole / 15);
    const pid_t pid = start();
    EXPECT_TRUE(Eventually([&] { return done() >= until || !Lives(pid); }));
    // Not always when it has just kept something.
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 30));
    ::kill(pid, SIGKILL);
    ExitCodeOf(pid);
    const std::size_t now = done();
    EXPECT_GE(now + slack, before) << "what was done was lost";
    before = now;
    in_the_middle += now > 0 && now < whole ? 1 : 0;
  }
  EXPECT_GT(in_the_middle, 0);
}

// A folder of its own for each test, gone afterwards.
class Verbs : public testing::Test {
 protected:
  Verbs() {
    std::string pattern = (fs::temp_directory_path() / "skipstone-verbs-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Verbs() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  std::string Write(const std::string& name, const std::string& content) const {
    WriteFile(Path(name), content);
    return Path(name);
  }

  Ran Shell(const std::string& command) const {
    const std::string full = "(" + command + ") >" + Path("out") + " 2>" + Path("err");
    const int status = std::system(full.c_str());  // NOLINT: the tests' own commands
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadFile(Path("out")),
            ReadFile(Path("err"))};
  }
  Ran Skipstone(const std::string& arguments) const { return Shell(kBinary + " " + arguments); }

  // The binary, and Ctrl-C once it has come far enough; as far as it catches that, if unsaid.
  Ran Interrupted(
      std::vector<std::string> arguments,
      const std::function<bool()>& far_enough = [] { return true; }) const {
    const pid_t pid = ::fork();
    if (pid == 0) {
      for (const auto& [name, fd] : {std::pair("out", STDOUT_FILENO), {"err", STDERR_FILENO}}) {
        ::dup2(::open(Path(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), fd);
      }
      std::vector<char*> argv;
      arguments.insert(arguments.begin(), kBinary);
      for (std::string& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      ::execv(kBinary.c_str(), argv.data());
      ::_exit(127);
    }
    EXPECT_TRUE(Eventually([&] { return !Lives(pid) || (Catches(pid, SIGINT) && far_enough()); }));
    ::kill(pid, SIGINT);
    const int exit_code = ExitCodeOf(pid);
    return {exit_code, ReadFile(Path("out")), ReadFile(Path("err"))};
  }

  fs::path folder_;
};

inline std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

inline std::vector<std::string> GoldenLines(const std::string& file, std::size_t most) {
  std::vector<std::string> lines = LinesOf(ReadFile(kGolden + file));
  lines.resize(std::min(lines.size(), most));
  return lines;
}

inline std::string Join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

inline bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A list of stones by (team, idx).
inline std::map<std::pair<int, int>, Json> ByName(const Json& stones) {
  std::map<std::pair<int, int>, Json> result;
  for (const Json& stone : stones) result[{stone.at("team"), stone.at("idx")}] = stone;
  EXPECT_EQ(result.size(), stones.size()) << "a stone is listed twice";
  return result;
}

// Golden files have nine digits, which name a float32; answers have the float32's own digits.
inline void ExpectStones(const Json& actual, const Json& expected, const std::string& what) {
  const auto a = ByName(actual);
  const auto e = ByName(expected);
  ASSERT_EQ(a.size(), e.size()) << what;
  for (const auto& [name, stone] : e) {
    ASSERT_EQ(a.count(name), 1U) << what;
    for (const char* axis : {"x", "y"}) {
      const double value = a.at(name).at(axis);
      EXPECT_EQ(value, double{stone.at(axis).get<float>()}) << what << " " << axis;
    }
  }
}

inline std::vector<Json> JsonLines(const std::string& text) {
  std::vector<Json> values;
  for (const std::string& line : LinesOf(text)) values.push_back(Json::parse(line));
  return values;
}

// A draw on dc2's empty sheet, as the fields of a line.
inline constexpr const char* kDraw =
    R"("stones":[],"thrown":{"team":0,"idx":0},"shot":{"vx":-1.0,"vy":-29.5,"rotation":"cw"})";

// The binary with pipes at both ends.
class Conversation {
 public:
  explicit Conversation(std::vector<std::string> arguments, bool ignore_sigpipe = false) {
    int to[2];
    int from[2];
    EXPECT_EQ(::pipe2(to, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(from, O_CLOEXEC), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(to[0], STDIN_FILENO);
      ::dup2(from[1], STDOUT_FILENO);
      ::signal(SIGPIPE, ignore_sigpipe ? SIG_IGN : SIG_DFL);
      std::vector<char*> argv;
      arguments.insert(arguments.begin(), kBinary);
      for (std::string& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      ::execv(kBinary.c_str(), argv.data());
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    in_ = ::fdopen(from[0], "r");
    out_ = to[1];
  }
  ~Conversation() {
    CloseOutput();
    CloseInput();
  }

  void Say(const std::string& line) const {
    const std::string text = line + "\n";
    EXPECT_EQ(::write(out_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  std::string Hear() const {
    std::array<char, 1 << 16> buffer{};
    return std::fgets(buffer.data(), buffer.size(), in_) != nullptr ? buffer.data() : "";
  }
  void CloseInput() {
    if (out_ >= 0) ::close(out_);
    out_ = -1;
  }
  void CloseOutput() {
    if (in_ != nullptr) std::fclose(in_);
    in_ = nullptr;
  }
  // Once it catches it.
  void Signal(int signal) const {
    EXPECT_TRUE(Eventually([&] { return Catches(pid_, signal); }));
    ::kill(pid_, signal);
  }
  int Wait() const { return ExitCodeOf(pid_); }

 private:
  pid_t pid_ = -1;
  std::FILE* in_ = nullptr;
  int out_ = -1;
};

}  // namespace skipstone
