// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>

namespace skipstone {

enum class Law : std::uint8_t;

namespace event {

// The tables of the engine `event`. Free motion depends on nothing but the speed, so one trajectory
// from the fastest throw to rest holds every path (docs/physics.md). It is indexed by tau, the
// number of 1 ms steps left to go, and drawn in the *path frame*: the stop at the origin, the
// middle heading along +x, turning left. Plain data: the kernels are compiled for several CPUs and
// share no inline code with the rest of the program.

inline constexpr int kStepsPerPiece = 48;
inline constexpr int kSpeedPieces = 320;
inline constexpr int kPlaceNodes = 1024;

// Cubics in tau, counted in steps from the piece's start: x, y, and the spin that is still to be
// lost. c[k] holds the k-th coefficients.
struct alignas(64) TauPiece {
  float c[4][4];
};

// Cubics in speed, counted from the piece's start. The length is the chord's, from here to the
// stop; the sag is how far the path leaves the chord, as a part of the length.
struct alignas(64) SpeedPiece {
  enum { kTau, kX, kY, kHeadingX, kHeadingY, kSpinToLose, kLength, kSag };
  float c[4][8];
};

// The path where x = -(k / Curve::nodes_per_root)^2. Between nodes it is linear in k.
struct alignas(16) PlaceNode {
  float y;
  float heading_x;
  float heading_y;
  float tau;
};

struct Curve {
  const TauPiece* by_tau;      // piece i starts at tau = i * kStepsPerPiece
  const SpeedPiece* by_speed;  // piece i starts at speed i / speed_scale
  const PlaceNode* by_place;   // kPlaceNodes + 1
  float nodes_per_root;        // of metres
  float end_heading_x;         // at rest
  float end_heading_y;
};

// How far float32 carries a thrown stone beyond exact arithmetic, by the time it is in the house.
struct Drift {
  float distance_m;
  float steps;
};
// By the lean of the path (the sine of the angle from the direction of play to the path frame's x,
// to the side of the curl) and by speed; linear between nodes.
struct DriftGrid {
  float low_speed, speeds_per_mps;
  int speeds;
  float low_lean, leans_per_rad;
  int leans;
};

struct Tables {
  Curve curled;       // the stone spins
  Curve straight;     // it does not: the same speeds along y = 0
  float speed_scale;  // pieces per m/s
  float speed_width;  // of a piece, m/s
  float fastest_mps;
  // A step takes loss + drag / (speed + drag_speed) from the speed.
  float loss;
  float drag;
  float drag_speed;
  // tau at which so much spin is still to be lost; linear between nodes. Null where spin lasts.
  const float* tau_by_spin;
  float spin_scale;
  int spin_nodes;
  const Drift* drift;  // [lean][speed], or null
  DriftGrid drift_grid;
  // Contacts.
  float friction;
  float restitution_threshold_mps;  // slower approaches do not bounce
  float gentle_mps;  // stones that touch and approach slower than this are left alone
  int sweeps;
  int position_sweeps;
};

// Shared and read-only; built once in a few milliseconds.
const Tables& TablesFor(Law law);

}  // namespace event
}  // namespace skipstone
