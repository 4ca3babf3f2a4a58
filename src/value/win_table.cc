// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "value/win_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/files.h"
#include "base/hash.h"
#include "value/shipped_win_tables.h"

namespace skipstone {
namespace {

constexpr std::string_view kFormat = "skipstone-wintable";
constexpr int kVersion = 2;
// Rows of longer games are computed when they are asked for.
constexpr int kRowsKept = 16;
// Where a sum of probabilities may be because they were written with few digits, ...
constexpr double kSumTolerance = 1e-6;
// ... and where it is left alone, so that reading what was written changes nothing.
constexpr double kRounding = 1e-12;
// Of games as good as decided: constants are multiplied by it, and a search divides by those.
constexpr double kLeastPerPoint = 1e-6;

// Bounds on what we read from outside.
constexpr std::size_t kLongestNote = 1000;
constexpr std::size_t kMostPlayers = 100;
constexpr std::int64_t kMostCounted = 1'000'000'000'000;
constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr int kMostEnds = 32;
constexpr int kMostLeads = 32;

double SumOf(const ScoreDistribution& scores) {
  double sum = 0.0;
  for (const double probability : scores.probability) sum += probability;
  return sum;
}

bool IsDistribution(const ScoreDistribution& scores) {
  for (const double probability : scores.probability) {
    if (!(probability >= 0.0)) return false;
  }
  return std::abs(SumOf(scores) - 1.0) <= kSumTolerance;
}

ScoreDistribution Normalised(ScoreDistribution scores) {
  const double sum = SumOf(scores);
  if (std::abs(sum - 1.0) <= kRounding) return scores;
  for (double& probability : scores.probability) probability /= sum;
  return scores;
}

// What a tie after the last regular end is worth to the team that then has the hammer.
double TiedWorth(const ScoreDistribution& one_end, TieBreak tie_break) {
  double scored = 0.0;
  double stolen = 0.0;
  for (int points = 1; points <= kMostPoints; ++points) {
    scored += one_end[points];
    stolen += one_end[-points];
  }
  const bool nobody_wins = tie_break == TieBreak::kDraw || scored + stolen == 0.0;
  return nobody_wins ? 0.5 : scored / (scored + stolen);
}

double StandardDeviation(const Utility& utility, const ScoreDistribution& scores) {
  const double mean = utility.Of(scores);
  double sum = 0.0;
  for (int points = -kMostPoints; points <= kMostPoints; ++points) {
    sum += scores[points] * (utility[points] - mean) * (utility[points] - mean);
  }
  return std::sqrt(sum);
}

// A larger lead is worth no less: neighbours out of order get their mean (isotonic regression).
void MakeMonotone(std::vector<double>& row) {
  struct Block {
    double mean;
    int size;
  };
  std::vector<Block> blocks;
  for (const double value : row) {
    Block block{value, 1};
    while (!blocks.empty() && blocks.back().mean > block.mean) {
      const Block& before = blocks.back();
      const int size = before.size + block.size;
      block = {(before.mean * before.size + block.mean * block.size) / size, size};
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  auto at = row.begin();
  for (const Block& block : blocks) at = std::fill_n(at, block.size, block.mean);
}

std::string NoteFromJson(const Field& field) {
  if (field.String().size() > kLongestNote) {
    throw field.Bad(fmt::format("expected at most {} characters", kLongestNote));
  }
  return field.String();
}

}  // namespace

const ScoreDistribution& SituationScores::Of(int ends_left, int lead) const {
  const int row = std::clamp(ends_left, 1, ends) - 1;
  const int column = std::clamp(lead, -leads, leads) + leads;
  return scores[static_cast<std::size_t>(row * (2 * leads + 1) + column)];
}

WinTable::WinTable(SituationScores scores, TieBreak tie_break)
    : scores_(std::move(scores)), tie_break_(tie_break) {
  for (ScoreDistribution& p : scores_.scores) {
    p = Normalised(p);
    for (std::size_t i = 0; i < kScores; ++i) {
      mean_.probability[i] += p.probability[i] / static_cast<double>(scores_.scores.size());
    }
  }
  rows_.push_back({TiedWorth(scores_.Of(1, 0), tie_break)});
  for (int ends_left = 1; ends_left <= kRowsKept; ++ends_left) {
    rows_.push_back(RowAfter(rows_.back(), ends_left));
  }
}

WinTable WinTable::FromScores(const ScoreDistribution& one_end, TieBreak tie_break) {
  return FromSituations({.scores = {one_end}}, tie_break);
}

WinTable WinTable::FromSituations(SituationScores scores, TieBreak tie_break) {
  SKIPSTONE_CHECK(scores.ends >= 1 && scores.leads >= 0 &&
                  scores.scores.size() ==
                      static_cast<std::size_t>(scores.ends * (2 * scores.leads + 1)));
  for (const ScoreDistribution& p : scores.scores) SKIPSTONE_CHECK(IsDistribution(p));
  return WinTable(std::move(scores), tie_break);
}

WinTable WinTable::With(TieBreak tie_break) const {
  WinTable table(scores_, tie_break);
  table.origin_ = origin_;
  return table;
}

double WinTable::At(const Row& row, int lead) {
  const int most = static_cast<int>(row.size() / 2);
  if (lead > most) return 1.0;
  if (lead < -most) return 0.0;
  return row[static_cast<std::size_t>(lead + most)];
}

WinTable::Row WinTable::RowAfter(const Row& row, int ends_left) const {
  const int most = static_cast<int>(row.size() / 2) + kMostPoints;
  Row next;
  next.reserve(static_cast<std::size_t>(2 * most + 1));
  for (int lead = -most; lead <= most; ++lead) {
    const ScoreDistribution& scores = scores_.Of(ends_left, lead);
    double wins = 0.0;
    for (int points = -kMostPoints; points <= kMostPoints; ++points) {
      const int then = lead + points;
      wins += scores[points] * (points > 0 ? 1.0 - At(row, -then) : At(row, then));
    }
    next.push_back(std::min(wins, 1.0));  // the probabilities' sum is rounded
  }
  if (scores_.leads > 0) MakeMonotone(next);
  return next;
}

const WinTable::Row& WinTable::RowOf(int ends_left, Row& scratch) const {
  SKIPSTONE_CHECK(ends_left >= 0);
  if (ends_left <= kRowsKept) return rows_[static_cast<std::size_t>(ends_left)];
  scratch = rows_.back();
  for (int ends = kRowsKept; ends < ends_left; ++ends) scratch = RowAfter(scratch, ends + 1);
  return scratch;
}

double WinTable::HammerWins(int ends_left, int lead) const {
  Row scratch;
  return At(RowOf(ends_left, scratch), lead);
}

Utility WinTable::UtilityOf(int ends_after, int lead, bool is_last) const {
  Row scratch;
  const Row& row = RowOf(ends_after, scratch);
  Utility utility;
  for (int points = -kMostPoints; points <= kMostPoints; ++points) {
    const int then = lead + points;
    double& worth = utility.worth[static_cast<std::size_t>(points + kMostPoints)];
    if (is_last && then == 0) {
      worth = 0.5;
    } else {
      worth = points > 0 ? 1.0 - At(row, -then) : At(row, then);
    }
  }
  const double of_points = StandardDeviation(UtilityOfPoints(), mean_);
  const double of_worth = StandardDeviation(utility, mean_);
  // A point cannot decide more than a game, whatever rounding makes of an end with a sure score.
  utility.per_point = std::clamp(of_points > 0.0 ? of_worth / of_points : 0.0, kLeastPerPoint, 1.0);
  return utility;
}

namespace {

int HammerLead(const Game& game) {
  return game.Total(*game.hammer) - game.Total(Opponent(*game.hammer));
}

bool IsLastThereCanBe(const Game& game, const Rules& rules) {
  return game.end + 1 >= rules.ends && rules.most_ends != 0 && game.end + 1 >= rules.most_ends;
}

}  // namespace

Utility WinTable::UtilityOf(const Game& game, const Rules& rules) const {
  SKIPSTONE_CHECK(!game.over() && rules.tie_break == tie_break_);
  return UtilityOf(std::max(rules.ends - game.end - 1, 0), HammerLead(game),
                   IsLastThereCanBe(game, rules));
}

double WinTable::Team0Wins(const Game& game, const Rules& rules) const {
  if (game.over()) {
    if (!game.result->winner) return 0.5;
    return *game.result->winner == Team::k0 ? 1.0 : 0.0;
  }
  const int lead = HammerLead(game);
  if (!IsLastThereCanBe(game, rules)) {
    return Team0View(HammerWins(std::max(rules.ends - game.end, 0), lead), *game.hammer);
  }
  const double wins = UtilityOf(game, rules).Of(scores_.Of(1, lead));
  return Team0View(std::min(wins, 1.0), *game.hammer);
}

ScoreDistribution ScoreDistributionFromJson(const Field& field) {
  if (field.Size(kScores) != kScores) {
    throw field.Bad("expected 17 probabilities, of -8 to +8 points for the hammer team");
  }
  ScoreDistribution scores;
  for (std::size_t i = 0; i < kScores; ++i) scores.probability[i] = field[i].Number(0.0, 1.0);
  if (!IsDistribution(scores)) {
    throw field.Bad(fmt::format("expected a sum of 1, got {}", SumOf(scores)));
  }
  return Normalised(scores);
}

namespace {

// Version 1 has one distribution for all ends, version 2 one for each situation.
SituationScores SituationScoresFromJson(const Field& field, std::int64_t version) {
  const Field probability = field.At("probability");
  SituationScores scores;
  if (version == 1) {
    scores.scores = {ScoreDistributionFromJson(probability)};
    return scores;
  }
  scores.ends = static_cast<int>(field.At("ends_left").Int(1, kMostEnds));
  scores.leads = static_cast<int>(field.At("leads").Int(0, kMostLeads));
  const auto count = static_cast<std::size_t>(scores.ends * (2 * scores.leads + 1));
  if (probability.Size(count) != count) {
    throw probability.Bad(fmt::format("expected {} distributions: {} by ends left, each {} by lead",
                                      count, scores.ends, 2 * scores.leads + 1));
  }
  for (std::size_t i = 0; i < count; ++i) {
    scores.scores.push_back(ScoreDistributionFromJson(probability[i]));
  }
  return scores;
}

}  // namespace

JsonOut ToJson(const WinTable& table) {
  const WinTableOrigin& origin = table.origin();
  const SituationScores& scores = table.scores();
  JsonOut json = {
      {"table", kFormat},          {"version", scores.scores.size() == 1 ? 1 : kVersion},
      {"ice", origin.ice},         {"execution", origin.execution},
      {"rules", origin.rules},     {"tie_break", TieBreakName(table.tie_break())},
      {"players", origin.players}, {"games", origin.games},
      {"ends", origin.ends},       {"command", origin.command},
      {"commit", origin.commit}};
  if (scores.scores.size() == 1) {
    json["probability"] = scores.scores.front().probability;
    return json;
  }
  json["ends_left"] = scores.ends;
  json["leads"] = scores.leads;
  JsonOut& all = json["probability"] = JsonOut::array();
  for (const ScoreDistribution& p : scores.scores) all.push_back(p.probability);
  return json;
}

WinTable WinTableFromJson(const Field& field) {
  const Field format = field.At("table");
  if (format.String() != kFormat) throw format.Bad(fmt::format("expected \"{}\"", kFormat));
  const Field written = field.At("version");
  const std::int64_t version = written.Int(1, 1'000'000);
  if (version > kVersion) {
    throw written.Bad(
        fmt::format("expected at most {}; a newer version wrote this table", kVersion));
  }
  WinTable table = WinTable::FromSituations(SituationScoresFromJson(field, version),
                                            TieBreakFromJson(field.At("tie_break")));
  WinTableOrigin origin;
  const auto note = [&field](const char* key, std::string& text) {
    if (const auto f = field.Find(key)) text = NoteFromJson(*f);
  };
  const auto count = [&field](const char* key, std::int64_t& number) {
    if (const auto f = field.Find(key)) number = f->Int(0, kMostCounted);
  };
  note("ice", origin.ice);
  note("execution", origin.execution);
  note("rules", origin.rules);
  note("command", origin.command);
  note("commit", origin.commit);
  count("games", origin.games);
  count("ends", origin.ends);
  if (const auto players = field.Find("players")) {
    for (std::size_t i = 0; i < players->Size(kMostPlayers); ++i) {
      origin.players.push_back(NoteFromJson((*players)[i]));
    }
  }
  table.set_origin(std::move(origin));
  return table;
}

std::string FileText(const WinTable& table) {
  const JsonOut fields = ToJson(table);
  std::string text;
  for (const auto& [name, value] : fields.items()) {
    std::string written = value.dump();
    if (value.is_array() && !value.empty() && value.front().is_array()) {
      written.clear();
      for (const JsonOut& line : value) {
        written += fmt::format("{}\n    {}", written.empty() ? "[" : ",", line.dump());
      }
      written += "\n  ]";
    }
    text += fmt::format("{}\n  {}: {}", text.empty() ? "{" : ",", JsonOut(name).dump(), written);
  }
  return text + "\n}\n";
}

std::string HashOfTable(const WinTable& table) {
  Hasher hasher;
  hasher.AddText(FileText(table));
  return HashText(hasher.value());
}

WinTable ReadWinTable(const std::string& file, const std::string& name) {
  const std::string text = ReadFile(file, kMostBytes);
  try {
    const Json json = ParseJson(text, "");
    const Field field(json, "");
    if (field.Find("table")) return WinTableFromJson(field);
    if (!field.Find("probability")) {
      throw BadData("",
                    "expected a win table, with \"table\" or at least \"probability\" in it "
                    "(docs/formats.md)");
    }
    return WinTable::FromScores(ScoreDistributionFromJson(field.At("probability")),
                                TieBreak::kExtraEnds);
  } catch (const Error& e) {
    throw BadData(name, e.what());
  }
}

const WinTable& ShippedWinTable(Law law, TieBreak tie_break) {
  const auto read = [](std::string_view text, TieBreak wanted) {
    const Json json = ParseJson(text, "shipped win table");
    return WinTableFromJson(Field(json, "")).With(wanted);
  };
  static const std::array<WinTable, 4> tables = {
      read(kShippedFcv1WinTable, TieBreak::kExtraEnds), read(kShippedFcv1WinTable, TieBreak::kDraw),
      read(kShippedDc2WinTable, TieBreak::kExtraEnds), read(kShippedDc2WinTable, TieBreak::kDraw)};
  return tables[(law == Law::kDc2 ? 2U : 0U) + (tie_break == TieBreak::kDraw ? 1U : 0U)];
}

}  // namespace skipstone
