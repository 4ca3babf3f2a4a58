// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <span>

#include "game/end.h"
#include "shots/aim.h"
#include "shots/shot.h"

namespace skipstone {

// A list of shots without a heap.
class ShotList {
 public:
  static constexpr std::size_t kMost = 320;

  std::size_t size() const { return size_; }
  bool full() const { return size_ == kMost; }
  const Shot& operator[](std::size_t i) const { return shots_[i]; }
  const Shot* begin() const { return shots_.data(); }
  const Shot* end() const { return shots_.data() + size_; }
  void Clear() { size_ = 0; }
  void Add(const Shot& shot) { shots_[size_++] = shot; }

 private:
  std::array<Shot, kMost> shots_;
  std::size_t size_ = 0;
};

enum class Width : std::uint8_t {
  kSkip,  // what a skip would consider: typically 7 to 30 shots (Yee et al. 4.3)
  kWide,  // more spots, weights and thicknesses, and both handles: for strong players
};

// Lists the candidates for a throw, each with its purpose. Shots that a stone is in the way of,
// that leave the sheet or that the free guard zone forbids are not in the list, and of two that are
// nearly the same release only the first is. No randomness; nothing is simulated.
class Generator {
 public:
  // `max_speed_mps` is the fastest release the thrower can make; 0 for no limit.
  Generator(const Ice& ice, const Rules& rules, Width width, double max_speed_mps = 0.0);

  void List(const Position& position, ShotList& shots) const;

 private:
  class Listing;

  Ice ice_;
  Rules rules_;
  Width width_;
  double max_speed_mps_;
  double half_error_mps_;  // of dc3
  Aim aim_;
};

}  // namespace skipstone
