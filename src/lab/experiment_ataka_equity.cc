// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The game equity table of Ataka et al. 2020 (Fig. 5) from games of ours.

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "lab/experiment.h"
#include "lab/game_equity.h"
#include "lab/run.h"
#include "match/store.h"
#include "match/table_of_games.h"
#include "match/tables.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct EquityOptions : RunOptions {
  std::string store;
};

std::string Percent(double probability) { return fmt::format("{:.1f}", 100.0 * probability); }

template <typename Cell>
std::string EquityMarkdown(Cell cell) {
  std::vector<std::vector<std::string>> lines = {{"lead"}};
  for (int ends_left = kEquityEnds; ends_left >= 0; --ends_left) {
    lines[0].push_back(fmt::format("{}", ends_left));
  }
  for (int lead = kEquityLead; lead >= -kEquityLead; --lead) {
    lines.push_back({lead == 0 ? "0" : fmt::format("{:+}", lead)});
    for (int ends_left = kEquityEnds; ends_left >= 0; --ends_left) {
      lines.back().push_back(cell(lead, ends_left));
    }
  }
  return RenderGrid(lines, TableFormat::kMarkdown);
}

void RunEquity(const EquityOptions& options) {
  // A tie after the last end is 22 % in the paper: it goes on.
  const WinTable own = TableOfGames(options.store, "");
  const WinTable table = own.With(TieBreak::kExtraEnds);
  const Store store = Store::Open(options.store, Store::Access::kRead);
  const std::vector<std::string>& players = store.setup().players;
  if (store.setup().paired && players.front() == players.back()) {
    throw Error(ErrorKind::kUsage, options.store,
                "expected games played with --unpaired: in pairs a player plays every game against "
                "itself twice");
  }
  const EquityGrid<double> ours = EquityOf(table);
  const EquityGrid<double>& theirs = PublishedEquity();
  const EquityGrid<EquityCount> counted = CountEquity(store.Games(), store.setup().terms.rules);
  const WinTableOrigin& origin = own.origin();
  double difference = 0.0;
  int cells = 0;
  for (int lead = -kEquityLead; lead <= kEquityLead; ++lead) {
    for (int ends_left = 1; ends_left <= kEquityEnds; ++ends_left) {
      difference += std::abs(ours.At(lead, ends_left) - theirs.At(lead, ends_left));
      ++cells;
    }
  }
  difference /= cells;
  const std::string text = fmt::format(
      "How often the team without the hammer wins, in %, by its lead (rows) and the ends left "
      "(columns); a tie after the last end goes to an extra end. Worked out from the scores of {} "
      "ends of {} games of {} on {}, execution {}; in brackets the difference to the paper's table "
      "(Ataka et al. 2020, Fig. 5: another player, another execution), on average {} with ends "
      "left.\n\n{}\nThe paper's:\n\n{}\nCounted in the games instead, with their number:\n\n{}",
      origin.ends, origin.games, fmt::join(origin.players, ", "), origin.ice, origin.execution,
      Percent(difference), EquityMarkdown([&](int lead, int ends_left) {
        const double p = ours.At(lead, ends_left);
        return fmt::format("{} ({:+.1f})", Percent(p), 100.0 * (p - theirs.At(lead, ends_left)));
      }),
      EquityMarkdown([&](int lead, int ends_left) { return Percent(theirs.At(lead, ends_left)); }),
      EquityMarkdown([&](int lead, int ends_left) {
        const EquityCount& count = counted.At(lead, ends_left);
        return count.games == 0
                   ? std::string("-")
                   : fmt::format("{} ({})", Percent(count.wins / count.games), count.games);
      }));
  JsonOut rows = JsonOut::array();
  for (int lead = kEquityLead; lead >= -kEquityLead; --lead) {
    for (int ends_left = kEquityEnds; ends_left >= 0; --ends_left) {
      const EquityCount& count = counted.At(lead, ends_left);
      rows.push_back({{"lead", lead},
                      {"ends_left", ends_left},
                      {"wins", ours.At(lead, ends_left)},
                      {"published", theirs.At(lead, ends_left)},
                      {"difference", ours.At(lead, ends_left) - theirs.At(lead, ends_left)},
                      {"counted_games", count.games},
                      {"counted_wins", count.wins}});
    }
  }
  Run("ataka equity", options)
      .Write("equity", "Ataka et al. 2020, Figure 5", text,
             {{"view", "first"},
              {"mean_absolute_difference", difference},
              {"scores", ToJson(own)},
              {"cells", rows}});
}

}  // namespace

void AddAtakaEquity(Verb& ataka) {
  const auto options = std::make_shared<EquityOptions>();
  options->folder = "ataka-equity";
  Verb* verb = ataka.add_subcommand(
      "equity", "Fig. 5: the game equity table of a tournament's games, beside the paper's");
  verb->add_option("--store", options->store, "a tournament's games, of a player against itself")
      ->required();
  AddOut(*verb, *options, "the folder of the results");
  AddExample(
      *verb,
      "./skipstone tournament rule rule --unpaired --games 20 --ends 4 --out ataka-demo.db && "
      "./skipstone experiment ataka equity --store ataka-demo.db --out ataka-demo");
  verb->callback([options] { RunEquity(*options); });
}

}  // namespace skipstone
