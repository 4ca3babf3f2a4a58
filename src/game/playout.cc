// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/playout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/exact_math.h"
#include "ice/free_path.h"

namespace skipstone {
namespace {

[[noreturn]] void Failed(const Game& game, const std::string& what) {
  throw Error(ErrorKind::kInternal, fmt::format("play-out, end {}, shot {}", game.end, game.shot),
              what);
}

// JSON text and back gives an equal value with an equal hash.
template <typename T, typename FromJson>
void CheckRoundTrip(const Game& game, const T& value, const FromJson& from_json) {
  const Json json = ParseJson(ToJson(value).dump(), "round trip");
  const T again = from_json(Field(json, ""));
  if (!(again == value) || HashOf(again) != HashOf(value)) {
    Failed(game, "a value does not survive JSON: " + json.dump());
  }
}

// The end's points, counted another way than EndScore does: sort all stones by distance and count
// from the tee until the other team's first.
int CountAgain(const Board& board, const Sheet& sheet, const Rules& rules) {
  struct Stone {
    double distance;
    Team team;
  };
  std::vector<Stone> stones;
  const double edge = sheet.house_radius_m + rules.scoring_reach_m;
  ForEachSlot(board.present(), [&](int slot) {
    const double d = std::sqrt(board.x(slot) * board.x(slot) + board.y(slot) * board.y(slot));
    if (d < edge || (rules.scoring_inclusive && d == edge)) stones.push_back({d, OwnerOf(slot)});
  });
  std::sort(stones.begin(), stones.end(),
            [](const Stone& a, const Stone& b) { return a.distance < b.distance; });
  int points = 0;
  for (const Stone& stone : stones) {
    if (stone.team != stones.front().team) {
      if (stone.distance == stones.front().distance) return 0;
      break;
    }
    ++points;
  }
  if (points == 0) return 0;
  return stones.front().team == Team::k0 ? points : -points;
}

void CheckTurn(const Game& before, const Game& after, const TurnResult& turn, const Ice& ice,
               const Rules& rules) {
  const SlotSet thrown = SlotBit(before.position().turn.slot());
  const Outcome& outcome = turn.thrown.outcome;
  const auto there = static_cast<SlotSet>(before.board.present() | (turn.was_thrown ? thrown : 0));
  if ((outcome.board.present() & ~there) != 0) Failed(before, "a stone appeared");
  if (turn.was_thrown && outcome.left != (there & ~outcome.board.present())) {
    Failed(before, "the stones that left are not those missing");
  }
  if (turn.thrown.foul && outcome.board != before.board) {
    Failed(before, "a foul did not put the stones back");
  }
  if (before.shot == kStones - 1) {
    const int score = CountAgain(outcome.board, ice.sheet, rules);
    if (after.Total(Team::k0) - before.Total(Team::k0) != std::max(score, 0) ||
        after.Total(Team::k1) - before.Total(Team::k1) != std::max(-score, 0)) {
      Failed(before, fmt::format("the score is not the board's {}", score));
    }
    const Team hammer = score == 0 ? *before.hammer : (score > 0 ? Team::k1 : Team::k0);
    if (!after.over() && after.hammer != hammer)
      Failed(before, "the hammer is with the wrong team");
  } else if (after.board != outcome.board) {
    Failed(before, "the stones are not those of the throw");
  }
}

}  // namespace

Release RandomCall(const Position& position, Law law, RandomStream& random) {
  const FreePath& path = FreePath::For(law);
  const Sheet sheet = DefaultIce(law).sheet;
  const Handle handle = random.Below(2) == 0 ? Handle::kCw : Handle::kCcw;
  const std::uint32_t kind = random.Below(20);
  const double tee_speed = TeeDraw(law, handle).speed_mps;
  if (kind < 9 && position.board.count() > 0) {
    // A hit: more than draw weight, on a line that nearly leads to a stone.
    std::uint32_t pick = random.Below(static_cast<std::uint32_t>(position.board.count()));
    Vec2 target;
    ForEachSlot(position.board.present(), [&](int slot) {
      if (pick-- == 0) target = position.board.position(slot);
    });
    const Release draw = path.DrawTo(target, handle);
    const double weight = random.Uniform(1.0, 1.6);
    // Faster stones have curled less when they get there.
    const double bearing = ExactAtan2(target.x, target.y - sheet.release_y_m);
    return {
        weight * tee_speed,
        bearing + (draw.angle_rad - bearing) / (weight * weight) + random.Uniform(-0.006, 0.006),
        handle};
  }
  if (kind < 19) {
    const double x = random.Uniform(-sheet.half_width_m, sheet.half_width_m) * 0.8;
    const double y = random.Uniform(sheet.hog_line_y_m - 0.5, sheet.back_line_y_m + 0.5);
    return path.DrawTo({x, y}, handle);
  }
  return {tee_speed * random.Uniform(0.0, 2.0), random.Uniform(-0.3, 0.3), handle};
}

Playout CheckedPlayout(const RecordHeader& header) {
  RecordedGame played(header);
  Playout playout;
  while (!played.game().over()) {
    const Game before = played.game();
    RandomStream random({.seed = header.seed.value_or(0),
                         .game = header.game,
                         .end = static_cast<std::uint16_t>(before.end),
                         .shot = static_cast<std::uint8_t>(before.shot),
                         .purpose = Purpose::kPlayout});
    Move call = RandomCall(before.position(), header.terms.ice.law, random);
    Milliseconds used_ms = random.Below(1000);
    if (random.Below(500) == 0) call = Concede{};
    if (random.Below(500) == 0) used_ms = kMaxClock_ms;
    const TurnResult turn = played.Play(call, used_ms);
    CheckTurn(before, played.game(), turn, header.terms.ice, header.terms.rules);
    CheckRoundTrip(before, played.game(), [](const Field& f) { return GameFromJson(f); });
    CheckRoundTrip(before, before.position(), [](const Field& f) { return PositionFromJson(f); });
    if (before.shot == kStones - 1) ++playout.ends;
  }
  CheckRoundTrip(played.game(), header.terms.ice, [](const Field& f) { return IceFromJson(f); });
  CheckRoundTrip(played.game(), header.terms.rules,
                 [](const Field& f) { return RulesFromJson(f); });
  CheckRoundTrip(played.game(), header.terms.execution[0][0],
                 [](const Field& f) { return SizesFromJson(f); });
  playout.record = played.Finish();
  if (!(RecordFromText(RecordToText(playout.record), "record") == playout.record)) {
    Failed(played.game(), "the record does not survive its text");
  }
  if (const auto difference = Replay(playout.record)) Failed(played.game(), *difference);
  return playout;
}

}  // namespace skipstone
