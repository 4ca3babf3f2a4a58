// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/shot_line.h"

#include <fmt/format.h>

#include "game/game_terms.h"

namespace skipstone {
namespace {

// team and idx as the line names a stone.
int SlotFromJson(const Field& stone) {
  return SlotOf(TeamFromJson(stone.At("team")),
                static_cast<int>(stone.At("idx").Int(0, kStonesPerTeam - 1)));
}

JsonOut SlotToJson(int slot) { return {{"team", Index(OwnerOf(slot))}, {"idx", IndexOf(slot)}}; }

// Errors of CheckThrow name slots; a line names its stones by their place in the list.
void CheckStones(const Field& stones, const Board& board, const Ice& ice,
                 const std::array<std::size_t, kStones>& place) {
  if (const auto pair = FindOverlap(board, ice.sheet)) {
    const auto [a, b] = *pair;
    throw stones[place[static_cast<std::size_t>(b)]].Bad(
        fmt::format("overlaps stones[{}] by more than {:.0f} mm",
                    place[static_cast<std::size_t>(a)], 1000 * kMaxOverlap_m));
  }
}

}  // namespace

ShotLine ShotLineFromJson(const Field& field, Law law) {
  ShotLine line;
  const Field stones = field.At("stones");
  line.id = IdOf(field);
  line.ice = DefaultIce(law);
  if (const auto width = field.Find("sheet_width"); width && law == Law::kFcv1) {
    line.ice = MakeIce(law, line.ice.removal, SheetWidthFromJson(*width));
  }
  if (const auto rule = field.Find("four_rock_rule")) line.four_rock_rule = rule->Bool();

  const Field thrown = field.At("thrown");
  const int thrown_slot = SlotFromJson(thrown);
  // Who has the hammer is not said: as in the field's files, team 0 leads the end.
  line.before.turn = {2 * IndexOf(thrown_slot) + Index(OwnerOf(thrown_slot)), Team::k1};
  std::array<std::size_t, kStones> place{};
  const std::size_t count = stones.Size(kStones);
  for (std::size_t i = 0; i < count; ++i) {
    const Field stone = stones[i];
    const int slot = SlotFromJson(stone);
    if (line.before.board.Has(slot)) {
      throw stone.Bad(fmt::format("team {} idx {} is there twice, first as stones[{}]",
                                  Index(OwnerOf(slot)), IndexOf(slot),
                                  place[static_cast<std::size_t>(slot)]));
    }
    place[static_cast<std::size_t>(slot)] = i;
    line.before.board.Put(
        slot, PositionFromOwnFrame(law, PointFromJson(stone, "x", "y", kMaxCoordinate_m)));
  }
  CheckStones(stones, line.before.board, line.ice, place);

  const Field shot = field.At("shot");
  line.release = ReleaseFromOwnFrame(law, PointFromJson(shot, "vx", "vy", kMaxSpeed_mps / 2),
                                     HandleFromJson(shot.At("rotation")));
  CheckThrow(line.ice, line.before.board, line.before.turn, line.release);
  return line;
}

JsonOut SimulateLine(const ShotLine& line, Engine& engine, const ShotDetails& details) {
  const Law law = line.ice.law;
  Recording recording;
  recording.interval_s = details.path_interval_s.value_or(1.0);
  // The rule's zone is that of the ice's own game; the line says whether it applies.
  Rules rules = MakeRules(UsualRules(law));
  rules.guard_shots = line.four_rock_rule ? kStones : 0;
  const ThrowResult result =
      ThrowStone(line.before, line.release, engine, rules, details.any() ? &recording : nullptr);

  JsonOut stones = JsonOut::array();
  JsonOut removed = JsonOut::array();
  ForEachSlot(result.outcome.board.present(), [&](int slot) {
    JsonOut stone = SlotToJson(slot);
    const Vec2 own = PositionToOwnFrame(law, result.outcome.board.position(slot));
    stone["x"] = own.x;
    stone["y"] = own.y;
    if (details.angles && !result.foul) {
      stone["angle"] = recording.angles_rad[static_cast<std::size_t>(slot)];
    }
    stones.push_back(std::move(stone));
  });
  ForEachSlot(result.outcome.left, [&](int slot) { removed.push_back(SlotToJson(slot)); });

  JsonOut answer = {{"id", JsonOut(line.id)},
                    {"result", {{"stones", stones}, {"removed", removed}}},
                    {"contacts", result.outcome.contacts}};
  if (line.four_rock_rule) answer["free_guard_zone_foul"] = result.foul;
  if (details.contacts) {
    JsonOut hits = JsonOut::array();
    for (const auto& hit : recording.contacts) {
      hits.push_back({{"a", SlotToJson(hit.slot_a)},
                      {"b", SlotToJson(hit.slot_b)},
                      {"t", hit.time_s},
                      {"step", hit.step}});
    }
    answer["hits"] = hits;
  }
  if (details.path_interval_s) {
    JsonOut paths = JsonOut::array();
    for (int slot = 0; slot < kStones; ++slot) {
      const auto& path = recording.paths[static_cast<std::size_t>(slot)];
      if (path.empty()) continue;
      JsonOut points = JsonOut::array();
      for (const auto& point : path) {
        const Vec2 own = PositionToOwnFrame(law, point.position);
        points.push_back({point.time_s, own.x, own.y});
      }
      JsonOut entry = SlotToJson(slot);
      entry["points"] = points;
      paths.push_back(std::move(entry));
    }
    answer["paths"] = paths;
  }
  return answer;
}

}  // namespace skipstone
