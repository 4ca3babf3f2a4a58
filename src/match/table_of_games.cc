// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/table_of_games.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "match/store.h"
#include "match/tables.h"

namespace skipstone {
namespace {

// The command that plays a tournament's games again.
std::string CommandOf(const TournamentSetup& setup) {
  std::string text = fmt::format("./skipstone tournament {}", fmt::join(setup.players, " "));
  text += fmt::format(" --games {} --ends {} --seed {}", setup.games, setup.terms.rules.ends,
                      setup.seed);
  if (setup.gauntlet) text += " --gauntlet";
  if (!setup.paired) text += " --unpaired";
  text +=
      fmt::format(" --ice {} --rules {} --execution {} --engine {}", LawName(setup.terms.ice.law),
                  PresetName(setup.terms.rules.preset), TextOf(setup.terms.sizes()), setup.engine);
  const Milliseconds time_ms = setup.terms.rules.thinking_time_ms[0];
  if (time_ms != MakeRules(setup.terms.rules.preset).thinking_time_ms[0]) {
    text += fmt::format(" --time {}", static_cast<double>(time_ms) / 1000.0);
  }
  if (setup.sprt) text += fmt::format(" --sprt {} {}", setup.sprt->elo0, setup.sprt->elo1);
  return text + " --out games.db";
}

}  // namespace

WinTable TableOfGames(const std::string& file, const std::string& commit) {
  const Store store = Store::Open(file, Store::Access::kRead);
  const TournamentSetup& setup = store.setup();
  const std::vector<GameSummary> games = store.Games();
  std::array<std::int64_t, kScores> counts{};
  std::int64_t ends = 0;
  for (const GameSummary& game : games) {
    for (const PlayedEnd& end : game.ends) {
      const int points = HammerPoints(end.points[0] - end.points[1], end.hammer);
      if (points < -kMostPoints || points > kMostPoints) {
        throw BadData(file, fmt::format("game {}, end {}: no end is worth {} points",
                                        game.fixture.number, end.end, points));
      }
      ++counts[static_cast<std::size_t>(points + kMostPoints)];
      ++ends;
    }
  }
  if (ends == 0) throw BadData(file, "expected completed ends, but there are none yet");
  ScoreDistribution scores;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    scores.probability[i] = static_cast<double>(counts[i]) / static_cast<double>(ends);
  }
  WinTable table = WinTable::FromScores(scores, setup.terms.rules.tie_break);
  table.set_origin({.ice = std::string(LawName(setup.terms.ice.law)),
                    .execution = TextOf(setup.terms.sizes()),
                    .rules = std::string(PresetName(setup.terms.rules.preset)),
                    .players = setup.players,
                    .games = static_cast<std::int64_t>(games.size()),
                    .ends = ends,
                    .command = CommandOf(setup),
                    .commit = commit});
  return table;
}

}  // namespace skipstone
