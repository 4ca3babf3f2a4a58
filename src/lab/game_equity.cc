// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/game_equity.h"

#include <cmath>

namespace skipstone {

const EquityGrid<double>& PublishedEquity() {
  // Ataka, Noguchi, Iizuka, Yamamoto: Learning of Evaluation Function in Digital Curling
  // Considering the Probability of Scores at Each End (AAAI-20 workshop), Fig. 5: "An example of a
  // games equity table". Rows: the lead, +3 to -3; columns: 4 to 0 ends remaining.
  static constexpr EquityGrid<double> kPublished = {{{{0.887, 0.919, 0.946, 0.962, 1.000},
                                                      {0.707, 0.771, 0.794, 0.881, 1.000},
                                                      {0.545, 0.609, 0.557, 0.677, 1.000},
                                                      {0.342, 0.340, 0.279, 0.260, 0.220},
                                                      {0.189, 0.162, 0.122, 0.042, 0.000},
                                                      {0.065, 0.034, 0.021, 0.011, 0.000},
                                                      {0.015, 0.000, 0.014, 0.011, 0.000}}}};
  return kPublished;
}

EquityGrid<double> EquityOf(const WinTable& table) {
  EquityGrid<double> grid;
  for (int lead = -kEquityLead; lead <= kEquityLead; ++lead) {
    for (int ends_left = 0; ends_left <= kEquityEnds; ++ends_left) {
      grid.At(lead, ends_left) = table.FirstTeamWins(ends_left, lead);
    }
  }
  return grid;
}

EquityGrid<EquityCount> CountEquity(std::span<const GameSummary> games, const Rules& rules) {
  EquityGrid<EquityCount> grid;
  for (const GameSummary& game : games) {
    if (IsForfeit(game.result.reason) || game.result.reason == Reason::kTimeLimit) continue;
    std::array<int, 2> score{};
    for (const PlayedEnd& end : game.ends) {
      const Team first = Opponent(end.hammer);
      const int lead = score[static_cast<std::size_t>(Index(first))] -
                       score[static_cast<std::size_t>(Index(end.hammer))];
      const int ends_left = rules.ends - end.end;
      // The first extra end alone is the one that "no ends left, a tie" means.
      if (std::abs(lead) <= kEquityLead && ends_left >= 0 && ends_left <= kEquityEnds) {
        EquityCount& count = grid.At(lead, ends_left);
        ++count.games;
        count.wins += !game.result.winner ? 0.5 : *game.result.winner == first ? 1.0 : 0.0;
      }
      for (std::size_t team = 0; team < 2; ++team) score[team] += end.points[team];
    }
  }
  return grid;
}

}  // namespace skipstone
