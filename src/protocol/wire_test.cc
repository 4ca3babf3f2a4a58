// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/wire.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"

namespace skipstone {
namespace {

// Listens on a free port of this machine.
class Listener {
 public:
  Listener() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(fd_, any, size), 0);
    EXPECT_EQ(::listen(fd_, 1), 0);
    EXPECT_EQ(::getsockname(fd_, any, &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~Listener() { ::close(fd_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const { return port_; }
  int Accept() const { return ::accept(fd_, nullptr, nullptr); }

 private:
  int fd_;
  std::uint16_t port_ = 0;
};

// Against a fast opponent there is always something to read.
TEST(ClientSocket, IsStoppedThoughMessagesCome) {
  const Listener listener;
  ClientSocket client("127.0.0.1", listener.port(), {});
  const int server = listener.Accept();
  const std::string text = "one\ntwo\nthree\n";
  ASSERT_EQ(::write(server, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  EXPECT_EQ(client.Read([] { return false; }), "one");
  EXPECT_EQ(client.Read([] { return true; }), std::nullopt);
  EXPECT_EQ(client.Read([] { return false; }), "two");
  ::close(server);
}

TEST(ClientSocket, SaysWhatIsWrongWithAHost) {
  try {
    const ClientSocket client("127.0.0.1:10000", 10000, {});
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kEnvironment);
    const std::string text = e.what();
    EXPECT_NE(text.find("there is no host 127.0.0.1:10000"), std::string::npos) << text;
    EXPECT_NE(text.find("without the port"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace skipstone
