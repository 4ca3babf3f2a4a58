// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/mischief.h"

#include <algorithm>

#include "protocol/dc3_messages.h"

namespace skipstone {
namespace {

// A stone in so many is drawn into the house, or ends would be blank for ever; the others are
// thrown away, which is quick to simulate.
constexpr double kDraws = 0.05;

constexpr const char* kDc3Draw =
    R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0.1317,"y":2.3997},"rotation":"ccw"}})";
constexpr const char* kDc3Away =
    R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0.0,"y":0.2},"rotation":"cw"}})";

std::vector<std::string> Dc3Answer(const std::string& heard, Team team, RandomStream& random) {
  const Json message = Json::parse(heard);
  const std::string cmd = message["cmd"];
  if (cmd == "dc") return {R"({"cmd":"dc_ok","name":"somebody"})"};
  if (cmd == "is_ready") return {R"({"cmd":"ready_ok","player_order":[3,1,0,2]})"};
  if (cmd == "update" && message["next_team"] == kDc3Teams[static_cast<std::size_t>(Index(team))]) {
    return {random.Uniform() < kDraws ? kDc3Draw : kDc3Away};
  }
  return {};
}

std::vector<std::string> Dc2Answer(const std::string& heard, Team team, RandomStream& random) {
  const std::string command = heard.substr(0, heard.find(' '));
  if (command == "CONNECTED")
    return {team == Team::k0 ? "LOGIN alpha secret" : "LOGIN beta secret"};
  if (command == "ISREADY") return {"READYOK"};
  if (command != "GO") return {};
  return {random.Uniform() < kDraws ? "BESTSHOT -0.985762 -29.559858 0" : "BESTSHOT 0 -2 1"};
}

}  // namespace

std::size_t Pick(RandomStream& random, std::size_t count) {
  return random.Below(static_cast<std::uint32_t>(count));
}

std::vector<std::string> HonestAnswer(Arena arena, const std::string& heard, Team team,
                                      RandomStream& random) {
  return arena == Arena::kDc3 ? Dc3Answer(heard, team, random) : Dc2Answer(heard, team, random);
}

bool TellsTheEnd(Arena arena, const std::string& heard) {
  return arena == Arena::kDc3 ? heard == R"({"cmd":"game_over"})" : heard.rfind("GAMEOVER", 0) == 0;
}

const std::string& OutOfPlace(Arena arena, RandomStream& random) {
  static const std::vector<std::string> dc3 = {
      R"({"cmd":"dc_ok","name":"again"})",
      R"({"cmd":"ready_ok","player_order":[0,1,2,3]})",
      R"({"cmd":"ready_ok","player_order":[0,0,2,3]})",
      R"({"cmd":"move","move":{"type":"concede"}})",
      R"({"cmd":"move","move":{"type":"concede"},"why":"tired"})",
      R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0,"y":1e300},"rotation":"up"}})",
      R"({"cmd":"game_over"})",
      "[]",
      "",
      "null"};
  static const std::vector<std::string> dc2 = {"READYOK",
                                               "LOGIN",
                                               "LOGIN a b c d e",
                                               "CONSEED",
                                               "CONCEDE",
                                               "LOGOUT",
                                               "BESTSHOT 0 -1e300 0",
                                               "BESTSHOT 0 1e300 7",
                                               "SETORDER 0 1",
                                               "HELLO",
                                               ""};
  const std::vector<std::string>& all = arena == Arena::kDc3 ? dc3 : dc2;
  return all[Pick(random, all.size())];
}

std::string Mutated(std::string text, RandomStream& random) {
  static const std::vector<std::string> numbers = {
      "NaN",    "Infinity", "-Infinity", "1e999", "-1e308",
      "1e-400", "null",     "\"x\"",     "{}",    "99999999999999999999"};
  if (const std::size_t digit = text.find_first_of("0123456789");
      digit != std::string::npos && random.Uniform() < 0.3) {
    const std::size_t end = text.find_first_not_of("0123456789.eE+-", digit);
    text.replace(digit, end == std::string::npos ? end : end - digit,
                 numbers[Pick(random, numbers.size())]);
    return text;
  }
  const std::size_t changes = 1 + Pick(random, 8);
  for (std::size_t i = 0; i < changes; ++i) {
    const std::size_t at = Pick(random, text.size() + 1);
    const char byte = static_cast<char>(random.NextU64());
    switch (Pick(random, 4)) {
      case 0:
        text.insert(at, 1, byte);
        break;
      case 1:
        text.erase(std::min(at, text.size()), 1);
        break;
      case 2:
        text.resize(at);
        break;
      default:
        if (at < text.size()) text[at] = byte;
    }
  }
  return text;
}

}  // namespace skipstone
