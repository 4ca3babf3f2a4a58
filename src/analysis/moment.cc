// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "analysis/moment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "analysis/file_kind.h"
#include "match/commentary.h"
#include "match/store.h"
#include "protocol/game_file.h"
#include "shots/namer.h"

namespace skipstone {
namespace {

constexpr std::size_t kMaxPositionFile = std::size_t{1} << 20;

std::string ScoreText(const Game& game) {
  return fmt::format("red {} : {} yellow", game.Total(Team::k0), game.Total(Team::k1));
}

// What a text has where a JSON object should begin; "" if one does.
std::string InPlaceOfObject(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // some editors begin UTF-8 so
  const std::string_view mark = text.substr(0, 2);
  if (mark == "\xFF\xFE" || mark == "\xFE\xFF") return "text in UTF-16; save it in UTF-8";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "nothing";
  return text[begin] == '{' ? "" : "something else";
}

// A position file cannot say that its game is over, but its score can.
void CheckNotOver(const Game& game, const Rules& rules, const std::string& name) {
  if (!game.in_extra_end(rules)) return;
  if (game.Total(Team::k0) != game.Total(Team::k1)) {
    throw BadData(name, fmt::format("end: expected one of the game's {} ends, or a tie for an "
                                    "extra end; got end {} at {}: the game is over",
                                    rules.ends, game.end, ScoreText(game)));
  }
  if (rules.tie_break == TieBreak::kDraw) {
    throw BadData(name, fmt::format("end: expected one of the game's {} ends, from 0, since a tie "
                                    "is a draw by these rules; got {}: the game is over",
                                    rules.ends, game.end));
  }
}

// The points of an end's last board, into the game.
void AddScore(Game& game, int end, int points, const Rules& rules) {
  if (end >= rules.ends) return;  // blank, or the game would be over
  game.scores[0][static_cast<std::size_t>(end)] = std::max(0, points);
  game.scores[1][static_cast<std::size_t>(end)] = std::max(0, -points);
}

}  // namespace

Situation ReadPosition(const std::string& file) {
  if (file == "-") SayWaiting("a position as JSON (docs/formats.md)");
  const std::string text = ReadInput(file, kMaxPositionFile);
  const std::string name = InputName(file);
  RefuseOtherKinds(name, KindOfText(text), {FileKind::kPosition});
  if (const std::string got = InPlaceOfObject(text); !got.empty()) {
    throw BadData(name,
                  fmt::format("expected a position, a JSON object (docs/formats.md), got {}", got));
  }
  try {
    const Json json = ParseJson(text, "");
    return SituationFromJson(Field(json, ""));
  } catch (const Error& e) {
    throw BadData(name, e.what());
  }
}

GameRecord ReadGame(const std::string& file, std::optional<int> number,
                    std::optional<World> world) {
  if (number) {
    RefuseOtherKinds(file, {FileKind::kStore});
    const Store store = Store::Open(file, Store::Access::kRead);
    GameRecord record =
        RecordFromText(store.RecordText(*number), fmt::format("{}, game {}", file, *number));
    if (world) record.header.world = *world;
    return record;
  }
  GameRecord record = ReadSingleGame(file, world);
  if (record.cut_off) {
    fmt::print(stderr, "skipstone: {}: {}\n", InputName(file), CutOffText(record));
  }
  return record;
}

GameRecord ReadSingleGame(const std::string& file, std::optional<World> world) {
  if (file == "-") SayWaiting("a game (docs/formats.md)");
  // Known by its beginning, however long it is.
  RefuseOtherKinds(file, {FileKind::kRecord, FileKind::kLog});
  const std::string text = ReadInput(file, kMostGameBytes);
  const std::string name = InputName(file);
  RefuseOtherKinds(name, KindOfText(text), {FileKind::kRecord, FileKind::kLog});
  return GameFromText(text, name, CutOff::kTaken, world);
}

Moment MomentOf(const Situation& situation, const std::string& name) {
  CheckNotOver(situation.game, situation.terms.rules, name);
  return {situation.terms, situation.game};
}

Moment MomentOf(const GameRecord& record, int end, int shot, const std::string& name) {
  const Rules& rules = record.header.terms.rules;
  Moment moment{record.header.terms, NewGame(rules)};
  Game& game = moment.game;
  const RecordMove* before = nullptr;
  for (const RecordMove& move : record.moves) {
    if (before != nullptr && move.end != before->end) {
      AddScore(game, before->end, EndScore(before->board, record.header.terms.ice.sheet, rules),
               rules);
      game.board = Board();
    }
    if (move.end == end - 1 && move.shot == shot - 1) {
      game.end = move.end;
      game.shot = move.shot;
      // Who throws says who has the hammer.
      game.hammer = move.shot % 2 == 0 ? Opponent(move.team) : move.team;
      if (before != nullptr) game.clock_ms = before->clock_ms;
      return moment;
    }
    game.board = move.board;
    before = &move;
  }
  if (before == nullptr) throw BadData(name, "expected a game with shots, got one without any");
  throw Error(
      ErrorKind::kUsage, name,
      fmt::format(
          "expected a shot up to end {}, shot {}, the game's last; got end {}, shot "
          "{}, which was not played ({})",
          before->end + 1, before->shot + 1, end, shot,
          record.cut_off ? CutOffText(record) : std::string(ReasonName(record.result.reason))));
}

std::string StandText(const Moment& moment) {
  const Game& game = moment.game;
  const std::string end = game.in_extra_end(moment.terms.rules)
                              ? fmt::format("Extra end {}", game.end + 1 - moment.terms.rules.ends)
                              : fmt::format("End {} of {}", game.end + 1, moment.terms.rules.ends);
  return fmt::format("{}, {}, shot {} of {}", end, ScoreText(game), game.shot + 1, kStones);
}

std::string ThrowerText(const Moment& moment) {
  const Game& game = moment.game;
  const std::string hammer = game.hammer == moment.thrower()
                                 ? "it has the hammer"
                                 : fmt::format("{} has the hammer", TeamName(*game.hammer));
  return fmt::format("{} to throw {}, {}", TeamName(moment.thrower()),
                     StoneName(game.position().turn.slot()), hammer);
}

std::string MomentText(const Moment& moment) {
  return fmt::format("{}: {}", StandText(moment), ThrowerText(moment));
}

std::string LyingText(const Moment& moment) {
  const int points = EndScore(moment.game.board, moment.terms.ice.sheet, moment.terms.rules);
  if (points == 0) return moment.game.board.count() == 0 ? "no stones lie" : "nobody counts";
  return fmt::format("{} counts {}", TeamName(points > 0 ? Team::k0 : Team::k1), std::abs(points));
}

}  // namespace skipstone
