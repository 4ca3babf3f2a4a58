// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/plain_match.h"

#include <fmt/format.h>

#include <cstdio>

#include "match/commentary.h"

namespace skipstone {

std::string HeadText(const RecordHeader& header) {
  std::string text = fmt::format("red ({}) against yellow ({}) on {}, rules {}", header.players[0],
                                 header.players[1], LawName(header.terms.ice.law),
                                 PresetName(header.terms.rules.preset));
  if (header.seed) text += fmt::format(", seed {}", *header.seed);
  return text;
}

PlainMatch::PlainMatch(const RecordHeader& header)
    : header_(header), engine_(MakeEngine("event", header.terms.ice)) {}

void PlainMatch::ToMove(const Game& game) const {
  if (game.shot != 0) return;
  fmt::print("end {}, score {} : {}, {} has the hammer\n", game.end + 1, game.Total(Team::k0),
             game.Total(Team::k1), TeamName(*game.hammer));
}

void PlainMatch::Played(const TurnReport& report) const {
  fmt::print("  {} -> {}\n", CallText(report, header_, *engine_), OutcomeText(report, header_));
  std::fflush(stdout);  // for those who watch it through a pipe
}

}  // namespace skipstone
