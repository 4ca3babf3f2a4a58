// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/tables.h"

#include <fmt/format.h>

#include <algorithm>

namespace skipstone {
namespace {

constexpr double kSignificant = 0.05;
constexpr const char* kUnknown = "-";

std::size_t TeamOf(const Fixture& fixture, std::size_t player) {
  return fixture.players[0] == player ? 0 : 1;
}

void Count(Tally& tally, double points) {
  tally.wins += points == 1.0 ? 1 : 0;
  tally.draws += points == 0.5 ? 1 : 0;
  tally.losses += points == 0.0 ? 1 : 0;
}

Tally Sum(const Tally& a, const Tally& b) {
  return {a.wins + b.wins, a.draws + b.draws, a.losses + b.losses};
}

PairingRow MakeRow(const TournamentSetup& setup, std::array<std::size_t, 2> pairing,
                   std::span<const GameSummary* const> games) {
  PairingRow row;
  row.row = pairing[0];
  row.column = pairing[1];
  struct Ends {
    int count = 0;
    int points = 0;
  };
  Ends with;
  Ends without;
  struct Sample {
    double won;
    double difference;
  };
  std::vector<double> won;
  std::vector<double> differences;
  std::optional<Sample> waiting;  // a pair's first game
  int last = 0;
  for (const GameSummary* game : games) {
    const std::size_t team = TeamOf(game->fixture, row.row);
    const double points = PointsOf(game->fixture, game->result, row.row);
    Count(team == 0 ? row.first : row.second, points);
    for (const PlayedEnd& end : game->ends) {
      Ends& ends = static_cast<std::size_t>(Index(end.hammer)) == team ? with : without;
      ++ends.count;
      ends.points += end.points[team];
    }
    const Sample sample{points - 0.5, double(game->score[team] - game->score[1 - team])};
    const int number = game->fixture.number;
    if (!setup.paired) {
      won.push_back(sample.won);
      differences.push_back(sample.difference);
    } else if (number % 2 == 0) {
      waiting = sample;
    } else if (waiting && last == number - 1) {
      won.push_back(0.5 * (waiting->won + sample.won));
      differences.push_back(0.5 * (waiting->difference + sample.difference));
    }
    last = number;
  }
  if (with.count > 0) row.points_with_hammer = double(with.points) / with.count;
  if (without.count > 0) row.points_without_hammer = double(without.points) / without.count;
  row.won = MeanOf(won);
  row.difference = MeanOf(differences);
  return row;
}

JsonOut OptionalJson(const std::optional<double>& value) {
  return value ? JsonOut(*value) : JsonOut();
}

JsonOut TallyJson(const Tally& tally) {
  return {{"wins", tally.wins}, {"draws", tally.draws}, {"losses", tally.losses}};
}

const char* DecisionName(Sprt::Decision decision) {
  switch (decision) {
    case Sprt::Decision::kElo0:
      return "elo0";
    case Sprt::Decision::kElo1:
      return "elo1";
    case Sprt::Decision::kNone:
      break;
  }
  return "none";
}

std::string TallyText(const Tally& tally) {
  return fmt::format("{}/{}/{}", tally.wins, tally.draws, tally.losses);
}

std::string OptionalText(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : kUnknown;
}

bool IsSignificant(const MeanEstimate& difference) {
  const std::optional<double> p = difference.PValue();
  return p && std::min(*p, 1.0 - *p) < kSignificant;
}

std::string DifferenceText(const std::optional<MeanEstimate>& difference) {
  if (!difference) return kUnknown;
  std::string text = fmt::format("{:+.3f}", difference->mean);
  if (difference->standard_error) text += fmt::format(" ± {:.3f}", *difference->standard_error);
  return text + (IsSignificant(*difference) ? "*" : "");
}

std::string ProbabilityText(const std::optional<MeanEstimate>& difference) {
  const std::optional<double> p = difference ? difference->PValue() : std::nullopt;
  return p ? fmt::format("{:.4f}", *p) : kUnknown;
}

std::string PercentageText(const Tally& tally) {
  const auto percentage = WinningPercentage(tally);
  return percentage ? fmt::format("{:.1f} ± {:.2f}", percentage->percent, percentage->error)
                    : kUnknown;
}

std::vector<std::vector<std::string>> PairingLines(const Tables& tables) {
  std::vector<std::vector<std::string>> lines = {{"pairing", "first W/D/L", "second W/D/L", "won %",
                                                  "p", "difference", "p", "hammer", "no hammer"}};
  for (const PairingRow& row : tables.pairings) {
    lines.push_back({fmt::format("{} - {}", tables.labels[row.row], tables.labels[row.column]),
                     TallyText(row.first), TallyText(row.second), PercentageText(row.total()),
                     ProbabilityText(row.won), DifferenceText(row.difference),
                     ProbabilityText(row.difference), OptionalText(row.points_with_hammer),
                     OptionalText(row.points_without_hammer)});
  }
  return lines;
}

std::vector<std::vector<std::string>> PlayerLines(const Tables& tables) {
  std::vector<std::vector<std::string>> lines = {
      {"player", "Elo", "games", "won %", "losses by reason"}};
  std::vector<std::size_t> order(tables.players.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&tables](std::size_t a, std::size_t b) {
    return tables.players[a].rating.elo > tables.players[b].rating.elo;
  });
  for (const std::size_t i : order) {
    const PlayerRow& player = tables.players[i];
    std::string losses;
    for (const auto& [reason, count] : player.losses) {
      losses += fmt::format("{}{} {}", losses.empty() ? "" : ", ", ReasonName(reason), count);
    }
    lines.push_back({tables.labels[i],
                     fmt::format("{:+.0f} ± {:.0f}", player.rating.elo, player.rating.error),
                     std::to_string(player.tally.games()), PercentageText(player.tally),
                     losses.empty() ? kUnknown : losses});
  }
  return lines;
}

std::string SprtText(const Tables& tables) {
  const SprtRow& sprt = *tables.sprt;
  std::string verdict = "undecided";
  if (sprt.decision != Sprt::Decision::kNone) {
    const bool elo1 = sprt.decision == Sprt::Decision::kElo1;
    verdict = fmt::format("decided for {} Elo", elo1 ? sprt.bounds.elo1 : sprt.bounds.elo0);
  }
  return fmt::format(
      "Is {} stronger than {} by {} Elo (and not by {})? {} after {} games, log-likelihood ratio "
      "{:.2f} (bounds ±{:.2f})\n",
      tables.labels[0], tables.labels[1], sprt.bounds.elo1, sprt.bounds.elo0, verdict, sprt.games,
      sprt.log_ratio, Sprt::bound());
}

}  // namespace

std::optional<Percentage> WinningPercentage(const Tally& tally) {
  if (tally.games() == 0) return std::nullopt;
  const double p = tally.points() / tally.games();
  return Percentage{100.0 * p, 100.0 * ShareHalfInterval(p, tally.games())};
}

Tally PairingRow::total() const { return Sum(first, second); }

Tables MakeTables(const TournamentSetup& setup, std::span<const GameSummary> games) {
  Tables tables;
  tables.labels = PlayerLabels(setup);
  tables.games = static_cast<int>(games.size());
  tables.planned = GameCount(setup);
  tables.paired = setup.paired;
  tables.players.resize(setup.players.size());
  const auto pairings = PairingsOf(setup);
  std::vector<std::vector<const GameSummary*>> by_pairing(pairings.size());
  for (const GameSummary& game : games) {
    by_pairing[game.fixture.pairing].push_back(&game);
    for (const std::size_t player : game.fixture.players) {
      const double points = PointsOf(game.fixture, game.result, player);
      Count(tables.players[player].tally, points);
      if (points == 0.0) ++tables.players[player].losses[game.result.reason];
    }
  }
  std::vector<PairingScore> standings;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const PairingRow row = MakeRow(setup, pairings[i], by_pairing[i]);
    standings.push_back({row.row, row.column, row.total().points(), row.total().games()});
    tables.pairings.push_back(row);
  }
  const std::vector<Rating> ratings = RateByElo(setup.players.size(), standings);
  for (std::size_t i = 0; i < ratings.size(); ++i) tables.players[i].rating = ratings[i];
  if (setup.sprt) {
    SequentialTest test(setup);
    for (const GameSummary& game : games) test.Add(game.fixture, game.result);
    tables.sprt = {*setup.sprt, test.log_ratio(), test.decision(), test.games()};
  }
  return tables;
}

JsonOut ToJson(const Tables& tables) {
  JsonOut pairings = JsonOut::array();
  for (const PairingRow& row : tables.pairings) {
    JsonOut entry = {{"row", tables.labels[row.row]},
                     {"column", tables.labels[row.column]},
                     {"first", TallyJson(row.first)},
                     {"second", TallyJson(row.second)}};
    const auto percentage = WinningPercentage(row.total());
    entry["percent"] = percentage ? JsonOut(percentage->percent) : JsonOut();
    entry["percent_error"] = percentage ? JsonOut(percentage->error) : JsonOut();
    entry["percent_p"] = OptionalJson(row.won.value_or(MeanEstimate{}).PValue());
    const MeanEstimate difference = row.difference.value_or(MeanEstimate{});
    entry["difference"] = row.difference ? JsonOut(difference.mean) : JsonOut();
    entry["difference_error"] = OptionalJson(difference.standard_error);
    entry["difference_p"] = OptionalJson(difference.PValue());
    entry["points_with_hammer"] = OptionalJson(row.points_with_hammer);
    entry["points_without_hammer"] = OptionalJson(row.points_without_hammer);
    pairings.push_back(std::move(entry));
  }
  JsonOut players = JsonOut::array();
  for (std::size_t i = 0; i < tables.players.size(); ++i) {
    const PlayerRow& player = tables.players[i];
    JsonOut losses = JsonOut::object();
    for (const auto& [reason, count] : player.losses) losses[ReasonName(reason)] = count;
    players.push_back({{"player", tables.labels[i]},
                       {"elo", player.rating.elo},
                       {"elo_error", player.rating.error},
                       {"games", player.tally.games()},
                       {"total", TallyJson(player.tally)},
                       {"losses", losses}});
  }
  JsonOut out = {{"games", tables.games}, {"planned", tables.planned}, {"paired", tables.paired},
                 {"pairings", pairings},  {"players", players},        {"sprt", nullptr}};
  if (tables.sprt) {
    out["sprt"] = {{"elo0", tables.sprt->bounds.elo0},
                   {"elo1", tables.sprt->bounds.elo1},
                   {"log_ratio", tables.sprt->log_ratio},
                   {"bound", Sprt::bound()},
                   {"decision", DecisionName(tables.sprt->decision)},
                   {"games", tables.sprt->games}};
  }
  return out;
}

std::string Render(const Tables& tables, TableFormat format) {
  std::string text = RenderGrid(PairingLines(tables), format) + "\n";
  text += fmt::format(
      "p: that chance alone wins so many games, or makes so large a difference in points a game, "
      "one-sided{}; *: p < 0.05 to either side. With the hammer and without it: points per "
      "end.\n\n",
      tables.paired ? ", from the sums of pairs" : "");
  text += RenderGrid(PlayerLines(tables), format);
  if (tables.sprt) text += "\n" + SprtText(tables);
  return text;
}

}  // namespace skipstone
