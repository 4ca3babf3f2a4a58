// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <atomic>
#include <boost/asio.hpp>
#include <thread>

#include "lab/hostile.h"
#include "lab/mischief.h"
#include "protocol/wire.h"

namespace skipstone {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr auto kClock = milliseconds(400);
// No session needs longer: all limits of the host, and its clients' time to leave.
constexpr auto kLongest = std::chrono::seconds(60);

// A client with a socket of its own, which blocks. Errors end it: the host has had enough of it.
class HostileClient {
 public:
  HostileClient(Arena arena, Team team, std::uint16_t port, RandomStream random)
      : arena_(arena), team_(team), random_(random), socket_(io_) {
    static constexpr double kMischief[] = {0.0, 0.02, 0.1, 0.4};
    mischief_ = kMischief[Pick(random_, std::size(kMischief))];
    socket_.connect({asio::ip::address_v4::loopback(), port}, error_);
  }

  void Play() {
    const char terminator = arena_ == Arena::kDc3 ? '\n' : '\0';
    while (!error_) {
      const std::size_t size =
          asio::read_until(socket_, asio::dynamic_buffer(in_), terminator, error_);
      if (error_) return;
      const std::string heard = in_.substr(0, size - 1);
      in_.erase(0, size);
      if (TellsTheEnd(arena_, heard)) return;
      for (const std::string& answer : HonestAnswer(arena_, heard, team_, random_)) {
        Answer(answer + terminator);
      }
    }
  }

 private:
  void Send(const std::string& bytes) { asio::write(socket_, asio::buffer(bytes), error_); }

  void Answer(const std::string& answer) {
    if (random_.Uniform() >= mischief_) return Send(answer);
    switch (Pick(random_, 9)) {
      case 0:
        return Send(Mutated(answer, random_));
      case 1:
        return Send(OutOfPlace(arena_, random_) + answer.back());
      case 2:
        return Send(answer + answer);
      case 3:  // byte by byte, not all of them in time
        for (const char byte : answer) {
          Send(std::string(1, byte));
          std::this_thread::sleep_for(milliseconds(Pick(random_, 12)));
        }
        return;
      case 4:
        std::this_thread::sleep_for(kClock * 2);
        return Send(answer);
      case 5:  // a reset instead of an end
        socket_.set_option(asio::socket_base::linger(true, 0), error_);
        socket_.close(error_);
        error_ = asio::error::eof;
        return;
      case 6:
        socket_.shutdown(tcp::socket::shutdown_send, error_);
        return;
      case 7:  // more than a message may have
        return Send(std::string((1 << 20) + 2, 'x'));
      default:  // many messages, and none of the answers read
        for (int i = 0; i < 2000 && !error_; ++i) Send(answer);
        std::this_thread::sleep_for(kClock);
    }
  }

  Arena arena_;
  Team team_;
  RandomStream random_;
  double mischief_ = 0.0;
  asio::io_context io_;
  tcp::socket socket_;
  error_code error_;
  std::string in_;
};

}  // namespace

HostileOutcome PlayHostileSocketSession(Arena arena, std::uint64_t seed, std::uint32_t number) {
  RandomStream random({.seed = seed, .game = number, .purpose = Purpose::kTest});
  const bool dc3 = arena == Arena::kDc3;
  HostSockets sockets("127.0.0.1", std::vector<std::uint16_t>(dc3 ? 2 : 1, 0),
                      {dc3 ? '\n' : '\0', std::size_t{1} << 20});
  const std::unique_ptr<Host> host = MakeHostileHost(arena, kClock, random, nullptr);
  std::vector<std::thread> clients;
  const auto start = [&](Team team) {
    const RandomStream own({.seed = seed,
                            .game = number,
                            .end = static_cast<std::uint16_t>(1 + Index(team)),
                            .purpose = Purpose::kTest});
    const std::uint16_t port = sockets.port(dc3 ? static_cast<std::size_t>(Index(team)) : 0);
    clients.emplace_back([=] { HostileClient(arena, team, port, own).Play(); });
  };
  start(Team::k0);
  if (dc3) start(Team::k1);
  const auto until = std::chrono::steady_clock::now() + kLongest;
  sockets.Serve(
      *host, [until] { return std::chrono::steady_clock::now() >= until; },
      [&](Team team, WireEvent event, std::string_view /*message*/) {
        // On one port who comes first is First.
        if (!dc3 && event == WireEvent::kConnected && team == Team::k0) start(Team::k1);
      });
  for (std::thread& client : clients) client.join();
  HostileOutcome outcome;
  if (!host->finished()) {
    outcome.broken = "the session does not end";
    return outcome;
  }
  const GameRecord record = host->record();
  outcome.reason = record.result.reason;
  outcome.broken = Replay(record);
  return outcome;
}

}  // namespace skipstone
