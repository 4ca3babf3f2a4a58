// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>

#include "ice/event_tables.h"

namespace skipstone::event {

// The kernel of the engine `event`: event_kernel.inl, compiled once per CPU level. Plain data and
// float32 in the frame of the reference's simulation, so that touching stones touch here too.

inline constexpr int kSlots = 16;

struct Box {
  float low_x, high_x;
  float low_y, high_y;
};

// An ice's removal rule as boxes that a stone's centre has to be in (its edges excluded), and the
// way to the kernel's frame: x = add_x + house x, y = add_y + sign_y * house y - origin.
struct Lines {
  double add_x, add_y, sign_y;
  float origin;
  Box start;        // every stone, before the throw
  Box moving;       // a moving stone, at each step
  Box rest;         // every stone, at the end
  Box rest_thrown;  // the thrown stone, at the end
  bool rest_thrown_only_if_missed;
  // The reference's order of bodies, which decides the order of contacts: slot by slot, or in order
  // of delivery (dc2).
  std::uint8_t order[kSlots];    // of a slot
  std::uint8_t slot_at[kSlots];  // its inverse
  // dc2 removes in this order, up to the first stone that is awake. Elsewhere a stone leaves at
  // once.
  bool waits_for_sleep;
};

struct Throw {
  float x;
  float y;
  float vx;
  float vy;
  float spin;
  int start_step;  // the velocity is the one before this step's friction
};

struct alignas(64) Stones {
  float x[kSlots];
  float y[kSlots];
  std::uint16_t present;
};

// The stones at rest, in the house frame; zero in empty slots.
struct alignas(64) Result {
  double x[kSlots];
  double y[kSlots];
  std::uint16_t present;
  std::uint16_t touched;  // slots that took part in an impact
  int contacts;
};

// A board, ready to be thrown at.
struct Prepared {
  Stones stones;   // without those that leave at once
  Result nothing;  // what is left if nothing is touched, the thrown stone aside
};

// A stretch of a stone's way, for recordings: along a curve, or one step in a straight line.
struct Leg {
  const Curve* curve;  // null: straight at constant velocity
  float stop_x, stop_y;
  float cos, sin, mirror;
  float tau;
  float x, y, vx, vy;  // at its start
  float spin;          // at its start, signed
  float spin_to_lose;
  int start;
  int end;
  int slot;
};
struct Impact {
  int slot_a;
  int slot_b;
  int step;
};
struct Trace {
  static constexpr int kCapacity = 4096;
  Leg legs[kCapacity];
  Impact impacts[kCapacity];
  int leg_count;
  int impact_count;
};

struct Kernel {
  // From the board of the house frame.
  void (*prepare)(const Lines& lines, const double* x, const double* y, std::uint16_t present,
                  Prepared& board);
  // Throws the stone `slot`. `trace` may be null.
  void (*run)(const Tables& tables, const Lines& lines, const Prepared& board, int slot,
              const Throw& thrown, Result& result, Trace* trace);
};

namespace v2 {
extern const Kernel kKernel;
}
namespace v3 {
extern const Kernel kKernel;
}
namespace v4 {
extern const Kernel kKernel;
}

}  // namespace skipstone::event
