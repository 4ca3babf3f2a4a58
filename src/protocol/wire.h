// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/host.h"

namespace skipstone {

// How a protocol's messages lie in a stream of bytes.
struct Framing {
  char terminator = '\n';
  std::size_t most_bytes = 1 << 20;  // of a message
};

// For somebody who watches what goes over a host's wires.
enum class WireEvent { kConnected, kReceived, kSent, kClosed };
using WireTap = std::function<void(Team team, WireEvent event, std::string_view message)>;

// The sockets under a host. It listens as soon as it is made, so that clients may come; a port 0 is
// any free one. Throws kEnvironment if a port cannot be had. IPv4, loopback unless told otherwise.
class HostSockets {
 public:
  // One port per team, or one for both, who are seated as they come.
  HostSockets(const std::string& address, const std::vector<std::uint16_t>& ports,
              const Framing& framing);
  ~HostSockets();
  HostSockets(const HostSockets&) = delete;
  HostSockets& operator=(const HostSockets&) = delete;

  std::uint16_t port(std::size_t index) const;

  // Drives the host until it is finished, or `stop` says so (asked ten times a second). Afterwards
  // all connections are closed, and the sockets can serve another match.
  void Serve(Host& host, const std::function<bool()>& stop, const WireTap& tap = {});

 private:
  class Shell;
  std::unique_ptr<Shell> shell_;
};

// A client's connection. Reading and writing wait; both throw kEnvironment if the connection fails.
class ClientSocket {
 public:
  ClientSocket(const std::string& host, std::uint16_t port, const Framing& framing);
  ~ClientSocket();
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;

  // The next message without its terminator; nothing once the other side has closed, or `stop`
  // says so.
  std::optional<std::string> Read(const std::function<bool()>& stop);
  void Write(std::string_view message);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace skipstone
