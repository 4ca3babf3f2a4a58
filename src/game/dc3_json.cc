// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/dc3_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/float32.h"

namespace skipstone {
namespace {

constexpr double kMaxClock_s = 1e6;
constexpr int kMaxPoints = 1000;
constexpr int kMostEnds = 255;
constexpr double kMostAngle_rad = 1e6;  // turned in an end

std::array<Milliseconds, 2> DurationsFromJson(const Field& field) {
  return {Dc3DurationFromJson(field.At(kDc3Teams[0])), Dc3DurationFromJson(field.At(kDc3Teams[1]))};
}

JsonOut DurationsToJson(const std::array<Milliseconds, 2>& times_ms) {
  return Dc3BothTeams([&](std::size_t team) { return Dc3Seconds(times_ms[team]); });
}

std::optional<int> PointsFromJson(const Field& field) {
  if (field.is_null()) return std::nullopt;
  return static_cast<int>(field.Int(0, kMaxPoints));
}

JsonOut PointsToJson(const std::optional<int>& points) {
  return points ? JsonOut(*points) : JsonOut();
}

std::optional<GameResult> ResultFromJson(const Field& state) {
  const auto result = state.Find("game_result");
  if (!result) return std::nullopt;
  GameResult read;
  if (const auto winner = result->Find("winner")) read.winner = Dc3TeamFromJson(*winner);
  const Field reason = result->At("reason");
  for (const Reason known : {Reason::kScore, Reason::kConcede, Reason::kTimeLimit, Reason::kDraw}) {
    if (reason.String() != ReasonName(known)) continue;
    read.reason = known;
    return read;
  }
  throw reason.Bad(
      fmt::format("expected \"score\", \"concede\", \"time_limit\" or \"draw\", got {}",
                  Quote(reason.value())));
}

}  // namespace

Team Dc3TeamFromJson(const Field& field) {
  for (const Team team : {Team::k0, Team::k1}) {
    if (field.String() == kDc3Teams[static_cast<std::size_t>(Index(team))]) return team;
  }
  throw field.Bad(fmt::format("expected \"team0\" or \"team1\", got {}", Quote(field.value())));
}

JsonOut Dc3TeamToJson(const std::optional<Team>& team) {
  return team ? JsonOut(kDc3Teams[static_cast<std::size_t>(Index(*team))]) : JsonOut();
}

Milliseconds Dc3DurationFromJson(const Field& field) {
  return std::llround(field.Number(0.0, kMaxClock_s) * 1000.0);
}

double Dc3Seconds(Milliseconds time_ms) { return static_cast<double>(time_ms) / 1000.0; }

Rules Dc3RulesFromSetting(const Field& setting) {
  Rules rules = MakeRules(RulesPreset::kDc3);
  rules.ends = static_cast<int>(setting.At("max_end").Int(1, kMostEnds));
  // The flag chooses between a five-rock and a four-rock rule; it never turns it off.
  rules.guard_shots = setting.At("five_rock_rule").Bool() ? 5 : 4;
  rules.thinking_time_ms = DurationsFromJson(setting.At("thinking_time"));
  rules.extra_end_time_ms = DurationsFromJson(setting.At("extra_end_thinking_time"));
  return rules;
}

JsonOut Dc3SettingToJson(const Rules& rules, double sheet_width_m) {
  return {{"extra_end_thinking_time", DurationsToJson(rules.extra_end_time_ms)},
          {"five_rock_rule", rules.guard_shots == 5},
          {"max_end", rules.ends},
          {"sheet_width", sheet_width_m},
          {"thinking_time", DurationsToJson(rules.thinking_time_ms)}};
}

Dc3Stones Dc3StonesFromJson(const Field& stones, Law law) {
  Dc3Stones read;
  for (const Team team : {Team::k0, Team::k1}) {
    const Field list = stones.At(kDc3Teams[static_cast<std::size_t>(Index(team))]);
    if (list.Size(kStonesPerTeam) != kStonesPerTeam) throw list.Bad("expected 8 elements");
    for (int i = 0; i < kStonesPerTeam; ++i) {
      const Field stone = list[static_cast<std::size_t>(i)];
      if (stone.is_null()) continue;
      const int slot = SlotOf(team, i);
      const Field position = stone.At("position");
      read.board.Put(
          slot, PositionFromOwnFrame(law, PointFromJson(position, "x", "y", kMaxCoordinate_m)));
      if (const auto angle = stone.Find("angle")) {
        read.angles_rad[static_cast<std::size_t>(slot)] =
            angle->Float32(-kMostAngle_rad, kMostAngle_rad);
      }
    }
  }
  return read;
}

JsonOut Dc3StoneToJson(const Dc3Stones& stones, int slot, Law law) {
  if (!stones.board.Has(slot)) return nullptr;
  const Vec2 own = PositionToOwnFrame(law, stones.board.position(slot));
  return {{"angle", RoundToFloat32(stones.angles_rad[static_cast<std::size_t>(slot)])},
          {"position", {{"x", own.x}, {"y", own.y}}}};
}

JsonOut Dc3StonesToJson(const Dc3Stones& stones, Law law) {
  return Dc3BothTeams([&](std::size_t team) {
    JsonOut list = JsonOut::array();
    for (int i = 0; i < kStonesPerTeam; ++i) {
      list.push_back(Dc3StoneToJson(stones, SlotOf(team == 0 ? Team::k0 : Team::k1, i), law));
    }
    return list;
  });
}

Dc3State Dc3StateFromJson(const Field& state, const Rules& rules, Law law) {
  Dc3State read;
  Game& game = read.game;
  game = NewGame(rules);
  game.result = ResultFromJson(state);
  game.end = static_cast<int>(state.At("end").Int(0, game.over() ? kMostEnds : kMostEnds - 1));
  game.shot = static_cast<int>(state.At("shot").Int(0, kStones - 1));
  game.hammer = std::nullopt;
  if (!game.over()) game.hammer = Dc3TeamFromJson(state.At("hammer"));
  game.clock_ms = DurationsFromJson(state.At("thinking_time_remaining"));
  for (std::size_t team = 0; team < 2; ++team) {
    const Field points = state.At("scores").At(kDc3Teams[team]);
    const std::size_t count = points.Size(kMostEnds);
    if (count != static_cast<std::size_t>(rules.ends)) {
      throw points.Bad(fmt::format("expected one element per end: {}, got {}", rules.ends, count));
    }
    for (std::size_t end = 0; end < count; ++end) {
      game.scores[team][end] = PointsFromJson(points[end]);
    }
    game.extra_end_score[team] = PointsFromJson(state.At("extra_end_score").At(kDc3Teams[team]));
  }
  const Dc3Stones stones = Dc3StonesFromJson(state.At("stones"), law);
  game.board = stones.board;
  read.angles_rad = stones.angles_rad;
  return read;
}

JsonOut Dc3StateToJson(const Dc3State& state, Law law) {
  const Game& game = state.game;
  JsonOut result;
  if (game.result) {
    result = {{"reason", ReasonName(game.result->reason)},
              {"winner", Dc3TeamToJson(game.result->winner)}};
  }
  return {{"end", game.end},
          {"extra_end_score", Dc3BothTeams([&](std::size_t team) {
             return PointsToJson(game.extra_end_score[team]);
           })},
          {"game_result", result},
          {"hammer", Dc3TeamToJson(game.hammer)},
          {"scores", Dc3BothTeams([&](std::size_t team) {
             JsonOut list = JsonOut::array();
             for (const auto& points : game.scores[team]) list.push_back(PointsToJson(points));
             return list;
           })},
          {"shot", game.shot},
          {"stones", Dc3StonesToJson({game.board, state.angles_rad}, law)},
          {"thinking_time_remaining", DurationsToJson(game.clock_ms)}};
}

Move Dc3MoveFromJson(const Field& move, Law law, Dc3Reading reading) {
  constexpr double kMost_mps = kMaxSpeed_mps / 2;
  const Field type = move.At("type");
  if (type.String() == "concede") return Concede{};
  if (type.String() != "shot") throw type.Bad("expected \"shot\" or \"concede\"");
  const Field velocity = move.At("velocity");
  const Field rotation = move.At("rotation");
  if (reading == Dc3Reading::kStrict) {
    return ReleaseFromOwnFrame(law, PointFromJson(velocity, "x", "y", kMost_mps),
                               HandleFromJson(rotation));
  }
  double x = velocity.At("x").Number();
  double y = velocity.At("y").Number();
  const double larger = std::max(std::abs(x), std::abs(y));
  if (larger > kMost_mps) {
    x = x / larger * kMost_mps;
    y = y / larger * kMost_mps;
  }
  const bool cw = rotation.is_string() && rotation.String() == HandleName(Handle::kCw);
  return ReleaseFromOwnFrame(law, {RoundToFloat32(x), RoundToFloat32(y)},
                             cw ? Handle::kCw : Handle::kCcw);
}

JsonOut Dc3MoveToJson(const Move& move, Law law) {
  const Release* release = std::get_if<Release>(&move);
  if (release == nullptr) return {{"type", "concede"}};
  const Vec2 velocity = VelocityToOwnFrame(law, *release);
  return {{"rotation", HandleName(release->handle)},
          {"type", "shot"},
          // Not exactly float32 any more after the way through speed and angle.
          {"velocity", {{"x", RoundToFloat32(velocity.x)}, {"y", RoundToFloat32(velocity.y)}}}};
}

}  // namespace skipstone
