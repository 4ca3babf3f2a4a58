// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/statistics.h"
#include "base/table.h"
#include "match/game_keeper.h"
#include "match/ratings.h"

namespace skipstone {

// What a tournament says about its players (docs/matches.md has the definitions).

struct Tally {
  int wins = 0;
  int draws = 0;
  int losses = 0;

  int games() const { return wins + draws + losses; }
  double points() const { return wins + 0.5 * draws; }
  bool operator==(const Tally&) const = default;
};

// Games won in percent, draws half, with half of its 95 % interval.
struct Percentage {
  double percent = 0.0;
  double error = 0.0;
};
std::optional<Percentage> WinningPercentage(const Tally& tally);  // nothing without games

// A pairing, seen by the player in the row.
struct PairingRow {
  std::size_t row = 0;
  std::size_t column = 0;
  Tally first;  // games in which it threw the first stone
  Tally second;
  std::optional<double> points_with_hammer;  // its own, per end
  std::optional<double> points_without_hammer;
  std::optional<MeanEstimate> won;         // games won beyond one half, draws half
  std::optional<MeanEstimate> difference;  // points per game

  Tally total() const;
};

struct PlayerRow {
  Rating rating;
  Tally tally;
  std::map<Reason, int> losses;  // by reason
};

struct SprtRow {
  SprtBounds bounds;
  double log_ratio = 0.0;
  Sprt::Decision decision = Sprt::Decision::kNone;
  int games = 0;
};

struct Tables {
  std::vector<std::string> labels;
  int games = 0;    // played
  int planned = 0;  // without an early decision
  bool paired = true;
  std::vector<PairingRow> pairings;
  std::vector<PlayerRow> players;
  std::optional<SprtRow> sprt;
};

Tables MakeTables(const TournamentSetup& setup, std::span<const GameSummary> games);

JsonOut ToJson(const Tables& tables);

std::string Render(const Tables& tables, TableFormat format);

}  // namespace skipstone
