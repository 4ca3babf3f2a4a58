// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <span>

#include "match/game_keeper.h"
#include "value/win_table.h"

namespace skipstone {

// Game equity tables as Ataka et al. 2020 print one (Fig. 5): how often the team without the hammer
// wins, by its lead and the ends left.
inline constexpr int kEquityLead = 3;  // rows: +3 ... -3
inline constexpr int kEquityEnds = 4;  // columns: 4 ... 0
inline constexpr int kEquityRows = 2 * kEquityLead + 1;
inline constexpr int kEquityColumns = kEquityEnds + 1;

template <typename T>
struct EquityGrid {
  std::array<std::array<T, kEquityColumns>, kEquityRows> cells{};

  T& At(int lead, int ends_left) {
    return cells[static_cast<std::size_t>(kEquityLead - lead)]
                [static_cast<std::size_t>(kEquityEnds - ends_left)];
  }
  const T& At(int lead, int ends_left) const {
    return cells[static_cast<std::size_t>(kEquityLead - lead)]
                [static_cast<std::size_t>(kEquityEnds - ends_left)];
  }
};

// The paper's own, as probabilities.
const EquityGrid<double>& PublishedEquity();

// What a win table says of the same.
EquityGrid<double> EquityOf(const WinTable& table);

// Counted in games rather than worked out: of those that began an end so, how many the team without
// the hammer won, a draw half. Games that a clock or the referee decided are left out.
struct EquityCount {
  int games = 0;
  double wins = 0.0;
};
EquityGrid<EquityCount> CountEquity(std::span<const GameSummary> games, const Rules& rules);

}  // namespace skipstone
