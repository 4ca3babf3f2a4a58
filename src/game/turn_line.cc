// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/turn_line.h"

#include <fmt/format.h>

#include <cmath>

namespace skipstone {
namespace {

constexpr std::array<const char*, 2> kTeamKeys = {"team0", "team1"};
constexpr double kMaxClock_s = 1e6;
constexpr int kMaxPoints = 1000;

Team TeamFromName(const Field& field) {
  for (const Team team : {Team::k0, Team::k1}) {
    if (field.String() == kTeamKeys[static_cast<std::size_t>(Index(team))]) return team;
  }
  throw field.Bad(fmt::format("expected \"team0\" or \"team1\", got {}", Quote(field.value())));
}

JsonOut TeamToName(const std::optional<Team>& team) {
  return team ? JsonOut(kTeamKeys[static_cast<std::size_t>(Index(*team))]) : JsonOut();
}

// {"team0": ..., "team1": ...}
template <typename F>
JsonOut BothTeams(const F& value_of) {
  JsonOut both = JsonOut::object();
  for (std::size_t team = 0; team < 2; ++team) both[kTeamKeys[team]] = value_of(team);
  return both;
}

// Durations are seconds on the wire and whole milliseconds inside.
Milliseconds DurationFromJson(const Field& field) {
  return std::llround(field.Number(0.0, kMaxClock_s) * 1000.0);
}

std::array<Milliseconds, 2> DurationsFromJson(const Field& field) {
  return {DurationFromJson(field.At(kTeamKeys[0])), DurationFromJson(field.At(kTeamKeys[1]))};
}

JsonOut DurationsToJson(const std::array<Milliseconds, 2>& times_ms) {
  return BothTeams([&](std::size_t team) { return static_cast<double>(times_ms[team]) / 1000.0; });
}

std::optional<int> PointsFromJson(const Field& field) {
  if (field.is_null()) return std::nullopt;
  return static_cast<int>(field.Int(0, kMaxPoints));
}

JsonOut PointsToJson(const std::optional<int>& points) {
  return points ? JsonOut(*points) : JsonOut();
}

Rules RulesFromSetting(const Field& setting) {
  Rules rules = MakeRules(RulesPreset::kDc3);
  rules.ends = static_cast<int>(setting.At("max_end").Int(1, 255));
  // The flag chooses between a five-rock and a four-rock rule; it never turns it off.
  rules.guard_shots = setting.At("five_rock_rule").Bool() ? 5 : 4;
  rules.thinking_time_ms = DurationsFromJson(setting.At("thinking_time"));
  rules.extra_end_time_ms = DurationsFromJson(setting.At("extra_end_thinking_time"));
  return rules;
}

void StonesFromJson(const Field& stones, TurnLine& line) {
  for (const Team team : {Team::k0, Team::k1}) {
    const Field list = stones.At(kTeamKeys[static_cast<std::size_t>(Index(team))]);
    if (list.Size(kStonesPerTeam) != kStonesPerTeam) throw list.Bad("expected 8 elements");
    for (int i = 0; i < kStonesPerTeam; ++i) {
      const Field stone = list[static_cast<std::size_t>(i)];
      if (stone.is_null()) continue;
      const int slot = SlotOf(team, i);
      const Field position = stone.At("position");
      line.before.board.Put(
          slot,
          PositionFromOwnFrame(line.ice.law, PointFromJson(position, "x", "y", kMaxCoordinate_m)));
      if (const auto angle = stone.Find("angle")) {
        line.angles_rad[static_cast<std::size_t>(slot)] = angle->Number();
      }
    }
  }
}

void StateFromJson(const Field& state, TurnLine& line) {
  Game& game = line.before;
  game = NewGame(line.rules);
  if (state.Find("game_result")) {
    throw state.At("game_result").Bad("expected null: the game is already over");
  }
  game.end = static_cast<int>(state.At("end").Int(0, 254));
  game.shot = static_cast<int>(state.At("shot").Int(0, kStones - 1));
  game.hammer = TeamFromName(state.At("hammer"));
  game.clock_ms = DurationsFromJson(state.At("thinking_time_remaining"));
  for (std::size_t team = 0; team < 2; ++team) {
    const Field points = state.At("scores").At(kTeamKeys[team]);
    const std::size_t count = points.Size(255);
    if (count != static_cast<std::size_t>(line.rules.ends)) {
      throw points.Bad(
          fmt::format("expected one element per end: {}, got {}", line.rules.ends, count));
    }
    for (std::size_t end = 0; end < count; ++end) {
      game.scores[team][end] = PointsFromJson(points[end]);
    }
    game.extra_end_score[team] = PointsFromJson(state.At("extra_end_score").At(kTeamKeys[team]));
  }
  StonesFromJson(state.At("stones"), line);
}

Move MoveFromJson(const Field& move, Law law) {
  const Field type = move.At("type");
  if (type.String() == "concede") return Concede{};
  if (type.String() != "shot") throw type.Bad("expected \"shot\" or \"concede\"");
  const Field velocity = move.At("velocity");
  return ReleaseFromOwnFrame(law, PointFromJson(velocity, "x", "y", kMaxSpeed_mps / 2),
                             HandleFromJson(move.At("rotation")));
}

JsonOut StonesToJson(const Board& board, const std::array<double, kStones>& angles_rad, Law law) {
  return BothTeams([&](std::size_t team) {
    JsonOut list = JsonOut::array();
    for (int i = 0; i < kStonesPerTeam; ++i) {
      const int slot = SlotOf(team == 0 ? Team::k0 : Team::k1, i);
      if (!board.Has(slot)) {
        list.push_back(nullptr);
        continue;
      }
      const Vec2 own = PositionToOwnFrame(law, board.position(slot));
      list.push_back({{"angle", angles_rad[static_cast<std::size_t>(slot)]},
                      {"position", {{"x", own.x}, {"y", own.y}}}});
    }
    return list;
  });
}

JsonOut StateToJson(const Game& game, const std::array<double, kStones>& angles_rad, Law law) {
  JsonOut result;
  if (game.result) {
    result = {{"winner", TeamToName(game.result->winner)},
              {"reason", ReasonName(game.result->reason)}};
  }
  return {{"end", game.end},
          {"extra_end_score",
           BothTeams([&](std::size_t team) { return PointsToJson(game.extra_end_score[team]); })},
          {"game_result", result},
          {"hammer", TeamToName(game.hammer)},
          {"scores", BothTeams([&](std::size_t team) {
             JsonOut list = JsonOut::array();
             for (const auto& points : game.scores[team]) list.push_back(PointsToJson(points));
             return list;
           })},
          {"shot", game.shot},
          {"stones", StonesToJson(game.board, angles_rad, law)},
          {"thinking_time_remaining", DurationsToJson(game.clock_ms)}};
}

}  // namespace

TurnLine TurnLineFromJson(const Field& field, Law law) {
  TurnLine line;
  const Field setting = field.At("setting");
  line.id = IdOf(field);
  line.rules = RulesFromSetting(setting);
  line.ice = IceForRules(law, RulesPreset::kDc3, SheetWidthFromJson(setting.At("sheet_width")));
  StateFromJson(field.At("before"), line);
  line.move = MoveFromJson(field.At("move"), law);
  line.used_ms = DurationFromJson(field.At("thinking_time_used"));
  const Release* release = std::get_if<Release>(&line.move);
  CheckThrow(line.ice, line.before.board, line.before.position().turn,
             release != nullptr ? *release : Release{});
  return line;
}

JsonOut PlayTurnLine(const TurnLine& line, Engine& engine) {
  Game game = line.before;
  Recording recording;
  recording.interval_s = 1.0;
  const TurnResult turn = PlayMove(game, line.rules, engine, line.move, line.used_ms, &recording);
  // The engine counts angles from the throw; the game carries them on.
  std::array<double, kStones> angles_rad = line.angles_rad;
  if (turn.was_thrown && !turn.thrown.foul) {
    for (std::size_t i = 0; i < kStones; ++i) angles_rad[i] += recording.angles_rad[i];
  }
  const Law law = line.ice.law;
  return {{"id", JsonOut(line.id)},
          {"after", StateToJson(game, angles_rad, law)},
          {"free_guard_zone_foul", turn.thrown.foul},
          {"stones_at_end_of_shot", StonesToJson(turn.thrown.outcome.board, angles_rad, law)}};
}

}  // namespace skipstone
