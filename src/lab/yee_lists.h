// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/work.h"
#include "lab/yee_tables.h"
#include "shots/generator.h"

namespace skipstone {

// Hammer states whose best call is on no list: the rivals of kr-uct call what the generator lists,
// and kr-uct what lies around it.

// How far a call is from the nearest one of the list that has its handle: the distance of what is
// thrown, in units of the error that the listed call has. kFarthestOff if there is none.
inline constexpr double kFarthestOff = 99.0;
double OffTheList(const Release& call, const ShotList& list, const Execution& execution);

struct OffState {
  std::size_t pairing = 0;
  int game = 0;
  double off = 0.0;  // of the solved last stone's best call
};

// Of the kept states. Resumes from, and adds to, the file. Fewer if `stop` says so.
std::vector<OffState> MeasureLists(const OneEndSetup& setup, const std::vector<OneEndGame>& games,
                                   const std::filesystem::path& path, const Workshop& shop);

// The states that a search reached, in matches of kr-uct or in all.
struct ListRow {
  std::string match;  // "all games", or "kr-uct against pw"
  std::string reached_by;
  int states = 0;
  double share_off = 0.0;  // more than one error off
  double share_error = 0.0;
  // What uct's call, of the list, is worth less than the last stone's, in those states and in the
  // others.
  MeanEstimate loss_off;
  MeanEstimate loss_on;
};
std::vector<ListRow> MakeListRows(const OneEndSetup& setup, const std::vector<HammerState>& states,
                                  const std::vector<OffState>& off);
JsonOut ToJson(const std::vector<ListRow>& rows);
std::string Markdown(const std::vector<ListRow>& rows);

}  // namespace skipstone
