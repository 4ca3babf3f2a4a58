// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/wire.h"

#include <fmt/format.h>

#include <boost/asio.hpp>
#include <deque>

#include "base/error.h"

namespace skipstone {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr auto kLookForStop = std::chrono::milliseconds(100);

Error Failed(const std::string& what, const error_code& error) {
  return Error(ErrorKind::kEnvironment, what, error.message());
}

HostTime Now() {
  return std::chrono::duration_cast<HostTime>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

class HostSockets::Shell {
 public:
  Shell(const std::string& address, const std::vector<std::uint16_t>& ports, const Framing& framing)
      : framing_(framing), timer_(io_) {
    error_code error;
    const auto ip = asio::ip::make_address_v4(address, error);
    if (error) throw Failed(fmt::format("address {}", address), error);
    for (const std::uint16_t port : ports) {
      tcp::acceptor& acceptor = acceptors_.emplace_back(io_);
      const auto check = [&](const char* what) {
        if (!error) return;
        const char* advice =
            error == asio::error::address_in_use ? "; choose another port or stop who has it" : "";
        throw Error(ErrorKind::kEnvironment, fmt::format("{}:{}", address, port),
                    fmt::format("cannot {}: {}{}", what, error.message(), advice));
      };
      acceptor.open(tcp::v4(), error);
      check("open a socket");
      acceptor.set_option(tcp::acceptor::reuse_address(true), error);
      acceptor.bind({ip, port}, error);
      check("bind");
      acceptor.listen(asio::socket_base::max_listen_connections, error);
      check("listen");
    }
  }

  std::uint16_t port(std::size_t index) const { return acceptors_[index].local_endpoint().port(); }

  void Serve(Host& host, const std::function<bool()>& stop, const WireTap& tap) {
    host_ = &host;
    tap_ = &tap;
    clients_ = {};
    for (tcp::acceptor& acceptor : acceptors_) Accept(acceptor);
    Watch(stop);
    io_.restart();
    io_.run();
    host_ = nullptr;
  }

 private:
  // One team's connection. Handlers hold it, so it lives until its last one has run.
  struct Client {
    Client(asio::io_context& io, Team its_team) : team(its_team), socket(io) {}
    Team team;
    tcp::socket socket;
    std::string in;
    std::deque<std::string> out;
    bool open = true;
  };
  using ClientPtr = std::shared_ptr<Client>;

  ClientPtr& client(Team team) { return clients_[static_cast<std::size_t>(Index(team))]; }

  void Tap(Team team, WireEvent event, std::string_view message = {}) const {
    if (*tap_) (*tap_)(team, event, message);
  }

  // A second connection to a team's port waits in vain, as with the field's server.
  void Accept(tcp::acceptor& acceptor) {
    const bool own_port = acceptors_.size() == 2;
    Team team = own_port && &acceptor == &acceptors_[1] ? Team::k1 : Team::k0;
    if (!own_port && client(team)) team = Team::k1;
    auto client_ptr = std::make_shared<Client>(io_, team);
    acceptor.async_accept(client_ptr->socket,
                          [this, &acceptor, own_port, client_ptr](const error_code& error) {
                            if (error || host_ == nullptr) return;
                            error_code ignored;
                            client_ptr->socket.set_option(tcp::no_delay(true), ignored);
                            client(client_ptr->team) = client_ptr;
                            Tap(client_ptr->team, WireEvent::kConnected);
                            host_->Connected(client_ptr->team, Now());
                            Read(client_ptr);
                            if (!own_port && client_ptr->team == Team::k0) Accept(acceptor);
                            Act();
                          });
  }

  void Read(const ClientPtr& from) {
    asio::async_read_until(from->socket, asio::dynamic_buffer(from->in, framing_.most_bytes + 1),
                           framing_.terminator,
                           [this, from](const error_code& error, std::size_t size) {
                             if (host_ == nullptr || !from->open) return;
                             if (error == asio::error::not_found) {
                               // It has lost by that; what else it says is of no interest, but
                               // that it leaves is.
                               from->in.clear();
                               host_->ReceivedTooMuch(from->team, Now());
                               Act();
                               if (host_ != nullptr) Read(from);
                               return;
                             }
                             if (error) {
                               from->open = false;
                               Tap(from->team, WireEvent::kClosed);
                               host_->Disconnected(from->team, Now());
                               return Act();
                             }
                             const HostTime now = Now();
                             const std::string message = from->in.substr(0, size - 1);
                             from->in.erase(0, size);
                             Tap(from->team, WireEvent::kReceived, message);
                             host_->Received(from->team, message, now);
                             Act();
                             if (host_ != nullptr) Read(from);
                           });
  }

  // Sends what the host has to say, and sets the timer anew.
  void Act() {
    if (host_ == nullptr) return;
    for (Host::Message& message : host_->TakeMessages()) {
      const ClientPtr& to = client(message.to);
      if (!to || !to->open) continue;
      const bool idle = to->out.empty();
      Tap(message.to, WireEvent::kSent, message.text);
      to->out.push_back(std::move(message.text) + framing_.terminator);
      if (idle) Write(to);
    }
    if (host_->finished()) return Close();
    timer_.cancel();
    if (const auto deadline = host_->deadline()) {
      timer_.expires_at(asio::steady_timer::time_point(*deadline));
      timer_.async_wait([this](const error_code& error) {
        if (error || host_ == nullptr) return;
        host_->Tick(Now());
        Act();
      });
    }
  }

  void Write(const ClientPtr& to) {
    asio::async_write(to->socket, asio::buffer(to->out.front()),
                      [this, to](const error_code& error, std::size_t /*size*/) {
                        if (error || host_ == nullptr || !to->open) return;
                        to->out.pop_front();
                        if (!to->out.empty()) return Write(to);
                        host_->Written(to->team, Now());
                        Act();
                      });
  }

  void Watch(const std::function<bool()>& stop) {
    stop_timer_.expires_after(kLookForStop);
    stop_timer_.async_wait([this, &stop](const error_code& error) {
      if (error || host_ == nullptr) return;
      if (stop()) return Close();
      Watch(stop);
    });
  }

  void Close() {
    host_ = nullptr;
    timer_.cancel();
    stop_timer_.cancel();
    error_code ignored;
    for (tcp::acceptor& acceptor : acceptors_) acceptor.cancel(ignored);
    for (ClientPtr& connected : clients_) {
      if (!connected) continue;
      connected->socket.shutdown(tcp::socket::shutdown_both, ignored);
      connected->socket.close(ignored);
      connected.reset();
    }
  }

  Framing framing_;
  asio::io_context io_;
  std::deque<tcp::acceptor> acceptors_;
  asio::steady_timer timer_;
  asio::steady_timer stop_timer_{io_};
  Host* host_ = nullptr;
  const WireTap* tap_ = nullptr;
  std::array<ClientPtr, 2> clients_;
};

HostSockets::HostSockets(const std::string& address, const std::vector<std::uint16_t>& ports,
                         const Framing& framing)
    : shell_(std::make_unique<Shell>(address, ports, framing)) {}
HostSockets::~HostSockets() = default;
std::uint16_t HostSockets::port(std::size_t index) const { return shell_->port(index); }
void HostSockets::Serve(Host& host, const std::function<bool()>& stop, const WireTap& tap) {
  shell_->Serve(host, stop, tap);
}

class ClientSocket::Impl {
 public:
  Impl(const std::string& host, std::uint16_t port, const Framing& framing)
      : framing_(framing), where_(fmt::format("{}:{}", host, port)), socket_(io_) {
    error_code error;
    tcp::resolver resolver(io_);
    const auto endpoints = resolver.resolve(tcp::v4(), host, std::to_string(port), error);
    if (error) {
      throw Error(
          ErrorKind::kEnvironment, where_,
          fmt::format("there is no host {}: {}; expected a name or an IPv4 address, without "
                      "the port",
                      host, error.message()));
    }
    asio::connect(socket_, endpoints, error);
    if (error) throw Failed(where_, error);
    socket_.set_option(tcp::no_delay(true), error);
  }

  std::optional<std::string> Read(const std::function<bool()>& stop) {
    // Also where messages come so fast that there is no waiting.
    if (stop()) return std::nullopt;
    std::optional<error_code> done;
    std::size_t size = 0;
    asio::async_read_until(socket_, asio::dynamic_buffer(in_, framing_.most_bytes + 1),
                           framing_.terminator, [&](const error_code& error, std::size_t read) {
                             done = error;
                             size = read;
                           });
    while (!done) {
      io_.restart();
      io_.run_for(kLookForStop);
      if (!done && stop()) {
        error_code ignored;
        socket_.close(ignored);
        io_.run();
        return std::nullopt;
      }
    }
    if (*done == asio::error::eof || *done == asio::error::connection_reset) return std::nullopt;
    if (*done == asio::error::not_found) {
      throw BadData(where_, fmt::format("expected messages of at most {} bytes, got a longer one",
                                        framing_.most_bytes));
    }
    if (*done) throw Failed(where_, *done);
    std::string message = in_.substr(0, size - 1);
    in_.erase(0, size);
    return message;
  }

  void Write(std::string_view message) {
    error_code error;
    const std::string framed = std::string(message) + framing_.terminator;
    asio::write(socket_, asio::buffer(framed), error);
    if (error) throw Failed(where_, error);
  }

 private:
  Framing framing_;
  std::string where_;
  asio::io_context io_;
  tcp::socket socket_;
  std::string in_;
};

ClientSocket::ClientSocket(const std::string& host, std::uint16_t port, const Framing& framing)
    : impl_(std::make_unique<Impl>(host, port, framing)) {}
ClientSocket::~ClientSocket() = default;
std::optional<std::string> ClientSocket::Read(const std::function<bool()>& stop) {
  return impl_->Read(stop);
}
void ClientSocket::Write(std::string_view message) { impl_->Write(message); }

}  // namespace skipstone
