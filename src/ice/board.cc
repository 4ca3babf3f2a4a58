// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/board.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace skipstone {

void Board::Put(int slot, Vec2 position) {
  const auto i = static_cast<std::size_t>(slot);
  x_[i] = position.x;
  y_[i] = position.y;
  present_ = static_cast<SlotSet>(present_ | SlotBit(slot));
}

void Board::Remove(int slot) {
  const auto i = static_cast<std::size_t>(slot);
  x_[i] = 0.0;
  y_[i] = 0.0;
  present_ = static_cast<SlotSet>(present_ & ~SlotBit(slot));
}

std::uint64_t HashOf(const Board& board) {
  Hasher hasher;
  hasher.AddInt(board.present());
  ForEachSlot(board.present(), [&](int slot) {
    hasher.AddDouble(board.x(slot));
    hasher.AddDouble(board.y(slot));
  });
  return hasher.value();
}

JsonOut ToJson(const Board& board) {
  JsonOut stones = JsonOut::array();
  ForEachSlot(board.present(), [&](int slot) {
    stones.push_back({{"team", Index(OwnerOf(slot))},
                      {"idx", IndexOf(slot)},
                      {"x", board.x(slot)},
                      {"y", board.y(slot)}});
  });
  return stones;
}

Team TeamFromJson(const Field& field) {
  const Json& value = field.value();
  if (value.is_number_integer() && (value == 0 || value == 1)) {
    return value == 0 ? Team::k0 : Team::k1;
  }
  throw field.Bad(fmt::format("expected team 0 (red) or 1 (yellow), got {}", Quote(value)));
}

Board BoardFromJson(const Field& stones) {
  Board board;
  const std::size_t count = stones.Size(kStones);
  const auto put = [&board](const Field& stone, Team team, int index) {
    const int slot = SlotOf(team, index);
    if (board.Has(slot)) {
      throw stone.Bad(fmt::format("team {} idx {} is there twice", Index(team), index));
    }
    board.Put(slot, {stone.At("x").Number(), stone.At("y").Number()});
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Field stone = stones[i];
    if (const auto index = stone.Find("idx")) {
      put(stone, TeamFromJson(stone.At("team")),
          static_cast<int>(index->Int(0, kStonesPerTeam - 1)));
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Field stone = stones[i];
    if (stone.Find("idx")) continue;
    const Team team = TeamFromJson(stone.At("team"));
    int index = 0;
    while (index < kStonesPerTeam && board.Has(SlotOf(team, index))) ++index;
    if (index == kStonesPerTeam) throw stone.Bad("a team has at most 8 stones");
    put(stone, team, index);
  }
  return board;
}

}  // namespace skipstone
