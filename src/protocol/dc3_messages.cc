// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/float32.h"

namespace skipstone {
namespace {

constexpr Law kLaw = Law::kFcv1;
constexpr std::size_t kMostText = 1000;  // of names and dates

// Longer ones are cut, between two characters.
std::string ShortText(const Field& field) {
  std::string text = field.String();
  if (text.size() <= kMostText) return text;
  std::size_t end = kMostText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
  return text;
}

// What `read` reads; if that cannot be used and somebody listens to the problem, what is usual.
template <typename T, typename F>
T ReadOr(const T& usual, std::vector<std::string>* problems, const F& read) {
  try {
    return read();
  } catch (const Error& e) {
    if (problems == nullptr) throw;
    problems->push_back(e.what());
    return usual;
  }
}

// The field's programs hold sizes in float32, and some print them with a double's digits
// (0.0017999999690800905): the shortest number that is the same to them.
double Shortest(double value) {
  std::array<char, 32> text{};
  const char* end =
      std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value)).ptr;
  double shortest = 0.0;
  std::from_chars(text.data(), end, shortest);
  return shortest;
}

ExecutionSizes PlayerFromJson(const Field& player, std::optional<std::uint32_t>& seed,
                              std::vector<std::string>* assumed) {
  const bool exact = ReadOr(false, assumed, [&] {
    const Field type = player.At("type");
    if (type.String() == "identical") return true;
    if (type.String() == "normal_dist") return false;
    throw type.Bad(
        fmt::format("expected \"identical\" or \"normal_dist\", got {}", Quote(type.value())));
  });
  if (exact) return DefaultSizes(ExecutionModel::kNone);
  const auto size = [&](const char* name, double most, double usual) {
    return ReadOr(usual, assumed, [&] {
      return std::max(kSmallestSize, Shortest(player.At(name).Number(0.0, most)));
    });
  };
  ExecutionSizes sizes = DefaultSizes(ExecutionModel::kDc3);
  sizes.max_speed_mps = size("max_speed", kLargestMaxSpeed_mps, sizes.max_speed_mps);
  sizes.speed_error_mps = size("stddev_speed", kLargestSize, sizes.speed_error_mps);
  sizes.angle_error_rad = size("stddev_angle", kLargestSize, sizes.angle_error_rad);
  seed = ReadOr(std::optional<std::uint32_t>(), assumed, [&] {
    const auto given = player.Find("seed");
    constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
    return given ? std::optional(static_cast<std::uint32_t>(given->Int(0, kMost))) : std::nullopt;
  });
  return sizes;
}

Dc3Greeting GreetingFromJson(const Field& message) {
  const Field version = message.At("version");
  Dc3Greeting greeting;
  greeting.major = static_cast<int>(version.At("major").Int(0, 1'000'000));
  greeting.minor = static_cast<int>(version.At("minor").Int(0, 1'000'000));
  if (greeting.major != kDc3Major) {
    throw version.Bad(fmt::format("expected protocol {}.x, got {}.{}", kDc3Major, greeting.major,
                                  greeting.minor));
  }
  greeting.game_id = ShortText(message.At("game_id"));
  greeting.date_time = ShortText(message.At("date_time"));
  return greeting;
}

Dc3ReadyOk ReadyOkFromJson(const Field& message) {
  const Field list = message.At("player_order");
  if (list.Size(kPlayers) != kPlayers) throw list.Bad("expected four players");
  Dc3ReadyOk ready;
  std::array<bool, kPlayers> named{};
  for (std::size_t i = 0; i < kPlayers; ++i) {
    ready.player_order[i] = static_cast<int>(list[i].Int(0, kPlayers - 1));
    bool& taken = named[static_cast<std::size_t>(ready.player_order[i])];
    if (taken) throw list[i].Bad("expected each player once");
    taken = true;
  }
  return ready;
}

Dc3Trajectory TrajectoryFromJson(const Field& json) {
  Dc3Trajectory trajectory;
  trajectory.seconds_per_frame = json.At("seconds_per_frame").Number(0.0, 1000.0);
  trajectory.start = Dc3StonesFromJson(json.At("start"), kLaw);
  trajectory.finish = Dc3StonesFromJson(json.At("finish"), kLaw);
  return trajectory;
}

// A game can be played by its states alone: only a record needs to know what was thrown.
std::optional<Dc3LastMove> LastMoveFromJson(const Field& last, std::vector<std::string>& problems) {
  return ReadOr(std::optional<Dc3LastMove>(), &problems, [&] {
    Dc3LastMove move;
    move.actual = Dc3MoveFromJson(last.At("actual_move"), kLaw, Dc3Reading::kStrict);
    move.foul = last.At("free_guard_zone_foul").Bool();
    if (const auto trajectory = last.Find("trajectory")) {
      move.trajectory = ReadOr(std::optional<Dc3Trajectory>(), &problems,
                               [&] { return std::optional(TrajectoryFromJson(*trajectory)); });
    }
    return std::optional(move);
  });
}

Dc3Update UpdateFromJson(const Field& message, const Rules& rules,
                         std::vector<std::string>& warnings) {
  Dc3Update update;
  update.state = Dc3StateFromJson(message.At("state"), rules, kLaw);
  if (const auto next = message.Find("next_team")) update.next_team = Dc3TeamFromJson(*next);
  if (update.next_team.has_value() == update.state.game.over()) {
    throw message.Bad("expected a next_team while the game goes on, and only then");
  }
  if (update.next_team && *update.next_team != update.state.game.to_move()) {
    throw message.At("next_team").Bad("expected the team that hammer and shot say");
  }
  if (const auto last = message.Find("last_move")) {
    std::vector<std::string> problems;
    update.last_move = LastMoveFromJson(*last, problems);
    for (const std::string& problem : problems) {
      warnings.push_back(fmt::format("before end {}, shot {}: {}{}", update.state.game.end + 1,
                                     update.state.game.shot + 1, problem,
                                     update.last_move ? "" : "; the game cannot be recorded"));
    }
  }
  return update;
}

JsonOut MessageOf(const Dc3Greeting& greeting) {
  return {{"cmd", "dc"},
          {"date_time", greeting.date_time},
          {"game_id", greeting.game_id},
          {"version", {{"major", greeting.major}, {"minor", greeting.minor}}}};
}

JsonOut MessageOf(const Dc3Name& name) { return {{"cmd", "dc_ok"}, {"name", name.name}}; }

JsonOut MessageOf(const Dc3IsReady& is_ready) {
  return {{"cmd", "is_ready"},
          {"game", ToJson(is_ready.match)},
          {"team", Dc3TeamToJson(is_ready.team)}};
}

JsonOut MessageOf(const Dc3ReadyOk& ready) {
  return {{"cmd", "ready_ok"}, {"player_order", ready.player_order}};
}

JsonOut MessageOf(const Dc3NewGame& game) {
  return {{"cmd", "new_game"},
          {"name", Dc3BothTeams([&](std::size_t team) { return game.names[team]; })}};
}

JsonOut MessageOf(const Dc3Update& update) {
  JsonOut last;
  if (update.last_move) {
    last = {{"actual_move", Dc3MoveToJson(update.last_move->actual, kLaw)},
            {"free_guard_zone_foul", update.last_move->foul}};
    if (update.last_move->trajectory) last["trajectory"] = ToJson(*update.last_move->trajectory);
  }
  return {{"cmd", "update"},
          {"last_move", last},
          {"next_team", Dc3TeamToJson(update.next_team)},
          {"state", Dc3StateToJson(update.state, kLaw)}};
}

JsonOut MessageOf(const Dc3MoveMessage& move) {
  return {{"cmd", "move"}, {"move", Dc3MoveToJson(move.move, kLaw)}};
}

JsonOut MessageOf(const Dc3GameOver&) { return {{"cmd", "game_over"}}; }

// Text that is no UTF-8 has been refused when it was read; names from a command line have not.
template <typename Message>
std::string LineOf(const Message& message) {
  return std::visit([](const auto& known) { return MessageOf(known); }, message)
      .dump(-1, ' ', false, JsonOut::error_handler_t::replace);
}

Json Parsed(std::string_view line, std::size_t most_bytes) {
  if (line.size() > most_bytes) {
    throw BadData(
        "", fmt::format("expected a message of at most {} bytes, got {}", most_bytes, line.size()));
  }
  return ParseJson(line, "");
}

}  // namespace

Dc3Match Dc3MatchFromJson(const Field& game, std::vector<std::string>* assumed) {
  Dc3Match match;
  const Field rule = game.At("rule");
  if (rule.String() != "normal") {
    throw rule.Bad(fmt::format("expected \"normal\", got {}", Quote(rule.value())));
  }
  // Hidden it is the usual one; another one would be another game.
  const std::string simulator = ReadOr(std::string("fcv1"), assumed,
                                       [&] { return game.At("simulator").At("type").String(); });
  if (simulator != "fcv1") {
    throw game.At("simulator").Bad(fmt::format("expected \"fcv1\", got {}", Quote(simulator)));
  }
  match.world = ReadOr(World::kMatch, assumed, [&] {
    const auto known = game.Find("simulator");
    const auto world = known ? known->Find("world") : std::nullopt;
    if (!world) return World::kMatch;
    if (world->String() == WorldName(World::kFresh)) return World::kFresh;
    if (world->String() == WorldName(World::kMatch)) return World::kMatch;
    throw world->Bad(fmt::format("expected \"match\" or \"fresh\", got {}", Quote(world->value())));
  });
  const Field setting = game.At("setting");
  match.rules = Dc3RulesFromSetting(setting);
  match.sheet_width_m =
      ReadOr(kSheetWidth_m, assumed, [&] { return SheetWidthFromJson(setting.At("sheet_width")); });
  for (std::size_t team = 0; team < 2; ++team) {
    const TeamSizes usual = SameForAll(DefaultSizes(ExecutionModel::kDc3));
    match.players[team] = ReadOr(usual, assumed, [&] {
      const Field players = game.At("players").At(kDc3Teams[team]);
      if (players.Size(kPlayers) != kPlayers) throw players.Bad("expected four players");
      TeamSizes sizes;
      for (std::size_t i = 0; i < kPlayers; ++i) {
        sizes[i] = PlayerFromJson(players[i], match.seeds[team][i], assumed);
      }
      return sizes;
    });
  }
  return match;
}

JsonOut ToJson(const Dc3Match& match) {
  JsonOut simulator = {{"seconds_per_frame", 0.001}, {"type", "fcv1"}};
  if (match.world != World::kMatch) simulator["world"] = WorldName(match.world);
  return {{"players", Dc3BothTeams([&](std::size_t team) {
             JsonOut players = JsonOut::array();
             for (std::size_t i = 0; i < kPlayers; ++i) {
               players.push_back(Dc3ThrowerToJson(match.players[team][i], match.seeds[team][i]));
             }
             return players;
           })},
          {"rule", "normal"},
          {"setting", Dc3SettingToJson(match.rules, match.sheet_width_m)},
          {"simulator", simulator}};
}

JsonOut Dc3ThrowerToJson(const ExecutionSizes& sizes, const std::optional<std::uint32_t>& seed) {
  if (sizes.model == ExecutionModel::kNone) return {{"type", "identical"}};
  return {{"max_speed", sizes.max_speed_mps},
          {"seed", seed ? JsonOut(*seed) : JsonOut()},
          {"stddev_angle", sizes.angle_error_rad},
          {"stddev_speed", sizes.speed_error_mps},
          {"type", "normal_dist"}};
}

JsonOut ToJson(const Dc3Trajectory& trajectory) {
  JsonOut frames = JsonOut::array();
  for (const std::vector<Dc3Trajectory::Change>& changes : trajectory.frames) {
    JsonOut frame = JsonOut::array();
    for (const Dc3Trajectory::Change& change : changes) {
      JsonOut value;
      if (!change.gone) {
        const Vec2 own = PositionToOwnFrame(kLaw, change.position);
        value = {{"angle", RoundToFloat32(change.angle_rad)},
                 {"position", {{"x", own.x}, {"y", own.y}}}};
      }
      frame.push_back(
          {{"index", change.index}, {"team", Dc3TeamToJson(change.team)}, {"value", value}});
    }
    frames.push_back(frame);
  }
  return {{"finish", Dc3StonesToJson(trajectory.finish, kLaw)},
          {"frames", frames},
          {"seconds_per_frame", trajectory.seconds_per_frame},
          {"start", Dc3StonesToJson(trajectory.start, kLaw)}};
}

GameResult Dc3ResultOnWire(GameResult result) {
  if (result.reason == Reason::kNonsense) result.reason = Reason::kConcede;
  if (IsForfeit(result.reason)) result.reason = Reason::kTimeLimit;
  return result;
}

GameTerms TermsOf(const Dc3Match& match, const std::array<Dc3PlayerOrder, 2>& orders) {
  GameTerms terms(MakeIce(Law::kFcv1, Removal::kDc3, match.sheet_width_m), match.rules,
                  match.players);
  for (std::size_t team = 0; team < 2; ++team) {
    for (std::size_t i = 0; i < kPlayers; ++i) {
      terms.execution[team][i] = match.players[team][static_cast<std::size_t>(orders[team][i])];
    }
  }
  return terms;
}

Dc3FromServer Dc3FromServerText(std::string_view line, const std::optional<Rules>& rules,
                                std::vector<std::string>* warnings) {
  std::vector<std::string> unheard;
  if (warnings == nullptr) warnings = &unheard;
  const Json json = Parsed(line, kMostDc3FromServerBytes);
  const Field message(json, "");
  const Field cmd = message.At("cmd");
  const std::string& name = cmd.String();
  if (name == "dc") return GreetingFromJson(message);
  if (name == "is_ready") {
    std::vector<std::string> assumed;
    const Dc3Match match = Dc3MatchFromJson(message.At("game"), &assumed);
    if (!assumed.empty()) {
      warnings->push_back(fmt::format("is_ready does not tell all; what is usual is assumed for {}",
                                      fmt::join(assumed, "; ")));
    }
    return Dc3IsReady{Dc3TeamFromJson(message.At("team")), match};
  }
  if (name == "new_game") {
    const Field names = message.At("name");
    return Dc3NewGame{{ShortText(names.At(kDc3Teams[0])), ShortText(names.At(kDc3Teams[1]))}};
  }
  if (name == "update") {
    if (!rules) throw cmd.Bad("expected is_ready before the first update");
    return UpdateFromJson(message, *rules, *warnings);
  }
  if (name == "game_over") return Dc3GameOver{};
  throw cmd.Bad(fmt::format("expected dc, is_ready, new_game, update or game_over, got {}",
                            Quote(cmd.value())));
}

Dc3FromClient Dc3FromClientText(std::string_view line) {
  const Json json = Parsed(line, kMostDc3Bytes);
  const Field message(json, "");
  const Field cmd = message.At("cmd");
  const std::string& name = cmd.String();
  if (name == "dc_ok") return Dc3Name{ShortText(message.At("name"))};
  if (name == "ready_ok") return ReadyOkFromJson(message);
  if (name == "move") {
    return Dc3MoveMessage{Dc3MoveFromJson(message.At("move"), kLaw, Dc3Reading::kAsItsServer)};
  }
  throw cmd.Bad(fmt::format("expected dc_ok, ready_ok or move, got {}", Quote(cmd.value())));
}

std::string ToLine(const Dc3FromServer& message) { return LineOf(message); }
std::string ToLine(const Dc3FromClient& message) { return LineOf(message); }

}  // namespace skipstone
