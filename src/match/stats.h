// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "match/store.h"
#include "match/tables.h"

namespace skipstone {

// A part of a whole, such as "31 of 70"; without a whole it has no percentage.
struct Share {
  int part = 0;
  int whole = 0;

  std::optional<double> percent() const;
  bool operator==(const Share&) const = default;
};

// How a player fares with and without the hammer, in the words of curling's statisticians
// (docs/matches.md has the definitions), and how its shots do.
struct PlayerStats {
  int ends_with_hammer = 0;
  int ends_without_hammer = 0;
  Share hammer_efficiency;  // two points or more, of ends with the hammer that were not blank
  Share force_efficiency;   // held to one point, of ends in which the opponent's hammer scored
  Share steal_efficiency;   // stolen, of all ends without the hammer
  Share steal_defence;      // stolen from, of all ends with the hammer: less is better
  int points_with_hammer = 0;
  std::array<Share, kShotTypes> shots;  // that came off, by type
};

std::vector<PlayerStats> MakeStats(const TournamentSetup& setup, std::span<const GameSummary> games,
                                   std::span<const ShotCount> shots);

JsonOut ToJson(const std::vector<std::string>& labels, const std::vector<PlayerStats>& stats);
std::string Render(const std::vector<std::string>& labels, const std::vector<PlayerStats>& stats,
                   TableFormat format);

}  // namespace skipstone
