// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A file of a win table.

#include "fuzz.h"
#include "value/win_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  AllowBadInput([&] {
    const Json json = ParseJson(TextOf(data, size), "table");
    const WinTable table = WinTableFromJson(Field(json, "table"));
    for (const int ends_left : {0, 1, 2, 10}) {
      for (int lead = -8 * ends_left - 1; lead <= 8 * ends_left + 1; ++lead) {
        const double wins = table.HammerWins(ends_left, lead);
        Require(wins >= 0.0 && wins <= 1.0, "a cell is a probability");
        const double losses = table.FirstTeamWins(ends_left, -lead);
        Require(losses >= 0.0 && losses <= 1.0, "so it is for the other team");
      }
    }
    Rules rules = MakeRules(RulesPreset::kDc3);
    rules.tie_break = table.tie_break();
    Require(table.Team0Wins(NewGame(rules), rules) <= 1.0, "so it is of a game");
    for (const int ends_after : {0, 1, 9}) {
      for (const int lead : {-9, -1, 0, 3}) {
        const Utility utility = table.UtilityOf(ends_after, lead);
        Require(utility.per_point > 0.0 && utility.per_point <= 1.0, "a point is worth something");
      }
    }
    const Json written = ParseJson(FileText(table), "table");
    Require(WinTableFromJson(Field(written, "table")) == table, "the table survives");
  });
  return 0;
}
