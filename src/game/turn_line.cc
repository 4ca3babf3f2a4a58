// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/turn_line.h"

#include <fmt/format.h>

namespace skipstone {

TurnLine TurnLineFromJson(const Field& field, Law law) {
  TurnLine line;
  const Field setting = field.At("setting");
  line.id = IdOf(field);
  line.rules = Dc3RulesFromSetting(setting);
  line.ice = IceForRules(law, RulesPreset::kDc3, SheetWidthFromJson(setting.At("sheet_width")));
  const Field before = field.At("before");
  line.before = Dc3StateFromJson(before, line.rules, law);
  if (line.before.game.over()) {
    throw before.At("game_result").Bad("expected null: the game is already over");
  }
  line.move = Dc3MoveFromJson(field.At("move"), law, Dc3Reading::kStrict);
  line.used_ms = Dc3DurationFromJson(field.At("thinking_time_used"));
  const Release* release = std::get_if<Release>(&line.move);
  CheckThrow(line.ice, line.before.game.board, line.before.game.position().turn,
             release != nullptr ? *release : Release{});
  return line;
}

namespace {

// A file may name many matches, and a world takes some 100 kB.
constexpr std::size_t kMostMatches = 1000;

template <typename Ice>
JsonOut Play(const TurnLine& line, Ice& ice) {
  Game game = line.before.game;
  Recording recording;
  recording.interval_s = 1.0;
  const TurnResult turn = PlayMove(game, line.rules, ice, line.move, line.used_ms, &recording);
  // The engine counts angles from the throw; the game carries them on.
  std::array<double, kStones> angles_rad = line.before.angles_rad;
  if (turn.was_thrown && !turn.thrown.foul) {
    for (std::size_t i = 0; i < kStones; ++i) angles_rad[i] += recording.angles_rad[i];
  }
  const Law law = line.ice.law;
  return {{"id", JsonOut(line.id)},
          {"after", Dc3StateToJson({game, angles_rad}, law)},
          {"free_guard_zone_foul", turn.thrown.foul},
          {"stones_at_end_of_shot", Dc3StonesToJson({turn.thrown.outcome.board, angles_rad}, law)}};
}

}  // namespace

JsonOut PlayTurnLine(const TurnLine& line, Engine& engine) { return Play(line, engine); }

JsonOut PlayTurnLine(const TurnLine& line, MatchWorld& world) {
  world.SetAngles(line.before.angles_rad);
  return Play(line, world);
}

JsonOut MatchWorlds::Play(const Field& field, Law law) {
  const Field match = field.At("match");
  const std::string& name = match.String();
  const TurnLine line = TurnLineFromJson(field, law);
  const Game& game = line.before.game;
  std::unique_ptr<MatchWorld>& world = worlds_[name];
  if (worlds_.size() > kMostMatches) {
    worlds_.erase(name);
    throw match.Bad(
        fmt::format("expected at most {} matches that are under way; put the lines of "
                    "each together",
                    kMostMatches));
  }
  if (world == nullptr || (game.end == 0 && game.shot == 0)) {
    world = std::make_unique<MatchWorld>(line.ice);
  }
  if (world->ice() != line.ice) {
    throw field.At("setting").Bad("expected the match's sheet width, got another than before");
  }
  JsonOut answer = PlayTurnLine(line, *world);
  if (!answer["after"]["game_result"].is_null()) worlds_.erase(name);
  return answer;
}

}  // namespace skipstone
