// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lab/one_end.h"
#include "match/tables.h"

namespace skipstone {

// The tables of Yee et al. 2016 from one-end games.

// The paper's five searches, in its order, and its pairings: those of kr-uct, which stands first,
// play `games`, the others `rival_games`. kr-uct is the paper's, or with `ours` as it is here.
struct YeeChoices {
  Law law = Law::kFcv1;
  bool ours = false;
  int playouts = 1600;
  int games = 8000;
  int rival_games = 2000;
  std::uint64_t seed = 2016;
  // What is gained before the last stone: kr-uct against pw only, both solve it.
  bool solved = false;
};
OneEndSetup YeeSetup(const YeeChoices& choices);

// A search's name in the tables: its spec without options.
std::string NameOf(const std::string& spec);
JsonOut CellJson(const MeanEstimate& cell);

// Table 1: what the row wins against the column, points per game.
struct YeeTable1 {
  std::vector<std::string> names;
  // By row and column; nothing on the diagonal and without games.
  std::vector<std::vector<std::optional<MeanEstimate>>> cells;
  std::vector<std::vector<int>> games;
};
YeeTable1 MakeYeeTable1(const OneEndSetup& setup, const std::vector<OneEndGame>& games);
JsonOut ToJson(const YeeTable1& table);
std::string Markdown(const YeeTable1& table);

// Tables 2 and 3: of hammer states, what each search's call is worth in expectation. Columns are
// the searches and, last, the solved last stone.
struct HammerState {
  std::size_t pairing = 0;
  int game = 0;
  std::size_t reached_by = 0;  // the search that has the hammer, a place in the setup's list
  std::vector<double> values;  // points, by column
};

// Lets every search call the hammer shot of the kept states and values the calls exactly. Resumes
// from, and adds to, the file. Fewer if the shop is stopped.
std::vector<HammerState> ValueHammerShots(const OneEndSetup& setup,
                                          const std::vector<OneEndGame>& games,
                                          const std::filesystem::path& path, const Workshop& shop);

struct HammerTable {
  std::string title;
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  // Mean points and their standard error.
  std::vector<std::vector<MeanEstimate>> cells;
  std::vector<int> states;  // by row
};
HammerTable MakeYeeTable2(const OneEndSetup& setup, const std::vector<HammerState>& states);
// One table per pairing of kr-uct.
std::vector<HammerTable> MakeYeeTable3(const OneEndSetup& setup,
                                       const std::vector<HammerState>& states);
JsonOut ToJson(const HammerTable& table);
std::string Markdown(const HammerTable& table);

// How much better the states are that kr-uct reached than those that its rival reached in the same
// games: by the shots that the rival calls there, and by the last stone's. Over pairs of games,
// which share the stones' errors.
struct ReachedGain {
  std::string rival;  // the last: "all"
  int pairs = 0;
  MeanEstimate by_rival;
  MeanEstimate by_last_stone;
};
std::vector<ReachedGain> ReachedGains(const OneEndSetup& setup,
                                      const std::vector<HammerState>& states);
JsonOut ToJson(const std::vector<ReachedGain>& gains);
std::string Markdown(const std::vector<ReachedGain>& gains);

// Over all states: by how much a column's calls are worth more than another's, paired.
std::optional<MeanEstimate> HammerGain(const std::vector<HammerState>& states, std::size_t column,
                                       std::size_t other);

}  // namespace skipstone
