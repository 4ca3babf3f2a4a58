// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <string_view>

#include "game/end.h"
#include "ice/engine.h"
#include "shots/aim.h"
#include "shots/shot.h"

namespace skipstone {

// A release in a curler's words.
struct ShotName {
  Intention intention;  // what the release does, thrown exactly as called
  std::string text;     // "hit on yellow 3, thin on the left, firm, clockwise"
};

// Names any release on any position by what it does when thrown exactly as called. Runs the throw
// once, with its path: for people and statistics, not for searches.
ShotName NameShot(const Position& position, const Release& called, const Rules& rules,
                  Engine& engine);

std::string_view WeightName(Weight weight);  // "hack", "board", "control", "firm" or "peel"

// "red 3": a stone as people call it; its number counts the team's deliveries from 1.
std::string StoneName(int slot);

}  // namespace skipstone
