// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc2_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/float32.h"

namespace skipstone {
namespace {

constexpr Law kLaw = Law::kDc2;
constexpr int kMostEnds = 255;
constexpr int kMostPlayers = 16;

// A command and its fields. Errors name the command and the number of the field.
class Words {
 public:
  explicit Words(std::string_view text) {
    if (text.size() > kMostDc2Bytes) {
      throw BadData("", fmt::format("expected a message of at most {} bytes, got {}", kMostDc2Bytes,
                                    text.size()));
    }
    constexpr std::string_view kBlanks = " \t\r\n";
    for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
      const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
      words_.push_back(text.substr(at, end - at));
      at = text.find_first_not_of(kBlanks, end);
    }
    if (words_.empty()) throw BadData("", "expected a command, got nothing");
    command_ = words_[0];
    std::transform(command_.begin(), command_.end(), command_.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  }

  const std::string& command() const { return command_; }
  std::size_t fields() const { return words_.size() - 1; }
  bool Has(std::size_t field) const { return field <= fields(); }

  std::string Text(std::size_t field) const {
    if (!Has(field)) throw Bad(field, "a word", "nothing");
    return std::string(words_[field]);
  }
  double Number(std::size_t field, double most) const {
    const std::string word = Text(field);
    const char* begin = word.c_str() + (word[0] == '+' ? 1 : 0);
    double value = 0.0;
    const auto [end, error] = std::from_chars(begin, word.c_str() + word.size(), value);
    if (error != std::errc() || *end != '\0' || !std::isfinite(value) || std::abs(value) > most) {
      throw Bad(field, fmt::format("a number from {} to {}", -most, most), word);
    }
    return value;
  }
  int Int(std::size_t field, int low, int high) const {
    const double value = Number(field, 1e15);
    if (value != std::floor(value) || value < low || value > high) {
      throw Bad(field, fmt::format("a whole number from {} to {}", low, high), Text(field));
    }
    return static_cast<int>(value);
  }
  Milliseconds Clock(std::size_t field) const {
    // Some servers have overdrawn clocks.
    return std::max<Milliseconds>(0, Int(field, -1'000'000'000, 1'000'000'000));
  }
  Release Shot() const {
    // A finite speed is never too large to be read: the host passes on what cannot be thrown.
    constexpr double kMost = kMaxSpeed_mps / 2;
    constexpr double kAny = std::numeric_limits<double>::max();
    const Vec2 velocity = {RoundToFloat32(std::clamp(Number(1, kAny), -kMost, kMost)),
                           RoundToFloat32(std::clamp(Number(2, kAny), -kMost, kMost))};
    return ReleaseFromOwnFrame(kLaw, velocity, Int(3, 0, 1) == 0 ? Handle::kCw : Handle::kCcw);
  }

 private:
  Error Bad(std::size_t field, const std::string& expected, const std::string& got) const {
    return BadData(fmt::format("{}, field {}", command_, field),
                   fmt::format("expected {}, got {}", expected, got));
  }

  std::string command_;
  std::vector<std::string_view> words_;
};

Dc2Position PositionFrom(const Words& words) {
  Dc2Position position;
  for (std::size_t i = 0; i < kStones; ++i) {
    const Vec2 own = {RoundToFloat32(words.Number(2 * i + 1, kMaxCoordinate_m)),
                      RoundToFloat32(words.Number(2 * i + 2, kMaxCoordinate_m))};
    if (own.x != 0.0 || own.y != 0.0) position.stones[i] = PositionFromOwnFrame(kLaw, own);
  }
  return position;
}

Dc2GameOver GameOverFrom(const Words& words) {
  const std::string word = words.Text(1);
  if (word == "WIN") return {Dc2Result::kWin};
  if (word == "LOSE") return {Dc2Result::kLose};
  if (word == "DRAW") return {Dc2Result::kDraw};
  throw BadData("GAMEOVER, field 1", fmt::format("expected WIN, LOSE or DRAW, got {}", word));
}

std::string ShotText(const char* command, const Release& release) {
  const Vec2 velocity = VelocityToOwnFrame(kLaw, release);
  return fmt::format("{} {:.9f} {:.9f} {}", command, velocity.x, velocity.y,
                     release.handle == Handle::kCw ? 0 : 1);
}

std::string TextOf(const Dc2Connected&) { return "CONNECTED"; }
std::string TextOf(const Dc2Login& login) {
  return fmt::format("LOGIN {} {} {}", login.id, login.password, login.name);
}
std::string TextOf(const Dc2LoginAnswer& answer) {
  return answer.accepted ? "LOGIN OK" : "LOGIN NG";
}
std::string TextOf(const Dc2IsReady&) { return "ISREADY"; }
std::string TextOf(const Dc2ReadyOk&) { return "READYOK"; }
std::string TextOf(const Dc2NewGame& game) {
  return fmt::format("NEWGAME {} {}", game.names[0], game.names[1]);
}
std::string TextOf(const Dc2Position& position) {
  std::string text = "POSITION";
  for (const std::optional<Vec2>& stone : position.stones) {
    const Vec2 own = stone ? PositionToOwnFrame(kLaw, *stone) : Vec2{};
    text += fmt::format(" {:.9f} {:.9f}", own.x, own.y);
  }
  return text;
}
std::string TextOf(const Dc2SetState& state) {
  return fmt::format("SETSTATE {} {} {} {}", state.shot, state.end, state.ends, Index(state.turn));
}
std::string TextOf(const Dc2Go& go) {
  return fmt::format("GO {} {}", go.clock_ms[0], go.clock_ms[1]);
}
std::string TextOf(const Dc2BestShot& shot) { return ShotText("BESTSHOT", shot.release); }
std::string TextOf(const Dc2RunShot& shot) { return ShotText("RUNSHOT", shot.release); }
std::string TextOf(const Dc2Concede& concede) {
  return concede.id.empty() ? "CONCEDE" : "CONCEDE " + concede.id;
}
std::string TextOf(const Dc2Timeout& timeout) { return "TIMEOUT " + timeout.id; }
std::string TextOf(const Dc2Score& score) { return fmt::format("SCORE {}", score.first_points); }
std::string TextOf(const Dc2TotalScore& score) {
  return fmt::format("TOTALSCORE {} {}", score.points[0], score.points[1]);
}
std::string TextOf(const Dc2GameOver& over) {
  return over.result == Dc2Result::kWin    ? "GAMEOVER WIN"
         : over.result == Dc2Result::kLose ? "GAMEOVER LOSE"
                                           : "GAMEOVER DRAW";
}
std::string TextOf(const Dc2Disconnect&) { return "DISCONNECT"; }
std::string TextOf(const Dc2Logout&) { return "LOGOUT"; }
std::string TextOf(const Dc2SetOrder& order) {
  return order.players.empty() ? "SETORDER"
                               : fmt::format("SETORDER {}", fmt::join(order.players, " "));
}
std::string TextOf(const Dc2PutStone& put) {
  return put.choice ? fmt::format("PUTSTONE {}", *put.choice) : "PUTSTONE";
}
std::string TextOf(const Dc2Unknown& unknown) { return unknown.command; }

}  // namespace

Dc2Message Dc2FromText(std::string_view text) {
  const Words words(text);
  const std::string& command = words.command();
  if (command == "CONNECTED") return Dc2Connected{};
  if (command == "LOGIN") {
    if (words.fields() == 1) {
      const std::string answer = words.Text(1);
      if (answer == "OK" || answer == "NG") return Dc2LoginAnswer{answer == "OK"};
    }
    return Dc2Login{words.Text(1), words.Text(2), words.Text(words.Has(3) ? 3 : 1)};
  }
  if (command == "ISREADY") return Dc2IsReady{};
  if (command == "READYOK") return Dc2ReadyOk{};
  if (command == "NEWGAME") return Dc2NewGame{{words.Text(1), words.Text(2)}};
  if (command == "POSITION") return PositionFrom(words);
  if (command == "SETSTATE") {
    return Dc2SetState{words.Int(1, 0, kStones), words.Int(2, 0, kMostEnds),
                       words.Int(3, 1, kMostEnds), words.Int(4, 0, 1) == 0 ? Team::k0 : Team::k1};
  }
  if (command == "GO") return Dc2Go{{words.Clock(1), words.Clock(2)}};
  if (command == "BESTSHOT") return Dc2BestShot{words.Shot()};
  if (command == "RUNSHOT") return Dc2RunShot{words.Shot()};
  // Three spellings are about.
  if (command == "CONCEDE" || command == "CONCEED" || command == "CONSEED") {
    return Dc2Concede{words.Has(1) ? words.Text(1) : ""};
  }
  if (command == "TIMEOUT") return Dc2Timeout{words.Has(1) ? words.Text(1) : ""};
  if (command == "SCORE") return Dc2Score{words.Int(1, -kStonesPerTeam, kStonesPerTeam)};
  if (command == "TOTALSCORE") return Dc2TotalScore{{words.Int(1, 0, 1000), words.Int(2, 0, 1000)}};
  if (command == "GAMEOVER") return GameOverFrom(words);
  if (command == "DISCONNECT") return Dc2Disconnect{};
  if (command == "LOGOUT") return Dc2Logout{};
  if (command == "SETORDER") {
    Dc2SetOrder order;
    for (std::size_t i = 1; words.Has(i) && i <= kMostPlayers; ++i) {
      order.players.push_back(words.Int(i, 0, kMostPlayers - 1));
    }
    return order;
  }
  if (command == "PUTSTONE") {
    Dc2PutStone put;
    if (words.Has(1)) put.choice = words.Int(1, 0, 3);
    return put;
  }
  return Dc2Unknown{command};
}

std::string ToText(const Dc2Message& message) {
  return std::visit([](const auto& known) { return TextOf(known); }, message);
}

Board Dc2Board(const Dc2Position& position, int shot, Team lead) {
  Board board;
  for (int i = 0; i < shot && i < kStones; ++i) {
    const std::optional<Vec2>& stone = position.stones[static_cast<std::size_t>(i)];
    if (stone) board.Put(SlotOf(i % 2 == 0 ? lead : Opponent(lead), i / 2), *stone);
  }
  return board;
}

Dc2Position Dc2PositionOf(const Board& board, Team lead) {
  Dc2Position position;
  for (int i = 0; i < kStones; ++i) {
    const int slot = SlotOf(i % 2 == 0 ? lead : Opponent(lead), i / 2);
    if (board.Has(slot)) position.stones[static_cast<std::size_t>(i)] = board.position(slot);
  }
  return position;
}

}  // namespace skipstone
