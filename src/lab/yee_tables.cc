// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/yee_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "search/last_stone.h"

namespace skipstone {
namespace {

std::vector<std::string> NamesOf(const OneEndSetup& setup) {
  std::vector<std::string> names;
  for (const std::string& spec : setup.searches) names.push_back(NameOf(spec));
  return names;
}

std::string TableLine(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string Ruler(std::size_t columns) {
  std::string line = "|---|";
  for (std::size_t i = 1; i < columns; ++i) line += "---:|";
  return line + "\n";
}

// Means of the columns over the states that `which` picks.
HammerTable TableOf(std::string title, const OneEndSetup& setup,
                    const std::vector<std::size_t>& rows, const std::vector<HammerState>& states,
                    const std::function<bool(const HammerState&)>& which) {
  HammerTable table;
  table.title = std::move(title);
  table.columns = NamesOf(setup);
  table.columns.emplace_back("last-stone");
  for (const std::size_t row : rows) {
    table.rows.push_back(NameOf(setup.searches[row]));
    std::vector<std::vector<double>> values(table.columns.size());
    for (const HammerState& state : states) {
      if (state.reached_by != row || !which(state)) continue;
      for (std::size_t c = 0; c < values.size(); ++c) values[c].push_back(state.values[c]);
    }
    table.states.push_back(static_cast<int>(values[0].size()));
    std::vector<MeanEstimate>& cells = table.cells.emplace_back();
    for (const auto& column : values) cells.push_back(MeanOf(column).value_or(MeanEstimate{}));
  }
  return table;
}

JsonOut ToJson(const HammerState& state) {
  return {{"pairing", state.pairing},
          {"game", state.game},
          {"reached_by", state.reached_by},
          {"values", state.values}};
}

HammerState StateFromLine(const Field& line, std::size_t columns) {
  HammerState state;
  state.pairing = static_cast<std::size_t>(line.At("pairing").Int(0, 1000));
  state.game = static_cast<int>(line.At("game").Int(0, 1'000'000'000));
  state.reached_by =
      static_cast<std::size_t>(line.At("reached_by").Int(0, std::int64_t(columns) - 2));
  const Field values = line.At("values");
  if (values.Size(columns) != columns) throw values.Bad("expected a value per column");
  for (std::size_t i = 0; i < columns; ++i) {
    state.values.push_back(values[i].Number(-kMostPoints, kMostPoints));
  }
  return state;
}

}  // namespace

std::string NameOf(const std::string& spec) { return spec.substr(0, spec.find(':')); }

JsonOut CellJson(const MeanEstimate& cell) {
  JsonOut json = {{"mean", cell.mean}};
  if (cell.standard_error) json["standard_error"] = *cell.standard_error;
  if (const auto p = cell.PValue()) json["p"] = *p;
  return json;
}

OneEndSetup YeeSetup(const YeeChoices& choices) {
  OneEndSetup setup;
  for (const char* search :
       {choices.ours ? "kr-uct:" : "kr-uct:paper=on,", "pw:", "rave-pw:", "rave:", "uct:"}) {
    setup.searches.push_back(fmt::format("{}playouts={},last-stone={}", search, choices.playouts,
                                         choices.solved ? "on" : "off"));
  }
  if (choices.solved) setup.searches.resize(2);
  for (std::size_t a = 0; a < setup.searches.size(); ++a) {
    for (std::size_t b = a + 1; b < setup.searches.size(); ++b) {
      setup.pairings.push_back({{a, b}, a == 0 ? choices.games : choices.rival_games});
    }
  }
  setup.terms =
      MakeTerms(choices.law, UsualRules(choices.law), DefaultSizes(ExecutionModel::kOlympic));
  setup.terms.rules.ends = 1;
  setup.terms.rules.tie_break = TieBreak::kDraw;
  setup.seed = choices.seed;
  return setup;
}

YeeTable1 MakeYeeTable1(const OneEndSetup& setup, const std::vector<OneEndGame>& games) {
  YeeTable1 table;
  table.names = NamesOf(setup);
  const std::size_t size = table.names.size();
  table.cells.assign(size, std::vector<std::optional<MeanEstimate>>(size));
  table.games.assign(size, std::vector<int>(size, 0));
  for (std::size_t p = 0; p < setup.pairings.size(); ++p) {
    // The mean of a pair is one independent difference.
    std::map<int, std::pair<int, double>> pairs;
    for (const OneEndGame& game : games) {
      if (game.pairing != p) continue;
      auto& [count, sum] = pairs[game.number / 2];
      ++count;
      sum += game.points;
    }
    std::vector<double> means;
    for (const auto& [pair, games_of] : pairs) {
      if (games_of.first == 2) means.push_back(games_of.second / 2.0);
    }
    const auto [row, column] = setup.pairings[p].searches;
    table.games[row][column] = table.games[column][row] = 2 * static_cast<int>(means.size());
    table.cells[row][column] = MeanOf(means);
    for (double& mean : means) mean = -mean;
    table.cells[column][row] = MeanOf(means);
  }
  return table;
}

JsonOut ToJson(const YeeTable1& table) {
  JsonOut cells = JsonOut::array();
  for (std::size_t row = 0; row < table.names.size(); ++row) {
    for (std::size_t column = 0; column < table.names.size(); ++column) {
      const auto& cell = table.cells[row][column];
      if (!cell) continue;
      JsonOut json = {{"row", table.names[row]},
                      {"column", table.names[column]},
                      {"games", table.games[row][column]}};
      json.update(CellJson(*cell));
      cells.push_back(std::move(json));
    }
  }
  return cells;
}

std::string Markdown(const YeeTable1& table) {
  std::vector<std::string> header = {"row against column"};
  header.insert(header.end(), table.names.begin(), table.names.end());
  std::string text = TableLine(header) + Ruler(header.size());
  for (std::size_t row = 0; row < table.names.size(); ++row) {
    std::vector<std::string> cells = {table.names[row]};
    for (std::size_t column = 0; column < table.names.size(); ++column) {
      const auto& cell = table.cells[row][column];
      if (!cell || !cell->standard_error) {
        cells.emplace_back("");
        continue;
      }
      const bool significant = cell->PValue().value_or(1.0) < 0.05;
      cells.push_back(fmt::format("{0}{1:+.3f}{0} ± {2:.3f} ({3})", significant ? "**" : "",
                                  cell->mean, *cell->standard_error, table.games[row][column]));
    }
    text += TableLine(cells);
  }
  return text;
}

std::vector<HammerState> ValueHammerShots(const OneEndSetup& setup,
                                          const std::vector<OneEndGame>& games,
                                          const std::filesystem::path& path, const Workshop& shop) {
  const std::size_t columns = setup.searches.size() + 1;
  std::vector<const OneEndGame*> kept;
  std::map<std::pair<std::size_t, int>, std::uint32_t> numbers;
  for (const OneEndGame& game : games) {
    if (!game.hammer_state) continue;
    numbers[{game.pairing, game.number}] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(&game);
  }
  std::vector<HammerState> states;
  Work work;
  work.what = "hammer shots";
  work.path = path;
  work.header = {{"experiment", "hammer shots"}, {"version", 1}, {"games", ToJson(setup)}};
  work.count = static_cast<std::uint32_t>(kept.size());
  work.take = TakeLines([&](const Field& line) {
    const HammerState& state = states.emplace_back(StateFromLine(line, columns));
    const auto number = numbers.find({state.pairing, state.game});
    return number == numbers.end() ? work.count : number->second;
  });
  work.make_maker = [&] {
    auto searches = std::make_shared<std::vector<SpecifiedSearch>>();
    for (const std::string& spec : setup.searches) {
      searches->push_back(MakeSearch(spec, setup.terms));
    }
    auto last_stone =
        std::make_shared<LastStone>(setup.terms.ice, setup.terms.rules, setup.terms.sizes());
    return [&, searches, last_stone](std::uint32_t number) {
      const OneEndGame& game = *kept[number];
      const Position position{*game.hammer_state, {kStones - 1, Team::k1}};
      HammerState state{.pairing = game.pairing,
                        .game = game.number,
                        .reached_by = setup.pairings[game.pairing].searches[game.hammer],
                        .values = {}};
      for (SpecifiedSearch& search : *searches) {
        SearchTask task;
        task.position = position;
        task.seed = setup.seed + static_cast<std::uint64_t>(game.number);
        const Release called = search.search->Run(task, search.limits).best;
        state.values.push_back(last_stone->ScoresOf(position, called).Mean());
      }
      state.values.push_back(last_stone->Solve(position, UtilityOfPoints()).scores.Mean());
      return ToJson(state).dump();
    };
  };
  Do(work, shop);
  // Whichever thread was first: the same order always.
  std::sort(states.begin(), states.end(), [](const HammerState& a, const HammerState& b) {
    return std::pair(a.pairing, a.game) < std::pair(b.pairing, b.game);
  });
  return states;
}

HammerTable MakeYeeTable2(const OneEndSetup& setup, const std::vector<HammerState>& states) {
  std::vector<std::size_t> rows(setup.searches.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  return TableOf("all games", setup, rows, states, [](const HammerState&) { return true; });
}

std::vector<HammerTable> MakeYeeTable3(const OneEndSetup& setup,
                                       const std::vector<HammerState>& states) {
  std::vector<HammerTable> tables;
  for (std::size_t p = 0; p < setup.pairings.size(); ++p) {
    const auto [a, b] = setup.pairings[p].searches;
    if (a != 0) continue;
    tables.push_back(
        TableOf(fmt::format("{} against {}", NameOf(setup.searches[a]), NameOf(setup.searches[b])),
                setup, {a, b}, states, [p](const HammerState& s) { return s.pairing == p; }));
  }
  return tables;
}

JsonOut ToJson(const HammerTable& table) {
  JsonOut rows = JsonOut::array();
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    JsonOut cells;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      cells[table.columns[column]] = CellJson(table.cells[row][column]);
    }
    rows.push_back(
        {{"reached_by", table.rows[row]}, {"states", table.states[row]}, {"points", cells}});
  }
  return {{"title", table.title}, {"rows", rows}};
}

std::string Markdown(const HammerTable& table) {
  std::vector<std::string> header = {table.title + ": reached by"};
  header.insert(header.end(), table.columns.begin(), table.columns.end());
  header.emplace_back("states");
  std::string text = TableLine(header) + Ruler(header.size());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::vector<std::string> cells = {table.rows[row]};
    for (const MeanEstimate& cell : table.cells[row]) {
      cells.push_back(fmt::format("{:.3f} ± {:.3f}", cell.mean, cell.standard_error.value_or(0.0)));
    }
    cells.push_back(std::to_string(table.states[row]));
    text += TableLine(cells);
  }
  return text;
}

std::vector<ReachedGain> ReachedGains(const OneEndSetup& setup,
                                      const std::vector<HammerState>& states) {
  // By rival and last of all of them: by the rival's shots, by the last stone's.
  std::vector<std::string> names;
  std::vector<std::array<std::vector<double>, 2>> gains;
  std::array<std::vector<double>, 2> all;
  for (std::size_t p = 0; p < setup.pairings.size(); ++p) {
    const auto [a, b] = setup.pairings[p].searches;
    if (a != 0) continue;
    // The two states of a pair of games: where kr-uct has the hammer, and where its rival has it.
    std::map<int, std::array<const HammerState*, 2>> pairs;
    for (const HammerState& state : states) {
      if (state.pairing == p) pairs[state.game / 2][state.reached_by == 0 ? 0 : 1] = &state;
    }
    names.push_back(NameOf(setup.searches[b]));
    auto& of_rival = gains.emplace_back();
    for (const auto& [pair, reached] : pairs) {
      if (!reached[0] || !reached[1]) continue;
      for (const std::size_t judge : {0, 1}) {
        const std::size_t column = judge == 0 ? b : setup.searches.size();
        const double gain = reached[0]->values[column] - reached[1]->values[column];
        of_rival[judge].push_back(gain);
        all[judge].push_back(gain);
      }
    }
  }
  names.emplace_back("all");
  gains.push_back(std::move(all));
  std::vector<ReachedGain> rows;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto by_rival = MeanOf(gains[i][0]);
    const auto by_last_stone = MeanOf(gains[i][1]);
    if (!by_rival || !by_last_stone) continue;
    rows.push_back({names[i], static_cast<int>(gains[i][0].size()), *by_rival, *by_last_stone});
  }
  return rows;
}

JsonOut ToJson(const std::vector<ReachedGain>& gains) {
  JsonOut rows = JsonOut::array();
  for (const ReachedGain& gain : gains) {
    rows.push_back({{"rival", gain.rival},
                    {"pairs", gain.pairs},
                    {"by_rival", CellJson(gain.by_rival)},
                    {"by_last_stone", CellJson(gain.by_last_stone)}});
  }
  return rows;
}

std::string Markdown(const std::vector<ReachedGain>& gains) {
  std::string text = TableLine({"reached by kr-uct, over reached by its rival", "rival's own shots",
                                "last-stone", "pairs of games"}) +
                     Ruler(4);
  for (const ReachedGain& gain : gains) {
    std::vector<std::string> cells = {gain.rival};
    for (const MeanEstimate& cell : {gain.by_rival, gain.by_last_stone}) {
      cells.push_back(
          fmt::format("{:+.3f} ± {:.3f}", cell.mean, cell.standard_error.value_or(0.0)));
    }
    cells.push_back(std::to_string(gain.pairs));
    text += TableLine(cells);
  }
  return text;
}

std::optional<MeanEstimate> HammerGain(const std::vector<HammerState>& states, std::size_t column,
                                       std::size_t other) {
  std::vector<double> gains;
  for (const HammerState& state : states) {
    gains.push_back(state.values[column] - state.values[other]);
  }
  return MeanOf(gains);
}

}  // namespace skipstone
