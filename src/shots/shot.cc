// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/shot.h"

#include "base/error.h"

namespace skipstone {
namespace {

constexpr std::array<std::string_view, kShotTypes> kNames = {
    "draw", "centre guard", "corner guard", "come-around", "freeze", "tap-back", "raise",
    "tick", "hit and stay", "hit and roll", "peel",        "double", "run-back", "through"};

}  // namespace

std::string_view ShotTypeName(ShotType type) { return kNames[static_cast<std::size_t>(type)]; }

ShotType ShotTypeFromName(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<ShotType>(i);
  }
  throw BadData("type", "unknown type of shot: " + std::string(name));
}

bool CameOff(const Intention& /*intention*/, const Position& /*before*/, const Board& /*after*/,
             const Sheet& /*sheet*/) {
  return true;
}

}  // namespace skipstone
