// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "game/game.h"

namespace skipstone {

// The messages of Digital Curling 2: a command in capitals and its fields, separated by blanks.
// "First" is the team that leads in the first end and has no hammer there, our team 0.

// The field's server never sends as much.
inline constexpr std::size_t kMostDc2Bytes = 4096;

// Both ways.
struct Dc2Connected {};
struct Dc2Login {
  std::string id;
  std::string password;
  std::string name;  // the id, if it is left out
};
struct Dc2LoginAnswer {
  bool accepted = true;
};
struct Dc2IsReady {};
struct Dc2ReadyOk {};
struct Dc2NewGame {
  std::array<std::string, 2> names;  // First's, Second's
};
// By number of the throw in the end; nothing for stones that are not on the sheet. House frame.
struct Dc2Position {
  std::array<std::optional<Vec2>, kStones> stones;
};
struct Dc2SetState {
  int shot = 0;  // the next one
  int end = 0;
  int ends = 0;  // of the game
  Team turn = Team::k0;
};
struct Dc2Go {
  std::array<Milliseconds, 2> clock_ms{};
};
struct Dc2BestShot {
  Release release;
};
struct Dc2RunShot {
  Release release;  // after its error
};
// From a client: it gives up. From a server: whose player did.
struct Dc2Concede {
  std::string id;
};
struct Dc2Timeout {
  std::string id;
};
struct Dc2Score {
  int first_points = 0;  // negative if Second scored
};
struct Dc2TotalScore {
  std::array<int, 2> points{};
};
enum class Dc2Result : std::uint8_t { kWin, kLose, kDraw };
struct Dc2GameOver {
  Dc2Result result = Dc2Result::kDraw;  // the receiver's
};
struct Dc2Disconnect {};
struct Dc2Logout {};
// Of later servers: asks for the order of the players, or answers.
struct Dc2SetOrder {
  std::vector<int> players;
};
// Of mixed doubles: asks where the stones lie at first, or answers.
struct Dc2PutStone {
  std::optional<int> choice;
};
// To be ignored.
struct Dc2Unknown {
  std::string command;
};

using Dc2Message =
    std::variant<Dc2Connected, Dc2Login, Dc2LoginAnswer, Dc2IsReady, Dc2ReadyOk, Dc2NewGame,
                 Dc2Position, Dc2SetState, Dc2Go, Dc2BestShot, Dc2RunShot, Dc2Concede, Dc2Timeout,
                 Dc2Score, Dc2TotalScore, Dc2GameOver, Dc2Disconnect, Dc2Logout, Dc2SetOrder,
                 Dc2PutStone, Dc2Unknown>;

// Without its terminator. Throws kBadData if a known command has not the fields it should have.
Dc2Message Dc2FromText(std::string_view text);
// Numbers with digits enough for a float32 to come back.
std::string ToText(const Dc2Message& message);

// The stones that lie once SETSTATE has said which throw is next: those of throws to come belong to
// the end before. `lead` is the team that throws first in this end.
Board Dc2Board(const Dc2Position& position, int shot, Team lead);
Dc2Position Dc2PositionOf(const Board& board, Team lead);

// The team that leads the end, from whose turn it is.
constexpr Team Dc2Lead(const Dc2SetState& state) {
  return state.shot % 2 == 0 ? state.turn : Opponent(state.turn);
}

}  // namespace skipstone
