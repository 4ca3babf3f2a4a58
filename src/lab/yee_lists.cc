// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/yee_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "search/last_stone.h"

namespace skipstone {
namespace {

constexpr double kOff = 1.0;  // error: beyond it a call is another one than the list's

using StateId = std::pair<std::size_t, int>;  // the pairing, the game

JsonOut ToJson(const OffState& state) {
  // A thousandth of an error is enough.
  return {{"pairing", state.pairing},
          {"game", state.game},
          {"off", std::round(state.off * 1000.0) / 1000.0}};
}

OffState OffFromLine(const Field& line, const OneEndSetup& setup) {
  OffState state;
  state.pairing = static_cast<std::size_t>(
      line.At("pairing").Int(0, static_cast<std::int64_t>(setup.pairings.size()) - 1));
  state.game = static_cast<int>(line.At("game").Int(0, setup.pairings[state.pairing].games - 1));
  state.off = line.At("off").Number(0.0, kFarthestOff);
  return state;
}

}  // namespace

double OffTheList(const Release& call, const ShotList& list, const Execution& execution) {
  double nearest = kFarthestOff;
  const ErrorPoint thrown = execution.ErrorPointOf(call);
  for (const Shot& shot : list) {
    if (shot.release.handle != call.handle) continue;
    const ErrorPoint listed = execution.ErrorPointOf(shot.release);
    nearest =
        std::min(nearest, std::hypot(thrown.u - listed.u, (thrown.w - listed.w) * listed.scale));
  }
  return nearest;
}

std::vector<OffState> MeasureLists(const OneEndSetup& setup, const std::vector<OneEndGame>& games,
                                   const std::filesystem::path& path, const Workshop& shop) {
  std::vector<const OneEndGame*> kept;
  std::map<StateId, std::uint32_t> numbers;
  for (const OneEndGame& game : games) {
    if (!game.hammer_state) continue;
    numbers[{game.pairing, game.number}] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(&game);
  }
  std::vector<OffState> states;
  Work work;
  work.what = "hammer shots";
  work.path = path;
  work.header = {
      {"experiment", "best calls off the list"}, {"version", 1}, {"games", ToJson(setup)}};
  work.count = static_cast<std::uint32_t>(kept.size());
  work.take = TakeLines([&](const Field& line) {
    const OffState& state = states.emplace_back(OffFromLine(line, setup));
    const auto number = numbers.find({state.pairing, state.game});
    return number == numbers.end() ? work.count : number->second;
  });
  work.make_maker = [&] {
    auto last_stone =
        std::make_shared<LastStone>(setup.terms.ice, setup.terms.rules, setup.terms.sizes());
    // The list that the searches have (search/simulation.h).
    const Generator generator(setup.terms.ice, setup.terms.rules, Width::kSkip,
                              MaxSpeed(setup.terms.sizes(), setup.terms.ice.law));
    const std::shared_ptr<const Execution> execution =
        MakeExecution(setup.terms.sizes(), setup.terms.ice.law);
    return [&, last_stone, generator, execution](std::uint32_t number) {
      const OneEndGame& game = *kept[number];
      const Position position{*game.hammer_state, {kStones - 1, Team::k1}};
      ShotList list;
      generator.List(position, list);
      const Release best = last_stone->Solve(position, UtilityOfPoints()).best;
      return ToJson(OffState{game.pairing, game.number, OffTheList(best, list, *execution)}).dump();
    };
  };
  Do(work, shop);
  return states;
}

std::vector<ListRow> MakeListRows(const OneEndSetup& setup, const std::vector<HammerState>& states,
                                  const std::vector<OffState>& off) {
  std::map<StateId, double> distances;
  for (const OffState& state : off) distances[{state.pairing, state.game}] = state.off;
  const std::size_t uct = setup.searches.size() - 1;
  const std::size_t last_stone = setup.searches.size();
  std::vector<ListRow> rows;
  const auto add = [&](std::string match, std::string reached_by, const auto& which) {
    ListRow row;
    row.match = std::move(match);
    row.reached_by = std::move(reached_by);
    std::vector<double> losses_off;
    std::vector<double> losses_on;
    for (const HammerState& state : states) {
      const auto found = distances.find({state.pairing, state.game});
      if (!which(state) || found == distances.end()) continue;
      (found->second > kOff ? losses_off : losses_on)
          .push_back(state.values[last_stone] - state.values[uct]);
    }
    row.states = static_cast<int>(losses_off.size() + losses_on.size());
    if (row.states == 0) return;
    row.share_off = static_cast<double>(losses_off.size()) / row.states;
    row.share_error = ShareErrorOf(row.share_off, row.states);
    row.loss_off = MeanOf(losses_off).value_or(MeanEstimate{});
    row.loss_on = MeanOf(losses_on).value_or(MeanEstimate{});
    rows.push_back(std::move(row));
  };
  for (std::size_t by = 0; by < setup.searches.size(); ++by) {
    add("all", NameOf(setup.searches[by]),
        [by](const HammerState& state) { return state.reached_by == by; });
  }
  const std::string ours = NameOf(setup.searches[0]);
  const auto of_ours = [&](const HammerState& state) {
    return setup.pairings[state.pairing].searches[0] == 0;
  };
  for (std::size_t p = 0; p < setup.pairings.size(); ++p) {
    const auto [a, b] = setup.pairings[p].searches;
    if (a != 0) continue;
    const std::string rival = NameOf(setup.searches[b]);
    for (const std::size_t by : {a, b}) {
      add(fmt::format("{} against {}", ours, rival), NameOf(setup.searches[by]),
          [p, by](const HammerState& state) {
            return state.pairing == p && state.reached_by == by;
          });
    }
  }
  const std::string all_of_ours = fmt::format("{} against all", ours);
  add(all_of_ours, ours,
      [&](const HammerState& state) { return of_ours(state) && state.reached_by == 0; });
  add(all_of_ours, "its rivals",
      [&](const HammerState& state) { return of_ours(state) && state.reached_by != 0; });
  return rows;
}

JsonOut ToJson(const std::vector<ListRow>& rows) {
  JsonOut json = JsonOut::array();
  for (const ListRow& row : rows) {
    json.push_back({{"match", row.match},
                    {"reached_by", row.reached_by},
                    {"states", row.states},
                    {"share_off", row.share_off},
                    {"share_error", row.share_error},
                    {"loss_off", CellJson(row.loss_off)},
                    {"loss_on", CellJson(row.loss_on)}});
  }
  return json;
}

std::string Markdown(const std::vector<ListRow>& rows) {
  std::string text =
      "| games | reached by | states | off the list, % | uct's loss there | elsewhere |\n"
      "|---|---|---:|---:|---:|---:|\n";
  for (const ListRow& row : rows) {
    text += fmt::format("| {} | {} | {} | {:.1f} ± {:.1f} | {:.3f} ± {:.3f} | {:.3f} ± {:.3f} |\n",
                        row.match, row.reached_by, row.states, 100.0 * row.share_off,
                        100.0 * row.share_error, row.loss_off.mean,
                        row.loss_off.standard_error.value_or(0.0), row.loss_on.mean,
                        row.loss_on.standard_error.value_or(0.0));
  }
  return text;
}

}  // namespace skipstone
