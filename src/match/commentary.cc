// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/commentary.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "game/record_writer.h"
#include "shots/namer.h"

namespace skipstone {
namespace {

std::string_view CountName(int count) {
  constexpr std::array<std::string_view, kStonesPerTeam + 1> kNames = {
      "none", "one", "two", "three", "four", "five", "six", "seven", "eight"};
  return kNames.at(static_cast<std::size_t>(count));
}

// More than three would be no help.
std::string StoneNames(SlotSet slots) {
  if (std::popcount(slots) > 3) return fmt::format("{} stones", std::popcount(slots));
  std::vector<std::string> names;
  ForEachSlot(slots, [&](int slot) { names.push_back(StoneName(slot)); });
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

// Where a stone left that touched nothing.
std::string_view MissText(Vec2 last, const Sheet& sheet) {
  if (std::abs(last.x) > sheet.half_width_m - sheet.stone_radius_m) return "out at the side";
  return last.y < 0.0 ? "short of the hog line" : "through the house";
}

std::string RestText(Vec2 at, const Sheet& sheet) {
  const double distance = std::hypot(at.x, at.y);
  if (distance < sheet.house_radius_m + sheet.stone_radius_m) {
    return fmt::format("comes to rest {:.1f} m from the tee", distance);
  }
  return at.y < 0.0 ? "comes to rest in front of the house" : "comes to rest behind the house";
}

// What the throw did to the stones.
std::string ThrowText(const TurnReport& report, const Sheet& sheet) {
  const Outcome& outcome = report.result.thrown.outcome;
  const int slot = report.before.position().turn.slot();
  const auto& paths = report.recording->paths;
  if (report.result.thrown.foul) {
    return "foul: it moved a protected guard; the stones are put back";
  }
  const SlotSet taken = outcome.left & ~SlotBit(slot);
  const bool stays = outcome.board.Has(slot);
  if (taken != 0) {
    return fmt::format("takes out {}{}", StoneNames(taken), stays ? "" : " and leaves too");
  }
  SlotSet moved = 0;
  ForEachSlot(outcome.board.present(), [&](int other) {
    if (other != slot && !paths[static_cast<std::size_t>(other)].empty()) moved |= SlotBit(other);
  });
  if (moved != 0) {
    return fmt::format("moves {}{}", StoneNames(moved), stays ? "" : " and leaves");
  }
  if (stays) return RestText(outcome.board.position(slot), sheet);
  const auto& path = paths[static_cast<std::size_t>(slot)];
  // A stone that never left the hand has none.
  return std::string(
      MissText(path.empty() ? Vec2{0.0, sheet.release_y_m} : path.back().position, sheet));
}

// Who counts what now, or has scored if this was the end's last stone.
std::string LyingText(const TurnReport& report, const RecordHeader& header) {
  const int points = EndScore(report.move.board, header.terms.ice.sheet, header.terms.rules);
  const Team team = points > 0 ? Team::k0 : Team::k1;
  if (report.before.shot == kStones - 1) {
    if (points == 0) return "the end is blank";
    return fmt::format("{} {} {}", TeamName(team),
                       team == report.before.hammer ? "scores" : "steals",
                       CountName(std::abs(points)));
  }
  if (points == 0) return "nobody lies in the house";
  return fmt::format("{} lies {}", TeamName(team), CountName(std::abs(points)));
}

std::string_view LossText(Reason reason) {
  switch (reason) {
    case Reason::kScore:
    case Reason::kDraw:
      break;
    case Reason::kConcede:
      return "concedes";
    case Reason::kTimeLimit:
      return "is out of time";
    case Reason::kCrash:
      return "crashed";
    case Reason::kHang:
      return "gave no answer";
    case Reason::kNonsense:
      return "called no shot that could be thrown";
  }
  return "";
}

}  // namespace

std::string_view TeamName(Team team) { return team == Team::k0 ? "red" : "yellow"; }

std::string CallText(const TurnReport& report, const RecordHeader& header, Engine& engine) {
  const Position position = report.before.position();
  const auto team = static_cast<std::size_t>(Index(report.move.team));
  const Release* release = std::get_if<Release>(&report.move.called);
  const std::string call =
      release != nullptr ? NameShot(position, *release, header.terms.rules, engine).text
      : std::holds_alternative<Concede>(report.move.called) ? "concedes"
                                                            : "no call in time";
  return fmt::format("{}, {}: {}", StoneName(position.turn.slot()), header.players[team], call);
}

std::string OutcomeText(const TurnReport& report, const RecordHeader& header) {
  if (std::holds_alternative<Concede>(report.move.called)) return "the game is over";
  if (std::holds_alternative<OutOfTime>(report.move.called)) return "out of time";
  return fmt::format("{}; {}", ThrowText(report, header.terms.ice.sheet),
                     LyingText(report, header));
}

std::string ResultText(const GameRecord& record) {
  const GameResult& result = record.result;
  std::string text = fmt::format("red ({}) {} : {} yellow ({}): ", record.header.players[0],
                                 record.score[0], record.score[1], record.header.players[1]);
  if (record.cut_off) {
    const std::string last = LastMoveText(record);
    return text + (last.empty() ? "cut off before the first shot" : "cut off after " + last);
  }
  if (!result.winner) return text + "a draw";
  text += fmt::format("{} wins", TeamName(*result.winner));
  if (const std::string_view loss = LossText(result.reason); !loss.empty()) {
    text += fmt::format(", {} {}", TeamName(Opponent(*result.winner)), loss);
  }
  return text;
}

}  // namespace skipstone
