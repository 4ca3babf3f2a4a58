// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/namer.h"

#include <fmt/format.h>

namespace skipstone {

ShotName NameShot(const Position& /*position*/, const Release& /*called*/, const Rules& /*rules*/,
                  Engine& /*engine*/) {
  return {{}, "draw"};
}

std::string StoneName(int slot) {
  return fmt::format("{} {}", OwnerOf(slot) == Team::k0 ? "red" : "yellow", IndexOf(slot) + 1);
}

}  // namespace skipstone
