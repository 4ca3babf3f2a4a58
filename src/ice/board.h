// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/json.h"
#include "ice/vec2.h"

namespace skipstone {

enum class Team : std::uint8_t { k0 = 0, k1 = 1 };

constexpr Team Opponent(Team team) { return team == Team::k0 ? Team::k1 : Team::k0; }
constexpr int Index(Team team) { return static_cast<int>(team); }

inline constexpr int kStonesPerTeam = 8;
inline constexpr int kStones = 16;

// A stone's slot: team 0's stones in order of delivery, then team 1's.
constexpr int SlotOf(Team team, int index) { return Index(team) * kStonesPerTeam + index; }
constexpr Team OwnerOf(int slot) { return slot < kStonesPerTeam ? Team::k0 : Team::k1; }
constexpr int IndexOf(int slot) { return slot % kStonesPerTeam; }

// Bit sets of slots.
using SlotSet = std::uint16_t;
constexpr SlotSet SlotBit(int slot) { return static_cast<SlotSet>(1U << slot); }
constexpr SlotSet SlotsOf(Team team) { return team == Team::k0 ? 0x00ff : 0xff00; }

// Calls f(slot) for each slot in the set, ascending.
template <typename F>
constexpr void ForEachSlot(SlotSet slots, F f) {
  for (unsigned rest = slots; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
}

// The stones at rest: at most one per slot, no heap. Coordinates of empty slots are zero, so that
// equal boards are equal bytes.
class Board {
 public:
  Board() : x_{}, y_{}, present_(0) {}
  // Coordinates of empty slots must be zero.
  Board(const double* x, const double* y, SlotSet present) : present_(present) {
    std::copy_n(x, kStones, x_.begin());
    std::copy_n(y, kStones, y_.begin());
  }

  bool Has(int slot) const { return (present_ & SlotBit(slot)) != 0; }
  SlotSet present() const { return present_; }
  int count() const { return std::popcount(present_); }
  double x(int slot) const { return x_[static_cast<std::size_t>(slot)]; }
  double y(int slot) const { return y_[static_cast<std::size_t>(slot)]; }
  const double* xs() const { return x_.data(); }
  const double* ys() const { return y_.data(); }
  Vec2 position(int slot) const { return {x(slot), y(slot)}; }

  void Put(int slot, Vec2 position);
  void Remove(int slot);

  bool operator==(const Board&) const = default;

 private:
  std::array<double, kStones> x_;
  std::array<double, kStones> y_;
  SlotSet present_;
};

std::uint64_t HashOf(const Board& board);

// [{"team":0,"idx":3,"x":0.1,"y":-2.0}, ...] in the house frame.
JsonOut ToJson(const Board& board);
// Also accepts stones without "idx": they take their team's lowest free slots, in order.
Board BoardFromJson(const Field& stones);

Team TeamFromJson(const Field& field);  // 0 or 1

}  // namespace skipstone
