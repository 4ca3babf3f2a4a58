// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

// Servers and clients as a user runs them, in the background, and raw sockets that know nothing but
// the protocols' documents.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "game/record.h"
#include "verbs.h"

namespace skipstone {

// Longer than anything here takes, on a busy machine with sanitizers.
inline constexpr auto kPatience = std::chrono::seconds(120);

// The binary in the background; what it prints goes to a file. Killed when the object goes.
class Program {
 public:
  Program(const std::vector<std::string>& arguments, const std::string& output)
      : Program(kBinary, arguments, output) {}
  // By the shell, which is told to replace itself with the binary.
  static std::unique_ptr<Program> InShell(const std::string& command, const std::string& output) {
    return std::unique_ptr<Program>(new Program("/bin/sh", {"-c", command}, output));
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (exit_code_) return;
    Kill();
    ExitCodeOf(pid_);
  }

  std::string Output() const { return ReadFile(output_); }
  // Until it has printed this; the whole output.
  std::string WaitFor(const std::string& part) {
    Await([&] { return Contains(Output(), part) || Ended(); });
    EXPECT_TRUE(Contains(Output(), part)) << "instead of " << part << ": " << Output();
    return Output();
  }
  // Its exit code, as a shell says it.
  int Wait() {
    Await([&] { return Ended(); });
    if (!exit_code_) {
      ADD_FAILURE() << "it does not end: " << Output();
      Kill();
      exit_code_ = ExitCodeOf(pid_);
    }
    return *exit_code_;
  }
  void Kill() const { ::kill(pid_, SIGKILL); }
  void Interrupt() const { ::kill(pid_, SIGINT); }

  template <typename Condition>
  static bool Await(const Condition& condition) {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (!condition()) {
      if (std::chrono::steady_clock::now() >= until) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
  }

 private:
  Program(const std::string& file, std::vector<std::string> arguments, std::string output)
      : output_(std::move(output)) {
    const int fd = ::open(output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    pid_ = ::fork();
    if (pid_ == 0) {
      arguments.insert(arguments.begin(), file);
      std::vector<char*> argv;
      for (std::string& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      ::dup2(fd, STDOUT_FILENO);
      ::dup2(fd, STDERR_FILENO);
      ::execv(file.c_str(), argv.data());
      ::_exit(127);
    }
    ::close(fd);
  }

  bool Ended() {
    int status = 0;
    if (!exit_code_ && ::waitpid(pid_, &status, WNOHANG) == pid_) {
      exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    return exit_code_.has_value();
  }

  std::string output_;
  pid_t pid_ = -1;
  std::optional<int> exit_code_;
};

// Where a server that has just been started says it listens: dc3's two ports, dc2's one.
inline std::array<int, 2> PortsOf(Program& server) {
  const std::string text = server.WaitFor(" of 127.0.0.1\n");
  std::array<int, 2> ports{};
  if (std::sscanf(text.c_str(), "waiting for team 0 on port %d and team 1 on port %d of", &ports[0],
                  &ports[1]) == 2) {
    return ports;
  }
  EXPECT_EQ(std::sscanf(text.c_str(), "waiting for First and Second on port %d of", &ports[0]), 1)
      << text;
  return {ports[0], ports[0]};
}

// Listens on a port of its own, as somebody else's server.
class Listener {
 public:
  Listener() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(fd_, 1), 0);
    socklen_t size = sizeof address;
    ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() { ::close(fd_); }

  int port() const { return port_; }
  int Accept() const { return ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC); }

 private:
  int fd_;
  int port_ = 0;
};

// Of a moment ago, for programs that have to be told one.
inline int FreePort() { return Listener().port(); }

class RawSocket {
 public:
  explicit RawSocket(int fd, char terminator = '\n') : fd_(fd), terminator_(terminator) {
    const timeval most{kPatience.count(), 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
  }
  RawSocket(const RawSocket&) = delete;
  RawSocket& operator=(const RawSocket&) = delete;
  ~RawSocket() { ::close(fd_); }

  static int Connected(int port) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return fd;
  }

  // False if the other side has closed.
  bool SendBytes(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void Send(const std::string& message) const { EXPECT_TRUE(SendBytes(message + terminator_)); }

  // Nothing once the other side has closed.
  std::optional<std::string> ReadText() {
    std::size_t end = 0;
    while ((end = buffer_.find(terminator_)) == std::string::npos) {
      char bytes[4096];
      const ssize_t size = ::recv(fd_, bytes, sizeof bytes, 0);
      if (size <= 0) return std::nullopt;
      buffer_.append(bytes, static_cast<std::size_t>(size));
    }
    const std::string message = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return message;
  }
  std::optional<Json> Read() {
    const auto text = ReadText();
    return text ? std::optional(Json::parse(*text)) : std::nullopt;
  }

 private:
  int fd_;
  char terminator_;
  std::string buffer_;
};

// The field's configuration for dc3-server, on free ports.
inline Json Dc3ServerConfig(int ends, double time_s = 60.0) {
  Json players = Json::array();
  for (int i = 0; i < 4; ++i) players.push_back({{"type", "identical"}});
  const Json time = {{"team0", time_s}, {"team1", time_s}};
  const Json extra = {{"team0", 7.5}, {"team1", 8.5}};
  return {{"server",
           {{"port", {{"team0", 0}, {"team1", 0}}},
            {"timeout_dc_ok", 10.0},
            {"send_trajectory", true},
            {"steps_per_trajectory_frame", 100}}},
          {"game",
           {{"rule", "normal"},
            {"setting",
             {{"max_end", ends},
              {"sheet_width", 4.75},
              {"five_rock_rule", true},
              {"thinking_time", time},
              {"extra_end_thinking_time", extra}}},
            {"simulator", {{"type", "fcv1"}, {"seconds_per_frame", 0.001}}},
            {"players", {{"team0", players}, {"team1", players}}}}}};
}

// The folder of dc3-server's only match.
inline fs::path MatchFolder(const fs::path& logs) {
  fs::path folder;
  for (const auto& entry : fs::directory_iterator(logs)) {
    if (!entry.is_directory()) continue;
    EXPECT_TRUE(folder.empty()) << "one match, one folder: " << entry.path();
    folder = entry.path();
  }
  EXPECT_FALSE(folder.empty()) << "no match in " << logs;
  return folder;
}

// All files of a kind in a folder, in the order of their names.
inline std::vector<fs::path> FilesIn(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// For the shell: dcl logs have brackets in their names.
inline std::string Quoted(const fs::path& path) { return "'" + path.string() + "'"; }

}  // namespace skipstone
