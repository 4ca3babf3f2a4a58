// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/played_game.h"

#include "shots/namer.h"

namespace skipstone {

Scribe::Scribe(const RecordHeader& header)
    : rules_(header.terms.rules), engine_(MakeEngine("event", header.terms.ice)) {}

void Scribe::Note(const TurnReport& report) {
  const Position before = report.before.position();
  PlayedShot& shot = game_.shots.emplace_back();
  shot.end = report.move.end;
  shot.shot = report.move.shot;
  shot.team = report.move.team;
  if (const Release* called = std::get_if<Release>(&report.move.called)) shot.called = *called;
  shot.thrown = report.move.thrown;
  shot.foul = report.move.foul;
  shot.used_ms = report.move.used_ms;
  if (report.result.was_thrown) {
    ShotName name = NameShot(before, *shot.called, rules_, *engine_);
    shot.type = name.intention.type;
    shot.target = name.intention.target;
    shot.name = std::move(name.text);
    shot.came_off = !shot.foul && CameOff(name.intention, before, report.move.board);
  }
  const Game& after = report.after;
  if (after.end == report.before.end) return;
  PlayedEnd& end = game_.ends.emplace_back();
  end.end = report.before.end;
  end.hammer = before.turn.hammer;
  for (std::size_t team = 0; team < 2; ++team) {
    const auto& points = report.before.in_extra_end(rules_)
                             ? after.extra_end_score[team]
                             : after.scores[team][static_cast<std::size_t>(end.end)];
    end.points[team] = points.value_or(0);
  }
}

PlayedGame Scribe::Finish(int number, const GameRecord& record) && {
  game_.number = number;
  game_.result = record.result;
  game_.score = record.score;
  game_.record = RecordToText(record);
  return std::move(game_);
}

}  // namespace skipstone
