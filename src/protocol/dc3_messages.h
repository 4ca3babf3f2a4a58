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

#include "game/dc3_json.h"
#include "game/game_terms.h"

namespace skipstone {

// The messages of Digital Curling 3: a JSON object per line, named by its member "cmd". Readers
// ignore members they do not know, and throw kBadData with the field's path for all that is not as
// the protocol has it.

inline constexpr int kDc3Major = 1;
inline constexpr int kDc3Minor = 0;
// Of what clients send. What servers send may be large: an update has some 100 kB as a rule, and
// megabytes if its trajectory has a frame for every step.
inline constexpr std::size_t kMostDc3Bytes = 1 << 20;
inline constexpr std::size_t kMostDc3FromServerBytes = std::size_t{64} << 20;

// "dc": the server's greeting.
struct Dc3Greeting {
  int major = kDc3Major;
  int minor = kDc3Minor;
  std::string game_id;
  std::string date_time;

  bool operator==(const Dc3Greeting&) const = default;
};

// "dc_ok": the client's name.
struct Dc3Name {
  std::string name;

  bool operator==(const Dc3Name&) const = default;
};

// The object "game" of a configuration: what a match is played by.
struct Dc3Match {
  Rules rules;
  double sheet_width_m = kSheetWidth_m;
  // Only our own server says so if it has another one than the field's.
  World world = World::kMatch;
  std::array<TeamSizes, 2> players;  // as configured, before their order is chosen
  // Of the players' errors, where the operator tells.
  std::array<std::array<std::optional<std::uint32_t>, kPlayers>, 2> seeds;

  bool operator==(const Dc3Match&) const = default;
};
// Operators may hide some of it from clients. With `assumed` the usual values stand for what is
// missing of the players, the simulator and the sheet, and it is told what that was; without, it is
// refused.
Dc3Match Dc3MatchFromJson(const Field& game, std::vector<std::string>* assumed = nullptr);
JsonOut ToJson(const Dc3Match& match);
JsonOut Dc3ThrowerToJson(const ExecutionSizes& sizes, const std::optional<std::uint32_t>& seed);

// "is_ready": all a client needs to know.
struct Dc3IsReady {
  Team team = Team::k0;
  Dc3Match match;

  bool operator==(const Dc3IsReady&) const = default;
};

// "ready_ok": which of its players throw as lead, second, third and fourth.
using Dc3PlayerOrder = std::array<int, kPlayers>;
inline constexpr Dc3PlayerOrder kDc3AsListed = {0, 1, 2, 3};
struct Dc3ReadyOk {
  Dc3PlayerOrder player_order = kDc3AsListed;

  bool operator==(const Dc3ReadyOk&) const = default;
};
// The match's terms once both orders are known; till then as if each team threw as it is listed.
GameTerms TermsOf(const Dc3Match& match,
                  const std::array<Dc3PlayerOrder, 2>& orders = {kDc3AsListed, kDc3AsListed});

struct Dc3NewGame {
  std::array<std::string, 2> names;

  bool operator==(const Dc3NewGame&) const = default;
};

// How the stones moved. A frame lists what changed since the frame before.
struct Dc3Trajectory {
  struct Change {
    Team team = Team::k0;
    int index = 0;
    bool gone = false;
    Vec2 position;  // house frame
    double angle_rad = 0.0;

    bool operator==(const Change&) const = default;
  };

  double seconds_per_frame = 0.1;
  Dc3Stones start;
  std::vector<std::vector<Change>> frames;
  Dc3Stones finish;

  bool operator==(const Dc3Trajectory&) const = default;
};

JsonOut ToJson(const Dc3Trajectory& trajectory);

struct Dc3LastMove {
  Move actual;  // after the player's error
  bool foul = false;
  std::optional<Dc3Trajectory> trajectory;

  bool operator==(const Dc3LastMove&) const = default;
};

struct Dc3Update {
  Dc3State state;
  std::optional<Team> next_team;  // nobody once the game is over
  std::optional<Dc3LastMove> last_move;

  bool operator==(const Dc3Update&) const = default;
};

// The protocol knows neither forfeits nor clients that leave: to it the first concede, and the
// others have run out of time.
GameResult Dc3ResultOnWire(GameResult result);

struct Dc3MoveMessage {
  Move move;

  bool operator==(const Dc3MoveMessage&) const = default;
};

struct Dc3GameOver {
  bool operator==(const Dc3GameOver&) const = default;
};

// What a client may hear, and what a server may.
using Dc3FromServer = std::variant<Dc3Greeting, Dc3IsReady, Dc3NewGame, Dc3Update, Dc3GameOver>;
using Dc3FromClient = std::variant<Dc3Name, Dc3ReadyOk, Dc3MoveMessage>;

// An update can only be read by who knows the rules; before `is_ready` there are none. What a
// client can play without does not stop it and goes to `warnings`: parts of `is_ready`, a last move
// (then there is none) or its trajectory. The frames are not read.
Dc3FromServer Dc3FromServerText(std::string_view line, const std::optional<Rules>& rules,
                                std::vector<std::string>* warnings = nullptr);
// Rotations it does not know are counter-clockwise, as for the field's server.
Dc3FromClient Dc3FromClientText(std::string_view line);

// One line without its end.
std::string ToLine(const Dc3FromServer& message);
std::string ToLine(const Dc3FromClient& message);

}  // namespace skipstone
